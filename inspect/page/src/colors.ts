// Colours of deciders: the same in the tree, on the map and in the timeline. Hue tells the branch of the tree, tone the
// decider within it, both by the declaration, so that a decider keeps its colour from run to run. The hues of a theme
// stay apart also for those who do not see all colours (colors.test.ts measures it); words stand beside them wherever
// it matters, and the legend can leave one alone on the map.
import type { Description } from "./description.ts";

/** Branches have these, in the order of the declaration; a thirteenth begins again. */
const hues = {
  light: ["#18417c", "#d39373", "#2f8a34", "#b9698b", "#73510e", "#58b4c4", "#73599e", "#721118", "#879f18", "#248fcc", "#5f24b7", "#056e5a"],
  dark: ["#3b63be", "#fb882b", "#2ae78e", "#bd1e84", "#8d6803", "#35b9bd", "#b96dfc", "#bf696d", "#cdf118", "#3390be", "#c1b0fe", "#9df2d9"],
} as const;
const grey = { light: "#7b8492", dark: "#8b95a4" } as const; // of what is above branches, and of no decider at all

export const branches = hues.light.length;

type Theme = keyof typeof hues;
export type RGB = readonly [number, number, number];

interface Place {
  branch: number; // -1 for what stands above branches
  of: string; // the name of the branch's root
  tone: number;
}

let known = new Map<string, Place>(); // in the order of the declaration
let ranks = new Map<string, number>();
let fingerprints = "";
const made = { light: new Map<string, string>(), dark: new Map<string, string>() };

/** Gives the deciders of these trees their colours. */
export function setTrees(trees: readonly { fingerprint: string; description: Description }[]): void {
  const same = trees.map((tree) => tree.fingerprint).join();
  if (same === fingerprints) return;
  fingerprints = same;
  const next = new Map<string, Place>();
  let first = 0;
  for (const { description } of trees) first += assign(description, next, first);
  known = next;
  ranks = new Map([...next.keys()].map((name, i) => [name, i]));
  made.light.clear();
  made.dark.clear();
}

/** The color of a decider in a theme, as "#rrggbb"; grey for "". */
export function colorOf(name: string, dark: boolean): string {
  const theme: Theme = dark ? "dark" : "light";
  let color = made[theme].get(name);
  if (!color) {
    color = make(name, theme);
    made[theme].set(name, color);
  }
  return color;
}

function make(name: string, theme: Theme): string {
  if (!name) return grey[theme];
  const place = known.get(name) ?? { branch: hash(name) % branches, of: name, tone: 0 };
  if (place.branch < 0) return grey[theme];
  const hue = hues[theme][place.branch % branches]!;
  const again = Math.floor(place.branch / branches); // a thirteenth branch has the first one's hue, paler
  const base = again === 0 ? hue : mix(hue, theme === "dark" ? "#171b21" : "#ffffff", Math.min(0.35 * again, 0.6));
  // lighter, darker, lighter still …: never so far that it could be another branch's
  const step = Math.min(Math.ceil(place.tone / 2), 3) * 0.11;
  if (step === 0) return base;
  return mix(base, place.tone % 2 === 1 ? "#ffffff" : "#000000", step);
}

/** The branch a decider belongs to, by the name of its root; itself where it stands above all branches. */
export function branchOf(name: string): string {
  const place = known.get(name);
  return place && place.branch >= 0 ? place.of : name;
}

/** Sorts names as they are declared. */
export function byDeclaration(a: string, b: string): number {
  return (ranks.get(a) ?? Infinity) - (ranks.get(b) ?? Infinity) || (a < b ? -1 : a > b ? 1 : 0);
}

/** hash is FNV-1a, for deciders of trees that are not known yet. */
function hash(name: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  return sum >>> 0;
}

/** The roots of the branches of a tree, as places: the largest branch is split as long as there are hues for its parts. */
export function branchesOf(tree: Description): number[] {
  const size = new Map<number, number>();
  const measure = (place: number): number => {
    const children = tree.places[place]?.children ?? [];
    const sum = children.reduce((n, child) => n + measure(child), children.length ? 0 : 1);
    size.set(place, sum);
    return sum;
  };
  const root = tree.order[0];
  if (root === undefined) return [];
  measure(root);
  let roots = [root];
  for (;;) {
    let largest = -1;
    for (const place of roots) {
      if ((tree.places[place]?.children?.length ?? 0) > 0 && (largest < 0 || size.get(place)! > size.get(largest)!)) largest = place;
    }
    if (largest < 0) return roots;
    const parts = tree.places[largest]!.children;
    if (roots.length - 1 + parts.length > branches) return roots;
    roots = roots.flatMap((place) => (place === largest ? parts : [place]));
  }
}

// assign returns how many branches it found. A decider that stands in several places belongs to the first.
function assign(tree: Description, names: Map<string, Place>, first: number): number {
  const roots = branchesOf(tree);
  const of = new Map(roots.map((place, i) => [place, i]));
  const tones = new Map<number, number>();
  const walk = (place: number, branch: number, root: string): void => {
    const description = tree.places[place];
    if (!description) return;
    const name = tree.deciders[description.decider]?.name ?? "";
    const mine = of.has(place) ? first + of.get(place)! : branch;
    if (of.has(place)) root = name;
    if (name && !names.has(name)) {
      const tone = mine < 0 ? 0 : (tones.get(mine) ?? 0);
      if (mine >= 0) tones.set(mine, tone + 1);
      names.set(name, { branch: mine, of: root, tone });
    }
    for (const child of description.children ?? []) walk(child, mine, root);
  };
  if (tree.order[0] !== undefined) walk(tree.order[0], -1, "");
  return roots.length;
}

/** "#rrggbb" as numbers, 0 to 255. */
export function rgb(color: string): RGB {
  const value = parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A mix of two colors: share 0 is all of a, 1 all of b. */
export function mix(a: string, b: string, share: number): string {
  const from = rgb(a);
  const to = rgb(b);
  return `#${from.map((x, i) => Math.round(x + (to[i]! - x) * share).toString(16).padStart(2, "0")).join("")}`;
}

/** Black or white, whichever is read better on a color. */
export function inkOn(color: string): string {
  const [r, g, b] = rgb(color).map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#10151c" : "#ffffff";
}

/** Whether the page is dark now, by the switch or the system. */
export function isDark(): boolean {
  const set = document.documentElement.dataset["theme"];
  return set === "dark" || (set !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}
