// Paints a timeline: a ruler, marks, lanes with names in their bars, where the page is in time, and beneath all of it
// a strip of everything that is held.
import type { Mark, Span, Swing } from "./api.ts";
import { colorOf, inkOn, mix } from "./colors.ts";
import type { LaidLane, Past } from "./lanes.ts";
import type { Names } from "./names.ts";
import { niceStep, type TimeAxis } from "./timeaxis.ts";
import { count } from "./words.ts";

export const rulerHeight = 20;
export const marksHeight = 16;
export const rowHeight = 18;
export const stripHeight = 22;
export const top = rulerHeight + marksHeight;

export interface Inks {
  dark: boolean;
  pane: string;
  sunken: string;
  line: string;
  lineSoft: string;
  ink: string;
  ink2: string;
  ink3: string;
  accent: string;
  past: string;
  no: string;
  mask: string;
  ok: string;
  font: string;
  mono: string;
}

/** Reads the page's colors: they change with the theme. */
export function inks(dark: boolean): Inks {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    dark, pane: of("pane"), sunken: of("sunken"), line: of("line"), lineSoft: of("line-soft"), ink: of("ink"), ink2: of("ink-2"), ink3: of("ink-3"),
    accent: of("accent"), past: of("past"), no: of("no"), mask: of("mask"), ok: of("ok"), font: of("font"), mono: of("mono"),
  };
}

/** A mark as the page has it: the server's kinds, and this page's own "fork", "difference" and "parting". */
export interface Sign extends Mark {
  agent?: number;
}

export interface Picture {
  past: Past;
  signs: readonly Sign[];
  axis: TimeAxis;
  height: number;
  scroll: number; // pixels the lanes are scrolled by
  shown: number; // the frame the page shows
  live: boolean;
  last: number; // the last frame that is known
  decider: string | null; // the selected one
  hover: { lane: LaidLane; span: Span } | null;
  sets: readonly LaneSet[]; // of the selected agent: one run, or two side by side
  rows: number; // that the sets take
  pins: readonly Past[]; // other agents, a row each beneath
  agent: number | null; // the selected one
  names: Names;
}

/** The lanes of one run. */
export interface LaneSet {
  past: Past;
  lanes: readonly LaidLane[];
  row: number; // the first
  label: string; // in the row above it; "" for none
  after: number; // frames up to this one are another set's; 0 for none
}

export const pinGap = 8; // pixels between the lanes and the first pinned agent
const widestPin = 120; // pixels that the name of a pinned agent may take

export function paintTimeline(to: CanvasRenderingContext2D, p: Picture, ink: Inks): void {
  const { axis, height } = p;
  to.clearRect(0, 0, axis.width, height);
  to.fillStyle = ink.pane;
  to.fillRect(0, 0, axis.width, height);
  const bottom = height - stripHeight;
  paintGround(to, p, ink, bottom);
  const ticks = ticksOf(p);
  paintGrid(to, ticks, ink, bottom);
  to.save();
  to.beginPath();
  to.rect(0, top, axis.width, bottom - top);
  to.clip();
  paintSwings(to, p, ink, bottom);
  for (const set of p.sets) paintSet(to, p, set, ink, bottom);
  paintPins(to, p, ink, bottom);
  to.restore();
  paintRuler(to, p, ticks, ink);
  paintMarks(to, p, ink, bottom);
  paintStrip(to, p, ink, bottom);
  paintCursor(to, p, ink, bottom);
}

// What is not held stands lower: nothing is known of it.
function paintGround(to: CanvasRenderingContext2D, p: Picture, ink: Inks, bottom: number): void {
  const { axis, past } = p;
  to.fillStyle = ink.sunken;
  const left = Math.max(0, Math.min(axis.width, axis.x(past.from)));
  const right = Math.max(0, Math.min(axis.width, axis.x(p.last)));
  to.fillRect(0, rulerHeight, left, bottom - rulerHeight);
  to.fillRect(right, rulerHeight, axis.width - right, bottom - rulerHeight);
}

// One run: its label, and its lanes from a frame on.
function paintSet(to: CanvasRenderingContext2D, p: Picture, set: LaneSet, ink: Inks, bottom: number): void {
  const { axis } = p;
  if (set.label) {
    const y = top + (set.row - 1) * rowHeight - p.scroll;
    to.fillStyle = ink.sunken;
    to.fillRect(0, y, axis.width, rowHeight);
    to.font = `600 11px ${ink.font}`;
    to.textAlign = "left";
    to.textBaseline = "middle";
    to.fillStyle = ink.ink;
    to.fillText(set.label, 6, y + rowHeight / 2 + 0.5);
  }
  to.save();
  if (set.after > 0) {
    to.beginPath();
    to.rect(Math.max(0, axis.x(set.after)), top, axis.width, bottom - top);
    to.clip();
    to.globalAlpha = 0.6; // nobody has seen it happen
  }
  paintLanes(to, p, set, ink, bottom);
  to.restore();
}

function paintLanes(to: CanvasRenderingContext2D, p: Picture, set: LaneSet, ink: Inks, bottom: number): void {
  const { axis } = p;
  to.font = `11px ${ink.font}`;
  to.textAlign = "left";
  to.textBaseline = "middle";
  for (const laid of set.lanes) {
    const y = top + (set.row + laid.row) * rowHeight - p.scroll;
    if (y + rowHeight < top || y > bottom) continue;
    const { lane } = laid;
    const color = colorOf(lane.decider, ink.dark);
    const fill = lane.leaf ? color : mix(color, ink.pane, 0.45);
    const words = inkOn(fill);
    const chosen = lane.decider === p.decider;
    for (const span of lane.spans) {
      const x0 = axis.x(span.from);
      const x1 = axis.x(set.past.endOf(span));
      if (x1 < 0 || x0 > axis.width) continue;
      const left = Math.max(x0, -4);
      const width = Math.max(1, Math.min(x1, axis.width + 4) - left - (x1 - x0 > 3 ? 1 : 0));
      to.fillStyle = fill;
      to.fillRect(left, y + 1, width, rowHeight - 2);
      if (span.reason && failed(span.reason) && x1 - x0 > 4) {
        to.fillStyle = ink.no;
        to.fillRect(x1 - 3, y + 1, 2, rowHeight - 2);
      }
      if (chosen || (p.hover && p.hover.span === span)) {
        to.lineWidth = chosen ? 2 : 1;
        to.strokeStyle = ink.ink;
        to.strokeRect(left + 0.5, y + 1.5, Math.max(1, width - 1), rowHeight - 3);
      }
      if (width > 24) name(to, lane.decider, Math.max(left, 0) + 5, y + rowHeight / 2 + 0.5, width - 8 - (Math.max(left, 0) - left), words);
    }
  }
}

// What pinned agents do: their innermost deciders in a row each.
function paintPins(to: CanvasRenderingContext2D, p: Picture, ink: Inks, bottom: number): void {
  const { axis } = p;
  const font = `600 10px ${ink.mono}`;
  to.font = font;
  const labels = p.pins.map((past) => (to.measureText(p.names.text(past.agent)).width > widestPin - 8 ? `#${past.agent}` : p.names.text(past.agent)));
  const gutter = Math.max(44, ...labels.map((label) => Math.ceil(to.measureText(label).width) + 8));
  p.pins.forEach((past, i) => {
    const y = top + (p.rows + i) * rowHeight + pinGap - p.scroll;
    if (y + rowHeight < top || y > bottom) return;
    to.font = `11px ${ink.font}`;
    for (const lane of past.lanes) {
      if (!lane.leaf) continue;
      const fill = colorOf(lane.decider, ink.dark);
      const words = inkOn(fill);
      for (const span of lane.spans) {
        const x0 = axis.x(span.from);
        const x1 = axis.x(past.endOf(span));
        if (x1 < 0 || x0 > axis.width) continue;
        const left = Math.max(x0, -4);
        const width = Math.max(1, Math.min(x1, axis.width + 4) - left - (x1 - x0 > 3 ? 1 : 0));
        to.fillStyle = fill;
        to.fillRect(left, y + 1, width, rowHeight - 2);
        const room = Math.max(left, gutter + 2);
        if (left + width - room > 24) name(to, lane.decider, room + 5, y + rowHeight / 2 + 0.5, left + width - room - 8, words);
      }
    }
    to.font = font;
    to.fillStyle = ink.pane;
    to.fillRect(0, y + 1, gutter, rowHeight - 2);
    to.fillStyle = past.agent === p.agent ? ink.accent : ink.ink2;
    to.fillText(labels[i]!, 4, y + rowHeight / 2 + 0.5);
  });
}

/** Whether a reason tells of a failure. */
export function failed(reason: string): boolean {
  return /fail|panic|error/i.test(reason);
}

const widths = new Map<string, number>();

// A name that does not fit is cut; measured once, as measuring costs more than drawing.
function name(to: CanvasRenderingContext2D, words: string, x: number, y: number, room: number, color: string): void {
  let width = widths.get(words);
  if (width === undefined) {
    width = to.measureText(words).width;
    widths.set(words, width);
  }
  to.fillStyle = color;
  if (width <= room) {
    to.fillText(words, x, y);
    return;
  }
  const letters = Math.floor((room - 6) / (width / words.length));
  if (letters >= 3) to.fillText(`${words.slice(0, letters)}…`, x, y);
}

interface Tick {
  x: number;
  words: string;
}

// Round seconds, some 84 pixels from each other.
function ticksOf(p: Picture): Tick[] {
  const { axis, past } = p;
  const begin = Math.max(0, past.time(axis.from));
  const end = past.time(axis.to);
  const step = niceStep(((end - past.time(axis.from)) / axis.width) * 84);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const out: Tick[] = [];
  for (let i = Math.ceil(begin / step); i * step <= end && out.length < 200; i++) {
    out.push({ x: Math.round(axis.x(past.frameAt(i * step))) + 0.5, words: `${(i * step).toFixed(digits)} s` });
  }
  return out;
}

function paintGrid(to: CanvasRenderingContext2D, ticks: readonly Tick[], ink: Inks, bottom: number): void {
  to.strokeStyle = ink.lineSoft;
  to.lineWidth = 1;
  to.beginPath();
  for (const { x } of ticks) {
    to.moveTo(x, rulerHeight - 6);
    to.lineTo(x, bottom);
  }
  to.stroke();
}

function paintRuler(to: CanvasRenderingContext2D, p: Picture, ticks: readonly Tick[], ink: Inks): void {
  to.font = `10px ${ink.mono}`;
  to.textAlign = "left";
  to.textBaseline = "middle";
  to.fillStyle = ink.ink3;
  for (const { x, words } of ticks) to.fillText(words, x + 4, rulerHeight / 2);
  to.strokeStyle = ink.line;
  to.lineWidth = 1;
  to.beginPath();
  to.moveTo(0, rulerHeight - 0.5);
  to.lineTo(p.axis.width, rulerHeight - 0.5);
  to.stroke();
}

/** The color and shape of a kind of mark. Shapes differ, as not everybody tells the colors apart. */
export function signOf(kind: string, ink: Inks): { color: string; draw: (to: CanvasRenderingContext2D, x: number, y: number) => void } {
  switch (kind) {
    case "error":
      return { color: ink.no, draw: cross };
    case "stimulus":
      return { color: ink.accent, draw: triangle };
    case "flag":
      return { color: ink.ink2, draw: flag };
    case "breakpoint":
      return { color: ink.no, draw: dot };
    case "fork":
      return { color: ink.past, draw: fork };
    case "parting":
      return { color: ink.no, draw: parting };
    case "difference":
      return { color: ink.past, draw: diamond };
    case "note":
      return { color: ink.accent, draw: sheet };
    case "override":
      return { color: ink.mask, draw: square };
    case "plug":
      return { color: ink.ok, draw: square };
    case "gap":
      return { color: ink.ink3, draw: cross };
    default: // operation
      return { color: ink.mask, draw: ring };
  }
}

// A sheet of paper with two lines on it.
function sheet(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.strokeRect(x - 3.5, y - 5, 7, 10);
  to.beginPath();
  to.moveTo(x - 1.5, y - 1.5);
  to.lineTo(x + 1.5, y - 1.5);
  to.moveTo(x - 1.5, y + 1.5);
  to.lineTo(x + 1.5, y + 1.5);
  to.stroke();
}

function paintMarks(to: CanvasRenderingContext2D, p: Picture, ink: Inks, bottom: number): void {
  const y = rulerHeight + marksHeight / 2;
  const last = new Map<string, number>();
  for (const sign of p.signs) {
    const x = p.axis.x(sign.frame);
    if (x < -8 || x > p.axis.width + 8) continue;
    const { color, draw } = signOf(sign.kind, ink);
    if (sign.kind === "error" || sign.kind === "fork" || sign.kind === "breakpoint" || sign.kind === "parting") {
      to.strokeStyle = color;
      to.lineWidth = 1;
      to.setLineDash([2, 2]);
      to.beginPath();
      to.moveTo(Math.round(x) + 0.5, top);
      to.lineTo(Math.round(x) + 0.5, bottom);
      to.stroke();
      to.setLineDash([]);
    }
    if (x - (last.get(sign.kind) ?? -9) < 2) continue; // they would cover each other
    last.set(sign.kind, x);
    to.fillStyle = color;
    to.strokeStyle = color;
    to.lineWidth = 1.75;
    draw(to, x, y);
  }
}

function paintSwings(to: CanvasRenderingContext2D, p: Picture, ink: Inks, bottom: number): void {
  for (const swing of p.past.swings) {
    const x0 = p.axis.x(swing.from);
    const x1 = p.axis.x(swing.frame);
    if (x1 < 0 || x0 > p.axis.width) continue;
    to.globalAlpha = 0.16;
    to.fillStyle = ink.mask;
    to.fillRect(x0, top, Math.max(2, x1 - x0), bottom - top);
    to.globalAlpha = 1;
    to.fillRect(x0, top, Math.max(2, x1 - x0), 2);
  }
}

// Everything that is held in one strip: the innermost lanes, the marks that matter, and what of it is in sight.
function paintStrip(to: CanvasRenderingContext2D, p: Picture, ink: Inks, y: number): void {
  const { axis, past, last } = p;
  to.fillStyle = ink.sunken;
  to.fillRect(0, y, axis.width, stripHeight);
  to.strokeStyle = ink.line;
  to.lineWidth = 1;
  to.strokeRect(-1, y + 0.5, axis.width + 2, stripHeight);
  const scale = axis.width / Math.max(1, last - past.from);
  for (const { lane } of p.sets[0]?.lanes ?? []) {
    if (!lane.leaf) continue;
    to.fillStyle = colorOf(lane.decider, ink.dark);
    for (const span of lane.spans) to.fillRect((span.from - past.from) * scale, y + 7, Math.max(0.5, (past.endOf(span) - span.from) * scale), stripHeight - 12);
  }
  for (const sign of p.signs) {
    if (sign.kind !== "error" && sign.kind !== "fork" && sign.kind !== "breakpoint") continue;
    to.fillStyle = signOf(sign.kind, ink).color;
    to.fillRect((sign.frame - past.from) * scale - 1, y + 2, 2, stripHeight - 4);
  }
  const left = Math.max(0, (axis.from - past.from) * scale);
  const right = Math.min(axis.width, (axis.to - past.from) * scale);
  to.fillStyle = ink.dark ? "rgb(255 255 255 / 12%)" : "rgb(15 23 42 / 9%)";
  to.fillRect(0, y + 1, left, stripHeight - 1);
  to.fillRect(right, y + 1, axis.width - right, stripHeight - 1);
  to.strokeStyle = ink.ink2;
  to.strokeRect(left + 0.5, y + 1.5, Math.max(4, right - left - 1), stripHeight - 3);
  to.fillStyle = p.live ? ink.ok : ink.past;
  to.fillRect((p.shown - past.from) * scale - 1, y + 1, 2, stripHeight - 2);
}

function paintCursor(to: CanvasRenderingContext2D, p: Picture, ink: Inks, bottom: number): void {
  const x = p.axis.x(p.shown);
  if (x < -1 || x > p.axis.width + 1) return;
  const color = p.live ? ink.ok : ink.past;
  to.fillStyle = color;
  to.fillRect(Math.round(x) - 1, 0, 2, bottom);
  const words = `${p.past.time(p.shown).toFixed(2)} s · ${count(Math.round(p.shown))}`;
  to.font = `600 10px ${ink.mono}`;
  const width = words.length * 6.05 + 10; // of a steady width
  const left = Math.max(0, Math.min(p.axis.width - width, x - width / 2));
  to.beginPath();
  to.roundRect(left, 2, width, rulerHeight - 5, 3);
  to.fill();
  to.fillStyle = ink.dark ? "#0b1220" : "#ffffff";
  to.textAlign = "center";
  to.textBaseline = "middle";
  to.fillText(words, left + width / 2, rulerHeight / 2);
}

function triangle(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.moveTo(x - 4, y - 4);
  to.lineTo(x + 4, y - 4);
  to.lineTo(x, y + 4);
  to.fill();
}
function cross(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.moveTo(x - 4, y - 4);
  to.lineTo(x + 4, y + 4);
  to.moveTo(x + 4, y - 4);
  to.lineTo(x - 4, y + 4);
  to.stroke();
}
function flag(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.fillRect(x - 0.75, y - 5, 1.5, 10);
  to.fillRect(x, y - 5, 5, 4);
}
function dot(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.arc(x, y, 4.5, 0, 2 * Math.PI);
  to.fill();
}
function ring(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.arc(x, y, 3.5, 0, 2 * Math.PI);
  to.stroke();
}
function square(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.fillRect(x - 3.5, y - 3.5, 7, 7);
}
function diamond(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.moveTo(x, y - 5);
  to.lineTo(x + 4, y);
  to.lineTo(x, y + 5);
  to.lineTo(x - 4, y);
  to.fill();
}
// "Not equal".
function parting(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.moveTo(x - 5, y - 2);
  to.lineTo(x + 5, y - 2);
  to.moveTo(x - 5, y + 2);
  to.lineTo(x + 5, y + 2);
  to.moveTo(x + 3, y - 6);
  to.lineTo(x - 3, y + 6);
  to.stroke();
}
function fork(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.beginPath();
  to.moveTo(x, y + 5);
  to.lineTo(x, y);
  to.lineTo(x - 4, y - 5);
  to.moveTo(x, y);
  to.lineTo(x + 4, y - 5);
  to.stroke();
}

/** What is said of a swing. */
export function swingWords(swing: Swing): string {
  return `Goes to and fro: ${swing.words}`;
}
