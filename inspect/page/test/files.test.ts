import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fork } from "../src/api.ts";
import { merged } from "../src/crowd.ts";
import { hashOf, momentOf } from "../src/files.ts";
import { actOf, bits, summary } from "../src/fork.ts";

test("an address names a moment, there and back", () => {
  for (const moment of [[7, 120, "EAT & SLEEP#1"], [7, null, null], [null, null, null], [1, 0, "A"]] as const) {
    const [agent, frame, decider] = moment;
    assert.deepEqual(momentOf(hashOf(agent, frame, decider)), { agent, frame, decider });
  }
  assert.deepEqual(momentOf("#agent=-1&frame=1e400"), { agent: null, frame: null, decider: null });
  assert.deepEqual(momentOf("#nonsense"), { agent: null, frame: null, decider: null });
});

test("a change of a fork is as the server takes it", () => {
  assert.deepEqual(actOf("set", 7, "0x10", 5), { do: "flag", agent: 7, set: "0x10" });
  assert.deepEqual(actOf("clear", 7, "0x10", 5), { do: "flag", agent: 7, clear: "0x10" });
  assert.deepEqual(actOf("stimulate", 7, "0x1", 2.5), { do: "stimulate", agent: 7, stimuli: "0x1", seconds: 2.5 });
  assert.deepEqual(actOf("stimulate", 7, "0x1", NaN), { do: "stimulate", agent: 7, stimuli: "0x1", seconds: 0 });
  assert.deepEqual(actOf("forbid", 7, "EAT", 0), { do: "forbid", agent: 7, decider: "EAT" });
  assert.deepEqual(actOf("reset", 7, "", 0), { do: "reset", agent: 7 });
  assert.equal(actOf("force", 7, "", 0), null);
  assert.equal(actOf("reset", NaN, "", 0), null);
  assert.equal(actOf("reset", 0, "", 0), null);
});

test("bits go by their names, the highest as well", () => {
  assert.deepEqual(bits(["Dead", "", "Hurt"]), [["0x1", "Dead"], ["0x4", "Hurt"]]);
  assert.equal(bits([]).length, 64);
  assert.deepEqual(bits([]).at(-1), ["0x8000000000000000", "bit 63"]);
});

test("what a fork came to, in words", () => {
  const fork: Fork = { recording: "fork 1", from: 100, to: 400, agents: 2, more: false, differences: [{ agent: 7, frame: 101, first: true, what: "path", again: false, a: "EAT", b: "FLEE" }] };
  assert.equal(summary(fork), "In 300 frames from 100 on, 2 agents came out differently, first #7 in frame 101.");
  assert.equal(summary({ ...fork, differences: [], agents: 0 }), "No difference in 300 frames from 100 on.");
});

test("a decider that stands in several places is counted once, with all who are in it", () => {
  const count = (decider: string, place: number, leaf: boolean, agents: number) => ({ decider, place, tree: "0x1", leaf, agents });
  const counts = [count("ROOT", 0, false, 9), count("HOME", 3, true, 4), count("HOME", 7, true, 5)];
  assert.deepEqual([...merged(counts, true)], [["HOME", 9]]);
  assert.deepEqual([...merged(counts, false)], [["ROOT", 9], ["HOME", 9]]);
});
