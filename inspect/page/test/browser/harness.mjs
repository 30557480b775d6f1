// What the browser tests need: Debian's Chromium, the real demo with a fixed seed, and a page whose console is quiet.
import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

export const root = join(import.meta.dirname, "../../../.."); // of the repository
export const scratch = mkdtempSync(join(tmpdir(), "decidertree-browser-"));

/** The browser's program; "" where there is none. */
export function findChromium() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  return places.find((place) => place && existsSync(place)) ?? "";
}

/** Starts it. One is enough for all tests: each has a context, and so cookies and storage, of its own. */
export function launch() {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    ],
  });
}

/** Builds a command of the repository. It takes as long as Go's cache is cold. */
export function build(name, from) {
  const to = join(scratch, name);
  execFileSync("go", ["build", "-o", to, from], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  return to;
}

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL"))); // also when the tests are given up

/** Starts a program that prints the address of a page, and waits for it. */
export async function serve(program, args) {
  const child = spawn(program, args, { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const look = (line) => {
      said += `${line}\n`;
      const found = /http:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    };
    createInterface(child.stdout).on("line", look);
    createInterface(child.stderr).on("line", look);
    child.once("error", reject);
    child.once("exit", (code) => {
      running.delete(child);
      reject(new Error(`${program} ${args.join(" ")} ended with ${code} before it printed an address:\n${said}`));
    });
  });
  return { url, stop: () => stop(child) };
}

function stop(child) {
  running.delete(child);
  if (child.exitCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
  return gone.then(() => clearTimeout(timer));
}

/** Runs a program and returns what it prints. */
export function run(program, ...args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: scratch, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(" ")}: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}

/** Ends everything that was started, and takes away what was written. */
export async function cleanUp() {
  await Promise.all([...running].map(stop));
  rmSync(scratch, { recursive: true, force: true });
}

/** A page that shows an inspector, and whose console must stay quiet. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "light", ...options });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Chromium tells of every answer that is no success. That there is no map of a frame nobody looked at is no fault,
    // nor that a creature has died.
    if (/\/api\/scene\?/.test(message.location().url)) return;
    if (/\b404\b/.test(message.text()) && /\/api\/agent\//.test(message.location().url)) return;
    page.faults.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(url);
  await page.waitForSelector("[data-pane=left] .agent .id");
  return page;
}

/** The number in the bar: the frame that the page shows. */
export async function frameOf(page) {
  return Number((await page.locator(".bar .frame").textContent()).replaceAll(",", ""));
}

/** Waits until a condition, asked again and again, is so, and returns what it came to. */
export async function until(what, ask, limit = 8000) {
  const end = Date.now() + limit;
  for (;;) {
    const got = await ask();
    if (got) return got;
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Whether a text is that of an agent: "Ogg #7", or "#7" until the page knows its name. */
export function isAgent(text, agent) {
  return new RegExp(`^(.+ )?#${agent}$`).test(text ?? "");
}

/** Has the page ask its server, with its cookie: to compare with what it shows. */
export async function ask(page, path) {
  return page.evaluate(async (at) => (await fetch(`.${at}`)).json(), path);
}
