// Where the deciders of the graph are: groups to the left of their children, as many columns as there are levels, and
// siblings below each other in the order of the declaration, since that is their priority. Places depend on the
// declaration and on what is folded alone, so that nothing moves while the game runs.
import type { Row, Seen } from "./model.ts";

export const nodeHeight = 40; // pixels
const step = nodeHeight + 8; // from a sibling to the next, pixels
const cousins = 1.3; // distance of deciders with different groups, in steps
const between = 46; // columns, pixels

export interface Box {
  x: number; // left edge, pixels
  y: number; // upper edge
  width: number;
}

export interface Laid {
  at: ReadonlyMap<number, Box>; // by row
  width: number;
  height: number;
}

// How far a branch reaches up and down, level by level from its root on, in steps from its root.
interface Reach {
  up: number[];
  down: number[];
}

/** Places the rows that are seen. Branches stand as close as they can without overlapping: that of a later sibling is always below. */
export function layOut(seen: Seen, widthOf: (row: Row) => number): Laid {
  const reaches = new Map<number, Reach>();
  const offset = new Map<number, number>(); // from the group, steps
  for (let k = seen.list.length - 1; k >= 0; k--) { // children before their group
    const i = seen.list[k]!;
    const children = seen.rows[i]!.children.filter((child) => seen.at.has(child));
    const below = stack(children.map((child) => reaches.get(child)!));
    children.forEach((child, n) => offset.set(child, below.at[n]!));
    reaches.set(i, { up: [0, ...below.up], down: [0, ...below.down] });
  }
  const roots = seen.list.filter((i) => !seen.at.has(seen.rows[i]!.parent));
  const all = stack(roots.map((i) => reaches.get(i)!));
  roots.forEach((i, n) => offset.set(i, all.at[n]!));
  const top = Math.min(0, ...all.up);

  const columns: number[] = []; // widths
  const level = new Map<number, number>();
  const middle = new Map<number, number>();
  for (const i of seen.list) {
    const row = seen.rows[i]!;
    const depth = level.has(row.parent) ? level.get(row.parent)! + 1 : 0;
    level.set(i, depth);
    middle.set(i, (middle.get(row.parent) ?? -top) + offset.get(i)!);
    columns[depth] = Math.max(columns[depth] ?? 0, widthOf(row));
  }
  const edges = [0]; // left ones
  columns.forEach((width, n) => edges.push(edges[n]! + width + between));
  const at = new Map(seen.list.map((i) => [i, { x: edges[level.get(i)!]!, y: middle.get(i)! * step, width: widthOf(seen.rows[i]!) }]));
  return { at, width: Math.max(1, edges.at(-1)! - between), height: (Math.max(0, ...all.down) - top) * step + nodeHeight };
}

/** Puts branches below each other. at are their roots, up and down how far all reach, seen from the middle of their roots. */
function stack(branches: readonly Reach[]): Reach & { at: number[] } {
  const up: number[] = [];
  const down: number[] = [];
  const at = branches.map((branch, n) => {
    let y = n === 0 ? 0 : -Infinity;
    branch.up.forEach((reach, level) => {
      const taken = down[level];
      if (taken !== undefined) y = Math.max(y, taken - reach + (level === 0 ? 1 : cousins));
    });
    branch.up.forEach((reach, level) => {
      up[level] ??= y + reach;
      down[level] = y + branch.down[level]!;
    });
    return y;
  });
  const middle = ((at[0] ?? 0) + (at.at(-1) ?? 0)) / 2;
  const moved = (all: number[]): number[] => all.map((y) => y - middle);
  return { at: moved(at), up: moved(up), down: moved(down) };
}
