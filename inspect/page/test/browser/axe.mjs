// axe-core on every main view, in both themes, on a phone and on a desk: it must find nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { open } from "./harness.mjs";
import { select } from "./looking.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in a page, one line each. */
async function faultsOf(page) {
  await page.evaluate(`window.axe ?? (() => { ${source} })()`);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, impact, help, nodes }) => nodes.slice(0, 5).map((node) => `${id} (${impact}): ${help}: ${node.target.join(" ")} ${node.html.slice(0, 140)} ${node.any.concat(node.all, node.none).map((check) => check.message).join("; ").slice(0, 160)}`));
  });
}

/** Shows a panel, on a phone, which shows one at a time. */
async function panel(page, name) {
  const button = page.locator(`.dock [data-panel=${name}]`);
  if (await button.isVisible()) await button.click();
}

// The views, each as it is come to from the one before.
const views = {
  "an agent": async (page, ids) => select(page, ids[3]),
  "a decider and why": async (page) => page.locator(".tree [role=treeitem]").nth(2).click(),
  "the graph": async (page) => page.keyboard.press("k"),
  "the tree again": async (page) => page.keyboard.press("k"),
  "the crowd": async (page) => (await panel(page, "agents"), page.getByRole("tab", { name: "Crowd" }).click()),
  "files": async (page) => page.getByRole("tab", { name: "Files" }).click(),
  "the keys": async (page) => page.keyboard.press("?"),
};

export const tests = Object.fromEntries([390, 1280].flatMap((width) => ["light", "dark"].map((colorScheme) => [
  `axe finds nothing at ${width} pixels in the ${colorScheme} theme`,
  async ({ browser, page, ids }) => {
    const view = await open(browser, page.inspector, { viewport: { width, height: width < 800 ? 844 : 800 }, colorScheme });
    const found = [];
    for (const [name, go] of Object.entries(views)) {
      await go(view, ids);
      await view.waitForTimeout(300);
      for (const fault of await faultsOf(view)) found.push(`${name}: ${fault}`);
    }
    await view.context().close();
    assert.deepEqual([...new Set(found)], []);
  },
])));
