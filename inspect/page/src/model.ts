// The rows of a tree: its deciders in the order of the declaration, with what is plugged in below its slot, and which
// of them are folded away. Plain data, no elements.
import type { DeciderDescription, Description, Hello, Moment, Tree } from "./api.ts";

export interface Row {
  index: number; // in Moment.places
  tree: string; // fingerprint of the tree it is in
  plugged: boolean; // that tree is plugged in
  place: number;
  depth: number; // plugged trees count from their slot
  parent: number; // index of the row, -1 for none
  children: number[]; // indices of rows
  of: DeciderDescription;
  name: string;
  path: string;
  shared: number; // how many places the decider has in its tree
}

/** What has to be the same for rows to be used for another moment. */
export function shapeOf(moment: Moment): string {
  let text = moment.tree;
  moment.places.forEach((state, i) => {
    if (state.tree && state.place === 0) text += ` ${i}:${state.slot}:${state.tree}`;
  });
  return `${text} ${moment.places.length}`;
}

function sharedIn(tree: Description): number[] {
  const counts = new Array<number>(tree.deciders.length).fill(0);
  for (const place of tree.places) counts[place.decider]!++;
  return counts;
}

/** The rows of an agent's tree, as a moment tells it. Trees it does not know are left out. */
export function rowsOf(moment: Moment, trees: readonly Tree[]): Row[] {
  const of = new Map(trees.map((tree) => [tree.fingerprint, tree.description]));
  const counts = new Map<string, number[]>();
  const rows: Row[] = [];
  const at = new Map<string, number>(); // row by slot and place
  const rowAt: number[] = []; // row by index in places
  moment.places.forEach((state, index) => {
    const fingerprint = state.tree || moment.tree;
    const tree = of.get(fingerprint);
    const place = tree?.places[state.place];
    const decider = place && tree.deciders[place.decider];
    if (!tree || !place || !decider) return;
    if (!counts.has(fingerprint)) counts.set(fingerprint, sharedIn(tree));
    const slot = state.slot ? rowAt[state.slot - 1] : undefined;
    const parent = (place.parent < 0 ? slot : at.get(`${state.slot ?? 0}:${place.parent}`)) ?? -1;
    const i = rows.length;
    const base = slot === undefined ? 0 : rows[slot]!.depth + 1;
    rows.push({
      index, tree: fingerprint, plugged: slot !== undefined, place: state.place, depth: base + place.depth, parent, children: [],
      of: decider, name: decider.name, path: slot === undefined ? place.path : `${rows[slot]!.path} > ${place.path}`, shared: counts.get(fingerprint)![place.decider]!,
    });
    at.set(`${state.slot ?? 0}:${state.place}`, i);
    rowAt[index] = i;
    if (parent >= 0) rows[parent]!.children.push(i);
  });
  return rows;
}

/** The rows of a tree that nobody runs. */
export function rowsOfTree(tree: Tree): Row[] {
  const places = tree.description.order.map((place) => ({ place }));
  return rowsOf({ tree: tree.fingerprint, places } as Moment, [tree]);
}

/** Folded groups, by what stays when the tree is rebuilt. */
export function keyOf(row: Row): string {
  return `${row.tree}:${row.path}`;
}

/** The rows that are seen: those below no folded group. */
export function visible(rows: readonly Row[], folded: ReadonlySet<string>): number[] {
  const seen: number[] = [];
  const hidden = new Set<number>();
  rows.forEach((row, i) => {
    if (row.parent >= 0 && (hidden.has(row.parent) || folded.has(keyOf(rows[row.parent]!)))) hidden.add(i);
    else seen.push(i);
  });
  return seen;
}

/** Which rows are seen, and as the how manyth. */
export interface Seen {
  rows: readonly Row[];
  list: readonly number[]; // indices into rows
  at: ReadonlyMap<number, number>; // where in list a row is
}

/** Those that are seen. */
export function seen(rows: readonly Row[], folded: ReadonlySet<string>): Seen {
  const list = visible(rows, folded);
  return { rows, list, at: new Map(list.map((row, i) => [row, i])) };
}

/**
 * What a key does in the tree, as the ARIA practices have it: up and down go through what is seen, right unfolds or goes to
 * the first child, left folds or goes to the group. now is the selected row, -1 for none; null is no key of the tree's.
 */
export function step(seen: Seen, now: number, key: string, isFolded: (row: Row) => boolean): { go?: number; fold?: boolean } | null {
  const row = seen.rows[now];
  const to = (i: number | undefined): { go?: number } => (i === undefined || i < 0 ? {} : { go: i });
  const at = seen.at.get(now);
  switch (key) {
    case "ArrowDown":
      return to(at === undefined ? seen.list[0] : seen.list[at + 1]);
    case "ArrowUp":
      return to(at === undefined ? seen.list[0] : seen.list[at - 1]);
    case "ArrowRight":
      if (!row || row.children.length === 0) return {};
      return isFolded(row) ? { fold: false } : to(row.children[0]);
    case "ArrowLeft":
      if (!row) return {};
      return row.children.length > 0 && !isFolded(row) ? { fold: true } : to(row.parent);
    case "Home":
      return to(seen.list[0]);
    case "End":
      return to(seen.list.at(-1));
  }
  return null;
}

/** Folds every group that is not on a way to one of these rows. */
export function foldAllBut(rows: readonly Row[], keep: Iterable<number>): Set<string> {
  const open = new Set<number>();
  for (let i of keep) {
    for (i = rows[i]?.parent ?? -1; i >= 0 && !open.has(i); i = rows[i]!.parent) open.add(i);
  }
  const folded = new Set<string>();
  rows.forEach((row, i) => {
    if (row.children.length > 0 && !open.has(i)) folded.add(keyOf(row));
  });
  return folded;
}

export const soon = 5; // frames without a tick that mean nothing yet: not all agents tick in each

/** Whether a living world has no such agent any more, or does not tick it: nothing of it is active, or the server knows nobody of that ID. */
export function gone(moment: Moment): boolean {
  if (moment.problem) return moment.problem.code === "notFound";
  return moment.places.length > 0 && moment.asked - moment.frame >= soon && !moment.places.some((place) => place.active);
}

/**
 * The groups above a forced decider that keep the override from having an effect, the outermost first: a group asks its
 * children only while it is active or asked itself. None if the decider is active or was asked.
 */
export function blocking(rows: readonly Row[], at: number, moment: Moment): string[] {
  const state = (i: number) => moment.places[rows[i]!.index];
  const out: string[] = [];
  if (!rows[at] || state(at)?.active) return out;
  for (let i = rows[at].parent; i >= 0 && !state(i)?.active; i = rows[i]!.parent) out.unshift(rows[i]!.name);
  return out;
}

/** The groups that lead to a row, the outermost first, without the root: it is asked in any case. */
export function groupsAbove(rows: readonly Row[], at: number): string[] {
  const out: string[] = [];
  for (let i = rows[at]?.parent ?? -1; i >= 0 && rows[i]!.parent >= 0; i = rows[i]!.parent) out.unshift(rows[i]!.name);
  return out;
}

/**
 * The decider that runs in place of a forced one whose groups are forced as well; "" for none. In a group of the policies
 * below what runs is not given up for a forced decider that stands after it, or that is worth less.
 */
export function rival(rows: readonly Row[], at: number, moment: Moment): string {
  const active = (i: number): boolean => moment.places[rows[i]!.index]?.active === true;
  if (!rows[at] || active(at)) return "";
  let branch = at;
  while (rows[branch]!.parent >= 0 && !active(rows[branch]!.parent)) branch = rows[branch]!.parent;
  const group = rows[rows[branch]!.parent];
  const runs = group?.children.find(active) ?? -1;
  if (!group || runs < 0 || !["PrioritizedList", "Scored", "Random"].includes(group.of.policy)) return "";
  return group.of.policy === "PrioritizedList" && runs > branch ? "" : rows[runs]!.name;
}

/** The trees that agents of the game run, without those that only an opened recording has. Of a recording, all. */
export function ownTrees(hello: Pick<Hello, "live" | "trees" | "crowds">): readonly Tree[] {
  const crowds = hello.crowds ?? [];
  if (!hello.live || crowds.length === 0 || crowds.some((crowd) => !crowd.tree)) return hello.trees;
  const own = hello.trees.filter((tree) => crowds.some((crowd) => crowd.tree === tree.fingerprint));
  return own.length > 0 ? own : hello.trees;
}

/** The deepest active rows: the leaves of the active path, several in a Concurrent group. */
export function activeLeaves(rows: readonly Row[], moment: Moment | null): number[] {
  if (!moment) return [];
  const active = (i: number): boolean => moment.places[rows[i]!.index]?.active === true;
  const leaves: number[] = [];
  rows.forEach((row, i) => {
    if (active(i) && !row.children.some(active)) leaves.push(i);
  });
  return leaves;
}

/** The rows whose decider, behavior or function has the text in it. */
export function matches(rows: readonly Row[], query: string): number[] {
  const text = query.trim().toLowerCase();
  if (text === "") return [];
  const found: number[] = [];
  rows.forEach((row, i) => {
    const words = [row.name, row.of.behavior?.name, row.of.decide?.name, row.of.jump];
    if (words.some((word) => word?.toLowerCase().includes(text))) found.push(i);
  });
  return found;
}

/** What a decider is, in few words: its policy, or what stands for it. */
export function kindOf(of: DeciderDescription, description?: Description): string {
  if (of.children.length > 0) return policies[of.policy] ?? of.policy;
  if (of.jump) return `jump to ${of.jump}`;
  if (of.slot >= 0) return `slot ${description?.slots[of.slot]?.name ?? ""}`.trim();
  return "";
}

const policies: Record<string, string> = {
  PrioritizedList: "prioritized",
  Sequential: "sequential",
  SequentialLooping: "looping",
  Random: "random",
  Shuffle: "shuffle",
  OneOff: "one-off",
  Scored: "scored",
  Sequence: "sequence",
  Selector: "selector",
  ReactiveSequence: "reactive sequence",
  ReactiveSelector: "reactive selector",
  Concurrent: "concurrent",
};
