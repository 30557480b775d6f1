// Watched values: shown at the frame of the page, over time, and after the page was loaded anew.
import assert from "node:assert/strict";
import { ask, frameOf, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";

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

  async "a breakpoint on a value pauses when it comes to be, and a log point writes lines that lead to their frames"({ page }) {
    await page.keyboard.press("4");
    const form = page.locator(".stop-form");
    await form.locator("summary").click();
    const what = form.locator("[aria-label='What happens']");
    const option = await until("a Decide", async () => what.locator("option", { hasText: "EAT: Decide" }).first().getAttribute("value").catch(() => null));
    await what.selectOption(option);
    await form.locator("[aria-label='Comparison']").selectOption("changes");
    await form.locator("[aria-label='Whose it is']").selectOption("");
    await form.locator("[aria-label='What comes of it']").selectOption("log");
    await form.locator("#stop-every").fill("2");
    await form.locator("button", { hasText: "Add" }).click();
    await until("the log point", async () => /EAT: Decide changes, any agent, every 2 hits, logged/.test((await page.locator("[aria-label=Breakpoints]").textContent()) ?? ""));
    await page.keyboard.press("5");
    const line = page.locator(".log button");
    await until("a line", async () => (await line.count()) > 0, 20000);
    assert.ok(!(await page.locator(".transport button[aria-label='Go on']").count()), "a log point does not pause");
    await pause(page); // so that the lines stay where they are
    const words = await line.last().textContent();
    const frame = Number(/^([\d,]+)/.exec(words)[1].replaceAll(",", ""));
    assert.match(words, /EAT: Decide of .*#\d+ has changed from/);
    await line.last().click();
    await until("its frame", async () => (await frameOf(page)) === frame);
    await page.keyboard.press("l"); // live again
    await goOn(page);
    await page.keyboard.press("4");
    await page.locator("[aria-label=Breakpoints] button[aria-label='Remove the breakpoint']").first().click();
    await form.locator("[aria-label='What comes of it']").selectOption("pause");
    await form.locator("#stop-every").fill("1");
    await form.locator("button", { hasText: "Add" }).click();
    await page.waitForSelector(".transport button[aria-label='Go on']", { timeout: 20000 });
    await until("the reason", async () => /Paused: EAT: Decide of .* has changed from/.test((await page.locator(".status").textContent()) ?? ""));
    await page.locator("[aria-label=Breakpoints] button[aria-label='Remove the breakpoint']").first().click();
    await until("no breakpoint", async () => (await page.locator("[aria-label=Breakpoints] li").count()) === 0);
  },
};
