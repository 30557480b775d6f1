// Large worlds: each creature can be inspected, every view has its turn, and the past is there too.
import assert from "node:assert/strict";
import { ask, frameOf, open, serve, until } from "./harness.mjs";
import { select } from "./looking.mjs";

/** The oldest view, in seconds, as the panes say. */
async function oldest(page) {
  const words = await page.locator(".age").allTextContents();
  return Math.max(0, ...words.map((text) => Number(/(\d+) s old/.exec(text)?.[1] ?? 0)));
}

const inWorld = (agents) => async ({ browser, demo, note }) => {
  if (!demo) return; // the game is given: there is no other
  const game = await serve(demo, ["-plain", "-inspect-addr", "127.0.0.1:0", "-seed", "15", "-seconds", "100000", "-agents", String(agents)]);
  const page = await open(browser, game.url);
  page.setDefaultTimeout(30_000);
  try {
    const slow = 30_000; // on a machine that has other things to do as well
    const total = await until("the list", async () => {
      const n = Number(((await page.locator(".totals").textContent()) ?? "").replaceAll(",", "").match(/\d+/)?.[0] ?? 0);
      return n >= agents && n;
    }, slow);
    await until("the map", async () => Number((await page.locator(".map-count").textContent()).replaceAll(",", "")) >= agents, slow);
    const last = (await ask(page, `/api/agents?offset=${total - 1}&limit=1`)).agents[0].agent;
    await select(page, last);
    await until("what it does", async () => (await page.locator("svg.tree .row:is([data-outcome=continued], [data-outcome=entered])").count()) > 0, slow);
    const began = await frameOf(page);
    let worst = 0;
    for (let i = 0; i < 25; i++) {
      await page.waitForTimeout(200);
      worst = Math.max(worst, await oldest(page));
    }
    note(`${agents} creatures: the oldest view in 5 s was ${worst || "less than 2"} s old`);
    assert.ok(worst <= 60, `a view is ${worst} s old`);
    await until("the world to go on", async () => (await frameOf(page)) > began, slow);
    await page.locator(".transport button", { hasText: "◂" }).first().click(); // into the past
    await page.waitForSelector(".bar .mode.past");
    const frame = await frameOf(page);
    await page.locator("#tab-left-crowd").click();
    await until("the crowd of that frame", async () => (await page.locator(".crowd-word").first().textContent()).includes(`in frame ${frame.toLocaleString("en")}`), slow);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await game.stop();
  }
};

export const tests = Object.fromEntries([1100, 7000, 20000].map((agents) => [
  `${agents} creatures: each can be inspected, every view has its turn, and the past is that of a frame`, inWorld(agents),
]));
