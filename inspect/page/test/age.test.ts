import assert from "node:assert/strict";
import { test } from "node:test";
import { ageOf, ageWords } from "../src/age.ts";

const live = { at: null, control: { paused: false, speed: 1, frame: 100 }, frame: 100, rate: 20, connection: "open" } as const;

test("a view is as old as the frames since then last at the present rate", () => {
  assert.equal(ageOf(live, 100), 0);
  assert.equal(ageOf(live, 40), 3);
  assert.equal(ageOf(live, 120), 0); // it came before the news of that frame
});

test("nothing is old in the past, while the world is paused, or where nobody knows", () => {
  assert.equal(ageOf({ ...live, at: 40 }, 40), 0);
  assert.equal(ageOf({ ...live, control: { ...live.control, paused: true } }, 40), 0);
  assert.equal(ageOf({ ...live, connection: "lost" }, 40), 0);
  assert.equal(ageOf({ ...live, rate: 0 }, 40), 0);
});

test("what is old says so", () => {
  assert.equal(ageWords(1.9), "");
  assert.equal(ageWords(2), "2 s old");
  assert.equal(ageWords(65.4), "65 s old");
  assert.equal(ageWords(1e6), ">99 s old");
});
