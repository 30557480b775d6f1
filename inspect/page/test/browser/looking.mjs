// Selecting and searching: whatever is selected, wherever, everything on the page is about it.
import assert from "node:assert/strict";
import { ask, frameOf, isAgent, until } from "./harness.mjs";

/** Selects an agent by the search over the list. */
export async function select(page, agent) {
  const search = page.locator("#body-left-agents input[type=search]");
  const dock = page.locator(".dock [data-panel=agents]");
  if (await dock.isVisible()) await dock.click();
  if (!(await search.isVisible())) await page.locator("#tab-left-agents").click();
  await search.fill(String(agent));
  const row = page.locator("[data-pane=left] .agent:visible", { has: page.locator(".id", { hasText: new RegExp(`#${agent}$`) }) }).first();
  await until(`#${agent} to be selected`, async () => {
    if ((await dock.isVisible()) && !(await search.isVisible())) await dock.click(); // a press on a row that moved has shown another one
    await row.click({ timeout: 1000 }).catch(() => {}); // the list may have moved on under the mouse
    await page.waitForTimeout(100);
    return isAgent(await page.locator(".timeline-whose").textContent(), agent);
  });
  if (await search.isVisible()) await search.fill("");
  await until(`the timeline of #${agent}`, async () => isAgent(await page.locator(".timeline-whose").textContent(), agent));
  if (await dock.isVisible()) await page.locator(".dock [data-panel=tree]").click();
  await page.waitForSelector("svg.tree .row");
}

/** Pauses the world by the button, and waits until the page has all of its last frame. */
export async function pause(page) {
  const button = page.locator(".transport button", { hasText: "❚❚" });
  if (await button.count()) await button.click();
  await page.waitForSelector(".transport button[aria-label='Go on']");
  let before = -1;
  await until("the frame to stand still", async () => {
    const now = await frameOf(page);
    const still = now === before;
    before = now;
    return still;
  });
}

/** Lets the world go on, where it is paused. */
export async function goOn(page) {
  const button = page.locator(".transport button[aria-label='Go on']");
  if (await button.count()) await button.click();
}

/** Moves the mouse over the map until it is on a creature; returns where. */
export async function findCreature(page) {
  const map = page.locator(".map");
  const box = await map.boundingBox();
  const scene = await ask(page, "/api/scene");
  const bytes = Buffer.from(scene.xy, "base64");
  // As a hand does: where a creature is seen. The map shows all of the world, fitted into its middle.
  const scale = 0.98 * Math.min(box.width / (scene.maxX - scene.minX), box.height / (scene.maxY - scene.minY));
  for (let i = 0; i < scene.count; i++) {
    const x = box.x + box.width / 2 + (bytes.readFloatLE(8 * i) - (scene.minX + scene.maxX) / 2) * scale;
    const y = box.y + box.height / 2 + (bytes.readFloatLE(8 * i + 4) - (scene.minY + scene.maxY) / 2) * scale * (scene.yDown ? 1 : -1);
    if (x < box.x + 2 || y < box.y + 2 || x > box.x + box.width - 2 || y > box.y + box.height - 2) continue;
    await page.mouse.move(x, y);
    if (await page.locator(".map.pointing").count()) return { x, y };
  }
  throw new Error("there is no creature on the map");
}

export const tests = {
  async "a press in the list selects: the tree, the timeline and the details follow"({ page }) {
    await page.locator("[data-pane=left] .agent").nth(3).click();
    const id = await page.locator("[data-pane=left] .agent[aria-selected=true] .id").textContent();
    await until("the timeline", async () => (await page.locator(".timeline-whose").textContent()) === id);
    await page.waitForSelector("svg.tree .row");
    await page.locator("#tab-detail-agent").click();
    await until("the agent's sheet", async () => (await page.locator("#body-detail-agent .name").textContent()).includes(id.slice(1)));
    await page.locator("#tab-detail-decider").click();
  },

  async "a press on the map selects, and the tooltip is DebugPrintState"({ page }) {
    await pause(page);
    const at = await findCreature(page);
    await until("the tooltip", async () => (await page.locator(".tip pre").first().textContent()).length > 3);
    const tip = await page.locator(".tip pre").first().textContent();
    const title = await page.locator(".tip-title").first().textContent();
    await page.mouse.click(at.x, at.y);
    const id = /#(\d+)  /.exec(title)[1];
    await until("the selection", async () => isAgent(await page.locator(".timeline-whose").textContent(), id));
    const moment = await ask(page, `/api/agent/${id}`);
    assert.equal(tip, moment.text.trimEnd());
    await page.mouse.move(5, 5);
    await page.waitForSelector(".tip", { state: "hidden" });
    await goOn(page);
  },

  async "agents go by their names: in the list, the search, the timeline, the sheet and notes"({ page }) {
    const { agents, names } = await until("the names", async () => {
      const got = await ask(page, "/api/names");
      return got.agents.length > 5 && got;
    });
    const [agent, name] = [agents[5], names[5]];
    const who = `${name} #${agent}`;
    const panel = page.locator("[data-pane=left]");
    await panel.locator("#body-left-agents input[type=search]").fill(name.toLowerCase());
    const row = panel.locator(".agent:visible", { has: page.locator(".id", { hasText: new RegExp(`^${who}$`) }) });
    const { total } = await ask(page, `/api/agents?query=${name.toLowerCase()}`);
    await until("those of the name", async () => (await row.count()) === 1 && (await panel.locator(".agent:visible").count()) === total);
    await row.click();
    assert.match(await row.getAttribute("title"), new RegExp(`^${who}`));
    await until("the timeline", async () => (await page.locator(".timeline-whose").textContent()) === who);
    await page.locator("#tab-detail-agent").click();
    await until("the sheet", async () => (await page.locator("#body-detail-agent .name").textContent()) === who);
    const young = page.locator("#body-detail-agent .flag", { hasText: "Young" });
    await young.click();
    await until("the note", async () => (await page.locator(".status .message").textContent()).includes(`Young of ${who} is held `));
    await until("the flag", async () => /held/.test(await young.getAttribute("class")));
    await young.click();
    await page.locator("#tab-detail-decider").click();
    await panel.locator("#body-left-agents input[type=search]").fill("");
  },

  async "the search and the filters list whom the server finds"({ page }) {
    await pause(page);
    const panel = page.locator("[data-pane=left]");
    const all = (await ask(page, "/api/agents?limit=1")).total;
    await panel.locator("#body-left-agents input[type=search]").fill("1");
    const some = (await ask(page, "/api/agents?query=1&limit=500")).total;
    assert.ok(some < all);
    const total = async () => Number((await panel.locator(".totals").textContent()).replaceAll(",", "").match(/\d+/)[0]);
    await until("the search", async () => (await total()) === some);
    await panel.locator("#body-left-agents input[type=search]").fill("");
    const leaf = await panel.locator(".agent .leaf").first().textContent();
    await panel.locator("select").first().selectOption(leaf);
    const found = await ask(page, `/api/agents?decider=${leaf}&limit=500`);
    await until("the filter", async () => (await total()) === found.total);
    await until("the filtered list", async () => { // the rows may come after the total
      const names = await panel.locator(".agent:visible .leaf").allTextContents();
      return names.length > 0 && names.every((name) => found.agents.some((agent) => agent.leaf === name));
    });
    await panel.locator("[aria-label='Take the filters away']").click();
    await until("everybody again", async () => (await total()) === all);
    await goOn(page);
  },

  async "the legend leaves some alone, heat takes their place, and both are taken back"({ page }) {
    const legend = page.locator(".legend");
    const title = await legend.locator("li button").first().getAttribute("title");
    const row = legend.getByTitle(title, { exact: true });
    await row.click();
    assert.equal(await row.getAttribute("aria-pressed"), "true");
    await legend.locator(".legend-all").click();
    assert.equal(await legend.locator("li button[aria-pressed=true]").count(), 0);
    const heat = page.locator("[data-pane=scene] button", { hasText: "Heat" });
    await heat.click();
    assert.equal(await heat.getAttribute("aria-pressed"), "true");
    await page.locator("#tab-left-crowd").click();
    await until("the bars", async () => (await page.locator("#body-left-crowd .bars li").count()) > 0);
    const numbers = await page.locator("#body-left-crowd .bars:not(.flows) .num").allTextContents();
    const total = Number((await page.locator(".crowd-word").first().textContent()).replaceAll(",", "").match(/\d+/)[0]);
    assert.ok(numbers.reduce((n, text) => n + Number(text.replaceAll(",", "")), 0) >= total, "everybody does something");
    await heat.click();
    await page.locator("#tab-left-agents").click();
  },
};
