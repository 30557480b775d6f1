// The browser tests: npm run test:browser. They drive Debian's Chromium through the page's own controls, against the
// demo with a fixed seed. Without Chromium they are skipped, and say so.
//
//   npm run test:browser -- PATTERN      only the tests whose names hold it
//   INSPECTOR=URL DECIDERTREE=FILE npm run test:browser   against a game that runs already, with that command built
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tests as acting } from "./acting.mjs";
import { tests as axe } from "./axe.mjs";
import { tests as faults } from "./faults.mjs";
import { tests as filing } from "./filing.mjs";
import { tests as finding } from "./finding.mjs";
import { tests as forks } from "./forks.mjs";
import { tests as fluent } from "./fluent.mjs";
import { tests as graphing } from "./graphing.mjs";
import { ask, build, cleanUp, findChromium, launch, open, scratch, serve } from "./harness.mjs";
import { tests as holding } from "./holding.mjs";
import { tests as keyboard } from "./keyboard.mjs";
import { goOn, tests as looking } from "./looking.mjs";
import { tests as looks } from "./looks.mjs";
import { tests as many } from "./many.mjs";
import { tests as past } from "./past.mjs";
import { tests as noting } from "./noting.mjs";
import { tests as scale } from "./scale.mjs";
import { tests as time } from "./time.mjs";
import { tests as watching } from "./watching.mjs";
import { tests as touching } from "./touching.mjs";

const each = 60_000; // milliseconds a test may take
const whole = 480_000; // and all of them: then something hangs, and nobody should wait for it
const only = process.argv[2] ?? "";
const seed = "15";

if (!findChromium()) {
  test("the inspector's page in Chromium", { skip: "there is no Chromium on this machine: apt-get install chromium, or set CHROMIUM to its path" }, () => {});
} else {
  let browser;
  let game;
  let tool;
  let demo; // "" with a game that is given
  let began;
  before(async () => {
    const given = process.env.INSPECTOR;
    demo = given ? "" : build("demo", "./demo");
    tool = process.env.DECIDERTREE || build("decidertree", "./cmd/decidertree");
    began = Date.now();
    game = given ? { url: given } : await serve(demo, ["-plain", "-inspect-addr", "127.0.0.1:0", "-seed", seed, "-seconds", "100000"]);
    browser = await launch();
    setTimeout(() => {
      console.error(`the browser tests have taken more than ${whole / 1000} s: given up`);
      process.exit(1);
    }, whole).unref();
  }, { timeout: 300_000 });
  after(async () => {
    await browser?.close();
    await cleanUp();
    console.log(`# ${((Date.now() - began) / 1000).toFixed(1)} s without building`);
  });
  const all = { ...looking, ...time, ...past, ...acting, ...forks, ...faults, ...finding, ...graphing, ...holding, ...noting, ...touching, ...filing, ...keyboard, ...looks, ...axe, ...many, ...watching, ...scale, ...fluent };
  for (const [name, run] of Object.entries(all)) {
    if (!name.includes(only)) continue;
    test(name, { timeout: each }, async (t) => {
      const page = await open(browser, game.url);
      page.inspector = game.url;
      await goOn(page); // where the test before has failed
      await page.locator("[aria-label='Speed of the world']").selectOption("1");
      try {
        const ids = (await ask(page, "/api/agents?limit=500")).agents.map((row) => row.agent);
        await run({ browser, page, ids, tool, demo, scratch, note: (words) => t.diagnostic(words) });
        assert.deepEqual(page.faults, [], "the console stays quiet");
      } finally {
        await page.context().close();
      }
    });
  }
}
