// What once went wrong before users' eyes.
import assert from "node:assert/strict";
import { ask, isAgent, open, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";
import { choose, nameOf } from "./time.mjs";

export const tests = {
  async "Space pauses the world, also after a click on a breakpoint, and the breakpoint stays; Tab and Space press a button"({ page, ids }) {
    await select(page, ids[2]);
    await choose(page, "CORNERED");
    const button = page.locator("[aria-label='Pause when'] button", { hasText: "fails" });
    await button.click();
    await until("the breakpoint", async () => (await ask(page, "/api/hello")).breakpoints.length === 1);
    await page.keyboard.press(" ");
    await page.waitForSelector(".transport button[aria-label='Go on']");
    await until("the bar to say so", async () => (await page.locator(".bar .mode").textContent()) === "Paused");
    assert.equal((await ask(page, "/api/hello")).breakpoints.length, 1);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press(" ");
    await until("no breakpoint", async () => (await ask(page, "/api/hello")).breakpoints.length === 0);
    await goOn(page);
    await until("the bar to say so", async () => (await page.locator(".bar .mode").textContent()) === "Live");
  },

  async "a page that is given an old list begins with an agent that lives"({ browser, page }) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const view = await context.newPage();
    const missing = [];
    view.on("response", (answer) => answer.status() === 404 && missing.push(answer.url()));
    let answers = 0;
    await view.route("**/api/agents?*", async (route) => {
      const answer = await route.fetch();
      const list = await answer.json();
      if (answers++ === 0) Object.assign(list, { frame: 0, agents: [{ ...list.agents[0], agent: 987654321 }, ...list.agents] });
      await route.fulfill({ json: list });
    });
    await view.goto(page.inspector);
    const { agents } = await ask(page, "/api/agents?limit=500");
    await until("an agent that lives", async () => agents.some((row) => isAgent(row.agent && view.url().includes("#agent=") ? `#${/agent=(\d+)/.exec(view.url())[1]}` : "", row.agent)));
    await view.waitForTimeout(1500);
    assert.ok(answers > 1);
    assert.deepEqual(missing, []);
    await context.close();
  },

  async "a decider that is forced below a group that is not active says so, and the groups can be forced too"({ page, ids }) {
    await select(page, ids[5]);
    await choose(page, "FLEE_RUN"); // below FLEE, which needs a reason to flee
    const buttons = page.locator("[aria-label='Override for this agent'] button");
    await buttons.filter({ hasText: /^Force$/ }).click();
    const line = page.locator(".why-forced:visible");
    await until("the line", async () => (await line.count()) === 1);
    assert.match(await line.textContent(), /FLEE_RUN is forced, but nobody asks it: .*FLEE is not active/);
    await line.locator("button").click();
    await until("FLEE to be active, so that nothing has to be said", async () => (await line.count()) === 0);
    const { overrides } = await until("both to be forced", async () => {
      const moment = await ask(page, `/api/agent/${ids[5]}`);
      return moment.overrides.length >= 2 && moment;
    }).catch(() => ({ overrides: [] }));
    for (const { decider } of overrides) {
      await choose(page, decider);
      await buttons.filter({ hasText: "Free" }).click();
    }
  },

  async "the heading of a block is the type of the decider that is shown, also after another one"({ page, ids }) {
    const hello = await ask(page, "/api/hello");
    const types = new Map(); // by type, an agent and its decider that has a block of it just now
    await until("agents with blocks of two types", async () => {
      await goOn(page);
      await pause(page);
      types.clear();
      for (const agent of ids) {
        const moment = await ask(page, `/api/agent/${agent}`);
        for (const place of moment.places ?? []) if (place.block && !types.has(place.block.type)) types.set(place.block.type, [agent, nameOf(hello, moment, place)]);
        if (types.size >= 2) return true;
      }
      return false;
    }, 20_000);
    const heading = page.locator("#body-detail-decider section", { has: page.locator("h3", { hasText: "Block" }) }).locator("tr").first().locator("th");
    for (const [type, [agent, decider]] of [...types, ...types].slice(0, 4)) {
      await select(page, agent);
      await choose(page, decider);
      await until(`the heading of ${decider} to be ${type}`, async () => (await heading.textContent()) === type);
    }
    await goOn(page);
  },

  async "narrow pages have room for the tree, its reasons and the timeline"({ browser, page, ids }) {
    for (const [width, height] of [[390, 844], [800, 900], [1024, 768]]) {
      const view = await open(browser, page.inspector, { viewport: { width, height } });
      await select(view, ids[3]);
      for (const name of ["tree", "timeline"]) {
        const box = await view.locator(`[data-pane=${name}] .pane-body`).boundingBox();
        assert.ok(box.width > 350 && box.height > 70, `${name} at ${width}: ${JSON.stringify(box)}`);
      }
      const shown = await until(`reasons at ${width}`, () => view.evaluate(() => {
        const box = document.querySelector(".tree-scroll").getBoundingClientRect();
        const all = [...document.querySelectorAll("svg.tree .words")].filter((el) => el.textContent.length > 4);
        return all.length && all.map((el) => [el.textContent, el.getBoundingClientRect().right - box.right, el.getBoundingClientRect().left - box.left]);
      }));
      for (const [words, right, left] of shown) assert.ok(right <= 0 && left >= 0, `${words} at ${width}: ${right}`);
      assert.ok(shown.some(([words]) => words.length > 12 ), `reasons at ${width} can be read: ${shown.map(([words]) => words)}`);
      await view.context().close();
    }
  },

  async "the page has a heading, one main part, and a name for each control"({ page }) {
    const found = await page.evaluate(() => ({
      headings: document.querySelectorAll("h1").length,
      mains: document.querySelectorAll("main, [role=main]").length,
      unnamed: [...document.querySelectorAll("input, select, button")].filter((el) => !(el.getAttribute("aria-label") || el.title || el.textContent.trim() || el.labels?.length)).map((el) => el.outerHTML),
      file: document.querySelector("input[type=file]").getAttribute("aria-label"),
    }));
    assert.deepEqual(found, { headings: 1, mains: 1, unnamed: [], file: "Recording to open" });
  },
};
