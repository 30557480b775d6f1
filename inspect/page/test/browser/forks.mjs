// Two runs side by side: forks and compared recordings.
import assert from "node:assert/strict";
import { ask, frameOf, isAgent, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";
import { drag, save } from "./time.mjs";

const valueOf = async (page, name) => Number(await page.locator(".timeline").getAttribute(name));

/** Forks from a frame of the past with a change of an agent; returns what the server has answered. */
export async function fork(page, agent, kind, what, frames, frame) {
  await select(page, agent);
  await until("some past", async () => (await valueOf(page, "aria-valuemax")) - (await valueOf(page, "aria-valuemin")) > 90);
  await pause(page);
  await drag(page, 0.8);
  await page.keyboard.press("o");
  const dialog = page.locator("dialog.fork");
  await dialog.locator(".fork-changes select").first().selectOption(kind);
  if (what) await dialog.locator(".fork-changes select").nth(1).selectOption(what);
  if (frame) await dialog.locator("#fork-frame").fill(String(frame));
  await dialog.locator("#fork-frames").fill(String(frames));
  const [answer] = await Promise.all([page.waitForResponse((r) => r.url().endsWith("/api/fork") && r.ok(), { timeout: 40_000 }), dialog.locator("button[type=submit]").click()]);
  await page.waitForSelector(".fork-result");
  return answer.json();
}

async function post(page, path, body) {
  return page.evaluate(async ([at, sent]) => (await fetch(`.${at}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) })).json(), [path, body]);
}

export const tests = {
  async "a fork beside the past: why the ways part, on both sides; the tree shows either; it runs beyond the present"({ page, ids }) {
    await pause(page);
    const hello = await ask(page, "/api/hello");
    const frame = hello.frame - 10;
    let agent;
    let doing;
    for (agent of ids.slice(2, 12)) { // one that does not get by without what it does
      const moment = await ask(page, `/api/agent/${agent}`);
      const tree = hello.trees.find((t) => t.fingerprint === moment.tree).description;
      const leaf = moment.places.filter((place) => place.active && !place.tree).at(-1);
      doing = tree.deciders[tree.places[leaf.place].decider].name;
      const tried = await post(page, "/api/fork", { frame, frames: 400, changes: [{ do: "forbid", agent, decider: doing }] });
      if ((await ask(page, `/api/agent/${agent}/differs?recording=${tried.original}&with=${tried.recording}`)).decider) break;
    }
    const made = await fork(page, agent, "forbid", doing, 400, frame);
    assert.equal(made.changes.length, 1);
    const divergence = await ask(page, `/api/agent/${agent}/differs?recording=${made.original}&with=${made.recording}`);
    assert.ok(divergence.decider, "what was forbidden is done otherwise");
    await until("the decider over which they part", async () => (await page.locator(".parting h3").textContent())?.endsWith(`parts over ${divergence.decider}`));
    assert.ok(isAgent((await page.locator(".parting h3").textContent()).replace(/ parts over .*/, ""), agent));
    const sides = page.locator(".parting-sides > div");
    for (const [i, side] of [divergence.a, divergence.b].entries()) {
      assert.ok((await sides.nth(i).locator("p").textContent()).startsWith(side.words));
      assert.deepEqual(await sides.nth(i).locator(".what").allTextContents(), side.lines.map((line) => line.words));
    }
    assert.notDeepEqual(divergence.a.words, divergence.b.words);
    await until("the timeline goes as far as the fork", async () => (await valueOf(page, "aria-valuemax")) === made.to);
    assert.ok(made.to > (await ask(page, "/api/hello")).frame);

    await page.locator(".parting .primary").click();
    await until("the frame", async () => (await frameOf(page)) === divergence.frame);
    await page.locator("#tab-detail-agent").click();
    for (const [key, recording] of [["", made.original], ["r", made.recording], ["r", made.original]]) {
      if (key) await page.keyboard.press(key);
      const told = await ask(page, `/api/agent/${agent}?frame=${divergence.frame}&recording=${recording}`);
      await until(`the moment of ${recording}`, async () => (await page.locator("#body-detail-agent .print").textContent()).trimEnd() === told.text.trimEnd());
    }
    await page.locator("#tab-detail-compare").click();
    await page.locator(".fork-result li button").last().click();
    const map = page.locator(".map");
    await until("the ghosts of that frame", async () => {
      const frame = await frameOf(page);
      const { ghosts } = await ask(page, `/api/ghosts?recording=${made.recording}&frame=${frame}&agent=${agent}`);
      return ghosts.length > 0 && (await map.getAttribute("data-ghosts")) === String(ghosts.length);
    });
    await page.locator(".fork-result [aria-label=Close]").click();
    await until("no ghosts", async () => (await map.getAttribute("data-ghosts")) === null);
    await until("the timeline is that of the game again", async () => (await valueOf(page, "aria-valuemax")) < made.to);
    await page.keyboard.press("l");
    await goOn(page);
  },

  async "a value on the blackboard as the change of a fork; one of another type is refused in words"({ page, ids }) {
    const agent = ids[6];
    await select(page, agent);
    await pause(page);
    const { frame } = await ask(page, "/api/hello");
    await page.keyboard.press("o");
    const dialog = page.locator("dialog.fork");
    await dialog.locator("#fork-frame").fill(String(frame - 2));
    await dialog.locator("#fork-frames").fill("30");
    await dialog.locator(".fork-changes select").first().selectOption("value");
    const what = dialog.locator(".fork-changes select").nth(1);
    assert.ok((await what.locator("option").allTextContents()).includes("dangerAt.X"));
    await what.selectOption({ label: "frights" });
    const to = dialog.locator("[aria-label='The new value']");
    assert.equal(await to.getAttribute("placeholder"), "int32");
    await to.fill("many");
    await dialog.locator("button[type=submit]").click();
    await until("why not", async () => (await dialog.locator(".fork-word").textContent()).includes("which needs a whole number from -2147483648 to 2147483647"), 30_000);
    page.faults = page.faults.filter((fault) => !/400 \(Bad Request\).*api\/fork/.test(fault)); // Chromium tells of every answer that is no success
    await to.fill("41");
    const [answer] = await Promise.all([page.waitForResponse((r) => r.url().endsWith("/api/fork") && r.ok(), { timeout: 40_000 }), dialog.locator("button[type=submit]").click()]);
    const made = await answer.json();
    await page.waitForSelector(".fork-result");
    assert.match(made.changes[0], /^set frights of .* to 41$/);
    for (const [recording, same] of [[made.recording, true], [made.original, false]]) {
      const moment = await ask(page, `/api/agent/${agent}?frame=${made.from + 8}&recording=${recording}`);
      const value = moment.values.find((each) => each.key === "frights");
      assert.equal(Number(value.now) >= 41, same, `${recording}: ${value.now}`);
    }
    await page.locator(".fork-result [aria-label=Close]").click();
    await page.keyboard.press("l");
    await goOn(page);
  },

  async "a sweep: in how many worlds it begins something; each opens as a fork that does"({ page, ids }) {
    const agent = ids[1];
    await select(page, agent);
    await pause(page);
    const hello = await ask(page, "/api/hello");
    await page.keyboard.press("o");
    const dialog = page.locator("dialog.fork");
    await dialog.locator("#fork-frame").fill(String(hello.frame - 5));
    await dialog.locator("#fork-frames").fill("240");
    await dialog.locator("[aria-label='Take this change out']").click();
    await dialog.locator("[aria-label='What it begins']").selectOption("EAT_GRAZE");
    await dialog.locator("[aria-label=Worlds]").fill("1000");
    await dialog.locator("fieldset > button").click();
    assert.match(await dialog.locator(".fork-word").textContent(), /1 to 200 worlds/);
    await dialog.locator("[aria-label=Worlds]").fill("9");
    await dialog.locator("fieldset > button").click();
    const result = page.locator(".sweep-result");
    const worlds = page.locator(".sweep-worlds button");
    await until("the worlds", async () => (await worlds.count()) === 9, 30_000);
    const said = await worlds.allTextContents();
    const yes = said.filter((words) => words.startsWith("✓ yes"));
    assert.equal(await result.textContent(), `${yes.length} of 9 worlds`);
    assert.match(await page.locator(".sweep p.dim").textContent(), new RegExp(`begins EAT_GRAZE within 240 frames in ${yes.length} of 9 worlds; in what happened it does`));
    const [, seed] = /seed (\d+)/.exec(said[0]);
    const [answer] = await Promise.all([page.waitForResponse((r) => r.url().endsWith("/api/fork") && r.ok(), { timeout: 40_000 }), worlds.first().click()]);
    const made = await answer.json();
    await page.waitForSelector(".fork-result");
    assert.deepEqual(made.changes, [`the chance of seed ${seed}`]);
    const lanes = await ask(page, `/api/agent/${agent}/lanes?recording=${made.recording}`);
    const begun = (lanes.lanes.find((lane) => lane.decider === "EAT_GRAZE")?.spans ?? []).filter((span) => span.from > made.from + 1).map((span) => span.from);
    const frame = Number(/frame ([\d,]+)/.exec(said[0])?.[1]?.replaceAll(",", "") ?? 0);
    if (yes.length > 0) assert.ok(frame === made.from + 1 || begun[0] === frame, `the sweep said frame ${frame}, the fork ${begun}`);
    else assert.deepEqual(begun, []);
    await page.locator("[aria-label='Close the sweep']").click();
    await page.locator(".sweep").waitFor({ state: "hidden" });
    await page.locator(".fork-result [aria-label=Close]").click();
    await page.keyboard.press("l");
    await goOn(page);
  },

  async "a comparison: a file with the game that wrote it, and two files that differ"({ page, ids, scratch }) {
    const made = await fork(page, ids[4], "reset", "", 60);
    await page.keyboard.press("l");
    const game = await save(page, `${scratch}/game.rec`);
    await page.locator("#tab-left-files").click();
    await page.locator("button", { hasText: "Compare with a file" }).click();
    await page.locator("#open-recording").setInputFiles(game);
    await until("no difference", async () => /^No difference in [\d,]+ frame/.test(await page.locator(".fork-result [role=status]").textContent()));
    const other = await page.context().newPage();
    await other.goto(`${new URL(page.url()).origin}${new URL(page.url()).pathname}?recording=${made.original}&with=${made.recording}`);
    await until("the agent that was reset", async () => /1 agents? came out differently|\d+ agents came out differently/.test((await other.locator(".fork-result [role=status]").textContent()) ?? ""));
    const first = await other.locator(".fork-result li button .num").nth(1).textContent();
    assert.ok(isAgent(first, ids[4]), first);
    await other.close();
    await goOn(page);
  },
};
