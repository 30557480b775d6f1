import assert from "node:assert/strict";
import { test } from "node:test";
import { Blitter, Disc } from "../src/blit.ts";

function canvas(width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4);
  const context = { canvas: { width, height }, createImageData: () => ({ data }), putImageData: () => {} };
  return { blitter: new Blitter(context as unknown as CanvasRenderingContext2D), at: (x: number, y: number) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)] };
}
const red = new Disc({ fill: [200, 0, 0], ring: null, edge: [0, 0, 0], alpha: 1 });
const blue = new Disc({ fill: [0, 0, 200], ring: [0, 200, 0], edge: [0, 0, 0], alpha: 1 });

test("a disc is its color in the middle, its ring and edge around, and nothing outside", () => {
  const { blitter, at } = canvas(40, 40);
  blitter.put(blue, 4 * 8, 20.5, 20.5);
  assert.deepEqual(at(20, 20), [0, 0, 200, 255]);
  assert.deepEqual(at(26, 20), [0, 200, 0, 255], "in the ring");
  assert.ok(at(28, 20)[1]! < 60, "at the edge");
  assert.deepEqual(at(31, 20), [0, 0, 0, 0]);
});

test("the later lies on the earlier", () => {
  const { blitter, at } = canvas(40, 40);
  blitter.put(red, 4 * 8, 20, 20);
  blitter.put(blue, 4 * 4, 20, 20);
  assert.equal(at(20, 20)[2], 200);
  assert.deepEqual(at(20, 25), [200, 0, 0, 255]);
  for (let x = 0; x < 40; x++) assert.ok(at(x, 20)[3] === 255 || x < 13 || x > 26, `a hole at ${x}`);
  blitter.clear();
  assert.deepEqual(at(20, 20), [0, 0, 0, 0]);
});

test("what is partly or wholly outside does no harm", () => {
  const { blitter, at } = canvas(20, 20);
  for (const [x, y] of [[0, 0], [19.9, 10], [10, 19.9], [-3, 5], [400, 400], [-400, 5]]) blitter.put(red, 4 * 4, x!, y!);
  assert.equal(at(0, 0)[0], 200);
  assert.equal(at(19, 10)[0], 200);
  assert.deepEqual(at(10, 10), [0, 0, 0, 0]);
});

test("a place within a pixel moves the disc by less than one", () => {
  const weight = (x: number): number => {
    const { blitter, at } = canvas(20, 20);
    blitter.put(red, 4 * 3, x, 10);
    let sum = 0;
    let all = 0;
    for (let i = 0; i < 20; i++) {
      sum += at(i, 10)[3]! * (i + 0.5);
      all += at(i, 10)[3]!;
    }
    return sum / all;
  };
  assert.ok(Math.abs(weight(10.5) - weight(10) - 0.5) < 0.05);
  assert.ok(Math.abs(weight(10.25) - 10.25) < 0.05);
});
