import assert from "node:assert/strict";
import { test } from "node:test";
import { moment } from "../dev/mock.mjs";
import { trees as made } from "../dev/trees.mjs";
import type { Control, Description, Held, Moment, Tree } from "../src/api.ts";
import { heldCount, heldItems } from "../src/held.ts";
import { groupsAbove, rival, rowsOf } from "../src/model.ts";

const goes: Control = { paused: false, speed: 1, frame: 0 };
const held: Held = {
  agents: [
    { agent: 7, set: { bits: "0x1", names: ["Scared"] }, clear: { bits: "0x6", names: ["Tired", "Hungry"] }, deciders: [{ decider: "FLEE", how: "forced" }, { decider: "EAT", how: "forbidden" }] },
    { agent: 9, set: { bits: "0x0" }, clear: { bits: "0x0" }, deciders: [{ decider: "<b>", how: "forced" }] },
  ],
  more: 3,
};

test("what is held is listed, the world first, each with its undoing", () => {
  assert.deepEqual(heldItems(null, goes), []);
  assert.deepEqual(heldItems(held, { ...goes, paused: true, speed: 4 }).map((item) => `${item.words}: ${item.undo}`), [
    "The world is paused: Go on", "The world goes at 4 times its speed: Normal speed", "FLEE is forced for @: Free", "EAT is forbidden for @: Free",
    "Scared set, Tired clear, Hungry clear for @: Let go", "<b> is forced for @: Free",
  ]);
  assert.equal(new Set(heldItems(held, goes).map((item) => item.key)).size, 4);
  assert.equal(heldCount({ held, control: goes, breakpoints: [] }), 7);
});

const trees: Tree[] = (made as Description[]).map((description) => ({ fingerprint: description.fingerprint, name: description.name, description }));

test("the way to a decider are the groups above it without the root, and what runs in its stead is its rival", () => {
  const now = moment(12, 900) as Moment;
  const rows = rowsOf(now, trees);
  const at = (name: string) => rows.findIndex((row) => row.name === name);
  assert.deepEqual(groupsAbove(rows, at("FLEE_RUN")), ["FLEE"]);
  assert.deepEqual(groupsAbove(rows, at("FLEE")), []);
  assert.deepEqual(groupsAbove(rows, -1), []);
  const leaf = rows.findIndex((row) => row.name === "GUARD_BROOD");
  assert.deepEqual(groupsAbove(rows, leaf), ["GUARD_NEST"]);

  // ROOT is a prioritized list: with FLEE active, what stands above it may take its place, what stands below may not.
  for (const state of now.places) state.active = false;
  for (const name of ["ROOT", "FLEE", "FLEE_RUN"]) now.places[rows[at(name)]!.index]!.active = true;
  assert.equal(rival(rows, at("GUARD_BROOD"), now), "FLEE");
  assert.equal(rival(rows, at("MOB"), now), "FLEE");
  assert.equal(rival(rows, at("DIE"), now), "");
  assert.equal(rival(rows, at("FLEE_RUN"), now), "");
  assert.equal(rival(rows, -1, now), "");
});
