// Takes the README's pictures of the inspector: npm run shots. They show the demo at a moment of its past, in both
// themes, and go into docs/. The same seed gives the same world, so they change when the page does.
//
//   npm run shots                  both at 1920
//   npm run shots -- 1280-light    that one; DOCS=DIR puts it elsewhere
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ask, build, cleanUp, frameOf, launch, open, root, serve, until } from "../test/browser/harness.mjs";
import { pause, select } from "../test/browser/looking.mjs";
import { choose, nameOf } from "../test/browser/time.mjs";

const seed = 16;
const early = 45; // seconds of the world's time that go by fast
const seconds = 65; // and until the picture; slowly, as the map of a fast world is drawn for a few frames only
const docs = process.env.DOCS ?? join(root, "docs");
const only = process.argv[2] ?? "1920";

mkdirSync(docs, { recursive: true });
const demo = build("demo", "./demo");
const browser = await launch();
try {
  const game = await serve(demo, ["-plain", "-inspect-addr", "127.0.0.1:0", "-seed", String(seed), "-seconds", "100000"]);
  const first = await open(browser, game.url);
  const speed = first.locator("[aria-label='Speed of the world']");
  const time = async () => (await ask(first, "/api/hello")).time;
  await speed.selectOption("8");
  await until(`second ${early} of the world`, async () => (await time()) > early, 120_000);
  await speed.selectOption("1");
  await until(`second ${seconds} of the world`, async () => (await time()) > seconds, 120_000);
  await pause(first);
  const scene = await interesting(first);
  console.log(`agent ${scene.agent}, frame ${scene.frame}: ${scene.words}`);
  await first.context().close();

  for (const [width, height] of [[1280, 860], [1920, 1080]]) {
    for (const colorScheme of ["light", "dark"]) {
      const name = `${width}-${colorScheme}`;
      if (!name.includes(only)) continue;
      const page = await open(browser, game.url, { viewport: { width, height }, colorScheme });
      for (const agent of height > 1000 ? scene.others : []) { // there is room for their rows
        await select(page, agent);
        await page.locator("button", { hasText: "Pin" }).click();
      }
      await select(page, scene.agent);
      await page.locator("[data-pane=timeline] button", { hasText: "All" }).click();
      await page.evaluate((hash) => (location.hash = hash), `#agent=${scene.agent}&frame=${scene.frame}`);
      await until("the moment", async () => (await frameOf(page)) === scene.frame);
      await choose(page, scene.decider);
      await page.locator("[data-pane=tree] button", { hasText: "Active" }).click();
      await page.mouse.move(width / 2, 20);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(docs, `inspector-${name}.png`) });
      assert.deepEqual(page.faults, []);
      await page.context().close();
      console.log(`docs/inspector-${name}.png`);
    }
  }
} finally {
  await browser.close();
  await cleanUp();
}

// The agent with the most to tell, and a frame in which one thing gave way to another.
async function interesting(page) {
  const { agents } = await ask(page, "/api/agents?limit=200");
  let best = null;
  for (const { agent } of agents) {
    const lanes = await ask(page, `/api/agent/${agent}/lanes`);
    if (!lanes.lanes) continue;
    const spans = lanes.lanes.filter((lane) => lane.leaf).flatMap((lane) => lane.spans.map((span) => ({ ...span, decider: lane.decider })));
    const names = new Set(spans.map((span) => span.decider));
    const late = lanes.last - 30 * (seconds - early) + 60;
    const dramatic = spans.filter((span) => /FLEE|FIGHT|HELP|DEFEND|MOB/.test(span.decider) && span.from > late && span.to - span.from > 20);
    const score = names.size + 4 * new Set(dramatic.map((span) => span.decider)).size;
    if (dramatic.length === 0 || (best && score <= best.score)) continue;
    best = { score, agent, frame: dramatic.at(-1).from + 12, decider: dramatic.at(-1).decider, words: [...names].join(", ") };
  }
  assert.ok(best, "nothing happened in this world: choose another seed");
  // Four others beneath, of those who did much as well.
  best.others = agents.map((row) => row.agent).filter((agent) => agent !== best.agent).slice(0, 4);
  const moment = await ask(page, `/api/agent/${best.agent}?frame=${best.frame}`);
  best.decider = nameOf(await ask(page, "/api/hello"), moment, moment.places.findLast((place) => place.active));
  return best;
}
