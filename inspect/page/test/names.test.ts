import assert from "node:assert/strict";
import { test } from "node:test";
import { Names } from "../src/names.ts";

test("agents by name and ID", () => {
  const names = new Names();
  assert.equal(names.any, false);
  assert.equal(names.text(7), "#7");
  names.take({ version: 1, all: true, agents: [7, 9], names: ["Ogg", "Ugh"] });
  assert.equal(names.any, true);
  assert.equal(names.text(7), "Ogg #7");
  assert.equal(names.text(8), "#8");
});

test("names that come later are added to those that are known, and all replace them", () => {
  const names = new Names();
  names.take({ version: 2, all: true, agents: [7, 9], names: ["Ogg", "Ugh"] });
  names.take({ version: 5, all: false, agents: [7, 8, 9], names: ["Bah", "New", ""] });
  assert.deepEqual([7, 8, 9].map((agent) => names.text(agent)), ["Bah #7", "New #8", "#9"]);
  names.take({ version: 7, all: true, agents: [9], names: ["Other"] });
  assert.deepEqual([7, 8, 9].map((agent) => names.text(agent)), ["#7", "#8", "Other #9"]);
});

test("a name cannot hide or turn round what stands beside it", () => {
  const names = new Names();
  names.take({ version: 1, all: true, agents: [7], names: ["a\u202eb\u0000c\u2028d\n"] });
  assert.equal(names.text(7), "a·b·c·d· #7");
});

test("an agent is found by what a person writes", () => {
  const names = new Names();
  names.take({ version: 1, all: true, agents: [9, 7, 3, 4], names: ["Ugh", "Ugh", "Ogg", "OGG"] });
  assert.deepEqual(names.find("#7"), [7]);
  assert.deepEqual(names.find(" Ogg"), [3]); // exactly so, and not OGG
  assert.deepEqual(names.find("ogg"), [3, 4]);
  assert.deepEqual(names.find("Ugh"), [7, 9]);
  assert.deepEqual(names.find("Ugh #9"), [9]);
  assert.deepEqual(names.find("Bah"), []);
});
