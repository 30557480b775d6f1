// Queries: written with proposals, stopped, shown as a list, over time and on the map, and kept in the address.
import assert from "node:assert/strict";
import { ask, frameOf, isAgent, until } from "./harness.mjs";
import { pause } from "./looking.mjs";

/** Opens the pane of queries and finds what a line says. */
async function find(page, line) {
  await page.keyboard.press("Shift+Q");
  await page.locator("#find-line").fill(line);
  await page.locator("#find-line").press("Enter");
  await until("the answer", async () => /in frames/.test((await page.locator(".find-word").textContent()) ?? "") && !(await page.locator(".find-progress").isVisible()), 30_000);
}

export const tests = {
  async "a query finds what why says, and a press shows its agent, frame and decider"({ page }) {
    await pause(page);
    await find(page, "EAT began last 20s");
    const rows = page.locator(".find-list button");
    assert.ok((await rows.count()) > 3, `of 24 creatures some begin to eat: ${await page.locator(".find-word").textContent()}`);
    const row = rows.nth(2);
    const who = await row.locator(".find-who").textContent();
    const from = Number(/([\d,]+)/.exec(await row.locator(".find-when").textContent())[1].replaceAll(",", ""));
    await row.click();
    const id = Number(/#(\d+)$/.exec(who)[1]);
    await until("its agent", async () => isAgent(await page.locator(".timeline-whose").textContent(), id));
    assert.equal(await frameOf(page), from);
    const why = await ask(page, `/api/agent/${id}/why?decider=EAT&frame=${from}`);
    assert.match(why.words, /became active|began/);
    const words = (await row.locator(".find-why").textContent()).slice(0, 30);
    assert.ok(why.words.includes(words.replace(/^EAT /, "")), `${words} in ${why.words}`);
    await page.keyboard.press("y");
    await until("the next one", async () => (await rows.nth(3).getAttribute("aria-current")) === "true");
  },

  async "a query's histogram and heat: bars lead to frames, the map shows where, also of the past"({ page }) {
    await find(page, "any began last 10s");
    const bars = page.locator(".histogram");
    await bars.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const at = /Frames? ([\d,]+)/.exec(await bars.getAttribute("aria-valuetext"))[1];
    await until("its frame", async () => (await frameOf(page)) === Number(at.replaceAll(",", "")));
    const map = page.locator("button", { hasText: "On the map" });
    const heat = page.locator("button", { hasText: /^Heat$/ });
    const pressed = (want) => until(`the map with and without heat: ${want}`, async () => (await map.getAttribute("aria-pressed")) === want && (await heat.getAttribute("aria-pressed")) === want);
    await map.click();
    await pressed("true");
    await map.click();
    await pressed("false");
  },

  async "a query is kept in the address, and a wrong one says where and what to write"({ page, browser }) {
    await find(page, "EAT rejected by decide last 5s");
    const address = new URL(page.url());
    assert.equal(address.searchParams.get("find"), "EAT rejected by decide last 5s");
    address.searchParams.set("token", new URL(page.inspector).searchParams.get("token"));
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    try {
      const other = await context.newPage();
      await other.goto(page.inspector.replace(/\?.*/, address.search)); // as a link somebody was sent
      await until("the query of the address", async () => /in frames/.test((await other.locator(".find-word").textContent()) ?? ""));
      assert.equal(await other.locator("#find-line").inputValue(), "EAT rejected by decide last 5s");
    } finally {
      await context.close();
    }
    const line = page.locator("#find-line");
    await line.fill("EAT rejectd by decide");
    await line.press("Escape");
    await line.press("Enter");
    await until("what is wrong", async () => (await page.locator(".find-wrong").textContent())?.includes("did you mean rejected?"));
    assert.equal(await page.locator(".find-wrong mark").textContent(), "rejectd");
    page.faults.splice(0); // Chromium tells of the refusal
  },

  async "a query is written with proposals, and the form says the same"({ page }) {
    await page.keyboard.press("Shift+Q");
    const line = page.locator("#find-line");
    await line.fill("EAT_GR");
    await until("a proposal", async () => (await page.locator(".proposals li").allTextContents()).join() === "EAT_GRAZE");
    await line.press("ArrowDown");
    await line.press("Enter");
    assert.equal(await line.inputValue(), "EAT_GRAZE ");
    await until("the outcomes", async () => (await page.locator(".proposals li").allTextContents()).includes("rejected"));
    await line.press("Escape");
    await page.locator("[aria-label='What became of it']").selectOption("rejected by gate");
    await page.locator("[aria-label='Decider'].grow").selectOption("STOCK_UP");
    assert.equal(await line.inputValue(), "STOCK_UP rejected by gate last 10s");
  },
};
