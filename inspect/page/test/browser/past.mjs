// A frame of the past: the list, the crowd and the map are those of that frame, as the moments of its agents tell.
import assert from "node:assert/strict";
import { ask, frameOf, open, serve, until } from "./harness.mjs";
import { select } from "./looking.mjs";
import { drag, nameOf, save } from "./time.mjs";

/** What each agent did in a frame, by its moment: the deepest active decider of its own tree. */
async function leavesAt(page, ids, frame, recording = "") {
  const hello = await ask(page, `/api/hello?${recording}`);
  const leaves = new Map();
  for (const id of ids) {
    const moment = await ask(page, `/api/agent/${id}?frame=${frame}&level=brief&${recording}`);
    if (!moment.places?.length) continue; // not there in that frame
    const own = hello.trees.find((t) => t.fingerprint === moment.tree).description;
    let leaf = "";
    let depth = -1;
    for (const place of moment.places) {
      if (!place.active || place.tree || own.places[place.place].depth <= depth) continue;
      depth = own.places[place.place].depth;
      leaf = nameOf(hello, moment, place);
    }
    leaves.set(id, leaf || "nothing active");
  }
  return leaves;
}

/** What the page's list says, as far as it is in view. */
async function listed(page) {
  const rows = await page.locator("[data-pane=left] .agent:not([hidden])").evaluateAll((all) => all.map((el) => [el.querySelector(".id").textContent, el.querySelector(".leaf").textContent]));
  return new Map(rows.map(([id, leaf]) => [Number(/#(\d+)$/.exec(id)?.[1]), leaf]));
}

const same = (list, leaves) => list.size > 3 && [...list].every(([id, leaf]) => leaves.get(id) === leaf);

/** Checks list and crowd at the frame that is shown, and returns who did what. */
async function check(page, ids, recording = "") {
  const frame = await frameOf(page);
  const leaves = await leavesAt(page, ids, frame, recording);
  await page.locator("#tab-left-agents").click();
  let list = new Map();
  await until(`the list of frame ${frame}`, async () => same((list = await listed(page)), leaves)).catch((error) => {
    assert.deepEqual(Object.fromEntries(list), Object.fromEntries(leaves), error.message);
  });
  assert.match(await page.locator("[data-pane=left] .totals").textContent(), new RegExp(`^${leaves.size}\\b`));
  await page.locator("#tab-left-crowd").click();
  await until(`the crowd of frame ${frame}`, async () => (await page.locator(".crowd-word").first().textContent()).endsWith(`in frame ${frame.toLocaleString("en")}`));
  const counts = await page.locator(".crowd .bars:not(.flows) li").evaluateAll((all) => all.map((el) => [el.querySelector(".grow").textContent, Number(el.querySelector(".num").textContent)]));
  const bars = new Map(counts);
  const sums = new Map();
  for (const leaf of leaves.values()) sums.set(leaf, (sums.get(leaf) ?? 0) + 1);
  const hello = await ask(page, `/api/hello?${recording}`);
  const childless = new Set(hello.trees.flatMap(({ description: d }) => d.places.filter((p) => !p.children?.length).map((p) => d.deciders[p.decider].name)));
  for (const [leaf, n] of sums) if (childless.has(leaf)) assert.equal(bars.get(leaf), n, `${leaf} in frame ${frame}`);
  await page.locator("#tab-left-agents").click();
  return leaves;
}

export const tests = {
  async "in the past the list and the crowd are those of the frame, and the map's colours too"({ page, ids }) {
    await select(page, ids[0]);
    await page.waitForTimeout(3000);
    await drag(page, 0.6);
    const one = await check(page, ids);
    await drag(page, 0.15, 0.5);
    const other = await check(page, ids);
    assert.ok([...one].some(([id, leaf]) => other.get(id) !== leaf), "the two frames differ");
    const frame = await frameOf(page);
    const scene = await ask(page, `/api/scene?frame=${frame}`);
    if (scene.frame === frame) {
      const hello = await ask(page, "/api/hello");
      const numbers = (text, Kind) => new Kind(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
      const [who, what] = [numbers(scene.ids, Float64Array), numbers(scene.what, Uint16Array)];
      who.forEach((id, i) => other.has(id) && assert.equal(hello.leaves[what[i]] ?? "nothing active", other.get(id), `#${id} on the map`));
    }
    // Filters go by what agents did then.
    const leaf = [...other.values()].find((name) => name !== "nothing active");
    await page.locator("[aria-label='Only agents in this decider']").selectOption(leaf);
    const then = [...other.values()].filter((name) => name === leaf).length;
    await until("the filtered list", async () => (await page.locator("[data-pane=left] .totals").textContent()).startsWith(`${then} of ${other.size}`));
    await page.keyboard.press("x");
    // Back with the world.
    await page.locator("body").press("l");
    await page.waitForSelector(".bar .mode.live");
    await until("the list of now", async () => !/then/.test(await page.locator("[data-pane=left] .totals").textContent()));
  },

  async "a recording that is viewed has the list and the crowd of the frame that is shown"({ browser, page, ids, tool, scratch }) {
    await page.waitForTimeout(1000);
    const file = await save(page, `${scratch}/past.decisions`);
    const viewed = await serve(tool, ["view", file]);
    const view = await open(browser, viewed.url);
    try {
      await view.locator("[data-pane=left] .agent").first().click();
      await view.waitForSelector("svg.tree .row");
      const all = (await ask(view, "/api/agents?limit=500")).agents.map((row) => row.agent);
      const last = await check(view, all);
      const end = await frameOf(view);
      for (let i = 0; i < 2; i++) await view.keyboard.press("<");
      await until("a frame before", async () => (await frameOf(view)) < end);
      assert.equal(await frameOf(view), end - 60);
      const before = await check(view, all);
      assert.ok([...last].some(([id, leaf]) => before.get(id) !== leaf), "the two frames differ");
      assert.deepEqual(view.faults, []);
    } finally {
      await view.context().close();
      await viewed.stop();
    }
  },
};
