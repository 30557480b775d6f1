import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scene } from "../src/api.ts";
import { decode, matches, Motion, nearest, nobody, rowOf, whole, type Creatures } from "../src/creatures.ts";

const base64 = (array: ArrayBufferView): string => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

function scene(frame: number, ids: number[], xy: number[], more: Partial<Scene> = {}): Scene {
  return {
    frame, time: frame / 30, minX: 0, minY: 0, maxX: 100, maxY: 100, yDown: true, count: ids.length, of: ids.length, roster: 1,
    ids: base64(Float64Array.from(ids)), xy: base64(Float32Array.from(xy)), what: base64(Uint16Array.from(ids.map((_, i) => (i === 0 ? nobody : i)))),
    sizes: "", size: 2, groups: "", backdrop: 1, shapes: [], ...more,
  };
}
const creatures = (frame: number, ids: number[], xy: number[], more: Partial<Scene> = {}): Creatures => decode(scene(frame, ids, xy, more))!;

test("columns come as they were sent", () => {
  const c = creatures(5, [3, 2 ** 40], [1, 2, 3, 4.5], { sizes: base64(Float32Array.of(1, 9)), groups: base64(Uint8Array.of(0, 1)) });
  assert.deepEqual([...c.ids], [3, 2 ** 40]);
  assert.deepEqual([...c.xy], [1, 2, 3, 4.5]);
  assert.deepEqual([...c.what], [nobody, 1]);
  assert.deepEqual([...c.sizes!], [1, 9]);
  assert.deepEqual([...c.groups!], [0, 1]);
  assert.equal(rowOf(c, 2 ** 40), 1);
  assert.equal(rowOf(c, 9), -1);
});

test("columns that do not fit together are not taken", () => {
  assert.equal(decode(scene(1, [1, 2], [1, 2, 3])), null);
  assert.equal(decode(scene(1, [1, 2], [1, 2, 3, 4], { ids: base64(Float64Array.of(1)) })), null);
  assert.equal(decode(scene(1, [1, 2], [1, 2, 3, 4], { groups: base64(Uint8Array.of(1)) })), null);
});

test("what the stream leaves out is as it was before, and only while it is of the same roster", () => {
  const first = scene(1, [1, 2], [1, 2, 3, 4], { behind: [{ kind: "circle", colour: "home", points: [1, 1], r: 3 }] });
  const { ids, behind, ...bare } = first;
  const next = whole(first, { ...bare, frame: 2 });
  assert.equal(next.ids, ids);
  assert.equal(next.behind, behind);
  const other = whole(first, { ...bare, frame: 3, roster: 2, backdrop: 2 });
  assert.equal(other.ids, undefined);
  assert.equal(other.behind, undefined);
  assert.equal(whole(null, first), first);
});

test("between two scenes creatures move from one to the other, and end on the last exactly", () => {
  const motion = new Motion();
  motion.push(creatures(1, [1, 2], [0, 0, 10, 10]), 1000, false);
  assert.deepEqual([...motion.xy], [0, 0, 10, 10]);
  motion.push(creatures(3, [1, 2], [4, 0, 10, 18]), 1050, false);
  assert.deepEqual([...motion.xy], [0, 0, 10, 10], "the new scene is reached when the next is due");
  motion.step(1075);
  assert.deepEqual([...motion.xy], [2, 0, 10, 14]);
  motion.step(2000);
  assert.deepEqual([...motion.xy], [4, 0, 10, 18], "never past it, though no other scene comes");
  assert.equal(motion.moving, false);
  assert.equal(motion.step(3000), false);
});

test("those who come and go do not disturb the others", () => {
  const a = creatures(1, [1, 2, 3], [0, 0, 10, 0, 20, 0]);
  const b = creatures(2, [2, 3, 9], [12, 0, 22, 0, 50, 0], { roster: 2 });
  assert.deepEqual([...matches(a, b)!], [1, 2, -1]);
  assert.equal(matches(a, creatures(2, [1, 2, 3], [0, 0, 0, 0, 0, 0])), null);
  const motion = new Motion();
  motion.push(a, 1000, false);
  motion.push(b, 1050, false);
  motion.step(1075);
  assert.deepEqual([...motion.xy], [11, 0, 21, 0, 50, 0]);
});

test("a jump in time is no movement", () => {
  const motion = new Motion();
  motion.push(creatures(90, [1], [0, 0]), 1000, false);
  motion.push(creatures(20, [1], [8, 8]), 1050, true);
  assert.deepEqual([...motion.xy], [8, 8]);
  motion.push(creatures(10, [1], [5, 5]), 1100, false);
  assert.deepEqual([...motion.xy], [5, 5], "back in time");
  motion.push(creatures(40, [1], [6, 6]), 9000, false);
  assert.deepEqual([...motion.xy], [6, 6], "long after");
});

test("the nearest creature is hit, by its size and a little beside it", () => {
  const c = creatures(1, [1, 2, 3], [0, 0, 10, 0, 30, 0]);
  assert.equal(nearest(c, c.xy, 4, 0, 3), 0);
  assert.equal(nearest(c, c.xy, 6, 0, 3), 1);
  assert.equal(nearest(c, c.xy, 20, 0, 3), -1);
  assert.equal(nearest(c, c.xy, 4, 0, 9, (row) => row !== 0), 1);
});
