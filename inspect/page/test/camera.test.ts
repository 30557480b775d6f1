import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../src/camera.ts";

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("there and back, whichever way y grows", () => {
  for (const yDown of [true, false]) {
    const camera = new Camera();
    camera.resize(400, 300);
    camera.cover({ minX: -10, minY: 5, maxX: 30, maxY: 45, yDown });
    near(camera.worldX(camera.screenX(3)), 3);
    near(camera.worldY(camera.screenY(7)), 7);
    assert.equal(camera.screenY(40) > camera.screenY(10), yDown);
    assert.ok(camera.screenX(-10) >= 0 && camera.screenX(30) <= 400 && Math.min(camera.screenY(5), camera.screenY(45)) >= 0);
  }
});

test("zooming leaves what is under the pointer where it is, panning moves it with the hand", () => {
  for (const yDown of [true, false]) {
    const camera = new Camera();
    camera.resize(400, 300);
    camera.cover({ minX: 0, minY: 0, maxX: 40, maxY: 30, yDown });
    const [x, y] = [camera.worldX(120), camera.worldY(80)];
    camera.zoom(3, 120, 80);
    near(camera.screenX(x), 120);
    near(camera.screenY(y), 80);
    camera.pan(10, -20);
    near(camera.screenX(x), 130);
    near(camera.screenY(y), 60);
  }
});

test("a fitted camera stays fitted, one that was moved stays where it is", () => {
  const camera = new Camera();
  camera.resize(400, 300);
  camera.cover({ minX: 0, minY: 0, maxX: 40, maxY: 30, yDown: true });
  const scale = camera.scale;
  camera.resize(800, 600);
  near(camera.scale, 2 * scale);
  camera.zoom(2);
  const { x, y, scale: moved } = camera;
  camera.resize(400, 300);
  assert.deepEqual([camera.x, camera.y, camera.scale], [x, y, moved]);
  assert.equal(camera.cover({ minX: 0, minY: 0, maxX: 40, maxY: 30, yDown: true }), false);
  assert.equal(camera.cover({ minX: 0, minY: 0, maxX: 0, maxY: 30, yDown: true }), false, "a world without width");
});

test("the middle of the picture stays in the world", () => {
  const camera = new Camera();
  camera.resize(400, 300);
  camera.cover({ minX: 0, minY: 0, maxX: 40, maxY: 30, yDown: true });
  camera.pan(1e6, -1e6);
  assert.deepEqual([camera.x, camera.y], [0, 30]);
});
