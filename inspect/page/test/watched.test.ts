// Watched values: pieces put together, read at a frame, and what is kept in the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plots, Sample } from "../src/api.ts";
import { extentOf, isNumeric, mostWatched, readWatches, sampleAt, Values, watchWords } from "../src/watched.ts";

const of = { kind: "decide", decider: "EAT" };
const at = (frame: number, number?: number): Sample => (number === undefined ? { frame, known: false } : { frame, known: true, text: String(number), number });
const piece = (from: number, to: number, samples: Sample[], first = 1): Plots => ({ agent: 7, first, last: to, from, to, series: [{ samples }] });

test("pieces are put together without a seam, and what the server has dropped goes", () => {
  const values = new Values(7, [of]);
  values.add(piece(1, 10, [at(1), at(4, 0.5), at(8, 0.25)]));
  values.add(piece(10, 20, [at(10, 0.25), at(12), at(15, 1)]));
  assert.deepEqual(values.samples(of).map((s) => [s.frame, s.number]), [[1, undefined], [4, 0.5], [8, 0.25], [12, undefined], [15, 1]]);
  values.add(piece(20, 30, [at(20, 1)], 9));
  assert.deepEqual(values.samples(of).map((s) => s.frame), [8, 12, 15]);
  assert.equal(values.from, 9);
  values.add(piece(3, 5, [at(3, 2)])); // another world
  assert.deepEqual(values.samples(of).map((s) => s.frame), [3]);
});

test("a value holds until it changes, and where it is not known there is none", () => {
  const samples = [at(1, 5), at(4), at(8, 2)];
  assert.equal(sampleAt(samples, 0), null);
  assert.equal(sampleAt(samples, 3)?.number, 5);
  assert.equal(sampleAt(samples, 7)?.known, false);
  assert.equal(sampleAt(samples, 100)?.number, 2);
});

test("least and most are those in sight", () => {
  const samples = [at(1, 5), at(4), at(8, 2), at(10, -1)];
  assert.deepEqual(extentOf(samples, 0, 100), { least: -1, most: 5 });
  assert.deepEqual(extentOf(samples, 2, 9), { least: 2, most: 5 });
  assert.deepEqual(extentOf(samples, 12, 15), { least: -1, most: -1 }); // it still holds
  assert.equal(extentOf(samples, 5, 7), null);
  assert.ok(isNumeric(samples));
  assert.ok(!isNumeric([at(1)]));
  assert.ok(!isNumeric([at(1, 2), { frame: 2, known: true, text: "true" }]));
});

test("what the browser kept is read with care", () => {
  const good = [{ kind: "key", name: "prey", agent: null }, { kind: "field", decider: "EAT", name: "Left", agent: 1024 }];
  assert.deepEqual(readWatches(good), good);
  assert.deepEqual(readWatches([null, 3, {}, { kind: "mood" }, { kind: "key", name: 5 }, { kind: "decide", decider: {} }]), []);
  assert.deepEqual(readWatches("no list"), []);
  assert.equal(readWatches(Array.from({ length: 99 }, () => good[0])).length, mostWatched);
  assert.deepEqual(readWatches([{ kind: "decide", decider: "EAT", agent: "7" }]), [{ kind: "decide", decider: "EAT", agent: null }]);
  assert.equal(watchWords(good[1]!), "EAT.Left");
});

test("one request at a time, and a failure is told", async () => {
  const values = new Values(7, [of]);
  let asked = 0;
  const api = { values: async () => (asked++, piece(1, 10, [at(1, 1)])) };
  const [first, second] = await Promise.all([values.load(api), values.load(api)]);
  assert.deepEqual([first, second, asked], [true, false, 1]);
  await values.load({ values: () => Promise.reject(new Error("gone")) });
  assert.equal(values.problem, "gone");
  assert.equal(values.samples(of).length, 1);
});
