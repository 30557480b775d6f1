// Measures how fluent the page is: node dev/fluent.mjs [URL]. Prints frames a second of the screen, and the page's own time a
// frame, with the map of the made-up world (10,000 creatures) and a tree of 300 deciders in view.
import { chromium } from "playwright-core";

let url = process.argv[2];
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
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  page.on("pageerror", (error) => console.log("error", error));
  await page.goto(url);
  await page.waitForSelector(".agent .id");
  await page.fill("[aria-label='Search agents (/)']", "wardens");
  await page.waitForTimeout(800);
  await page.locator(".agent").nth(3).click();
  await page.waitForSelector("svg.tree .row");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value]));
  for (const doing of ["looking", "scrolling the tree"]) {
    const before = await metrics();
    const frames = await page.evaluate(async (scrolls) => {
      const el = document.querySelector(".tree-scroll");
      const began = performance.now();
      let n = 0;
      let worst = 0;
      let last = began;
      while (performance.now() - began < 4000) {
        await new Promise((done) => requestAnimationFrame(done));
        if (scrolls) el.scrollTop = (el.scrollTop + 17) % (el.scrollHeight - el.clientHeight);
        worst = Math.max(worst, performance.now() - last);
        last = performance.now();
        n++;
      }
      return { n, worst, seconds: (last - began) / 1000 };
    }, doing !== "looking");
    const after = await metrics();
    const per = (name) => `${(((after[name] - before[name]) / frames.n) * 1000).toFixed(2)} ms`;
    console.log(`${doing}: ${(frames.n / frames.seconds).toFixed(1)} frames a second, the worst ${frames.worst.toFixed(0)} ms; a frame: script ${per("ScriptDuration")}, style ${per("RecalcStyleDuration")}, layout ${per("LayoutDuration")}, all tasks ${per("TaskDuration")}`);
  }
} finally {
  await browser.close();
  server?.closeAllConnections();
  server?.close();
}
