// What the page says where something does not work, or stands still.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hello, Moment, Tree } from "../src/api.ts";
import { modeOf } from "../src/bar.ts";
import { functionName } from "../src/decider.ts";
import { pressesButton } from "../src/keys.ts";
import { Labels } from "../src/labels.ts";
import { blocking, gone, ownTrees, rowsOf } from "../src/model.ts";
import { rounded } from "../src/words.ts";

const moment = (of: object): Moment => ({ agent: 7, frame: 100, asked: 100, places: [{ place: 0, active: true }], ...of }) as unknown as Moment;
const state = { at: null, connection: "open" as const, control: { paused: false, speed: 1, frame: 100 }, agent: 7, moment: moment({}) };

test("the bar says Live only of what goes on", () => {
  assert.equal(modeOf(state).words, "Live");
  assert.equal(modeOf({ ...state, at: 90 }).words, "Past · go live");
  assert.equal(modeOf({ ...state, control: { ...state.control, paused: true } }).words, "Paused");
  assert.equal(modeOf({ ...state, connection: "lost" }).words, "No answer");
  assert.equal(modeOf({ ...state, moment: moment({ problem: { error: "there is no agent 7", code: "notFound" } }) }).words, "Agent gone");
  assert.equal(modeOf({ ...state, moment: moment({ asked: 200, places: [{ place: 0 }] }) }).words, "Agent gone");
  assert.equal(modeOf({ ...state, moment: moment({ asked: 200 }) }).words, "Live", "it only sleeps");
  assert.equal(modeOf({ ...state, agent: 8, moment: moment({ asked: 200, places: [{ place: 0 }] }) }).words, "Live", "another one's moment");
  assert.ok(!gone(moment({ problem: { error: "", code: "busy" } })));
});

test("Space and Enter press a button that Tab has reached, not the one that was clicked last", () => {
  const [button, other] = [{}, {}];
  assert.ok(pressesButton(button, null));
  assert.ok(pressesButton(button, other));
  assert.ok(!pressesButton(button, button));
  assert.ok(!pressesButton(null, null));
});

test("a forced decider tells the groups that keep it from being asked", () => {
  const names = ["ROOT", "EAT", "MEAL", "GRAZE"];
  const tree = {
    fingerprint: "0x1", name: "ROOT",
    description: { deciders: names.map((name) => ({ name })), places: names.map((_, i) => ({ place: i, parent: i - 1, decider: i, depth: i, path: names.slice(0, i + 1).join(" > ") })) },
  } as unknown as Tree;
  const at = (active: number): Moment => moment({ tree: "0x1", places: names.map((_, place) => ({ place, active: place <= active })) });
  const groups = (active: number): string[] => blocking(rowsOf(at(active), [tree]), 3, at(active));
  assert.deepEqual(groups(0), ["EAT", "MEAL"]);
  assert.deepEqual(groups(2), []);
  assert.deepEqual(groups(3), []);
  assert.deepEqual(blocking([], -1, at(0)), []);
});

test("trees that only an opened recording has do not stand among those of the game", () => {
  const trees = [{ fingerprint: "0x1" }, { fingerprint: "0x2" }] as Tree[];
  const hello = (live: boolean, ...of: string[]): Pick<Hello, "live" | "trees" | "crowds"> => ({ live, trees, crowds: of.map((tree) => ({ name: "", tree, agents: 1 })) });
  assert.deepEqual(ownTrees(hello(true, "0x1")), [trees[0]]);
  assert.deepEqual(ownTrees(hello(true, "0x1", "")), trees, "single agents with several trees: they are not told");
  assert.deepEqual(ownTrees(hello(false, "0x1")), trees);
  assert.deepEqual(ownTrees(hello(true)), trees);
});

test("labels that would lie on others are left out, unless they must be there", () => {
  const labels = new Labels();
  assert.ok(labels.place(50, 50, 40, 12));
  assert.ok(!labels.place(60, 55, 40, 12));
  assert.ok(labels.place(60, 55, 40, 12, true));
  assert.ok(labels.place(50, 80, 40, 12));
  let written = 0;
  for (let i = 0; i < 1000; i++) if (labels.place((i * 37) % 300, 100 + ((i * 61) % 200), 60, 12)) written++;
  assert.ok(written < (300 / 60 + 1) * (200 / 12 + 1), `${written} of 1000`);
});

test("numbers have the digits that count", () => {
  assert.equal(rounded("0.30000000000000004"), "0.3");
  assert.equal(rounded("{12.345678901234567 -0.1234567890123}"), "{12.346 -0.12346}");
  assert.equal(rounded("x: 123456.78901234, y: 1.25, n: 12"), "x: 123456.8, y: 1.25, n: 12");
  assert.equal(rounded("1.234567890123e-09"), "1.2346e-9");
  assert.equal(rounded('"0.30000000000000004"'), '"0.30000000000000004"');
  assert.equal(rounded("v1.234567.8"), "v1.234567.8");
});

test("a function literal goes by what it is and where it stands", () => {
  assert.equal(functionName({ name: "nest.func at line 41", file: "nest/deciders.go", line: 41 }, "Decide"), "Decide written in place, deciders.go:41");
  assert.equal(functionName({ name: "nest.hungry", file: "nest/deciders.go", line: 4 }, "Decide"), "nest.hungry");
});
