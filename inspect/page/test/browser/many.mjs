// Many at once, and badly connected: nobody waits for anybody.
import assert from "node:assert/strict";
import { ask, frameOf, isAgent, open, until } from "./harness.mjs";
import { select } from "./looking.mjs";

/** Frames of the world in a second. */
async function rate(page, milliseconds = 1500) {
  const before = await ask(page, "/api/hello");
  const began = Date.now();
  await page.waitForTimeout(milliseconds);
  const after = await ask(page, "/api/hello");
  return (1000 * (after.frame - before.frame)) / (Date.now() - began);
}

export const tests = {
  async "ten tabs, each with an agent of its own, all live, and the game keeps its pace"({ page, ids }) {
    const context = page.context();
    const url = page.url().replace(/#.*/, "");
    const tabs = await Promise.all(Array.from({ length: 10 }, async (_, i) => {
      const tab = await context.newPage();
      tab.faults = [];
      tab.on("pageerror", (error) => tab.faults.push(String(error)));
      await tab.goto(`${url}#agent=${ids[i]}`);
      return tab;
    }));
    for (const [i, tab] of tabs.entries()) {
      await until(`the timeline of #${ids[i]}`, async () => isAgent(await tab.locator(".timeline-whose").textContent(), ids[i]), 20_000);
      await tab.waitForSelector("svg.tree .row");
    }
    const before = await Promise.all(tabs.map(frameOf));
    const pace = await rate(page);
    for (const [i, tab] of tabs.entries()) {
      await until(`tab ${i + 1} to go on`, async () => (await frameOf(tab)) > before[i], 20_000);
      assert.deepEqual(tab.faults, []);
    }
    assert.ok(pace > 15, `the world makes ${pace.toFixed(1)} frames a second with ten tabs`);
    await Promise.all(tabs.map((tab) => tab.close()));
  },

  async "a slow network: the page goes on, and the game does not wait"({ browser, page, ids }) {
    const slow = await open(browser, page.inspector);
    const cdp = await slow.context().newCDPSession(slow);
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 300, downloadThroughput: 60_000, uploadThroughput: 20_000 });
    const pace = await rate(page);
    assert.ok(pace > 15, `the world makes ${pace.toFixed(1)} frames a second`);
    const before = await frameOf(slow);
    await until("the page to go on", async () => (await frameOf(slow)) > before + 20, 20_000);
    await select(slow, ids[4]);
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await until("the page to catch up", async () => (await ask(page, "/api/hello")).frame - (await frameOf(slow)) < 15, 15_000);
    const refused = (fault) => /503.*\/api\/stream$/.test(fault); // the tabs of before may have all streams for a moment: then it polls
    assert.deepEqual(slow.faults.filter((fault) => !refused(fault)), []);
    await slow.context().close();
  },

  async "a page that sleeps and wakes is live again"({ page }) {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Page.enable");
    await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await cdp.send("Page.setWebLifecycleState", { state: "active" });
    await until("the page to catch up", async () => {
      const [hello, shown] = [await ask(page, "/api/hello"), await frameOf(page)];
      return Math.abs(hello.frame - shown) < 15;
    });
    await cdp.detach();
  },
};
