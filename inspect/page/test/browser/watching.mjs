// Watched values: shown at the frame of the page, over time, and after the page was loaded anew.
import assert from "node:assert/strict";
import { ask, frameOf, until } from "./harness.mjs";
import { pause, select } from "./looking.mjs";

export const tests = {
  async "a watched value follows the shown frame and the selected agent, over time as well"({ page, ids }) {
    await select(page, ids[0]);
    await pause(page);
    await page.keyboard.press("5");
    const what = page.locator("[aria-label='Value to watch']");
    const option = await until("something to watch", async () => what.locator("option", { hasText: "EAT: Decide" }).first().getAttribute("value").catch(() => null));
    await what.selectOption(option);
    await page.locator(".acts button", { hasText: /^Watch$/ }).click();
    const row = page.locator(".watches li");
    await until("its row", async () => (await row.count()) === 1);
    await until("its range", async () => /…/.test((await row.locator(".watch-range").textContent()) ?? ""));
    assert.ok(await page.locator(".plots").isVisible());
    const box = await page.locator(".plots").boundingBox();
    assert.ok(box.height >= 20);
    const plots = await ask(page, `/api/agent/${ids[0]}/values?watch=${encodeURIComponent(JSON.stringify([{ kind: "decide", decider: "EAT" }]))}`);
    const samples = plots.series[0].samples;
    const known = samples.filter((sample) => sample.known).at(-1);
    // Every place of the plot shows its frame, and the row the value of that frame.
    for (const share of [0.2, 0.5, 0.8]) {
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
      await page.waitForTimeout(100);
      const frame = await frameOf(page);
      const sample = samples.filter((of) => of.frame <= frame).at(-1);
      const shown = await until("the value", async () => row.locator(".watch-value").textContent());
      if (!sample?.known) assert.equal(shown, "–", `frame ${frame}`);
      else assert.ok(Math.abs(Number(shown) - sample.number) <= 1e-3 * Math.max(1, Math.abs(sample.number)), `frame ${frame}: ${shown}, ${sample.number}`);
    }
    assert.ok(known, "EAT was asked");
    await page.reload();
    await page.waitForSelector("[data-pane=left] .agent .id");
    await page.keyboard.press("5");
    await until("the list of before", async () => (await row.count()) === 1);
    await row.locator("button").click();
    await until("an empty list", async () => (await row.count()) === 0);
    assert.ok(!(await page.locator(".plots").isVisible()));
  },
};
