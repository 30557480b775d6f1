import assert from "node:assert/strict";
import { test } from "node:test";
import type { Moment } from "../src/api.ts";
import { Store, initial } from "../src/store.ts";

function made(): { store: Store; frame: () => void } {
  let due: (() => void)[] = [];
  const store = new Store(initial(), (run) => due.push(run));
  return { store, frame: () => due.splice(0).forEach((run) => run()) };
}

test("listeners are called at once, and then once a frame however often something changed", () => {
  const { store, frame } = made();
  let calls = 0;
  store.on(["frame"], () => calls++);
  assert.equal(calls, 1);
  for (let i = 1; i <= 10; i++) store.set({ frame: i });
  assert.equal(calls, 1);
  frame();
  assert.equal(calls, 2);
  frame();
  assert.equal(calls, 2);
});

test("only those are called that asked for what changed", () => {
  const { store, frame } = made();
  const seen: string[] = [];
  store.on(["agent", "decider"], () => seen.push("who"));
  store.on(["error"], () => seen.push("error"));
  seen.length = 0;
  store.set({ decider: "EAT" });
  store.set({ error: "" }); // the same as before
  frame();
  assert.deepEqual(seen, ["who"]);
});

test("what a listener changes is told in the next frame", () => {
  const { store, frame } = made();
  store.on(["agent"], () => store.set({ decider: `of ${store.state.agent}` }));
  let told = "";
  store.on(["decider"], () => (told = store.state.decider ?? ""));
  frame();
  store.set({ agent: 7 });
  frame();
  assert.equal(store.state.decider, "of 7");
  frame();
  assert.equal(told, "of 7");
});

test("the frame that is shown is the world's, or one of the past", () => {
  const { store } = made();
  store.set({ frame: 100 });
  assert.equal(store.shown, 100);
  assert.ok(store.live);
  store.set({ at: 40 });
  assert.equal(store.shown, 40);
  assert.ok(!store.live);
});

test("an agent that sleeps grows older", () => {
  const { store } = made();
  store.set({ frame: 300, time: 10, moment: { frame: 30, asked: 90, time: 1 } as Moment });
  assert.equal(store.timeOf(90), 3);
  assert.equal(store.slept, 2);
  store.set({ moment: { frame: 90, asked: 90, time: 3.01 } as Moment });
  assert.equal(store.slept, 0);
});

test("what is forced or forbidden just now", () => {
  const { store } = made();
  assert.equal(store.overrideOf("EAT"), "");
  store.set({ moment: { overrides: [{ decider: "EAT", how: "forced" }] } as Moment });
  assert.equal(store.overrideOf("EAT"), "forced");
  assert.equal(store.overrideOf("SLEEP"), "");
});
