// The creatures of a scene as columns of numbers, and how they move from one scene to the next. Nothing here is made
// for a single creature: ten thousand are a few arrays.
import type { Scene, Shape } from "./api.ts";

export const nobody = 0xffff; // in Creatures.what: in no decider

export interface Creatures {
  frame: number;
  count: number;
  roster: number;
  ids: Float64Array;
  xy: Float32Array; // two each
  what: Uint16Array; // index into Hello.leaves, or nobody
  sizes: Float32Array | null; // diameters; null where size is that of all
  size: number;
  groups: Uint8Array | null;
}

/** A scene with what the stream left out as the scene before had it: IDs, and the shapes behind. */
export function whole(before: Scene | null, scene: Scene): Scene {
  if (!before) return scene;
  const ids = scene.ids ?? (scene.roster === before.roster ? before.ids : undefined);
  const behind: Shape[] | undefined = scene.behind ?? (scene.backdrop === before.backdrop ? before.behind : undefined);
  return { ...scene, ...(ids === undefined ? {} : { ids }), ...(behind === undefined ? {} : { behind }) };
}

/** Base64 as bytes. */
export function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

/** The columns of a scene; null where they do not fit together. The machine is taken to be little-endian, as all are that browsers run on. */
export function decode(scene: Scene): Creatures | null {
  const { count } = scene;
  const ids = new Float64Array(bytes(scene.ids ?? "").buffer.slice(0));
  const xy = new Float32Array(bytes(scene.xy).buffer);
  const what = new Uint16Array(bytes(scene.what).buffer);
  const sizes = scene.sizes ? new Float32Array(bytes(scene.sizes).buffer) : null;
  const groups = scene.groups ? bytes(scene.groups) : null;
  if (ids.length !== count || xy.length !== 2 * count || what.length !== count) return null;
  if ((sizes && sizes.length !== count) || (groups && groups.length !== count)) return null;
  return { frame: scene.frame, count, roster: scene.roster, ids, xy, what, sizes, size: scene.size, groups };
}

/** The row of an agent; -1 for none. */
export function rowOf(creatures: Creatures | null, agent: number | null): number {
  return creatures && agent !== null ? creatures.ids.indexOf(agent) : -1;
}

/** Where each creature of b was in a: rows, -1 for those who were not. null where the rows are the same. */
export function matches(a: Creatures, b: Creatures): Int32Array | null {
  if (a.roster === b.roster && a.count === b.count) return null;
  const rows = new Map<number, number>();
  for (let i = 0; i < a.count; i++) rows.set(a.ids[i]!, i);
  const out = new Int32Array(b.count);
  for (let i = 0; i < b.count; i++) out[i] = rows.get(b.ids[i]!) ?? -1;
  return out;
}

const shortest = 16; // milliseconds from scene to scene: the screen is no faster
const longest = 250; // and what comes more seldom is shown as it is when it has come

/**
 * Moves creatures between the last two scenes that came. What is shown lies between two things that were so, never
 * beyond: it is one scene late, and when no more come it ends on the last, exactly.
 */
export class Motion {
  xy = new Float32Array(0); // where they are shown; of `last`
  last: Creatures | null = null;
  private before: Creatures | null = null;
  private rows: Int32Array | null = null;
  private began = 0; // milliseconds
  private every = 50; // between scenes, lately
  private done = true;

  /** A scene has come, now, in milliseconds. jump: it does not follow from the one before. */
  push(creatures: Creatures, now: number, jump: boolean): void {
    const before = this.last;
    this.last = creatures;
    if (this.xy.length !== creatures.xy.length) this.xy = new Float32Array(creatures.xy.length);
    const gap = now - this.began;
    this.began = now;
    if (jump || !before || creatures.frame < before.frame || gap > longest) {
      this.before = null;
      this.xy.set(creatures.xy);
      this.done = true;
      return;
    }
    this.every += (Math.max(shortest, gap) - this.every) / 4;
    this.before = before;
    this.rows = matches(before, creatures);
    this.done = false;
    this.step(now);
  }

  /** Whether they are still on their way. */
  get moving(): boolean {
    return !this.done;
  }

  /** Moves everybody to where they are shown now. Returns whether anything moved. */
  step(now: number): boolean {
    const { before, last, rows, xy } = this;
    if (this.done || !last || !before) return false;
    const share = Math.max(0, (now - this.began) / this.every);
    if (share >= 1) {
      xy.set(last.xy);
      this.done = true;
      return true;
    }
    const to = last.xy;
    const from = before.xy;
    for (let i = 0; i < last.count; i++) {
      const row = rows === null ? i : rows[i]!;
      const j = 2 * i;
      if (row < 0) {
        xy[j] = to[j]!;
        xy[j + 1] = to[j + 1]!;
        continue;
      }
      const x = from[2 * row]!;
      const y = from[2 * row + 1]!;
      xy[j] = x + (to[j]! - x) * share;
      xy[j + 1] = y + (to[j + 1]! - y) * share;
    }
    return true;
  }
}

/** The row of the creature nearest to a place, within so many units beside its own size; -1 for none. */
export function nearest(creatures: Creatures, xy: Float32Array, x: number, y: number, slack: number, shown?: (row: number) => boolean): number {
  let best = -1;
  let least = Infinity;
  for (let i = 0; i < creatures.count; i++) {
    const dx = xy[2 * i]! - x;
    const dy = xy[2 * i + 1]! - y;
    const reach = slack + (creatures.sizes ? creatures.sizes[i]! : creatures.size) / 2;
    const d = dx * dx + dy * dy;
    if (d > reach * reach || d >= least || (shown && !shown(i))) continue;
    least = d;
    best = i;
  }
  return best;
}
