import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const css = readFileSync(join(import.meta.dirname, "../../css/tokens.css"), "utf8");

/** The colours of a block of declarations. */
function tokens(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1]!, m[2]!]));
}
const blocks = css.split(/^(?:@media|:root)/m).slice(1).map(tokens);
const [light, dark, switched] = blocks as [Map<string, string>, Map<string, string>, Map<string, string>];

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(color.slice(at, at + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// text, and what it stands on
const pairs: [string, string[]][] = [
  ["ink", ["pane", "raised", "sunken", "hover", "selected", "ok-soft", "no-soft", "mask-soft", "past-soft", "idle-soft"]],
  ["ink-2", ["pane", "raised", "sunken", "hover", "selected", "no-soft", "mask-soft", "idle-soft"]],
  ["ink-3", ["pane", "raised", "sunken", "hover", "selected", "idle-soft"]],
  ["accent", ["pane", "accent-soft"]],
  ["accent-ink", ["accent"]],
  ["ok", ["pane", "ok-soft", "hover", "selected"]],
  ["no", ["pane", "no-soft", "hover", "selected"]],
  ["mask", ["pane", "mask-soft", "hover", "selected"]],
  ["past", ["pane", "past-soft", "hover"]],
];

for (const [name, theme] of [["light", light], ["dark", dark]] as const) {
  test(`text of the ${name} theme can be read`, () => {
    const poor: string[] = [];
    for (const [text, grounds] of pairs) {
      for (const ground of grounds) {
        const ratio = contrast(theme.get(text)!, theme.get(ground)!);
        if (ratio < 4.5) poor.push(`${text} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
    assert.deepEqual(poor, []);
  });
}

test("the switch to dark is the system's dark", () => {
  assert.ok(dark.size > 20);
  assert.deepEqual([...switched], [...dark]);
});
