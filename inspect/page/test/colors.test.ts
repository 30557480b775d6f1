import assert from "node:assert/strict";
import { test } from "node:test";
import type { Description } from "../src/api.ts";
import { branches, branchesOf, branchOf, byDeclaration, colorOf, inkOn, mix, rgb, setTrees } from "../src/colors.ts";

type Node = [name: string, ...children: Node[]];

/** A description with as much as colors need, of a tree as nested lists. */
function tree(root: Node): Description {
  const places: { place: number; parent: number; decider: number; depth: number; index: number; children: number[]; path: string }[] = [];
  const names: string[] = [];
  const add = ([name, ...children]: Node, parent: number, depth: number): number => {
    const place = places.length;
    if (!names.includes(name)) names.push(name);
    places.push({ place, parent, decider: names.indexOf(name), depth, index: 0, children: [], path: name });
    places[place]!.children = children.map((child) => add(child, place, depth + 1));
    return place;
  };
  add(root, -1, 0);
  return { name: root[0], fingerprint: "0x1", size: 0, deciders: names.map((name) => ({ name })), places, order: places.map((p) => p.place), keys: [], slots: [], gates: [], squads: [] } as unknown as Description;
}
const leaf = (name: string): Node => [name];
const big = tree(["ROOT", leaf("DIE"), ["FLEE", leaf("CRY"), leaf("RUN")], ["LIVE", ["EAT", leaf("GRAZE"), leaf("SEARCH"), leaf("HOME")], ["SLEEP", leaf("HOME"), leaf("LIE")], ["PLAY", ...Array.from({ length: 14 }, (_, i) => leaf(`TOY${i}`))]]]);

test("branches are the parts of the largest one as long as there are hues for them", () => {
  const names = branchesOf(big).map((place) => big.places[place]!.path);
  assert.deepEqual(names, ["DIE", "FLEE", "EAT", "SLEEP", "PLAY"], "PLAY has too many parts");
});

test("a decider has its branch's hue, a shared one that of its first place, what is above is grey", () => {
  setTrees([{ fingerprint: "big", description: big }]);
  assert.equal(branchOf("GRAZE"), "EAT");
  assert.equal(branchOf("HOME"), "EAT");
  assert.equal(branchOf("LIVE"), "LIVE");
  assert.equal(colorOf("ROOT", false), colorOf("LIVE", false));
  assert.equal(colorOf("ROOT", false), colorOf("", false));
  const of = (name: string) => colorOf(name, true);
  assert.equal(new Set(["EAT", "GRAZE", "SEARCH", "HOME"].map(of)).size, 4, "tones differ");
  assert.deepEqual(["SLEEP", "DIE", "EAT"].sort(byDeclaration), ["DIE", "EAT", "SLEEP"]);
  assert.match(colorOf("UNKNOWN", false), /^#[0-9a-f]{6}$/);
});

// OKLab, and what those see who lack one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1.
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
function linear(color: string): number[] {
  return rgb(color).map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
}
function lab(color: string, m: number[]): number[] {
  const v = linear(color);
  const [r, g, b] = [0, 3, 6].map((i) => Math.min(1, Math.max(0, m[i]! * v[0]! + m[i + 1]! * v[1]! + m[i + 2]! * v[2]!))) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const a = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const c = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * a - 0.0040720468 * c, 1.9779984951 * l - 2.428592205 * a + 0.4505937099 * c, 0.0259040371 * l + 0.7827717662 * a - 0.808675766 * c];
}
const luminance = (color: string): number => {
  const [r, g, b] = linear(color) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

test("the hues stay apart for everybody, and from what they stand on", () => {
  setTrees([{ fingerprint: "hues", description: tree(["ROOT", ...Array.from({ length: branches }, (_, i) => leaf(`B${i}`))]) }]);
  for (const dark of [false, true]) {
    const colors = Array.from({ length: branches }, (_, i) => colorOf(`B${i}`, dark));
    assert.equal(new Set(colors).size, branches);
    for (const [who, m] of Object.entries(blindness)) {
      // What can just be told apart is about 0.02.
      for (const [i, a] of colors.entries()) {
        for (const b of colors.slice(0, i)) {
          const [x, y] = [lab(a, m), lab(b, m)];
          const distance = Math.hypot(x[0]! - y[0]!, x[1]! - y[1]!, x[2]! - y[2]!);
          assert.ok(distance > 0.07, `${who}, dark ${dark}: ${a} and ${b} are ${distance.toFixed(3)} apart`);
        }
      }
    }
    for (const color of colors) assert.ok(contrast(color, dark ? "#171b21" : "#ffffff") > 2.3, `${color} is hard to see`);
  }
});

test("words on a color can be read", () => {
  for (let i = 0; i < branches; i++) {
    for (const dark of [false, true]) {
      const color = colorOf(`B${i}`, dark);
      assert.ok(contrast(color, inkOn(color)) >= 4, `${inkOn(color)} on ${color}: ${contrast(color, inkOn(color)).toFixed(2)}`);
    }
  }
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
});
