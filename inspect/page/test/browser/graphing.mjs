// The tree as a graph.
import assert from "node:assert/strict";
import { open, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";

const button = (page, words) => page.locator("[data-pane=tree] button", { hasText: new RegExp(`^${words}$`) });

/** What rows say of a face of the tree: outcome by label. */
const said = (page, rows) => page.locator(rows).evaluateAll((all) => all.map((el) => [el.getAttribute("data-row"), el.getAttribute("data-outcome"), el.getAttribute("aria-selected")]));

const turned = (page) => page.locator("svg.graph > g").getAttribute("transform");

export const tests = {
  async "the graph shows the same deciders with the same outcomes as the outline, and is shown again after a reload"({ page, ids }) {
    await select(page, ids[1]);
    await pause(page);
    await page.setViewportSize({ width: 1920, height: 2400 }); // room for all rows
    await until("all rows", async () => (await page.locator("svg.tree:not(.graph) .row").count()) > 40);
    const order = (all) => JSON.stringify(all.sort((a, b) => a[0] - b[0]));
    let before = "";
    const rows = await until("the outline to stand still", async () => {
      const now = await said(page, "svg.tree:not(.graph) .row");
      const still = order(now) === before && now;
      before = order(now);
      await page.waitForTimeout(300);
      return still;
    });
    await page.keyboard.press("k");
    await page.keyboard.press("0");
    await until("all deciders", async () => (await page.locator("svg.graph .node").count()) === rows.length);
    assert.equal(order(await said(page, "svg.graph .node")), order(rows));
    assert.ok(rows.some(([, outcome]) => outcome === "continued" || outcome === "entered"));
    const overlaps = await page.locator("svg.graph .node .box").evaluateAll((all) => {
      const boxes = all.map((el) => el.getBoundingClientRect());
      return boxes.filter((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
    });
    assert.equal(overlaps, 0);
    await page.reload();
    await page.waitForSelector("svg.graph .node");
    assert.equal(await page.locator(".tree-scroll").isVisible(), false);
    await goOn(page);
  },

  async "the graph is moved and zoomed by the mouse and by keys, and folds"({ page, ids }) {
    await select(page, ids[1]);
    await button(page, "Graph").click();
    await button(page, "Follow").click(); // so that only the hand moves it
    await page.keyboard.press("0");
    const view = page.locator(".graph-view");
    const box = await view.boundingBox();
    const before = await turned(page);
    await page.mouse.move(box.x + 20, box.y + box.height - 20);
    await page.mouse.wheel(0, -500);
    await until("the wheel to zoom", async () => (await turned(page)) !== before);
    const zoomed = await turned(page);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + box.height - 80, { steps: 4 });
    await page.mouse.up();
    await until("the mouse to move it", async () => (await turned(page)) !== zoomed);
    assert.equal(/scale\(([\d.]+)\)/.exec(await turned(page))[1], /scale\(([\d.]+)\)/.exec(zoomed)[1]);
    await page.keyboard.press("0");
    await until("all of it", async () => (await turned(page)) === before);
    await page.keyboard.press("+");
    await until("the key to zoom", async () => (await turned(page)) !== before);
    await page.keyboard.press("0");

    await view.focus();
    await page.keyboard.press("Home");
    const selected = page.locator("svg.graph .node[aria-selected=true]");
    await until("the root to be selected", async () => (await selected.getAttribute("data-row")) === "0");
    await page.keyboard.press("ArrowLeft");
    await until("the root alone", async () => (await page.locator("svg.graph .node").count()) === 1);
    assert.equal(await selected.getAttribute("aria-expanded"), "false");
    assert.match(await selected.locator(".fold-sign").textContent(), /^\+\d+$/);
    await page.keyboard.press("ArrowRight");
    await until("its children", async () => (await page.locator("svg.graph .node").count()) > 10);
    await page.keyboard.press("ArrowRight");
    await until("the first child", async () => (await selected.getAttribute("data-row")) === "1");
    const name = await selected.locator(".name").textContent();
    assert.equal(await page.locator("#body-detail-decider .name").first().textContent(), name);
    await page.locator("svg.graph .node[data-row='0'] .fold-hit").click();
    await until("a press on the sign to fold", async () => (await page.locator("svg.graph .node").count()) === 1);
    await button(page, "Unfold").click();
    await page.locator("[aria-label='Heat of the graph']").selectOption("agents");
    await until("how many agents are in the root", async () => /^\d+ agents$/.test(await page.locator("svg.graph .node[data-row='0'] .amount").textContent()));
    await page.keyboard.press("k");
    assert.equal(await page.locator(".tree-scroll").isVisible(), true);
  },

  async "a graph of three hundred deciders is fluent while it is moved"({ browser, note }) {
    const { server } = await import("../../dev/server.mjs");
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const page = await open(browser, `http://127.0.0.1:${server.address().port}/#agent=9950`, { viewport: { width: 1920, height: 1080 } });
      await button(page, "Graph").click();
      await page.keyboard.press("0");
      await until("all deciders", async () => (await page.locator("svg.graph .node").count()) === 301);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send("Performance.enable");
      const read = async () => Object.fromEntries((await cdp.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value]));
      const box = await page.locator(".graph-view").boundingBox();
      // What a frame takes, with the world going on: as it is, and with the wheel turned in each.
      const frame = async (turning) => {
        const before = await read();
        const frames = await page.evaluate(async ({ x, y, turning }) => {
          const view = document.querySelector(".graph-view");
          const end = performance.now() + 2000;
          let n = 0;
          for (; performance.now() < end; n++) {
            await new Promise((done) => requestAnimationFrame(done));
            if (turning) view.dispatchEvent(new WheelEvent("wheel", { deltaY: n % 40 < 20 ? -40 : 40, clientX: x, clientY: y, cancelable: true }));
          }
          return n;
        }, { x: box.x + box.width / 2, y: box.y + box.height / 2, turning });
        const after = await read();
        const took = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"].map((name) => after[name] - before[name]);
        return { frames, took: 1000 * took.reduce((a, b) => a + b) };
      };
      const still = await frame(false);
      const moved = await frame(true);
      const more = (moved.took - still.took) / moved.frames;
      note(`301 deciders: in 2 s ${still.frames} frames of the screen with ${still.took.toFixed(0)} ms of script and layout while it stands still, ${moved.frames} with ${moved.took.toFixed(0)} ms while it is zoomed`);
      assert.ok(more < 40, `a frame takes ${more.toFixed(1)} ms more while it is zoomed`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};
