// What is known of an agent's past: its lanes, put together from the pieces the server sends while the world goes on,
// and laid into rows.
import type { Lane, Lanes, Mark, Span, Swing } from "./api.ts";

// Seconds. A visit that is seen from its middle is the same one where it began at the same time; that is counted back
// from how long it has been active, and so not exact to the last bit.
const sameBegin = 1e-4;

/** A lane and where it is drawn. */
export interface LaidLane {
  lane: Lane;
  row: number;
}

export class Past {
  first = 0; // the first frame that can be had
  from = 0; // what is known: frames
  to = 0;
  marks: Mark[] = [];
  swings: Swing[] = [];
  gone = false; // the server knows no such agent any more
  private byKey = new Map<string, Lane>();
  private order: string[] = [];
  private ticked = 0; // the frame of the last tick that is known; after it the agent sleeps, and is as it was
  private rowsKnown: LaidLane[] | null = null;
  private timesKnown: { frames: number[]; seconds: number[] } | null = null;
  depth = 0;

  constructor(readonly agent: number) {}

  /** Whether anything is known. */
  get empty(): boolean {
    return this.order.length === 0 && this.to === 0;
  }

  get lanes(): Lane[] {
    return this.order.map((key) => this.byKey.get(key)!);
  }

  /** Takes a piece. It counts for its frames; what is known of others stays, but for what the server has dropped. */
  add(piece: Lanes): void {
    if (piece.agent !== this.agent) return;
    const fresh = this.empty || piece.from > this.to || piece.from <= this.from;
    if (fresh) {
      this.byKey.clear();
      this.order = [];
      this.marks = [];
      this.swings = [];
      this.from = piece.from;
      this.ticked = 0;
    } else {
      this.cut(piece.from);
    }
    for (const lane of piece.lanes ?? []) {
      this.addLane(lane);
      for (const span of lane.spans) this.ticked = Math.max(this.ticked, span.to);
    }
    this.marks.push(...(piece.marks ?? []));
    for (const swing of piece.swings ?? []) {
      if (!this.swings.some((known) => known.frame === swing.frame && known.words === swing.words)) this.swings.push(swing);
    }
    this.swings.sort((a, b) => a.frame - b.frame);
    this.to = Math.max(piece.to, piece.from);
    this.first = piece.first;
    if (this.first > this.from) this.drop(this.first);
    this.sort(piece.lanes ?? []);
    this.rowsKnown = null;
    this.timesKnown = null;
  }

  // cut forgets the tick of a frame and all after it: the piece that begins there tells them again, and so what it
  // tells of what was active before that tick goes on from what is known.
  private cut(frame: number): void {
    for (const lane of this.byKey.values()) {
      lane.spans = lane.spans.filter((span) => span.from < frame);
      const last = lane.spans.at(-1);
      if (last && last.to >= frame) lane.spans[lane.spans.length - 1] = { ...last, to: frame, reason: "" };
    }
    this.marks = this.marks.filter((mark) => mark.frame < frame);
  }

  private drop(frame: number): void {
    this.from = frame;
    for (const [key, lane] of this.byKey) {
      lane.spans = lane.spans.filter((span) => span.to > frame);
      if (lane.spans.length === 0) {
        this.byKey.delete(key);
        this.order.splice(this.order.indexOf(key), 1);
      }
    }
    this.marks = this.marks.filter((mark) => mark.frame >= frame);
    this.swings = this.swings.filter((swing) => swing.frame >= frame);
  }

  private addLane(lane: Lane): void {
    const key = keyOf(lane);
    const known = this.byKey.get(key);
    if (!known) {
      this.byKey.set(key, { ...lane, spans: [...lane.spans] });
      this.order.push(key);
      return;
    }
    for (const span of lane.spans) {
      const last = known.spans.at(-1);
      if (last && !last.reason && Math.abs(span.begin - last.begin) < sameBegin) {
        known.spans[known.spans.length - 1] = { ...span, from: last.from, begin: last.begin }; // seen from its middle
      } else {
        known.spans.push(span);
      }
    }
  }

  /** The frame up to which something was active: what went on in the last tick goes on while the agent sleeps. */
  endOf(span: Span): number {
    return !span.reason && span.to >= this.ticked ? Math.max(span.to, this.to) : span.to;
  }

  // Lanes of the same depth keep the order of the declaration, as the newest piece has it; others stay where they were.
  private sort(newest: readonly Lane[]): void {
    const rank = new Map(newest.map((lane, i) => [keyOf(lane), i]));
    const depth = (key: string): number => this.byKey.get(key)!.depth;
    const place = (key: string): number => rank.get(key) ?? this.byKey.get(key)!.place;
    this.order.sort((a, b) => depth(a) - depth(b) || (rank.has(a) && rank.has(b) ? place(a) - place(b) : this.byKey.get(a)!.place - this.byKey.get(b)!.place));
  }

  /** The lanes in rows: one for each depth, and more where several deciders of a depth were active at once. */
  rows(): LaidLane[] {
    return (this.rowsKnown ??= lay(this.lanes, (depth) => {
      this.depth = depth;
    }));
  }

  /** Seconds at a frame, fractions of one included. */
  time(frame: number): number {
    const { frames, seconds } = (this.timesKnown ??= times(this.lanes));
    return interpolate(frames, seconds, frame);
  }

  /** The frame at a second. */
  frameAt(second: number): number {
    const { frames, seconds } = (this.timesKnown ??= times(this.lanes));
    return interpolate(seconds, frames, second);
  }

  /** The frame nearest to this one, before or after it, in which a decider began or ended; null for none. */
  change(frame: number, by: 1 | -1): number | null {
    let best: number | null = null;
    for (const lane of this.byKey.values()) {
      for (const span of lane.spans) {
        for (const at of [span.from, span.reason ? span.to : span.from]) {
          if (at <= this.from || (by > 0 ? at <= frame : at >= frame)) continue;
          if (best === null || (by > 0 ? at < best : at > best)) best = at;
        }
      }
    }
    return best;
  }
}

function keyOf(lane: Lane): string {
  return `${lane.tree ?? ""}/${lane.place}/${lane.depth}`;
}

/** Lays lanes into rows, the outermost first. */
export function lay(lanes: readonly Lane[], rows: (count: number) => void = () => {}): LaidLane[] {
  const out: LaidLane[] = [];
  const depths = [...new Set(lanes.map((lane) => lane.depth))].sort((a, b) => a - b);
  let next = 0;
  for (const depth of depths) {
    const taken: Span[][] = [];
    for (const lane of lanes) {
      if (lane.depth !== depth) continue;
      let row = taken.findIndex((spans) => !overlap(spans, lane.spans));
      if (row < 0) row = taken.push([]) - 1;
      taken[row] = [...taken[row]!, ...lane.spans].sort((a, b) => a.from - b.from);
      out.push({ lane, row: next + row });
    }
    next += taken.length;
  }
  rows(next);
  return out;
}

// Both are sorted. Spans that touch do not overlap.
function overlap(a: readonly Span[], b: readonly Span[]): boolean {
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [x, y] = [a[i]!, b[j]!];
    if (x.from < y.to && y.from < x.to) return true;
    if (x.to <= y.to) i++;
    else j++;
  }
  return false;
}

// What was active before the first tick that is known began before it, by its seconds.
function times(lanes: readonly Lane[]): { frames: number[]; seconds: number[] } {
  const first = Math.min(...lanes.map((lane) => lane.spans[0]?.from ?? Infinity));
  const known = new Map<number, number>();
  for (const { spans } of lanes) {
    for (const span of spans) {
      if (span.from > first) known.set(span.from, span.begin);
      known.set(span.to, span.end);
    }
  }
  const frames = [...known.keys()].sort((a, b) => a - b);
  return { frames, seconds: frames.map((frame) => known.get(frame)!) };
}

/** y at x, along the line through points that are sorted by x; beyond the ends it goes on as it was. */
export function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const n = xs.length;
  if (n === 0) return x / 30;
  if (n === 1) return ys[0]!;
  let low = 0;
  let high = n - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle]! <= x) low = middle;
    else high = middle;
  }
  // Beyond the ends the slope of everything, which a short stretch at the end cannot spoil.
  const [a, b] = x < xs[0]! || x > xs[n - 1]! ? [0, n - 1] : [low, high];
  const base = x < xs[0]! ? 0 : x > xs[n - 1]! ? n - 1 : low;
  const slope = xs[b]! === xs[a]! ? 0 : (ys[b]! - ys[a]!) / (xs[b]! - xs[a]!);
  return ys[base]! + (x - xs[base]!) * slope;
}
