// Notes that are kept in the recording's file, and links that outlive the game.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ask, frameOf, isAgent, open, serve, until } from "./harness.mjs";
import { goOn, pause, select } from "./looking.mjs";
import { choose } from "./time.mjs";

const rows = (page) => page.locator(".notes li");

export const tests = {
  async "a note is listed, marked on the timeline, leads back to its moment, and is in the saved file"({ page, browser, ids, scratch }) {
    await select(page, ids[3]);
    await choose(page, "CORNERED");
    await pause(page);
    const frame = await frameOf(page);
    await page.keyboard.press("J");
    await page.locator("[aria-label='Words of the note']").fill("<img src=x onerror=alert(1)> why not?");
    await page.keyboard.press("Control+Enter");
    await until("the note", async () => (await rows(page).count()) === 1);
    assert.equal(await rows(page).locator(".note-words").textContent(), "<img src=x onerror=alert(1)> why not?");
    const about = await rows(page).locator(".text span").nth(1).textContent();
    assert.ok(about.startsWith(`frame ${frame.toLocaleString("en-US")}, `) && about.endsWith(", CORNERED"), about);

    await select(page, ids[4]);
    await page.keyboard.press("Escape");
    await page.locator("[data-pane=tree] .tree-scroll").focus();
    await page.keyboard.press("j"); // a bookmark
    await page.locator("#tab-left-notes").click();
    await until("the bookmark", async () => (await rows(page).count()) === 2);
    await rows(page).locator(".text", { hasText: "why not?" }).click();
    await until("its agent", async () => isAgent(await page.locator(".timeline-whose").textContent(), ids[3]));
    assert.equal(await frameOf(page), frame);
    assert.match(await page.locator("#body-detail-decider .name").first().textContent(), /^CORNERED$/);

    // Another page is told, and the file has both.
    const other = await open(browser, page.inspector);
    await other.locator("#tab-left-notes").click();
    await until("both on the other page", async () => (await rows(other).count()) === 2);
    await rows(page).filter({ hasText: "Bookmark" }).locator("button[title=Remove]").click();
    await until("one on the other page", async () => (await rows(other).count()) === 1);
    await other.context().close();
    await page.locator("#tab-left-files").click();
    const saved = page.waitForEvent("download");
    await page.locator("button", { hasText: "Save the recording" }).click();
    const file = join(scratch, "noted.decisions");
    await (await saved).saveAs(file);
    await page.locator("input[type=file]").setInputFiles({ name: "noted", mimeType: "application/octet-stream", buffer: readFileSync(file) });
    await until("the recording", () => page.url().includes("recording=upload"));
    await page.locator("#tab-left-notes").click();
    await until("the note of the file", async () => (await rows(page).count()) === 1);
    await rows(page).locator(".text").click();
    await until("its moment", async () => (await frameOf(page)) === frame);
    await page.goto(page.inspector);
    await page.waitForSelector("[data-pane=left] .agent .id");
    await page.evaluate(async () => {
      const { notes } = await (await fetch("./api/notes")).json();
      for (const note of notes) await fetch("./api/note", { method: "POST", body: JSON.stringify({ do: "remove", note: { id: note.id } }), headers: { "Content-Type": "application/json" } });
    });
    await goOn(page);
  },

  async "a link says in another run what does not fit, and shows a frame that is yet to come when it has come"({ browser, page, ids, demo }) {
    await select(page, ids[2]);
    await choose(page, "CORNERED");
    await page.locator("#tab-left-files").click();
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: (words) => Promise.resolve((window.copied = words)) } }));
    await page.locator("button", { hasText: "Copy a link to this moment" }).click();
    const link = await page.evaluate(() => window.copied);
    assert.match(link, new RegExp(`#agent=${ids[2]}&frame=\\d+&decider=CORNERED&title=decidertree\\+demo&seed=15$`));
    assert.doesNotMatch(link, /token/);
    const now = (await ask(page, "/api/hello")).frame;

    if (!demo) return; // the game is given: there is no other
    const game = await serve(demo, ["-plain", "-inspect-addr", "127.0.0.1:0", "-seed", "16", "-seconds", "100000"]);
    const view = await open(browser, game.url);
    const message = view.locator(".status .message");
    const paste = async (words) => {
      await view.locator("#tab-left-files").click();
      await view.locator("[aria-label='Link to show']").fill(words);
      await view.keyboard.press("Enter");
    };
    await paste(link.replace(/frame=\d+/, "frame=1").replace("CORNERED", "FLY"));
    await until("what does not fit", async () => /its world has the seed 15, and this one 16, so other things happen in it; no tree here has the decider FLY/.test(await message.textContent()));
    await paste("nonsense");
    await until("that it is no link", async () => /no link/.test(await message.textContent()));

    const late = (await ask(view, "/api/hello")).frame + 60;
    await paste(link.replace("seed=15", "seed=16").replace(/frame=\d+/, `frame=${late}`));
    await until("that it is yet to come", async () => /is yet to come, in \d+ frames?: it is shown then/.test(await message.textContent()));
    await until("the frame", async () => (await frameOf(view)) === late && (await view.locator(".bar .mode.past").count()) === 1, 15_000);
    assert.ok(now > 0);
    assert.deepEqual(view.faults, []);
    await view.context().close();
    await game.stop();
  },
};
