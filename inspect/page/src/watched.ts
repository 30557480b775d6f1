// What somebody watches: values of the selected agent, or of one agent for good. Their samples over time, put together
// from the pieces the server sends, and read at a frame.
import type { Api, Plots, Sample, Watched } from "./api.ts";

export interface Watch extends Watched {
  agent: number | null; // null follows the selected one
}

export const mostWatched = 12;

/** The name under which a value is known. */
export const keyOf = (of: Watched): string => JSON.stringify([of.kind, of.decider ?? "", of.name ?? ""]);

/** A value in words: "EAT: its Decide". */
export function watchWords(of: Watched): string {
  switch (of.kind) {
    case "key":
      return of.decider ? `${of.name} of ${of.decider}` : (of.name ?? "");
    case "field":
      return of.name ? `${of.decider}.${of.name}` : `${of.decider}: block`;
    case "decide":
      return `${of.decider}: Decide`;
    case "entries":
      return `${of.decider}: entries`;
    case "iteration":
      return `${of.decider}: iteration`;
    default:
      return of.kind;
  }
}

/** Reads a list that was kept; what is none of ours is left out. */
export function readWatches(kept: unknown): Watch[] {
  if (!Array.isArray(kept)) return [];
  const kinds = ["key", "field", "decide", "entries", "iteration"];
  const out: Watch[] = [];
  for (const item of kept.slice(0, mostWatched)) {
    const { kind, decider, name, agent } = (item ?? {}) as Record<string, unknown>;
    if (typeof kind !== "string" || !kinds.includes(kind) || (decider !== undefined && typeof decider !== "string") || (name !== undefined && typeof name !== "string")) continue;
    out.push({ kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}), agent: Number.isSafeInteger(agent) ? (agent as number) : null });
  }
  return out;
}

/** The sample that holds in a frame; null before the first. */
export function sampleAt(samples: readonly Sample[], frame: number): Sample | null {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? samples[low - 1]! : null;
}

export interface Extent {
  least: number;
  most: number;
}

/** The least and the most of a value's numbers in a stretch of frames; null if it has none there, or is no number. */
export function extentOf(samples: readonly Sample[], from: number, to: number): Extent | null {
  let out: Extent | null = null;
  samples.forEach((sample, i) => {
    const end = samples[i + 1]?.frame ?? Infinity;
    if (sample.number === undefined || sample.frame > to || end <= from) return;
    if (!out) out = { least: sample.number, most: sample.number };
    else out = { least: Math.min(out.least, sample.number), most: Math.max(out.most, sample.number) };
  });
  return out;
}

/** Whether a value is drawn as a line: all that is known of it are numbers. */
export const isNumeric = (samples: readonly Sample[]): boolean => samples.some((s) => s.known) && samples.every((s) => !s.known || s.number !== undefined);

/** The values of one agent. */
export class Values {
  from = 0; // what is known: frames
  to = -1;
  problem = "";
  private series = new Map<string, Sample[]>();
  private loading = false;

  constructor(readonly agent: number, readonly watched: readonly Watched[]) {}

  samples(of: Watched): readonly Sample[] {
    return this.series.get(keyOf(of)) ?? [];
  }

  /** Asks for what has come since. Returns whether there was any. */
  async load(api: Pick<Api, "values">): Promise<boolean> {
    if (this.loading || this.watched.length === 0) return false;
    this.loading = true;
    try {
      this.add(await api.values(this.agent, this.watched, this.to < 0 ? undefined : this.to));
      this.problem = "";
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      return this.to < 0;
    } finally {
      this.loading = false;
    }
  }

  /** Takes a piece. It counts for its frames; what is known of earlier ones stays. */
  add(piece: Plots): void {
    const fresh = this.to < 0 || piece.from > this.to + 1 || piece.to < this.to;
    if (fresh) this.series.clear();
    if (fresh || piece.first > this.from) this.from = fresh ? piece.from : piece.first;
    this.to = piece.to;
    this.watched.forEach((of, i) => {
      const key = keyOf(of);
      const kept = (this.series.get(key) ?? []).filter((sample) => sample.frame < piece.from);
      for (const sample of piece.series[i]?.samples ?? []) {
        const last = kept.at(-1);
        if (!last || last.known !== sample.known || last.text !== sample.text) kept.push(sample);
      }
      while (kept.length > 1 && kept[1]!.frame <= piece.first) kept.shift();
      this.series.set(key, kept);
    });
  }
}
