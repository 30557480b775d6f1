// Writes src/wire.ts: the types of internal/wire in TypeScript, with their comments. The tests run it with --check, so that
// the page and the server cannot drift apart.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const wire = join(root, "../../internal/wire");
const types = { string: "string", bool: "boolean", float64: "number", int: "number", int64: "number", uint64: "number", "json.RawMessage": "Description" };

function typeOf(go) {
  if (go.startsWith("[]")) return `${typeOf(go.slice(2))}[]`;
  if (go.startsWith("*")) return typeOf(go.slice(1));
  return types[go] ?? go;
}

// A slice that is empty may come as null from Go where the server forgets to make it; api.ts heals those on arrival.
function struct(name, doc, body) {
  const lines = body.split("\n").flatMap((line) => {
    const field = /^\t(\w+)\s+(\S+)\s+`json:"(\w+)(,omitempty)?"`(?:\s*\/\/ (.*))?$/.exec(line);
    if (!field) return [];
    const [, , go, json, omit, comment] = field;
    return [`  ${json}${omit || go.startsWith("*") ? "?" : ""}: ${typeOf(go)};${comment ? ` // ${comment}` : ""}`];
  });
  return `${doc}export interface ${name} {\n${lines.join("\n")}\n}\n`;
}

function mirror(source) {
  const out = [];
  const pattern = /((?:^\/\/.*\n)*)^type (\w+) struct \{\n([\s\S]*?)^\}\n/gm;
  for (const [, doc, name, body] of source.matchAll(pattern)) out.push(struct(name, doc, body));
  return out;
}

const first = (name) => (name === "wire.go" ? "" : name);
const files = readdirSync(wire).filter((name) => name.endsWith(".go")).sort((a, b) => (first(a) < first(b) ? -1 : 1));
const written = [
  "// Written by dev/mirror.mjs from internal/wire, which documents the types. Do not edit.\n",
  'import type { Description } from "./description.ts";\n',
  ...files.flatMap((name) => mirror(readFileSync(join(wire, name), "utf8"))),
].join("\n");

const target = join(root, "src/wire.ts");
if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== written) {
    console.error("src/wire.ts differs from internal/wire: run npm run mirror");
    process.exit(1);
  }
} else {
  writeFileSync(target, written);
}
