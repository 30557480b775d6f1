// Takes pictures of the page at several widths and in both themes, to be looked at: node dev/shots.mjs DIR [URL]
// Without a URL it serves the made-up world. Prints what the page's console says; anything there is a fault.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";

const [dir = ".out/shots", given] = process.argv.slice(2);
const only = process.env.SHOTS?.split(",");
mkdirSync(dir, { recursive: true });

let url = given;
let server;
if (!url) {
  ({ server } = await import("./server.mjs"));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${server.address().port}/`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  for (const [width, height] of [[390, 844], [800, 900], [1024, 800], [1280, 800], [1920, 1080]]) {
    for (const colorScheme of ["light", "dark"]) {
      const name = `${width}-${colorScheme}`;
      if (only && !only.includes(name)) continue;
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      page.on("console", (message) => console.log(name, message.type(), message.text()));
      page.on("pageerror", (error) => console.log(name, "error", error));
      await page.goto(url);
      await page.waitForSelector(".agent .id:not(:empty)");
      await page.waitForTimeout(500);
      await page.locator(".agent").nth(Number(process.env.AGENT ?? 3)).click();
      await page.waitForSelector("svg.tree .row");
      await page.waitForTimeout(700);
      await page.keyboard.press("a");
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${dir}/${name}.png` });
      for (const step of process.argv.slice(4)) {
        // further pictures: NAME=KEYS, keys with spaces between, as playwright names them; @selector clicks
        const [shot, keys] = step.split(/=(.*)/s);
        for (const key of keys.split(" ")) {
          if (key.startsWith("@")) await page.locator(key.slice(1)).first().click();
          else await page.keyboard.press(key);
          await page.waitForTimeout(300);
        }
        await page.screenshot({ path: `${dir}/${name}-${shot}.png` });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  server?.closeAllConnections();
  server?.close();
}
