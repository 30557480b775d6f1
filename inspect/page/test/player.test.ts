import assert from "node:assert/strict";
import { test } from "node:test";
import { framesEach } from "../src/player.ts";

test("a recording goes on as fast as it was made", () => {
  assert.equal(framesEach(3000, 100), 1); // 30 frames a second
  assert.equal(framesEach(6000, 100), 2);
  assert.equal(framesEach(0, 0), 1);
});
