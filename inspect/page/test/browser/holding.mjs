// What the game is held to: forced paths, the list of all of it, and its undoing.
import assert from "node:assert/strict";
import { ask, until } from "./harness.mjs";
import { select } from "./looking.mjs";
import { choose } from "./time.mjs";

const over = (page, words) => page.locator("[aria-label='Override for this agent'] button", { hasText: new RegExp(`^${words}$`) });
const items = (page) => page.locator("[aria-label='What is held'] li .text").allTextContents();

export const tests = {
  async "a decider deep below inactive groups runs when its path is forced, and the list of what is held undoes it"({ page, ids }) {
    const agent = ids[6];
    await select(page, agent);
    await choose(page, "SLEEP_LIE_DOWN");
    const groups = (await ask(page, "/api/hello")).trees.flatMap((tree) => tree.description.places).find((place) => place.path.endsWith(" > SLEEP_LIE_DOWN")).path.split(" > ").slice(1, -1);
    assert.ok(groups.length >= 1);
    await over(page, "Force path").click();
    await until("all of the path to be forced", async () => {
      const { agents } = await ask(page, "/api/held");
      const held = agents.find((of) => of.agent === agent)?.deciders.filter((of) => of.how === "forced").map((of) => of.decider) ?? [];
      return [...groups, "SLEEP_LIE_DOWN"].every((name) => held.includes(name));
    });
    const line = page.locator(".why-forced:visible button");
    await until("it to run, where need be after what runs instead is forbidden", async () => {
      const moment = await ask(page, `/api/agent/${agent}`);
      const hello = await ask(page, "/api/hello");
      const names = hello.trees.find((tree) => tree.fingerprint === moment.tree).description;
      const active = moment.places.filter((place) => place.active && !place.tree).map((place) => names.deciders[names.places[place.place].decider].name);
      if (active.includes("SLEEP_LIE_DOWN")) return true;
      if (await line.count()) await line.click({ timeout: 500 }).catch(() => {});
      await page.waitForTimeout(200);
      return false;
    }, 20_000);
    await until("the button to say so", async () => (await over(page, "Force path").getAttribute("aria-pressed")) === "true");

    const tab = page.locator("#tab-detail-stops");
    await until("the tab to count it", async () => /^Held \d+$/.test(await tab.textContent()));
    await tab.click();
    const who = await page.locator(".timeline-whose").textContent();
    await until("the list", async () => (await items(page)).includes(`SLEEP_LIE_DOWN is forced for ${who}`));
    await page.locator("[aria-label='What is held'] li", { hasText: "SLEEP_LIE_DOWN is forced" }).locator("button", { hasText: "Free" }).click();
    await until("one less", async () => !(await items(page)).includes(`SLEEP_LIE_DOWN is forced for ${who}`));

    // Another agent's, the pause and a breakpoint are in the same list, and go with it.
    await page.evaluate(async ([agent]) => {
      const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
      await post("./api/act", { do: "flag", agent, set: "0x1" });
      await post("./api/breakpoint", { do: "add", breakpoint: { on: "failed", decider: "DIE" } });
      await post("./api/control", { do: "pause" });
    }, [ids[7]]);
    await until("the pause", async () => (await items(page)).includes("The world is paused"));
    await until("the flag of the other agent", async () => (await items(page)).some((words) => new RegExp(`set for .*#${ids[7]}$`).test(words)));
    await page.locator(".held button", { hasText: "Undo all" }).click();
    await until("nothing to be held", async () => (await tab.textContent()) === "Held" && (await items(page)).length === 0);
    const { agents } = await ask(page, "/api/held");
    const { breakpoints, control } = await ask(page, "/api/hello");
    assert.deepEqual([agents, breakpoints, control.paused], [[], [], false]);
    assert.equal(await page.locator(".held button", { hasText: "Undo all" }).isDisabled(), true);
  },
};
