// A breakpoint as the form has it, and in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Breakpoint } from "../src/api.ts";
import { isPlain } from "../src/acts.ts";
import { stopWords } from "../src/breakpoints.ts";
import { Names } from "../src/names.ts";
import { stopOf, type StopFields } from "../src/stopform.ts";
import { keyOf } from "../src/watched.ts";

const fields = (over: Partial<StopFields>): StopFields => ({ what: keyOf({ kind: "decide", decider: "EAT" }), is: ">", to: " 0.5 ", whose: "", with: "", after: 0, every: 1, log: false, ...over });

test("the form says a breakpoint, or what is missing", () => {
  assert.deepEqual(stopOf(fields({}), null), { on: "value", value: { kind: "decide", decider: "EAT" }, is: ">", to: "0.5" });
  assert.deepEqual(stopOf(fields({ is: "changes", whose: "crowd:ANTS", with: "0x2", after: 3, every: 10, log: true }), 7),
    { on: "value", value: { kind: "decide", decider: "EAT" }, is: "changes", crowd: "ANTS", with: "0x2", after: 3, every: 10, log: true });
  assert.deepEqual(stopOf(fields({ what: keyOf({ kind: "key", name: "prey" }), whose: "this" }), 7), { on: "value", value: { kind: "key", name: "prey" }, is: ">", to: "0.5", agent: 7 });
  assert.deepEqual(stopOf(fields({ what: "activated:A:B" }), null), { on: "activated", decider: "A:B" });
  assert.match(String(stopOf(fields({ what: "" }), 7)), /Choose/);
  assert.match(String(stopOf(fields({ to: " " }), 7)), /compared with/);
  assert.match(String(stopOf(fields({ whose: "this" }), null)), /Select an agent/);
  assert.match(String(stopOf(fields({ what: keyOf({ kind: "key", name: "prey" }) }), 7)), /this agent/);
});

test("a breakpoint in words has its conditions and counts", () => {
  const stop = (over: Partial<Breakpoint>): Breakpoint => ({ id: 1, on: "value", hits: 0, ...over });
  const words = (of: Breakpoint): string => stopWords(of, () => "Hungry", new Names());
  assert.equal(words(stop({ value: { kind: "field", decider: "EAT", name: "Left" }, is: "<", to: "3", agent: 7 })), "EAT.Left < 3, #7");
  assert.equal(words(stop({ value: { kind: "key", name: "prey" }, is: "changes", crowd: "ANTS", tree: "ANT", with: "0x1", after: 3, every: 10, log: true })),
    "prey changes, crowd ANTS, tree ANT, only with Hungry, after 3 hits, every 10 hits, logged");
  assert.ok(isPlain(stop({ on: "activated", decider: "EAT", agent: 7, every: 1 })));
  for (const over of [{ crowd: "A" }, { tree: "A" }, { with: "0x1" }, { after: 1 }, { every: 2 }, { log: true }]) assert.ok(!isPlain(stop({ on: "activated", decider: "EAT", ...over })));
});
