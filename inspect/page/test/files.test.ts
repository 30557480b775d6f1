import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldDescription, Fork, Tree } from "../src/api.ts";
import { merged } from "../src/crowd.ts";
import { summary } from "../src/compare.ts";
import { labelOf, partsOf } from "../src/values.ts";
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

test("parts of blackboard values: fields, elements, whose they are; pointers are left out", () => {
  const field = (name: string, kind: string, more = {}): FieldDescription => ({ name, type: kind, kind, ...more });
  const tree = { name: "ROOT", fingerprint: "1", description: {
    keys: [
      { name: "fear", scope: "Agent", type: { name: "float64", kind: "float64", size: 8, pointers: false } },
      { name: "spot", scope: "Tree", type: { name: "Spot", kind: "struct", size: 16, pointers: false, fields: [field("At", "struct", { fields: [field("X", "int8")] }), field("Seen", "array", { len: 2, fields: [field("", "bool")] })] } },
      { name: "prey", scope: "Decider", type: { name: "uint64", kind: "uint64", size: 8, pointers: false } },
      { name: "notes", scope: "Agent", type: { name: "memo", kind: "struct", size: 24, pointers: true, fields: [field("X", "int8")] } },
    ],
    deciders: [{ name: "ROOT", keys: [0, 1, 3] }, { name: "HUNT", keys: [2] }, { name: "EAT", keys: [2] }],
  } } as unknown as Tree;
  const parts = partsOf(tree);
  assert.deepEqual(parts.map(labelOf), ["fear", "spot.At.X", "spot.Seen[0]", "spot.Seen[1]", "prey of HUNT", "prey of EAT"]);
  assert.deepEqual(actOf("value", 7, JSON.stringify(parts[1]), " -3 "), { do: "value", agent: 7, key: "spot", field: "At.X", text: "-3" });
  assert.deepEqual(actOf("value", 7, JSON.stringify(parts[5]), "9"), { do: "value", agent: 7, key: "prey", decider: "EAT", text: "9" });
  assert.equal(actOf("value", 7, JSON.stringify(parts[0]), " "), null);
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
