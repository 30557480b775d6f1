import assert from "node:assert/strict";
import { test } from "node:test";
import { moment } from "../dev/mock.mjs";
import { trees as made } from "../dev/trees.mjs";
import type { Description, Moment, Tree } from "../src/api.ts";
import { edges, linesTo, ties } from "../src/treelines.ts";
import { columnsFor } from "../src/treerow.ts";
import { activeLeaves, foldAllBut, keyOf, kindOf, matches, rowsOf, rowsOfTree, seen, shapeOf, step, visible } from "../src/model.ts";

const trees: Tree[] = (made as Description[]).map((description) => ({ fingerprint: description.fingerprint, name: description.name, description }));
const [nest, warden] = trees as [Tree, Tree];

test("rows are the deciders as declared, a group before its children", () => {
  const rows = rowsOfTree(nest);
  assert.equal(rows.length, nest.description.places.length);
  assert.deepEqual(rows.map((row) => row.place), nest.description.order);
  assert.equal(rows[0]!.name, "ROOT");
  for (const [i, row] of rows.entries()) {
    assert.equal(row.path, nest.description.places[row.place]!.path);
    for (const child of row.children) {
      assert.equal(rows[child]!.parent, i);
      assert.equal(rows[child]!.depth, row.depth + 1);
    }
  }
});

test("a shared decider has a row at each place and knows how many", () => {
  const rows = rowsOfTree(nest).filter((row) => row.name === "LOOK_OUT");
  assert.equal(rows.length, 2);
  assert.deepEqual(rows.map((row) => row.shared), [2, 2]);
  assert.equal(rowsOfTree(warden).length, 301);
});

test("what is plugged in stands below its slot", () => {
  const rows = rowsOf(moment(12, 900) as Moment, trees);
  const slot = rows.findIndex((row) => row.name === "PLAY_TOY");
  const ball = rows.findIndex((row) => row.name === "BALL");
  assert.equal(rows[ball]!.parent, slot);
  assert.equal(rows[ball]!.depth, rows[slot]!.depth + 1);
  assert.deepEqual(rows[slot]!.children, [ball]);
  assert.ok(rows[ball]!.plugged);
  assert.equal(rows[ball]!.path, `${rows[slot]!.path} > BALL`);
  const fetch = rows[ball]!.children.map((i) => rows[i]!.name);
  assert.deepEqual(fetch, ["BALL_FETCH", "BALL_THROW"]);
});

test("trees that are not known are left out, and nothing breaks", () => {
  assert.deepEqual(rowsOf(moment(12, 900) as Moment, [warden]), []);
  assert.equal(rowsOf({ ...(moment(12, 900) as Moment), tree: "0x0" }, trees).length, 3); // only what is plugged in
  assert.equal(rowsOf({ tree: nest.fingerprint, places: [{ place: 99_999 }] } as Moment, trees).length, 0);
});

test("the shape changes with what is plugged in, not with what is active", () => {
  const one = moment(12, 900) as Moment;
  const other = moment(12, 4000) as Moment;
  assert.equal(shapeOf(one), shapeOf(other));
  const without = { ...one, places: one.places.filter((state) => !state.tree) };
  assert.notEqual(shapeOf(one), shapeOf(without));
});

test("folding hides what is below, also what is folded within", () => {
  const rows = rowsOfTree(nest);
  const at = (name: string): number => rows.findIndex((row) => row.name === name);
  const folded = new Set([keyOf(rows[at("GUARD_NEST")]!), keyOf(rows[at("GUARD_DUTY")]!)]);
  const names = visible(rows, folded).map((i) => rows[i]!.name);
  assert.ok(names.includes("GUARD_NEST"));
  assert.ok(!names.includes("GUARD_DUTY"));
  assert.ok(!names.includes("INVESTIGATE"));
  folded.delete(keyOf(rows[at("GUARD_NEST")]!));
  const open = visible(rows, folded).map((i) => rows[i]!.name);
  assert.ok(open.includes("GUARD_DUTY"));
  assert.ok(!open.includes("INVESTIGATE"));
});

test("folding all but the active path leaves that and its siblings", () => {
  const told = moment(12, 900) as Moment;
  const rows = rowsOf(told, trees);
  const leaves = activeLeaves(rows, told);
  assert.ok(leaves.length > 0);
  const seen = new Set(visible(rows, foldAllBut(rows, leaves)));
  for (const leaf of leaves) {
    for (let i = leaf; i >= 0; i = rows[i]!.parent) assert.ok(seen.has(i), rows[i]!.name);
  }
  assert.ok(seen.size < rows.length);
});

test("searching finds names, behaviors and functions", () => {
  const rows = rowsOfTree(nest);
  const names = (query: string): string[] => matches(rows, query).map((i) => rows[i]!.name);
  assert.deepEqual(names("flee_"), ["FLEE_CRY", "FLEE_RUN"]);
  assert.ok(names("frolic").includes("PLAY_ROLL")); // its behavior
  assert.deepEqual(names("eggsAreCold"), ["GUARD_BROOD"]);
  assert.deepEqual(names("  "), []);
});

test("a decider's kind in words", () => {
  const of = (name: string): string => kindOf(nest.description.deciders.find((d) => d.name === name)!, nest.description);
  assert.equal(of("ROOT"), "prioritized");
  assert.equal(of("STARVING"), "jump to EAT");
  assert.equal(of("PLAY_TOY"), "slot TOY");
  assert.equal(of("DIE"), "");
});

test("keys in the tree", () => {
  const rows = rowsOfTree(nest);
  const at = (name: string): number => rows.findIndex((row) => row.name === name);
  const folded = new Set([keyOf(rows[at("FLEE")]!)]);
  const shown = seen(rows, folded);
  const press = (name: string, key: string): ReturnType<typeof step> => step(shown, name ? at(name) : -1, key, (row) => folded.has(keyOf(row)));
  assert.deepEqual(press("FLEE", "ArrowDown"), { go: at("STARVING") }); // over what is folded away
  assert.deepEqual(press("STARVING", "ArrowUp"), { go: at("FLEE") });
  assert.deepEqual(press("FLEE", "ArrowRight"), { fold: false });
  assert.deepEqual(press("MOB", "ArrowRight"), { go: at("MOB_GATHER") });
  assert.deepEqual(press("MOB", "ArrowLeft"), { fold: true });
  assert.deepEqual(press("MOB_LEFT", "ArrowLeft"), { go: at("MOB") });
  assert.deepEqual(press("FLEE", "ArrowLeft"), { go: at("ROOT") });
  assert.deepEqual(press("", "ArrowDown"), { go: 0 });
  assert.deepEqual(press("ROOT", "ArrowUp"), {});
  assert.deepEqual(press("DIE", "End"), { go: rows.length - 1 });
  assert.equal(press("DIE", "q"), null);
});

test("lines go to every row that is seen but the root, and none to others", () => {
  const rows = rowsOfTree(nest);
  const all = seen(rows, new Set());
  assert.equal(edges(all).split("M").length - 1, rows.length - 1);
  const at = (name: string): number => rows.findIndex((row) => row.name === name);
  assert.equal(linesTo(all, [at("ROOT"), at("LIVE"), at("EAT")]).split("M").length - 1, 2);
  const fonts = { name: "", small: "" };
  globalThis.document ??= { createElement: () => ({ getContext: () => null }) } as never; // widths are guessed
  assert.equal(ties(all, at("LOOK_OUT"), fonts).split("M").length - 1, 1); // its other place
  assert.equal(ties(all, at("STARVING"), fonts).split("M").length - 1, 1); // where it jumps
  assert.equal(ties(all, at("EAT"), fonts).split("M").length - 1, 1); // what jumps to it
  assert.equal(ties(all, at("DIE"), fonts), "");
  assert.ok(!edges(all).includes("NaN"));
});

test("columns are in order and leave room for words", () => {
  for (const room of [0, 400, 656, 1080, 3000]) {
    const c = columnsFor(310, room);
    assert.equal(c.together, room < 800);
    assert.equal(c.cost, 0);
    if (!c.together) assert.ok(c.timers > c.duration && c.words > c.timers);
    assert.equal(c.inline, room < 632, String(room));
    const profiled = columnsFor(310, room, true);
    assert.equal(profiled.cost > 0, room >= 500);
    if (c.inline) assert.ok(c.width === Math.max(room, 350) && c.duration < c.width, `no reason is beyond the edge at ${room}`);
    else assert.ok(c.words >= c.duration && c.width >= c.words + 230, String(room));
    if (profiled.inline) continue;
    assert.ok(profiled.words === c.words && profiled.cost > profiled.words + 150 && profiled.cost < profiled.width, String(room));
  }
});
