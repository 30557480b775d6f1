import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fork } from "../src/api.ts";
import { merged } from "../src/crowd.ts";
import { summary } from "../src/compare.ts";
import { actOf, bits, whoIs } from "../src/fork.ts";
import { Names } from "../src/names.ts";

test("a change of a fork is as the server takes it", () => {
  assert.deepEqual(actOf("set", 7, "0x10", 5), { do: "flag", agent: 7, set: "0x10" });
  assert.deepEqual(actOf("clear", 7, "0x10", 5), { do: "flag", agent: 7, clear: "0x10" });
  assert.deepEqual(actOf("stimulate", 7, "0x1", 2.5), { do: "stimulate", agent: 7, stimuli: "0x1", seconds: 2.5 });
  assert.equal(actOf("stimulate", 7, "0x1", NaN), null);
  assert.equal(actOf("stimulate", 7, "0x1", -1), null);
  assert.deepEqual(actOf("forbid", 7, "EAT", 0), { do: "forbid", agent: 7, decider: "EAT" });
  assert.deepEqual(actOf("reset", 7, "", 0), { do: "reset", agent: 7 });
  assert.equal(actOf("force", 7, "", 0), null);
  assert.equal(actOf("reset", NaN, "", 0), null);
  assert.equal(actOf("reset", 0, "", 0), null);
});

test("a change names its agent by ID or name", () => {
  const names = new Names();
  names.take({ version: 1, all: true, agents: [3, 7, 9], names: ["Ogg", "Ugh", "Ugh"] });
  for (const words of ["3", "#3", "Ogg", " ogg ", "Ogg #3"]) assert.equal(whoIs(names, words), 3);
  assert.equal(whoIs(names, "12"), 12);
  assert.equal(whoIs(names, "Ugh #9"), 9);
  assert.equal(whoIs(names, "ugh"), "2 agents have the name ugh: #7, #9. Write an ID.");
  assert.equal(whoIs(names, "Bah"), "There is no agent Bah.");
  assert.equal(whoIs(names, " "), "Each change needs an agent, and what to change.");
});

test("bits go by their names, the highest as well", () => {
  assert.deepEqual(bits(["Dead", "", "Hurt"]), [["0x1", "Dead"], ["0x4", "Hurt"]]);
  assert.equal(bits([]).length, 64);
  assert.deepEqual(bits([]).at(-1), ["0x8000000000000000", "bit 63"]);
});

test("what a fork came to, in words", () => {
  const fork: Fork = { recording: "fork 1", original: "", fork: true, title: "", changes: [], notes: [], of: 9, from: 100, to: 400, agents: 2, more: false, differences: [{ agent: 7, frame: 101, first: true, what: "path", again: false, a: "EAT", b: "FLEE" }] };
  assert.equal(summary(fork, new Names()), "In 300 frames from 100 on, 2 agents came out differently, first #7 in frame 101.");
  const names = new Names();
  names.take({ version: 1, all: true, agents: [7], names: ["Ogg"] });
  assert.match(summary(fork, names), /first Ogg #7 in frame 101/);
  assert.match(summary({ ...fork, differences: [{ ...fork.differences[0]!, name: "Born\n" }] }, new Names()), /first Born· #7 in/);
  assert.equal(summary({ ...fork, differences: [], agents: 0 }, new Names()), "No difference in 300 frames from 100 on.");
});

test("a decider that stands in several places is counted once, with all who are in it", () => {
  const count = (decider: string, place: number, leaf: boolean, agents: number) => ({ decider, place, tree: "0x1", leaf, agents });
  const counts = [count("ROOT", 0, false, 9), count("HOME", 3, true, 4), count("HOME", 7, true, 5)];
  assert.deepEqual([...merged(counts, true)], [["HOME", 9]]);
  assert.deepEqual([...merged(counts, false)], [["ROOT", 9], ["HOME", 9]]);
});
