// Recordings as files: saved by the page, opened by the page, and by the command without a game.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { ask, frameOf, open, serve, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";
import { drag, save, settled } from "./time.mjs";

export const tests = {
  async "what is saved is opened again, here and by the command, and says the same"({ browser, page, ids, tool, scratch }) {
    const agent = ids[3];
    await select(page, agent);
    await pause(page);
    await drag(page, 0.6);
    const frame = await frameOf(page);
    const moment = await settled(page, agent);
    const file = await save(page, `${scratch}/saved.rec`);
    assert.ok(statSync(file).size > 1000);

    const view = await serve(tool, ["view", file]);
    const viewer = await open(browser, `${view.url}#agent=${agent}&frame=${frame}`);
    await until("the frame", async () => (await frameOf(viewer)) === frame);
    assert.deepEqual((await settled(viewer, agent)).text, moment.text);
    assert.equal((await ask(viewer, "/api/hello")).live, false);
    assert.equal(await viewer.locator(".bar .link").textContent(), "a recording");
    assert.equal(await viewer.locator("button", { hasText: "Fork from here" }).isDisabled(), true);
    assert.deepEqual(viewer.faults, []);
    await viewer.context().close();
    await view.stop();

    const second = await page.context().newPage();
    await second.goto(page.url().replace(/#.*/, ""));
    await second.locator("#tab-left-files").click();
    const before = second.url();
    await second.setInputFiles("#open-recording", file);
    await until("the recording", async () => second.url() !== before && /recording=/.test(second.url()));
    await second.waitForSelector("[data-pane=left] .agent .id");
    assert.equal((await ask(second, `/api/hello${new URL(second.url()).search}`)).live, false);
    await second.close();
    await page.keyboard.press("l");
    await goOn(page);
  },

  async "a file that is none is refused in words, and the page goes on"({ page }) {
    await page.locator("#tab-left-files").click();
    const faults = page.faults.length;
    await page.setInputFiles("#open-recording", { name: "broken.rec", mimeType: "application/octet-stream", buffer: Buffer.from("no recording at all") });
    const words = await until("words", async () => {
      const got = await page.locator(".files-word").textContent();
      return got && !got.startsWith("Opening") && got;
    });
    assert.doesNotMatch(words, /undefined|\[object|JSON/);
    await until("live", async () => (await page.locator(".bar .mode.live").count()) === 1);
    page.faults.splice(faults); // the browser itself tells of an answer of 400
    await page.locator("#tab-left-agents").click();
  },

  async "dropping a file opens it"({ page, scratch }) {
    const file = `${scratch}/saved.rec`;
    const bytes = readFileSync(file).toString("base64");
    const second = await page.context().newPage();
    await second.goto(page.url().replace(/#.*/, ""));
    await second.waitForSelector("[data-pane=left] .agent .id");
    const data = await second.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], "dropped.rec"));
      return transfer;
    }, bytes);
    await second.dispatchEvent("body", "dragover", { dataTransfer: data });
    assert.equal(await second.locator(".veil").isVisible(), true);
    await second.dispatchEvent("body", "drop", { dataTransfer: data });
    await until("the recording", async () => /recording=/.test(second.url()));
    await second.close();
  },
};
