// Everything by the keyboard: the mouse is not touched.
import assert from "node:assert/strict";
import { ask, frameOf, until } from "./harness.mjs";

export const tests = {
  async "find an agent, walk the tree, ask why, go through time, fork and come back, by keys alone"({ page }) {
    const keys = page.keyboard;
    const focused = () => page.evaluate(() => document.activeElement?.closest("[data-pane]")?.getAttribute("data-pane") ?? "");
    await keys.press("/");
    await keys.type("9"); // of an ID
    await keys.press("Enter");
    const whose = await until("a selection", async () => page.locator(".timeline-whose").textContent());
    await keys.press("Escape");
    const panes = [];
    for (let i = 0; i < 5; i++) {
      await keys.press("F6");
      panes.push(await focused());
    }
    assert.deepEqual([...panes].sort(), ["detail", "left", "scene", "timeline", "tree"], "each pane takes the focus once");

    while ((await focused()) !== "tree") await keys.press("F6");
    await keys.press("ArrowDown");
    const first = await until("a decider", async () => page.locator("#body-detail-decider .name").first().textContent());
    await keys.press("ArrowDown");
    await until("the next decider", async () => (await page.locator("#body-detail-decider .name").first().textContent()) !== first);
    await until("its why", async () => (await page.locator(".why-words").textContent()).length > 0);

    await keys.press(" ");
    await page.waitForSelector(".transport button[aria-label='Go on']");
    while ((await focused()) !== "timeline") await keys.press("F6");
    await keys.press("Shift+ArrowLeft");
    await page.waitForSelector(".bar .mode.past");
    const frame = await frameOf(page);
    await keys.press("o");
    await page.waitForSelector("dialog.fork[open]");
    assert.equal(await page.locator("#fork-frame").inputValue(), String(frame));
    await keys.press("Escape");
    await page.waitForSelector("dialog.fork", { state: "detached" });
    await keys.press("l");
    await page.waitForSelector(".bar .mode.live");
    const before = (await ask(page, "/api/hello")).frame;
    await keys.press("s");
    await until("a step", async () => (await ask(page, "/api/hello")).frame === before + 1);

    while ((await focused()) !== "scene") await keys.press("F6");
    await keys.press("n");
    await until("the next creature", async () => (await page.locator(".timeline-whose").textContent()) !== whose);
    await keys.press("+");
    await keys.press("ArrowLeft");
    await keys.press("0");
    await keys.press("z");
    assert.equal(await page.locator("[data-pane=scene].zoomed").count(), 1);
    await keys.press("z");
    await keys.press("?");
    await page.waitForSelector("dialog[open]");
    await keys.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
    await keys.press(" ");
    await until("the world to go on", async () => (await ask(page, "/api/hello")).frame > before + 3);
  },
};
