import assert from "node:assert/strict";
import { test } from "node:test";
import { flagItems, hold } from "../src/agent.ts";
import { Newest } from "../src/api.ts";
import { stopWords } from "../src/breakpoints.ts";
import { keyName } from "../src/keys.ts";
import { fit } from "../src/measure.ts";
import { Names } from "../src/names.ts";
import { outcomeOf, wordsOf } from "../src/outcome.ts";
import { brief, clock, count, number, plural, seconds } from "../src/words.ts";

test("times", () => {
  assert.equal(seconds(0), "0.00 s");
  assert.equal(seconds(9.999), "10.00 s");
  assert.equal(seconds(12.34), "12.3 s");
  assert.equal(seconds(125), "2 m 05 s");
  assert.equal(seconds(7265), "2 h 01 m");
  assert.equal(seconds(Infinity), "never");
  assert.equal(brief(0), "0 ns");
  assert.equal(brief(4.2e-8), "42 ns");
  assert.equal(brief(0.003684), "3.68 ms");
  assert.equal(brief(12.5), "12.5 s");
  assert.equal(clock(0), "00:00.00");
  assert.equal(clock(75.5), "01:15.50");
  assert.equal(clock(59.999), "01:00.00"); // not 00:60.00
});

test("numbers", () => {
  assert.equal(count(1234567), "1,234,567");
  assert.equal(number(3), "3");
  assert.equal(number(0.123456), "0.1235");
  assert.equal(number(12345.678), "12345.7");
  assert.equal(number(NaN), "NaN");
  assert.equal(plural(1, "agent"), "1 agent");
  assert.equal(plural(0, "agent"), "0 agents");
});

test("outcomes: an unknown one is none, never a fault", () => {
  assert.equal(outcomeOf(undefined), "none");
  assert.equal(outcomeOf({ place: 1 }), "none");
  assert.equal(outcomeOf({ place: 1, active: true }), "continued");
  assert.equal(outcomeOf({ place: 1, outcome: "toString" }), "none");
  assert.equal(outcomeOf({ place: 1, outcome: "masked" }), "masked");
  assert.equal(wordsOf({ place: 1, outcome: "rejected", check: "Every" }), "rejected: Every");
  assert.equal(wordsOf({ place: 1, outcome: "rejected", check: "Every", words: "every: 0.40 left" }), "every: 0.40 left");
  assert.equal(wordsOf({ place: 1, outcome: "left", reason: "Interrupted" }), "left: Interrupted");
  assert.equal(wordsOf({ place: 1, outcome: "continued", active: true }), "");
  assert.equal(wordsOf({ place: 1, active: true, leaving: true, words: "x" }), "leaving");
});

test("text is cut where it does not fit", () => {
  const width = (text: string): number => text.length;
  assert.equal(fit("cooldown", 8, width), "cooldown");
  assert.equal(fit("cooldown", 7, width), "cooldo…");
  assert.equal(fit("not reached", 5, width), "not…"); // no space before the dots
  assert.equal(fit("cooldown", 1, width), "");
});

test("keys by name", () => {
  const of = (key: string, mods: Partial<KeyboardEvent> = {}): string => keyName({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...mods });
  assert.equal(of("F", { shiftKey: true }), "F");
  assert.equal(of("ArrowLeft", { shiftKey: true }), "Shift+ArrowLeft");
  assert.equal(of("?", { shiftKey: true }), "?");
  assert.equal(of("s", { metaKey: true }), "Ctrl+s");
});

test("flags are the named ones and those that are set without a name", () => {
  const items = flagItems("0x8000000000000005", ["A", "", "C", "D"]);
  assert.deepEqual(items.map((i) => [i.bit, i.name, i.on]), [[0, "A", true], [2, "C", true], [3, "D", false], [63, "bit 63", true]]);
  assert.deepEqual(flagItems("", []), []);
  assert.deepEqual(flagItems("0x1", ["A", "B"], "0x2", "0x1").map((i) => [i.on, i.held]), [[false, true], [true, true]]);
});

test("a click on a flag holds it to the other value, a second one lets it go", () => {
  const item = { bit: 1, name: "B", on: false, held: false };
  assert.deepEqual(hold(item, "0x4", "0x8"), { set: "0x6", clear: "0x8" });
  assert.deepEqual(hold({ ...item, on: true }, "0x4", "0x8"), { set: "0x4", clear: "0xa" });
  assert.deepEqual(hold({ ...item, on: true, held: true }, "0x6", "0x8"), { set: "0x4", clear: "0x8" });
});

test("breakpoints in words", () => {
  const flags = (bits: string, stimuli: boolean): string => `${stimuli ? "stimulus" : "flag"} ${bits}`;
  assert.equal(stopWords({ id: 1, on: "failed", decider: "EAT", hits: 0 }, flags, new Names()), "EAT fails, any agent");
  assert.equal(stopWords({ id: 1, on: "stimulus", flags: "0x2", agent: 7, hits: 0 }, flags, new Names()), "stimulus 0x2 comes, #7");
  const names = new Names();
  names.take({ version: 1, all: true, agents: [7], names: ["Ogg"] });
  assert.equal(stopWords({ id: 1, on: "failed", decider: "EAT", agent: 7, hits: 0 }, flags, names), "EAT fails, Ogg #7");
});

test("of requests of a kind one runs, and after it the newest", async () => {
  const newest = new Newest();
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const ask = (n: number): Promise<number | undefined> => newest.run(() => {
    started.push(n);
    return new Promise<number>((done) => ends.push(() => done(n)));
  });
  const first = ask(1);
  const second = ask(2);
  const third = ask(3);
  assert.equal(await second, undefined); // the third took its turn
  ends[0]!();
  assert.equal(await first, 1);
  await new Promise((done) => setTimeout(done));
  ends[1]!();
  assert.equal(await third, 3);
  assert.deepEqual(started, [1, 3]);
  const fourth = ask(4);
  await new Promise((done) => setTimeout(done)); // it is under way
  newest.stop();
  ends[2]!();
  assert.equal(await fourth, undefined);
});

test("a request that fails says so, and the next one runs", async () => {
  const newest = new Newest();
  await assert.rejects(newest.run(() => Promise.reject(new Error("no"))), /no/);
  assert.equal(await newest.run(() => Promise.resolve(5)), 5);
});
