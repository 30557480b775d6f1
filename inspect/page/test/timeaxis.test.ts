import assert from "node:assert/strict";
import { test } from "node:test";
import { Glide, niceStep, TimeAxis } from "../src/timeaxis.ts";

test("zooming leaves what is under the pointer where it is", () => {
  const axis = new TimeAxis();
  axis.width = 800;
  axis.from = 100;
  axis.to = 900;
  const at = axis.frame(200);
  axis.zoom(4, 200, 5000);
  assert.equal(axis.span, 200);
  assert.ok(Math.abs(axis.frame(200) - at) < 1e-9);
  axis.zoom(1e9, 200, 5000);
  assert.ok(axis.span >= 12, "never closer than some frames");
});

test("the stretch stays where there is something", () => {
  const axis = new TimeAxis();
  axis.from = 5000;
  axis.to = 5600;
  axis.keep(0, 1000);
  assert.ok(axis.to <= 1060 && axis.from < 1000);
  axis.from = -5000;
  axis.to = -4400;
  axis.keep(0, 1000);
  assert.ok(axis.from >= -60.001);
});

test("revealing moves no more than it must", () => {
  const axis = new TimeAxis();
  axis.from = 100;
  axis.to = 200;
  assert.equal(axis.reveal(150), false);
  assert.equal(axis.from, 100);
  assert.equal(axis.reveal(300), true);
  assert.ok(axis.to > 300 && axis.to < 320 && axis.span === 100);
});

test("steps are 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual([0.03, 0.1, 0.7, 1.5, 3, 12, 51].map(niceStep).map((x) => Number(x.toPrecision(3))), [0.05, 0.1, 1, 2, 5, 20, 100]);
});

test("the clock glides towards a target that comes in jerks: never back, never past it, and it arrives", () => {
  const glide = new Glide();
  let now = 1000;
  let target = 600;
  glide.aim(target, now);
  glide.at = target;
  let greatest = 0;
  for (let i = 1; i <= 600; i++) {
    now += 1000 / 60;
    if (i % 12 === 0) glide.aim((target += 6), now); // 30 frames a second in pieces of 6
    const before = glide.at;
    glide.step(1000 / 60);
    assert.ok(glide.at >= before && glide.at <= target);
    if (i > 300) greatest = Math.max(greatest, glide.at - before);
  }
  assert.ok(greatest < 1, `it moved by ${greatest} frames at once, where half a frame is due`);
  assert.ok(target - glide.at < 12, `it is ${target - glide.at} frames behind`);
  for (let i = 0; i < 300; i++) glide.step(1000 / 60);
  assert.equal(glide.at, target);
  glide.aim(target + 100_000, now + 50);
  assert.equal(glide.at, target + 100_000, "it does not crawl over what is far");
});
