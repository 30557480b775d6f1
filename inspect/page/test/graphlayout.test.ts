import assert from "node:assert/strict";
import { test } from "node:test";
import { moment } from "../dev/mock.mjs";
import { trees as made } from "../dev/trees.mjs";
import type { CrowdView, Description, Moment, Tree } from "../src/api.ts";
import { byPlace, heatOf } from "../src/graphheat.ts";
import { layOut, nodeHeight } from "../src/graphlayout.ts";
import { foldAllBut, rowsOf, rowsOfTree, seen, type Row } from "../src/model.ts";

const trees: Tree[] = (made as Description[]).map((description) => ({ fingerprint: description.fingerprint, name: description.name, description }));
const wide = (row: Row): number => 100 + row.name.length;

for (const tree of trees) {
  test(`deciders of ${tree.name} do not overlap, and siblings stand in the order of their priority`, () => {
    const rows = rowsOfTree(tree);
    const laid = layOut(seen(rows, new Set()), wide);
    assert.equal(laid.at.size, rows.length);
    const boxes = rows.map((_, i) => laid.at.get(i)!);
    rows.forEach((row, i) => {
      const box = boxes[i]!;
      assert.ok(box.x >= 0 && box.y >= -1e-6 && box.x + box.width <= laid.width && box.y + nodeHeight <= laid.height + 1e-6, row.path);
      row.children.forEach((child, n) => {
        assert.ok(boxes[child]!.x >= box.x + box.width, `${rows[child]!.path} is to the right`);
        if (n > 0) assert.ok(boxes[child]!.y > boxes[row.children[n - 1]!]!.y + nodeHeight, `${rows[child]!.path} is below`);
      });
      if (row.children.length > 0) assert.ok(Math.abs(box.y - (boxes[row.children[0]!]!.y + boxes[row.children.at(-1)!]!.y) / 2) < 1e-6, `${row.path} is in the middle`);
      for (let j = 0; j < i; j++) {
        const other = boxes[j]!;
        const apart = other.x + other.width <= box.x || box.x + box.width <= other.x || other.y + nodeHeight <= box.y || box.y + nodeHeight <= other.y;
        assert.ok(apart, `${rows[j]!.path} and ${row.path} overlap`);
      }
    });
    const leaves = rows.filter((row) => row.children.length === 0).length;
    assert.ok(laid.height <= (leaves + rows.length / 3) * (nodeHeight + 8), "it is no higher than its leaves below each other");
  });
}

test("what is folded has no place and takes none", () => {
  const rows = rowsOfTree(trees[1]!);
  const all = layOut(seen(rows, new Set()), wide);
  const some = layOut(seen(rows, foldAllBut(rows, [40])), wide);
  assert.ok(some.at.has(40) && some.at.size < 40 && some.height < all.height / 4);
});

test("a plugged tree is beside its slot", () => {
  const rows = rowsOf(moment(12, 900) as Moment, trees);
  const laid = layOut(seen(rows, new Set()), wide);
  const at = (name: string) => laid.at.get(rows.findIndex((row) => row.name === name))!;
  assert.ok(at("BALL").x > at("PLAY_TOY").x + at("PLAY_TOY").width && at("BALL").y === at("PLAY_TOY").y);
});

test("no tree has a place of its own size", () => {
  const laid = layOut(seen([], new Set()), wide);
  assert.deepEqual([laid.at.size, laid.width], [0, 1]);
});

test("heat is the agents in a decider, or its share of the time; none where nothing is known", () => {
  const of = moment(12, 900) as Moment;
  const row = rowsOf(of, trees)[1]!;
  const crowd = { counts: [{ decider: row.name, place: row.place, tree: row.tree, leaf: true, agents: 1234 }, { decider: row.name, place: row.place, tree: "0xother", leaf: true, agents: 7 }] } as unknown as CrowdView;
  const counts = byPlace(crowd);
  assert.deepEqual(heatOf("agents", row, of, crowd, counts), { value: 1234, words: "1,234" });
  assert.deepEqual(heatOf("agents", row, of, null, counts), { value: 0, words: "" });
  assert.equal(heatOf("profile", row, of, null, counts).value, of.places[row.index]!.cost!.share);
  assert.deepEqual(heatOf("profile", row, null, null, counts), { value: 0, words: "" });
  assert.deepEqual(heatOf("", row, of, crowd, counts), { value: 0, words: "" });
});
