// Builds the page into ../assets, where Go embeds it: the same bytes from the same sources on every machine.
//
//   node build.mjs            the page, minified
//   node build.mjs --out DIR  the same, elsewhere; CI compares it with ../assets
//   node build.mjs --tests    the unit tests into .out/test, for node --test
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const common = { bundle: true, absWorkingDir: here, target: "es2022", logLevel: "warning", charset: "utf8", legalComments: "none" };

if (process.argv.includes("--tests")) {
  rmSync(join(here, ".out/test"), { recursive: true, force: true });
  const tests = readdirSync(join(here, "test")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => `test/${name}`),
    outdir: ".out/test",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
  });
} else {
  const at = process.argv.indexOf("--out");
  const out = at < 0 ? join(here, "../assets") : process.argv[at + 1];
  mkdirSync(out, { recursive: true });
  await build({ ...common, entryPoints: { app: "src/main.ts" }, outdir: out, minify: true, format: "iife" });
  await build({ ...common, entryPoints: { app: "css/app.css" }, outdir: out, minify: true });
  for (const name of ["index.html", "icon.svg"]) cpSync(join(here, name), join(out, name));
}
