// Watched values over time, beneath the lanes and on their axis: numbers as lines, all else as bands; nothing is drawn
// where nothing is known.
import type { Sample } from "./api.ts";
import { colorOf, inkOn, isDark } from "./colors.ts";
import { cls, h, show, text } from "./dom.ts";
import { printable } from "./names.ts";
import type { Session } from "./session.ts";
import type { TimeAxis } from "./timeaxis.ts";
import type { Inks } from "./timelinepaint.ts";
import { extentOf, isNumeric, keyOf, sampleAt, Values, watchWords, type Watch } from "./watched.ts";
import { count, number, rounded } from "./words.ts";

const tallest = 40; // pixels of a row
const smallest = 28;
const poll = 400; // milliseconds

export class Plots {
  readonly el = h("div", { class: "plots", role: "img", "aria-label": "Watched values over time; the tab Watch tells them", hidden: true });
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly context = this.canvas.getContext("2d")!;
  private readonly tip = h("div", { class: "tip", role: "tooltip", hidden: true });
  private values = new Map<number, Values>();
  private axis: TimeAxis | null = null;
  private dragging = false;
  private height = 0; // of all rows
  private rowHeight = tallest;

  /** box is where the timeline stands, which makes room; changed has it drawn again. */
  constructor(private readonly session: Session, private readonly box: HTMLElement, private readonly changed: () => void) {
    const { store } = session;
    this.el.append(this.canvas);
    document.body.append(this.tip);
    store.on(["watched", "agent"], () => this.begin());
    new ResizeObserver(() => this.layOut()).observe(box);
    this.el.addEventListener("pointerdown", (event) => {
      this.dragging = true;
      this.el.setPointerCapture(event.pointerId);
      this.scrub(event.offsetX);
    });
    this.el.addEventListener("pointermove", (event) => (this.dragging ? this.scrub(event.offsetX) : this.point(event)));
    for (const end of ["pointerup", "pointercancel"]) this.el.addEventListener(end, () => (this.dragging = false));
    this.el.addEventListener("pointerleave", () => show(this.tip, false));
    setInterval(() => {
      const { hello, frame } = store.state;
      if (document.hidden || !hello?.live) return;
      for (const of of this.values.values()) if (of.to !== frame) void this.load(of);
    }, poll);
  }

  private get rows(): { watch: Watch; of: Values | null; agent: number | null }[] {
    const { watched, agent } = this.session.store.state;
    return watched.map((watch) => {
      const who = watch.agent ?? agent;
      return { watch, agent: who, of: who === null ? null : this.values.get(who) ?? null };
    });
  }

  // One request for all that is watched of an agent.
  private begin(): void {
    const { watched, agent } = this.session.store.state;
    const wanted = new Map<number, Watch[]>();
    for (const watch of watched) {
      const who = watch.agent ?? agent;
      if (who !== null) wanted.set(who, [...(wanted.get(who) ?? []), watch]);
    }
    const next = new Map<number, Values>();
    for (const [who, list] of wanted) {
      const known = this.values.get(who);
      const same = known && known.watched.length === list.length && list.every((watch) => known.watched.some((other) => keyOf(other) === keyOf(watch)));
      next.set(who, same ? known : new Values(who, list.map(({ kind, decider, name }) => ({ kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}) }))));
    }
    this.values = next;
    this.layOut();
    for (const of of next.values()) void this.load(of);
  }

  private async load(of: Values): Promise<void> {
    if ((await of.load(this.session.api)) && this.values.get(of.agent) === of) {
      this.session.store.set({ sampled: this.session.store.state.sampled + 1 });
      this.changed();
    }
  }

  /** What is known of a watched value. */
  of(watch: Watch): { samples: readonly Sample[]; problem: string } {
    const who = watch.agent ?? this.session.store.state.agent;
    const of = who === null ? undefined : this.values.get(who);
    return { samples: of?.samples(watch) ?? [], problem: of?.problem ?? "" };
  }

  private layOut(): void {
    const n = this.session.store.state.watched.length;
    const room = this.box.clientHeight / 2; // the lanes keep the other half; rows beyond it are scrolled to
    this.rowHeight = Math.max(smallest, Math.min(tallest, Math.floor(room / Math.max(1, n))));
    this.height = n * this.rowHeight;
    this.box.style.setProperty("--plots", `${Math.min(this.height, Math.max(smallest, room))}px`);
    show(this.el, n > 0);
    const ratio = devicePixelRatio || 1;
    this.canvas.style.setProperty("height", `${this.height}px`);
    this.canvas.width = Math.round(this.el.clientWidth * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.changed();
  }

  paint(axis: TimeAxis, shown: number, ink: Inks): void {
    this.axis = axis;
    const to = this.context;
    const ratio = devicePixelRatio || 1;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.clearRect(0, 0, axis.width, this.height);
    this.rows.forEach((row, i) => this.paintRow(row, i * this.rowHeight, axis, shown, ink));
    const x = axis.x(shown);
    to.fillStyle = this.session.store.live ? ink.ok : ink.past;
    to.fillRect(x - 1, 0, 2, this.height);
  }

  private paintRow(row: { watch: Watch; of: Values | null; agent: number | null }, y: number, axis: TimeAxis, shown: number, ink: Inks): void {
    const to = this.context;
    const size = this.rowHeight;
    to.fillStyle = ink.sunken;
    to.fillRect(0, y, axis.width, size);
    const samples = row.of?.samples(row.watch) ?? [];
    const end = row.of && row.of.to >= 0 ? row.of.to : axis.from;
    const extent = isNumeric(samples) ? extentOf(samples, axis.from, axis.to) : null;
    to.save();
    to.beginPath();
    to.rect(0, y, axis.width, size);
    to.clip();
    if (extent) this.paintLine(samples, end, extent, y, size, axis, ink);
    else this.paintBands(samples, end, y, size, axis, ink);
    to.restore();
    to.fillStyle = ink.line;
    to.fillRect(0, y, axis.width, 1);
    const now = sampleAt(samples, shown);
    const who = row.watch.agent !== null && row.agent !== null ? `${this.session.store.names.text(row.agent)} ` : "";
    const value = now?.known ? printable(now.number !== undefined ? number(now.number) : rounded(now.text ?? "")) : "–";
    const range = extent ? `   ${number(extent.least)} … ${number(extent.most)}` : "";
    this.label(`${who}${printable(watchWords(row.watch))} = ${value.slice(0, 60)}${range}`, y + 3, ink);
  }

  private paintLine(samples: readonly Sample[], end: number, extent: { least: number; most: number }, y: number, size: number, axis: TimeAxis, ink: Inks): void {
    const to = this.context;
    const span = extent.most - extent.least;
    const at = (value: number): number => (span === 0 ? y + size * 0.65 : y + size - 3 - ((value - extent.least) / span) * (size - 20));
    to.strokeStyle = ink.accent;
    to.lineWidth = 1.5;
    to.beginPath();
    let before = false;
    samples.forEach((sample, i) => {
      const until = samples[i + 1]?.frame ?? end;
      if (sample.number === undefined) {
        before = false;
        return;
      }
      if (until < axis.from || sample.frame > axis.to) {
        before = false;
        return;
      }
      const level = at(sample.number);
      if (before) to.lineTo(axis.x(sample.frame), level);
      else to.moveTo(axis.x(sample.frame), level);
      to.lineTo(Math.max(axis.x(until), axis.x(sample.frame) + 1), level);
      before = true;
    });
    to.stroke();
  }

  private paintBands(samples: readonly Sample[], end: number, y: number, size: number, axis: TimeAxis, ink: Inks): void {
    const to = this.context;
    const dark = isDark();
    to.font = `10px ${ink.mono}`;
    to.textAlign = "left";
    to.textBaseline = "middle";
    samples.forEach((sample, i) => {
      const until = samples[i + 1]?.frame ?? end;
      if (!sample.known || until < axis.from || sample.frame > axis.to) return;
      const left = Math.max(0, axis.x(sample.frame));
      const width = Math.max(1, Math.min(axis.width, axis.x(until)) - left);
      const words = printable(rounded(sample.text ?? ""));
      const color = words === "false" || words === "0" || words === '""' ? ink.line : colorOf(words, dark);
      to.fillStyle = color;
      to.fillRect(left, y + 16, width, size - 18);
      if (width < 24) return;
      to.fillStyle = color === ink.line ? ink.ink2 : inkOn(color);
      to.save();
      to.beginPath();
      to.rect(left, y, width - 2, size);
      to.clip();
      to.fillText(words, left + 3, y + 16 + (size - 18) / 2);
      to.restore();
    });
  }

  private label(words: string, y: number, ink: Inks): void {
    const to = this.context;
    to.font = `11px ${ink.font}`;
    to.textAlign = "left";
    to.textBaseline = "top";
    const width = to.measureText(words).width;
    to.fillStyle = ink.pane;
    to.globalAlpha = 0.85;
    to.fillRect(4, y - 1, width + 6, 13);
    to.globalAlpha = 1;
    to.fillStyle = ink.ink2;
    to.fillText(words, 7, y);
  }

  private scrub(x: number): void {
    if (this.axis) this.session.show(this.axis.frame(Math.max(0, Math.min(this.axis.width, x))));
  }

  private point(event: PointerEvent): void {
    const row = this.rows[Math.floor(event.offsetY / this.rowHeight)];
    show(this.tip, row !== undefined && this.axis !== null);
    if (!row || !this.axis) return;
    const frame = Math.round(this.axis.frame(event.offsetX));
    const sample = row.of && frame <= row.of.to ? sampleAt(row.of.samples(row.watch), frame) : null;
    text(this.tip, `${printable(watchWords(row.watch))}\nframe ${count(frame)}: ${sample?.known ? printable(sample.text ?? "") : row.of?.problem || "nothing is known"}`);
    cls(this.tip, "failed", false);
    const { offsetWidth, offsetHeight } = this.tip;
    this.tip.style.transform = `translate(${Math.max(4, Math.min(innerWidth - offsetWidth - 4, event.clientX + 12))}px, ${Math.max(4, event.clientY - offsetHeight - 12)}px)`;
  }
}
