// All widths, both themes: nothing is cut, nothing overlaps, nothing jumps.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { open } from "./harness.mjs";
import { select } from "./looking.mjs";

export const tests = {
  async "at all widths and in both themes everything has its place, and keeps it while the game runs"({ browser, page, ids, scratch }) {
    mkdirSync(`${scratch}/looks`, { recursive: true });
    const both = ["light", "dark"];
    for (const [width, height, schemes] of [[390, 844, ["dark"]], [800, 900, ["light"]], [1024, 768, ["light"]], [1280, 800, both], [1920, 1080, both]]) { // the narrow ones scroll down, not sideways
      for (const colorScheme of schemes) {
        const at = `${width}, ${colorScheme}`;
        const view = await open(browser, page.inspector, { viewport: { width, height }, colorScheme });
        await select(view, ids[3]);
        await view.mouse.move(width / 2, 20);
        await view.waitForTimeout(400);
        const found = await view.evaluate(async () => {
          let shifted = 0;
          const watch = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) shifted += entry.value;
          });
          watch.observe({ type: "layout-shift" });
          await new Promise((resolve) => setTimeout(resolve, 900));
          watch.disconnect();
          const over = [];
          for (const head of document.querySelectorAll(".pane-head, .bar, .status")) {
            if (head.offsetParent === null && head.className !== "bar") continue;
            const children = [...head.querySelectorAll("button, h2, select, input, .num")].filter((el) => el.getClientRects().length > 0);
            const box = head.getBoundingClientRect();
            for (const [i, el] of children.entries()) {
              const a = el.getBoundingClientRect();
              if (a.width === 0) continue;
              if (a.right > box.right + 1 || a.left < box.left - 1) over.push(`${el.textContent || el.className} sticks out of its line`);
              for (const other of children.slice(i + 1)) {
                if (other.contains(el) || el.contains(other)) continue;
                const b = other.getBoundingClientRect();
                if (b.width > 0 && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) over.push(`${el.textContent || el.className} lies on ${other.textContent || other.className}`);
              }
            }
          }
          const root = document.documentElement;
          if (document.getElementById("app").scrollWidth > innerWidth) over.push("the page scrolls sideways");
          if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) over.push("the page scrolls");
          return { shifted, over, ground: getComputedStyle(document.body).backgroundColor };
        });
        assert.deepEqual(found.over, [], at);
        assert.ok(found.shifted < 0.02, `${at}: the layout has shifted by ${found.shifted}`);
        const [red] = found.ground.match(/\d+/g).map(Number);
        assert.equal(red < 128, colorScheme === "dark", at);
        await view.screenshot({ path: `${scratch}/looks/${width}-${colorScheme}.png` });
        assert.deepEqual(view.faults, [], at);
        await view.context().close();
      }
    }
  },
};
