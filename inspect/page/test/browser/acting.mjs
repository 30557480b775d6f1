// Acting upon the world: breakpoints, stimuli, flags, overrides, forks.
import assert from "node:assert/strict";
import { ask, frameOf, isAgent, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";
import { choose, drag, nameOf } from "./time.mjs";

/** Steps the world, by the button, until an agent has had its next tick, and returns that. Not all tick in each frame. */
async function stepUntilTicked(page, agent) {
  const { frame } = await ask(page, `/api/agent/${agent}`);
  for (let i = 0; i < 40; i++) {
    const before = (await ask(page, "/api/hello")).frame;
    await page.locator(".transport button", { hasText: "Step" }).click();
    await until("a step", async () => (await ask(page, "/api/hello")).frame === before + 1);
    const moment = await ask(page, `/api/agent/${agent}`);
    if (moment.frame > frame) return moment;
  }
  throw new Error(`agent ${agent} has not been ticked in 40 frames`);
}

export const tests = {
  async "a breakpoint pauses the world in the very frame, and the page shows it"({ page, ids }) {
    await select(page, ids[2]);
    const now = await ask(page, `/api/agent/${ids[2]}`);
    const decider = nameOf(await ask(page, "/api/hello"), now, now.places.findLast((place) => place.active));
    await choose(page, decider);
    await page.locator("[aria-label=Whose]").first().selectOption("all");
    await page.locator("[aria-label='Pause when'] button", { hasText: "ends" }).click();
    const speed = page.locator("[aria-label='Speed of the world']");
    await speed.selectOption("8"); // it may be a while until then
    await page.waitForSelector(".transport button[aria-label='Go on']", { timeout: 60_000 });
    await page.waitForSelector(".bar .mode.past");
    await until("its decider", async () => (await page.locator("#body-detail-decider .name").first().textContent()) === decider);
    await speed.selectOption("1");
    const frame = await frameOf(page);
    const hello = await ask(page, "/api/hello");
    assert.equal(hello.control.stopped.frame, frame);
    assert.equal(hello.frame, frame, "the world went no further");
    const moment = await ask(page, `/api/agent/${hello.control.stopped.agent}?frame=${frame}`);
    const left = moment.places.filter((place) => place.was && !place.active);
    assert.ok(left.length > 0, "something ended in that tick");
    await page.locator("#tab-detail-stops").click();
    await page.locator("[aria-label='Remove the breakpoint']").first().click();
    await until("no breakpoint", async () => (await ask(page, "/api/hello")).breakpoints.length === 0);
    await page.locator("#tab-detail-decider").click();
    await page.keyboard.press("l");
    await goOn(page);
    await until("the world to go on", async () => (await ask(page, "/api/hello")).frame > frame + 5);
  },

  async "a stimulus that is sent is there in the agent's next tick, and stands in the timeline"({ page, ids }) {
    const agent = ids[6];
    await select(page, agent);
    await pause(page);
    await page.locator("#tab-detail-agent").click();
    const flags = page.locator("#body-detail-agent .flags").nth(1);
    const chip = flags.locator("button.flag[aria-pressed=false]").first();
    const name = await chip.textContent();
    await chip.click();
    await until("the note", async () => (await page.locator(".status .message").textContent()).includes(name));
    const frame = (await ask(page, "/api/hello")).frame;
    const moment = await stepUntilTicked(page, agent);
    assert.ok(moment.frame > frame && moment.stimuli.names.includes(name), `${name} in ${moment.stimuli.names}`);
    await until("the mark", async () => {
      const { marks } = await ask(page, `/api/agent/${agent}/lanes?from=${frame}`);
      return marks?.some((mark) => mark.kind === "stimulus" && mark.frame === moment.frame && mark.words.includes(name));
    });
    await page.locator("#tab-detail-decider").click();
    await goOn(page);
  },

  async "a decider that is forced or forbidden says so, and freed is its own again"({ page, ids }) {
    const agent = ids[7];
    await select(page, agent);
    await pause(page);
    await choose(page, "CORNERED"); // ROOT asks it in every tick
    const buttons = page.locator("[aria-label='Override for this agent'] button");
    const why = () => page.locator(".checks li", { hasText: "Override" }).first().textContent();
    for (const [press, says] of [[/^Forbid$/, "forbidden"], [/^Force$/, "forced"]]) {
      const button = buttons.filter({ hasText: press });
      await button.click();
      await until(`${press} to be on`, async () => (await button.getAttribute("aria-pressed")) === "true");
      await stepUntilTicked(page, agent);
      await until(`why to tell of it`, async () => (await why()).includes(says));
    }
    await buttons.filter({ hasText: "Free" }).click();
    await until("no override", async () => (await page.locator("[aria-label='Override for this agent'] button[aria-pressed=true]").count()) === 0);
    const moment = await stepUntilTicked(page, agent);
    const tree = (await ask(page, "/api/hello")).trees.find((t) => t.fingerprint === moment.tree).description;
    const place = moment.places.find((p) => !p.tree && tree.deciders[tree.places[p.place].decider].name === "CORNERED");
    assert.notEqual(place.check, "Override");
    await goOn(page);
  },

  async "a fork shows its first difference and all later ones, and a press goes there"({ page, ids }) {
    await select(page, ids[3]);
    await until("some past", async () => Number(await page.locator(".timeline").getAttribute("aria-valuemax")) > 150);
    await pause(page);
    await drag(page, 0.7);
    const frame = await frameOf(page);
    await page.locator("button", { hasText: "Fork from here" }).click();
    const dialog = page.locator("dialog.fork");
    assert.equal(await dialog.locator("#fork-frame").inputValue(), String(frame));
    await dialog.locator(".fork-changes select").first().selectOption("stimulate");
    await dialog.locator(".fork-changes select").nth(1).selectOption({ index: 0 });
    await dialog.locator("[aria-label='Seconds it lasts']").fill("4");
    await dialog.locator("#fork-frames").fill("90");
    await dialog.locator(".primary").click();
    await page.waitForSelector(".fork-result", { timeout: 20_000 });
    const words = await page.locator(".fork-result [role=status]").textContent();
    assert.match(words, new RegExp(`came out differently, first (\\S+ )?#${ids[3]} in frame`));
    const rows = page.locator(".fork-result li button");
    const numbers = await rows.evaluateAll((all) => all.map((row) => Number(row.firstElementChild.textContent.replaceAll(",", ""))));
    assert.ok(numbers[0] > frame && numbers[0] <= frame + 6, `the change is seen first in frame ${numbers[0]}, the fork is after ${frame}`);
    assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b));
    const last = rows.last();
    const agent = /#(\d+)$/.exec(await last.locator(".num").nth(1).textContent())[1];
    await last.click();
    await until("that agent", async () => isAgent(await page.locator(".timeline-whose").textContent(), agent));
    await until("that frame", async () => (await frameOf(page)) === numbers.at(-1));
    await page.keyboard.press("Escape");
    await page.locator(".fork-result").waitFor({ state: "hidden" });
    await page.keyboard.press("l");
    await goOn(page);
  },
};
