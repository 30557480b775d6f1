// The timeline: dragging it, its keys, and following live.
import assert from "node:assert/strict";
import { ask, frameOf, run, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";

/** Drags the time to where a share of the timeline's width is. */
export async function drag(page, to, from = 0.9) {
  const box = await page.locator(".timeline").boundingBox();
  const y = box.y + 60;
  await page.mouse.move(box.x + from * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + ((from + to) / 2) * box.width, y, { steps: 4 });
  await page.mouse.move(box.x + to * box.width, y, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector(".bar .mode.past");
}

/** Waits until the page has the moment of the frame it shows, and returns that moment as the server tells it. */
export async function settled(page, agent) {
  const frame = await frameOf(page);
  const moment = await ask(page, `/api/agent/${agent}?frame=${frame}`);
  assert.equal(moment.problem, undefined);
  await page.locator("#tab-detail-agent").click();
  await until(`the moment of frame ${frame}`, async () => (await page.locator("#body-detail-agent .print").textContent()).trimEnd() === moment.text.trimEnd());
  await page.locator("#tab-detail-decider").click();
  return moment;
}

/** Chooses a decider by the search over the tree, which may show only a part of it. */
export async function choose(page, decider) {
  const name = page.locator("#body-detail-decider .name").first();
  const find = page.locator("[data-pane=tree] input[type=search]");
  await find.fill(decider);
  for (let i = 0; i < 20 && (await name.textContent()) !== decider; i++) {
    await find.press("Enter");
    await page.waitForTimeout(60);
  }
  await until(`the details of ${decider}`, async () => (await name.textContent()) === decider);
  await find.fill("");
}

/** The name of a decider at a place of a moment. */
export function nameOf(hello, moment, place) {
  const tree = hello.trees.find((t) => t.fingerprint === (place.tree || moment.tree)).description;
  return tree.deciders[tree.places[place.place].decider].name;
}

/** Saves the recording by the page's button; returns the file. */
export async function save(page, to) {
  await page.locator("#tab-left-files").click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("button", { hasText: "Save the recording" }).click()]);
  await download.saveAs(to);
  await page.locator("#tab-left-agents").click();
  return to;
}

export const tests = {
  async "dragging the timeline: the page's words are those of Explain, for what ran and what did not"({ page, ids, tool, scratch }) {
    const agent = ids[3];
    await select(page, agent);
    await until("some past", async () => Number(await page.locator(".timeline").getAttribute("aria-valuemax")) - Number(await page.locator(".timeline").getAttribute("aria-valuemin")) > 90);
    await pause(page);
    const file = await save(page, `${scratch}/drag.rec`);
    for (const to of [0.4, 0.65]) {
      await drag(page, to);
      const moment = await settled(page, agent);
      const frame = await frameOf(page);
      const active = moment.places.filter((place) => place.active).at(-1);
      const runs = active ? nameOf(await ask(page, "/api/hello"), moment, active) : "ROOT";
      for (const decider of new Set([runs, "FLEE", "GUARD_NEST", "EAT_GRAZE"])) {
        await choose(page, decider);
        const said = plain(await run(tool, "why", file, String(agent), String(frame), decider));
        const why = await ask(page, `/api/agent/${agent}/why?decider=${decider}&frame=${frame}`);
        const checks = why.lines.filter((line) => line.check !== "");
        // What the page shows of it: a headline, and each check with its words.
        await until(`why of ${decider}`, async () => {
          const shown = await page.locator(".checks .what").allTextContents();
          return shown.length === checks.length && shown.every((words, i) => words === checks[i].words);
        });
        const headline = plain(await page.locator(".why-words").textContent());
        assert.ok(headline.length > 10 && said.includes(headline), `the page says of ${decider} in frame ${frame}:\n${headline}\nand decidertree why:\n${said}`);
        const names = await page.locator(".checks .check").allTextContents();
        for (const [i, line] of checks.entries()) assert.ok(said.includes(`${names[i]}: ${plain(line.words)}`), `${names[i]}: ${line.words}\nis not in\n${said}`);
      }
    }
    await page.keyboard.press("l");
    await goOn(page);
  },

  async "keys go through time: by a frame, by a second, to the first, back to live"({ page, ids }) {
    await select(page, ids[5]);
    await until("some past", async () => Number(await page.locator(".timeline").getAttribute("aria-valuemax")) > 90);
    await pause(page);
    await page.locator(".timeline").focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".bar .mode.past");
    const at = await frameOf(page);
    await page.keyboard.press("ArrowLeft");
    await until("a frame before", async () => (await frameOf(page)) === at - 1);
    await page.keyboard.press("Shift+ArrowLeft");
    await until("a second before", async () => (await frameOf(page)) === at - 31);
    await page.keyboard.press("ArrowRight");
    await until("a frame after", async () => (await frameOf(page)) === at - 30);
    await page.keyboard.press("Home");
    const first = Number(await page.locator(".timeline").getAttribute("aria-valuemin"));
    await until("the first frame", async () => (await frameOf(page)) <= first + 1);
    await page.keyboard.press("e");
    await until("the next change, or that there is none", async () => (await frameOf(page)) > first + 1 || (await page.locator(".status .message").textContent()).includes("no later change"));
    await page.keyboard.press("l");
    await page.waitForSelector(".bar .mode.live");
    await goOn(page);
  },

  async "live, time glides: never back, never in jumps"({ page, ids }) {
    await select(page, ids[4]);
    await until("live", async () => (await page.locator(".bar .mode.live").count()) === 1);
    await page.waitForTimeout(500);
    const seen = await page.evaluate(async () => {
      const out = [];
      const el = document.querySelector(".timeline");
      const end = performance.now() + 2000;
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        out.push([performance.now(), Number(el.getAttribute("aria-valuenow"))]);
      }
      return out;
    });
    let gone = 0;
    for (const [i, [now, frame]] of seen.entries()) {
      if (i === 0) continue;
      const [before, last] = seen[i - 1];
      assert.ok(frame >= last, `from frame ${last} back to ${frame}`);
      assert.ok(frame - last <= 4 + ((now - before) / 1000) * 60, `from frame ${last} to ${frame} in ${(now - before).toFixed(0)} ms`);
      gone += frame - last;
    }
    assert.ok(gone > 25, `it went on by ${gone} frames in two seconds`);
  },
};

const plain = (words) => words.replace(/\s+/g, " ").trim();
