// One row of the tree: its elements are made once and changed in place.
import type { Cost, DeciderDescription, PlaceState } from "./api.ts";
import { attr, cls, s, text } from "./dom.ts";
import { fit, widthOf } from "./measure.ts";
import { kindOf, type Row } from "./model.ts";
import { outcomeOf, wordsOf } from "./outcome.ts";
import { showOutcome } from "./outcomechip.ts";
import { rowWords, storedWords } from "./short.ts";
import { count, seconds } from "./words.ts";

const own = 26; // what a row's words and marks take, pixels
/** Height of a row of the tree at its own size, pixels. Fingers need more than a mouse. */
export const rowHeight = globalThis.matchMedia?.("(pointer: coarse)").matches ? 44 : own;
const drop = (rowHeight - own) / 2; // from a row's upper edge to its words
export const timerWidth = 84;
const costWidth = 76;
const leastProfiled = 500; // below, there is no column for the profile
const leastWords = 230; // a reason needs so much room to be understood
const indent = 18;
const left = 22; // room for the marks of breakpoints

/** Where the columns of all rows are, pixels. */
export interface Columns {
  duration: number; // its right edge
  timers: number;
  together: boolean; // timers stand in the column of durations: there is no room for one of their own
  words: number; // as wide as there is room
  inline: boolean; // there is no room for such a column: words stand beside the names, in place of the tags
  cost: number; // its right edge; 0 for no such column
  width: number; // of all
}

/** The columns of rows whose names end at edge, in so much room, with one for the profile or without. */
export function columnsFor(edge: number, room: number, profiled = false): Columns {
  const together = room < edge + 66 + timerWidth + 320;
  const duration = edge + (together ? timerWidth - 6 : 52);
  const timers = together ? duration - timerWidth : duration + 14;
  const words = (together ? duration : timers + timerWidth) + 14;
  if (room < words + leastWords + (profiled ? costWidth : 0)) {
    const width = Math.max(room, edge + 40);
    const right = width - 8 - (profiled && room >= leastProfiled ? costWidth : 0);
    return { duration: right, timers: right - timerWidth, together: true, words: 90, inline: true, cost: right < width - 8 ? width - 10 : 0, width };
  }
  return { duration, timers, together, words, inline: false, cost: profiled ? room - 10 : 0, width: room };
}

export interface Fonts {
  name: string; // as CSS, for measuring
  small: string;
}

/** The fonts of the page as it is. */
export function fontsNow(): Fonts {
  const style = getComputedStyle(document.body);
  const size = parseFloat(style.fontSize);
  return { name: `500 ${size}px ${style.fontFamily}`, small: `${size - 1}px ${style.fontFamily}` };
}

export const xOf = (row: Row): number => left + row.depth * indent;

/** What stands after the name: static, so that it takes the same room for ever. */
export function tagsOf(row: Row): string {
  const { of } = row;
  const tags = [kindOf(of)];
  if (of.options.includes("Monitor")) tags.push("monitor");
  if (of.options.includes("Barrier")) tags.push("barrier");
  if (of.modifiers.repeat !== 0) tags.push(of.modifiers.repeat < 0 ? "repeats" : `repeats ${of.modifiers.repeat}×`);
  if (of.behavior?.deferred) tags.push("deferred");
  if (row.shared > 1) tags.push(`${row.shared} places`);
  return tags.filter(Boolean).join(" · ");
}

/** The right edge of the static part of a row. */
export function edgeOf(row: Row, fonts: Fonts): number {
  const tags = tagsOf(row);
  return xOf(row) + 40 + widthOf(row.name, fonts.name) + (tags ? widthOf(tags, fonts.small) + 8 : 0) + (gated(row) ? 62 : 0) + 8;
}

const gated = (row: Row): boolean => row.of.gate >= 0 || row.of.squad >= 0;

export class TreeRow {
  readonly el: SVGGElement;
  private readonly back = s("rect", { class: "back", x: 0, y: -drop, height: rowHeight });
  private readonly fold: SVGPathElement | null = null;
  private readonly shape = s("path", { class: "shape" });
  private readonly words = s("text", { class: "words", y: 17 });
  private readonly title = s("title", null);
  private readonly duration = s("text", { class: "duration", y: 17, "text-anchor": "end" });
  private readonly track = s("rect", { class: "track", y: 18, height: 3, rx: 1.5 });
  private readonly fill = s("rect", { class: "fill", y: 18, height: 3, rx: 1.5 });
  private readonly timer = s("text", { class: "timer", y: 14 });
  private readonly cost = s("text", { class: "cost", y: 17, "text-anchor": "end" });
  private readonly tags: SVGTextElement | null = null;
  private readonly beside: number; // where words begin that stand beside the name
  private readonly shared: SVGTextElement | null = null; // gate or squad, with how many are in it
  private readonly tint: SVGRectElement;
  private readonly dot = s("circle", { class: "stop", cx: 10, cy: own / 2, r: 4.5 });
  private readonly pin = s("path", { class: "pin" });
  private columns: Columns | null = null;
  private shown = "";

  constructor(readonly row: Row, private readonly fonts: Fonts, id: string) {
    const x = xOf(row);
    const tags = tagsOf(row);
    text(this.title, row.name); // an SVG's title is its name for a screen reader
    const width = widthOf(row.name, fonts.name);
    const box = s("rect", { class: "box", x: x + 30, y: 3, width: width + 16, height: own - 6, rx: 4 });
    const name = s("text", { class: "name", x: x + 39, y: 17 }, row.name);
    this.el = s("g", { class: row.plugged ? "row plugged" : "row", id, role: "treeitem", "aria-level": row.depth + 1 }, this.title, this.back, this.dot, this.pin);
    if (row.children.length > 0) {
      this.fold = s("path", { class: "fold", d: "M-3.5 -2 L3.5 -2 L0 3 Z" });
      this.el.append(s("rect", { class: "fold-hit", "data-fold": "", x: x - 2 - drop, y: -drop, width: 16 + 2 * drop, height: rowHeight }), this.fold);
    }
    this.tint = s("rect", { class: "tint", x: x + 30, y: 5, width: 4, height: own - 10, rx: 2 });
    attr(this.shape, "transform", `translate(${x + 12} ${(own - 14) / 2})`);
    this.el.append(this.shape, box, this.tint, name);
    let at = (this.beside = x + 30 + width + 24);
    if (tags) {
      this.tags = s("text", { class: "tags", x: at, y: 17 }, tags);
      this.el.append(this.tags);
      at += widthOf(tags, fonts.small) + 8;
    }
    if (gated(row)) {
      this.shared = s("text", { class: "gate", x: at, y: 17 });
      this.el.append(this.shared);
    }
    this.el.append(this.words, this.track, this.fill, this.timer, this.duration, this.cost);
  }

  move(y: number, columns: Columns, at: number, of: number): void {
    attr(this.el, "transform", `translate(0 ${y + drop})`);
    attr(this.el, "aria-posinset", at + 1);
    attr(this.el, "aria-setsize", of);
    if (this.columns === columns) return;
    this.columns = columns;
    this.shown = "";
    attr(this.back, "width", columns.width);
    attr(this.words, "x", columns.inline ? this.beside : columns.words);
    for (const el of [this.tags, this.shared]) if (el) attr(el, "visibility", columns.inline ? "hidden" : null);
    attr(this.fill, "visibility", columns.inline ? "hidden" : null);
    attr(this.timer, "x", columns.timers);
    attr(this.track, "x", columns.timers);
    attr(this.fill, "x", columns.timers);
    attr(this.track, "width", timerWidth);
    attr(this.duration, "x", columns.duration);
    attr(this.cost, "x", columns.cost);
  }

  folded(on: boolean): void {
    if (!this.fold) return;
    const x = xOf(this.row) + 5;
    attr(this.fold, "transform", `translate(${x} ${own / 2})${on ? " rotate(-90)" : ""}`);
    attr(this.el, "aria-expanded", on ? "false" : "true");
  }

  paint(color: string): void {
    attr(this.tint, "fill", color);
  }

  marks(selected: boolean, same: boolean, found: boolean, stops: boolean, override: string): void {
    attr(this.el, "aria-selected", selected ? "true" : "false");
    cls(this.el, "same", same && !selected);
    cls(this.el, "found", found);
    cls(this.el, "stops", stops);
    attr(this.pin, "d", signOf(override));
    attr(this.pin, "transform", `translate(4 ${own / 2 - 6})`);
    attr(this.el, "data-override", override || null);
  }

  /** Shows what became of the decider. slept: seconds since that tick, in which nothing changed but times. inside: of a folded group, the leaf that is active in it. */
  update(state: PlaceState | undefined, inside: string, slept: number): void {
    const columns = this.columns;
    if (!columns) return;
    showOutcome(this.el, this.shape, outcomeOf(state));
    const words = wordsOfRow(state, inside);
    const timer = state?.timers?.[0];
    const whole = timer ? timer.of || wholeOf(this.row.of, timer.kind) : 0;
    const lasting = state?.active ? seconds((state.duration ?? 0) + slept) : "";
    const room = columns.inline ? columns.duration - this.beside - (lasting ? 62 : 0) : columns.width - columns.words - 8 - (columns.cost ? costWidth : 0);
    this.say(words, Math.max(0, room), tipOf(this.row, state));
    text(this.cost, columns.cost ? shareOf(state?.cost) : "");
    const left = timer ? `${timer.kind} ${Math.max(0, timer.left - slept).toFixed(1)}` : "";
    text(this.duration, lasting || (columns.together && !columns.inline ? left : ""));
    text(this.timer, columns.together ? "" : left);
    const share = whole ? Math.max(0, Math.min(1, (timer!.left - slept) / whole)) : 0;
    attr(this.track, "visibility", whole && !columns.inline ? null : "hidden");
    attr(this.duration, "y", columns.together && !columns.inline && whole ? 14 : 17); // over the bar
    attr(this.fill, "width", (share * timerWidth).toFixed(1));
    if (this.shared) text(this.shared, inIt(state));
  }

  private say(words: string, room: number, tip: string): void {
    const all = `${words}|${room}|${tip}`;
    if (all === this.shown) return;
    this.shown = all;
    text(this.words, fit(words, room, (part) => widthOf(part, this.fonts.small)));
    text(this.title, tip);
  }
}

/** The words of a decider in the tree. inside: of a folded group, the leaf that is active in it. */
function wordsOfRow(state: PlaceState | undefined, inside: string): string {
  if (inside) return `› ${inside}`;
  let words = rowWords(state);
  if (words === "" && state?.value !== undefined) words = `value ${state.value.toFixed(3)}`;
  if (state?.iteration) words = `iteration ${state.iteration}${words ? `, ${words}` : ""}`;
  if (state?.target) words = `runs ${state.target}${words ? `, ${words}` : ""}`;
  return words;
}

/** The same with what the outline has columns for: how long it is active, its timer. slept: as in TreeRow.update. */
export function wordsBeside(state: PlaceState | undefined, inside: string, slept: number): string {
  const timer = state?.timers?.[0];
  const parts = [state?.active ? seconds((state.duration ?? 0) + slept) : "", timer ? `${timer.kind} ${Math.max(0, timer.left - slept).toFixed(1)}` : "", wordsOfRow(state, inside)];
  return parts.filter(Boolean).join(" · ");
}

/** All that is known of a decider in the tick, for its tip. */
export function tipOf(row: Row, state: PlaceState | undefined): string {
  return [row.name, wordsOf(state), storedWords(state), state?.gate, state?.squad, costTip(state?.cost)].filter(Boolean).join("\n");
}

/** The sign of a decider that is forced or forbidden, as a path; "" for neither. */
export const signOf = (override: string): string => (override === "" ? "" : override === "forced" ? pinned : barred);

/** The share of a decider in the time of all ticks: "12.3 %". */
export const shareOf = (cost: Cost | undefined): string => (cost ? `${(cost.share * 100).toFixed(1)} %` : "");

function costTip(cost: Cost | undefined): string {
  return cost ? `profile: asked ${count(cost.asked)}, accepted ${count(cost.accepted)}, entered ${count(cost.entered)}, ticked ${count(cost.ticked)}` : "";
}

/** How long a timer of a kind runs in all, as declared; 0 where that is not known. */
function wholeOf(of: DeciderDescription, kind: string): number {
  const times: Partial<Record<string, number>> = { cooldown: of.cooldown, every: of.every, timeout: of.modifiers.timeout, period: of.behavior?.period, leave: of.behavior?.leaveTimeout };
  return times[kind] ?? 0;
}

const pinned = "M2 0 L10 0 M6 0 L6 8 M2.5 5 L6 11 L9.5 5";
const barred = "M6 1 A5 5 0 1 1 5.99 1 M2.5 9.5 L9.5 2.5";

/** How many are in a gate or squad: "gate 1/2". */
function inIt(state: PlaceState | undefined): string {
  const of = state?.gate || state?.squad;
  if (!of) return "";
  const numbers = /(\d+)\s*(?:\/|of)\s*(\d+)/.exec(of);
  return `${state.gate ? "gate" : "squad"}${numbers ? ` ${numbers[1]}/${numbers[2]}` : ""}`;
}
