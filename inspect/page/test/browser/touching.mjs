// Phones and tablets, with fingers.
import assert from "node:assert/strict";
import { frameOf, open, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";

const touch = { hasTouch: true, isMobile: true };
const panes = { agents: "left", tree: "tree", world: "scene", details: "detail" };

/** Which panes are seen. */
const seen = (view) => view.locator(".pane:visible").evaluateAll((all) => all.map((el) => el.dataset.pane).sort());

/** Moves fingers over the page, each from a place to another, in steps. */
async function fingers(view, ways, steps = 8) {
  const cdp = await view.context().newCDPSession(view);
  const at = (part) => ways.map(([x, y, toX, toY], id) => ({ id, x: x + (toX - x) * part, y: y + (toY - y) * part }));
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let i = 1; i <= steps; i++) {
    await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(i / steps) });
    await view.waitForTimeout(30);
  }
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
}

export const tests = {
  async "a phone shows one panel at a time, with the timeline below and the bar at its foot"({ browser, page }) {
    const view = await open(browser, page.inspector, { viewport: { width: 390, height: 844 }, ...touch });
    assert.deepEqual(await seen(view), ["left", "timeline"]);
    for (const [panel, pane] of Object.entries(panes)) {
      await view.locator(`.dock [data-panel=${panel}]`).tap();
      await until(`${panel} alone`, async () => (await seen(view)).join() === [pane, "timeline"].sort().join());
      assert.equal(await view.locator(".dock [aria-current]").getAttribute("data-panel"), panel);
      const box = await view.locator(`[data-pane=${pane}]`).boundingBox();
      assert.ok(box.width === 390 && box.height > 450, `${panel}: ${JSON.stringify(box)}`);
      // What a finger is to press is large enough for one.
      const small = await view.locator("button:visible, select:visible, input:visible, .agent:visible, svg.tree .row:visible .back, .split:visible").evaluateAll((all) => all.map((el) => [el.outerHTML.slice(0, 90), el.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5)).map(([html, box]) => `${html}: ${box.width} × ${box.height}`));
      assert.deepEqual(small, [], panel);
      const wide = await view.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      assert.deepEqual(wide, [390, 844], `${panel} needs no scrolling of the page`);
    }
    await view.locator(".dock [data-panel=time]").tap();
    await until("the timeline alone", async () => (await seen(view)).join() === "timeline");
    await view.locator(".dock [data-panel=agents]").tap();
    await view.locator(".agent:visible").nth(2).tap(); // whom somebody picks, they want to see
    await until("the tree of who was picked", async () => (await seen(view)).includes("tree"));
    assert.deepEqual(view.faults, []);
    await view.context().close();
  },

  async "a thumb goes through time on the strip, two fingers zoom the timeline, the graph and the map"({ browser, page, ids }) {
    const view = await open(browser, page.inspector, { viewport: { width: 390, height: 844 }, ...touch });
    await select(view, ids[4]);
    await until("something of the past", async () => (await frameOf(view)) > 60);
    const whose = await view.locator(".timeline-whose").textContent();
    const box = await view.locator(".timeline").boundingBox();
    const y = box.y + 50;
    await fingers(view, [[300, y, 160, y]]);
    await until("the past", async () => (await view.locator(".bar .mode.past").count()) === 1);
    const there = await frameOf(view);
    await fingers(view, [[160, y, 120, y]]);
    await until("an earlier frame", async () => (await frameOf(view)) < there);

    await view.touchscreen.tap(200, y); // what a mouse would point at is told
    await until("what is there", async () => /from [\d.]+ s \(frame/.test((await view.locator(".tip:visible").allTextContents()).join()));

    // Apart, and the same frames are wider: a thumb that goes as far passes fewer of them.
    const passed = async () => {
      await fingers(view, [[150, y, 152, y]]);
      const from = await frameOf(view);
      await fingers(view, [[150, y, 230, y]]);
      await until("another frame", async () => (await frameOf(view)) !== from);
      return (await frameOf(view)) - from;
    };
    const before = await passed();
    await fingers(view, [[180, y, 80, y], [200, y, 300, y]]);
    const after = await passed();
    assert.ok(after < before, `${before} frames before, ${after} after`);

    await view.locator("[data-pane=tree] button", { hasText: /^Graph$/ }).tap();
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec(await view.locator("svg.graph > g").getAttribute("transform"))[1]);
    await view.waitForSelector("svg.graph .node");
    const small = await scale();
    await fingers(view, [[180, 400, 80, 400], [200, 400, 300, 400]]);
    await until("a larger graph", async () => (await scale()) > 1.5 * small);
    const move = await view.locator("svg.graph > g").getAttribute("transform");
    await fingers(view, [[200, 500, 150, 420]]);
    await until("the graph to be moved", async () => (await view.locator("svg.graph > g").getAttribute("transform")) !== move);
    assert.ok(Math.abs((await scale()) - Number(/scale\(([\d.]+)\)/.exec(move)[1])) < 1e-3);
    await until("live again", async () => { // a page that is busy may take the tap for the end of the fingers' move
      if ((await view.locator(".bar .mode.past").count()) === 0) return true;
      await view.locator(".bar .mode").tap();
      return false;
    });
    await pause(view);
    await view.locator(".dock [data-panel=world]").tap();
    const map = view.locator(".map");
    let whole;
    await until("the map to stand still", async () => {
      const last = whole;
      whole = (await map.screenshot()).toString("base64");
      return whole === last;
    });
    await fingers(view, [[180, 350, 100, 350], [200, 350, 280, 350]]);
    await until("a larger map", async () => (await map.screenshot()).toString("base64") !== whole);
    assert.equal(await view.locator(".timeline-whose").textContent(), whose, "two fingers select nobody");
    await goOn(view);
    assert.deepEqual(view.faults, []);
    await view.context().close();
  },

  async "tablets show all panes without scrolling the page, and a finger moves the bars between them"({ browser, page }) {
    for (const [width, height] of [[768, 1024], [800, 1100], [1024, 768]]) {
      const view = await open(browser, page.inspector, { viewport: { width, height }, ...touch });
      assert.deepEqual(await seen(view), ["detail", "left", "scene", "timeline", "tree"], String(width));
      assert.deepEqual(await view.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [width, height]);
      assert.deepEqual(await view.evaluate(() => [document.querySelector("#app").scrollHeight, document.querySelector("#app").clientHeight]), [height, height]);
      for (const [name, least] of [["left", 150], ["tree", 200], ["detail", 200], ["timeline", 130], ["scene", 150]]) {
        const box = await view.locator(`[data-pane=${name}]`).boundingBox();
        assert.ok(box.height >= least && box.width >= 200, `${name} at ${width}: ${JSON.stringify(box)}`);
      }
      const bar = await view.locator(".split-right").boundingBox();
      const before = (await view.locator("[data-pane=tree]").boundingBox()).width;
      const y = bar.y + bar.height / 2;
      await fingers(view, [[bar.x - 14, y, bar.x + 46, y]]); // beside the bar: a finger is wide
      const after = (await view.locator("[data-pane=tree]").boundingBox()).width;
      assert.ok(after > before + 30, `the tree at ${width}: ${before}, ${after}`);
      assert.deepEqual(view.faults, []);
      await view.context().close();
    }
  },
};
