// The lines of the tree, as SVG paths: from groups to their children, the active path, and what ties deciders together.
import type { Seen } from "./model.ts";
import { edgeOf, rowHeight, xOf, type Fonts } from "./treerow.ts";

const middle = (seen: Seen, i: number): number => (seen.at.get(i)! + 0.5) * rowHeight;

/** The line to a row from its group; alone: without what the siblings before it have drawn of it. */
function line(seen: Seen, i: number, alone: boolean): string {
  const row = seen.rows[i]!;
  if (row.parent < 0) return "";
  const parent = seen.rows[row.parent]!;
  const before = parent.children[parent.children.indexOf(i) - 1];
  const from = alone && before !== undefined ? middle(seen, before) : middle(seen, row.parent) + 6;
  return `M${xOf(parent) + 5} ${from}V${middle(seen, i)}H${xOf(row) + (row.children.length > 0 ? -3 : 10)}`;
}

/** All lines. */
export function edges(seen: Seen): string {
  return seen.list.map((i) => line(seen, i, true)).join("");
}

/** The lines to these rows. */
export function linesTo(seen: Seen, rows: readonly number[]): string {
  return rows.map((i) => line(seen, i, false)).join("");
}

/** The rows that are tied to the selected one: other places of its decider, where it jumps, and what jumps to it. */
export function tied(seen: Seen, selected: number): number[] {
  const row = seen.rows[selected];
  if (!row || !seen.at.has(selected)) return [];
  return seen.list.filter((i) => {
    const other = seen.rows[i]!;
    return i !== selected && other.tree === row.tree && (other.name === row.name || other.name === row.of.jump || (other.of.jump !== "" && other.of.jump === row.name));
  });
}

/** Lines from the selected row to those that are tied to it. */
export function ties(seen: Seen, selected: number, fonts: Fonts): string {
  const end = (i: number): [number, number] => [edgeOf(seen.rows[i]!, fonts), middle(seen, i)];
  return tied(seen, selected).map((i) => {
    const [[x, y], [ox, oy]] = [end(selected), end(i)];
    const out = Math.max(x, ox) + Math.min(60, 18 + Math.abs(oy - y) / 12);
    return `M${x} ${y}C${out} ${y} ${out} ${oy} ${ox} ${oy}`;
  }).join("");
}
