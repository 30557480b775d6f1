// The timeline of the selected agent: lanes of its active deciders, marks, and where in time the page is. Press or drag
// anywhere and everything on the page shows that tick.
import type { Span } from "./api.ts";
import { Beside } from "./beside.ts";
import { ApiError, Newest } from "./api.ts";
import { isDark } from "./colors.ts";
import { attr, cls, h, show, text } from "./dom.ts";
import { openFork } from "./fork.ts";
import type { Keys } from "./keys.ts";
import { Past, type LaidLane } from "./lanes.ts";
import { printable } from "./names.ts";
import type { Pane } from "./pane.ts";
import { pinch } from "./pinch.ts";
import type { Session } from "./session.ts";
import { Plots } from "./plots.ts";
import { Glide, TimeAxis } from "./timeaxis.ts";
import { failed, inks, marksHeight, paintTimeline, pinGap, rowHeight, rulerHeight, stripHeight, swingWords, top, type Inks, type LaneSet, type Sign } from "./timelinepaint.ts";
import { count, plural, seconds } from "./words.ts";

const poll = 200; // milliseconds between pieces of lanes, while the world goes on
const overlap = 2; // frames a piece begins before what is known ends
const firstSight = 20; // seconds shown at first
const mostPins = 12; // agents beneath
const toldFor = 5000; // milliseconds
const pinsEvery = 3; // pieces of the selected agent between those of the pinned

export function mountTimeline(pane: Pane, session: Session, keys: Keys): Plots {
  return new TimelineView(pane, session, keys).plots;
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === "notFound";

/** The root's lane says nothing: it is always active. It is left out where there are others. */
function inner(rows: readonly LaidLane[]): readonly LaidLane[] {
  if (rows.length < 2 || rows[1]!.row === 0) return rows;
  return rows.slice(1).map((laid) => ({ lane: laid.lane, row: laid.row - 1 }));
}

/** So many rows that two runs are in sight at once: the outermost deciders, and in the last row the leaves. */
export function innermost(lanes: readonly LaidLane[], rows: number): LaidLane[] {
  if (height(lanes) <= rows) return [...lanes];
  return lanes.flatMap((laid) => (laid.lane.leaf ? [{ lane: laid.lane, row: rows - 1 }] : laid.row < rows - 1 ? [laid] : []));
}

const height = (lanes: readonly LaidLane[]): number => lanes.reduce((n, laid) => Math.max(n, laid.row + 1), 0);

type Drag = { kind: "time" | "strip" | "pan"; x: number; moved: boolean };

class TimelineView {
  private readonly view = h("div", {
    class: "timeline", tabindex: 0, "data-focus": "", role: "slider", "aria-label": "Time of the page",
    "aria-valuemin": 0, "aria-valuemax": 0, "aria-valuenow": 0,
  });
  private readonly canvas = h("canvas", { "aria-hidden": "true" });
  private readonly context = this.canvas.getContext("2d")!;
  private readonly tip = h("div", { class: "tip", role: "tooltip", hidden: true });
  private readonly empty = h("div", { class: "empty", hidden: true });
  private readonly whose = h("span", { class: "cut grow timeline-whose" });
  private readonly pin = h("button", { type: "button", "aria-pressed": "false", title: "Keep this agent's row here when another one is selected (i)", onclick: () => this.togglePin() }, "Pin");
  private readonly swings = h("button", { type: "button", class: "swings", hidden: true, onclick: () => this.nextSwing() }, "↔ 0");
  readonly plots: Plots;
  private readonly axis = new TimeAxis();
  private readonly glide = new Glide();
  private readonly newest = new Newest();
  private past = new Past(-1);
  private pins: Past[] = [];
  private readonly pinned = new Newest();
  private turn = 0;
  private readonly beside: Beside;
  private signs: Sign[] = [];
  private ink: Inks;
  private attached = true; // the view goes along with the world while the page is live
  private scroll = 0;
  private height = 0;
  private drag: Drag | null = null;
  private hover: { lane: LaidLane; span: Span } | null = null;
  private running = false;
  private before = 0; // milliseconds: when the last frame was drawn
  private timer: ReturnType<typeof setTimeout> | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private ratio = 1;

  constructor(pane: Pane, private readonly session: Session, keys: Keys) {
    const { store } = session;
    this.beside = new Beside(session, () => {
      this.scrollTo(this.scroll);
      this.showFork();
      this.draw();
    });
    this.ink = inks(isDark());
    const button = (label: string, title: string, run: () => void): HTMLButtonElement => h("button", { type: "button", title, onclick: run }, label);
    const fork = button("Fork from here", "Go back to the shown frame, change something, run on and compare (o)", () => openFork(session));
    pane.head.append(
      this.whose, this.swings, this.pin,
      button("◁ Change", "The frame before in which a decider began or ended (q)", () => this.change(-1)),
      button("Change ▷", "The next frame in which a decider began or ended (e)", () => this.change(1)),
      button("All", "Show everything that is held (v)", () => this.showAll()),
      fork,
    );
    this.view.append(this.canvas);
    this.plots = new Plots(session, pane.body, () => this.draw());
    pane.body.append(this.view, this.plots.el, this.empty);
    document.body.append(this.tip);
    new ResizeObserver(() => this.resize()).observe(this.view);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    this.listen();

    store.on(["theme"], () => this.restyle());
    store.on(["agent", "hello"], () => this.onAgent());
    store.on(["agent", "hello", "named"], () => {
      text(this.whose, this.past.agent < 0 ? "" : store.names.text(this.past.agent));
      this.draw();
    });
    store.on(["frame"], () => this.onFrame());
    store.on(["at"], () => this.onAt());
    store.on(["fork", "forks", "agent", "divergence", "notes"], () => this.sign());
    store.on(["decider"], () => this.draw());
    store.on(["hello"], () => {
      const can = store.state.hello?.can.fork ?? false;
      attr(fork, "disabled", !can);
      attr(fork, "title", can ? "Go back to the shown frame, change something, run on and compare (o)" : "This game gives no hooks that save and load it, so nothing can be forked");
    });
    keys.add(
      { keys: ["q"], does: "The change before: where a decider began or ended", group: "Time", run: () => this.change(-1) },
      { keys: ["e"], does: "The next change", group: "Time", run: () => this.change(1) },
      { keys: ["v"], does: "Timeline: everything that is held", group: "Time", run: () => this.showAll() },
      { keys: ["i"], does: "Keep the agent's row in the timeline", group: "Time", run: () => this.togglePin() },
      { keys: ["+", "-"], does: "On the timeline: zoom", group: "Time" },
      { keys: ["o"], does: "Fork from the shown frame", group: "Time", run: () => store.state.hello?.can.fork && openFork(session) },
    );
  }

  // --- what there is to show

  private onAgent(): void {
    const { agent, hello } = this.session.store.state;
    if (agent === null) {
      clearTimeout(this.timer);
      this.past = new Past(-1);
      text(this.empty, "Select a creature on the map or an agent in the list: its past is shown here.");
      this.showEmpty(true);
      return;
    }
    if (this.past.agent === agent || !hello) return;
    this.past = new Past(agent);
    this.scroll = 0;
    this.hover = null;
    this.showPin();
    void this.load(true);
  }

  private togglePin(): void {
    const { agent } = this.session.store.state;
    if (agent === null) return;
    const there = this.pins.some((past) => past.agent === agent);
    if (!there && this.pins.length >= mostPins) {
      this.session.store.set({ note: `There is room for ${mostPins} agents: unpin one first.`, error: "" });
      return;
    }
    this.pins = there ? this.pins.filter((past) => past.agent !== agent) : [...this.pins, new Past(agent)];
    this.showPin();
    this.scrollTo(this.scroll);
    this.draw();
    void this.loadPins();
  }

  private showPin(): void {
    const { agent } = this.session.store.state;
    attr(this.pin, "aria-pressed", this.pins.some((past) => past.agent === agent) ? "true" : "false");
  }

  // One after the other, so that the selected agent does not wait for many.
  private async loadPins(): Promise<void> {
    for (const past of this.pins) {
      const { frame } = this.session.store.state;
      if (past.gone || (!past.empty && (past.to === frame || past === this.past))) continue;
      try {
        const piece = await this.pinned.run(() => this.session.api.lanes(past.agent, past.empty ? undefined : Math.max(past.first, past.to - overlap)));
        if (!piece) return; // somebody has begun anew
        past.add(piece);
      } catch (error) {
        past.gone = isGone(error); // its row stays as it is, and nobody asks for it again
      }
    }
    this.draw();
  }

  private showEmpty(on: boolean): void {
    show(this.empty, on);
    cls(this.view, "without", on);
    this.draw();
  }

  // The whole past at first, then what has come since.
  private async load(all: boolean): Promise<void> {
    clearTimeout(this.timer);
    const { past, session } = this;
    if (past.agent < 0) return;
    const again = past.empty;
    const from = all || again ? undefined : Math.max(past.first, past.to - overlap);
    try {
      const piece = await this.newest.run(() => session.api.lanes(past.agent, from));
      if (!piece || this.past !== past) return;
      past.add(piece);
      this.takeLanes(again);
    } catch (error) {
      if (this.past !== past) return;
      if (past.empty) {
        text(this.empty, error instanceof Error ? error.message : String(error));
        this.showEmpty(true);
      }
      past.gone = isGone(error);
      if (past.gone) return; // its past stays as it is
    }
    this.plan();
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.past.agent < 0 || this.past.gone || !this.session.store.state.hello?.live) return;
    this.timer = setTimeout(() => {
      const { frame } = this.session.store.state;
      if (document.hidden || frame === this.past.to || this.session.store.state.connection !== "open") this.plan();
      else {
        void this.load(false);
        if (this.pins.length > 0 && this.turn++ % pinsEvery === 0) void this.loadPins();
      }
    }, this.session.store.live ? poll : 3 * poll);
  }

  private takeLanes(first: boolean): void {
    const { past, axis } = this;
    this.showEmpty(false);
    this.glide.aim(past.to, performance.now());
    if (first) {
      this.glide.at = past.to;
      const rate = Math.max(1, (past.to - past.from) / Math.max(0.001, past.time(past.to) - past.time(past.from)));
      const span = Math.max(60, Math.min(past.to - past.from, firstSight * rate) * 1.06);
      const shown = this.session.store.state.at;
      axis.to = (shown ?? past.to) + span * 0.04;
      axis.from = axis.to - span;
      if (shown !== null) axis.keep(past.from, past.to);
    }
    this.sign();
    this.scrollTo(this.scroll);
    const { length } = past.swings;
    show(this.swings, length > 0);
    text(this.swings, `↔ ${length}`);
    attr(this.swings, "title", `${plural(length, "time")} it went to and fro between deciders. Press to see the next one.${length ? ` Last: ${past.swings.at(-1)!.words}` : ""}`);
    this.draw();
  }

  // The server's marks, and this page's: forks, and where they differ.
  private sign(): void {
    const { forks, agent } = this.session.store.state;
    const own: Sign[] = [];
    for (const fork of forks) {
      own.push({ frame: fork.from, kind: "fork", words: `${fork.recording}: forked here, run on to frame ${count(fork.to)}` });
      for (const difference of fork.differences) {
        if (difference.agent !== agent) continue;
        own.push({ frame: difference.frame, kind: "difference", words: `${fork.recording}: ${difference.what}: ${difference.a || "nothing"} here, ${difference.b || "nothing"} in the fork` });
      }
    }
    for (const note of this.session.store.state.notes) {
      if (note.frame && (!note.agent || note.agent === agent)) own.push({ frame: note.frame, kind: "note", words: `Note: ${printable(note.words || "bookmark")}` });
    }
    const { divergence } = this.session.store.state;
    if (divergence?.first && divergence.agent === agent) own.push({ frame: divergence.decider ? divergence.frame : divergence.first.frame, kind: "parting", words: divergence.words });
    this.signs = [...this.past.marks, ...own].sort((a, b) => a.frame - b.frame);
    this.draw();
  }

  private onFrame(): void {
    if (!this.session.store.live) this.draw();
  }

  private onAt(): void {
    const { at } = this.session.store.state;
    if (at === null) {
      this.attached = true;
      this.plan();
    } else if (!this.drag) {
      this.axis.reveal(at);
    }
    this.draw();
  }

  /** The frame the cursor is at: live it glides, in the past it is the frame that is shown. */
  private get shown(): number {
    return this.session.store.state.at ?? this.glide.at;
  }

  // --- commands

  private change(by: 1 | -1): void {
    const { store } = this.session;
    const to = this.past.change(store.state.at ?? this.past.to + 1, by);
    if (to === null) store.set({ note: by > 0 ? "There is no later change." : "There is no earlier change.", error: "" });
    else this.session.show(to);
  }

  private showAll(): void {
    const { past, axis } = this;
    const span = Math.max(60, past.to - past.from);
    axis.from = past.from - span * 0.02;
    axis.to = past.to + span * 0.04;
    this.draw();
  }

  private nextSwing(): void {
    const { swings } = this.past;
    if (swings.length === 0) return;
    const next = swings.find((swing) => swing.frame > Math.floor(this.shown)) ?? swings[0]!;
    this.session.show(next.frame);
    this.session.store.set({ note: swingWords(next), error: "" });
  }

  // --- drawing

  private restyle(): void {
    this.ink = inks(isDark());
    this.draw();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.view;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(clientWidth * this.ratio);
    this.canvas.height = Math.round(clientHeight * this.ratio);
    // The newest stays where it is; what is older comes into sight.
    const each = this.axis.span / this.axis.width;
    const known = this.axis.width > 1;
    this.axis.width = clientWidth;
    if (known) this.axis.from = this.axis.to - each * clientWidth;
    this.height = clientHeight;
    this.scrollTo(this.scroll);
    this.paint();
  }

  private draw(): void {
    if (this.running) return;
    this.running = true;
    const step = (now: number): void => {
      const going = this.advance(now);
      this.paint();
      this.running = going;
      if (going) requestAnimationFrame(step);
    };
    this.before = performance.now();
    requestAnimationFrame(step);
  }

  private advance(now: number): boolean {
    const was = this.glide.at;
    const going = this.glide.step(Math.max(0, now - this.before));
    this.before = now;
    if (this.session.store.live && this.attached && !this.drag) {
      this.axis.pan(this.glide.at - was);
      const right = this.axis.frame(this.axis.width * 0.96);
      if (this.glide.at > right || this.glide.at < this.axis.from) this.axis.pan(this.glide.at - right);
    }
    return going && this.session.store.live;
  }

  private paint(): void {
    if (this.height === 0) return;
    const { context, past, axis } = this;
    const { store } = this.session;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (past.agent < 0 || past.empty) {
      context.clearRect(0, 0, axis.width, this.height);
      return;
    }
    const shown = this.shown;
    paintTimeline(context, {
      past, signs: this.signs, axis, height: this.height, scroll: this.scroll, shown, live: store.live,
      last: store.live ? Math.min(past.to, Math.ceil(this.glide.at)) : past.to, decider: store.state.decider, hover: this.hover, sets: this.sets(),
      rows: this.rowCount(), pins: this.pins, agent: store.state.agent, names: store.names,
    }, this.ink);
    this.plots.paint(axis, shown, this.ink);
    attr(this.view, "aria-valuemin", past.from);
    attr(this.view, "aria-valuemax", this.end);
    attr(this.view, "aria-valuenow", Math.round(shown));
    attr(this.view, "aria-valuetext", `${past.time(shown).toFixed(2)} seconds, frame ${Math.round(shown)}${store.live ? ", live" : ""}`);
  }

  private lanes(): readonly LaidLane[] {
    const rows = this.past.rows();
    if (this.lifted?.of !== rows) this.lifted = { of: rows, rows: inner(rows) };
    return this.lifted.rows;
  }
  private lifted: { of: readonly LaidLane[]; rows: readonly LaidLane[] } | null = null;

  // The runs that are shown: what happened, or above another run what happened in both of them.
  private sets(): LaneSet[] {
    const { past, beside } = this;
    const own: LaneSet = { past, lanes: this.lanes(), row: 0, label: "", after: 0 };
    if (!beside.other) return [own];
    const [first, second] = beside.labels;
    const all = [own.lanes, beside.original ? inner(beside.original.rows()) : [], inner(beside.other.rows())];
    const room = Math.floor((this.height - top - stripHeight) / rowHeight);
    const most = Math.max(height(all[0]!), height(all[1]!));
    const fit = most + height(all[2]!) + 2 <= room ? Infinity : Math.max(1, Math.floor((room - 2) / 2));
    const [here, beyond, there] = all.map((lanes) => innermost(lanes, fit)) as [LaidLane[], LaidLane[], LaidLane[]];
    const out: LaneSet[] = [{ ...own, lanes: here, row: 1, label: first }];
    if (beside.original && beside.original.to > past.to) out.push({ past: beside.original, lanes: beyond, row: 1, label: "", after: past.to });
    out.push({ past: beside.other, lanes: there, row: Math.max(height(here), height(beyond)) + 2, label: second, after: 0 });
    return out;
  }

  // Shows all of a fork, and what came before it.
  private showFork(): void {
    const { fork } = this.beside;
    if (!fork) return;
    const { axis } = this;
    const span = Math.max(60, (fork.to - fork.from) * 1.4);
    axis.from = fork.from - span * 0.25;
    axis.to = axis.from + span;
    this.attached = false;
  }

  private rowCount(): number {
    return this.sets().reduce((n, set) => Math.max(n, set.row + height(set.lanes)), 0);
  }

  /** The last frame that can be shown. */
  private get end(): number {
    return Math.max(this.past.to, this.beside.fork?.fork ? this.beside.to : 0);
  }

  private scrollTo(y: number): void {
    const pins = this.pins.length > 0 ? this.pins.length * rowHeight + pinGap : 0;
    this.scroll = Math.max(0, Math.min(y, this.rowCount() * rowHeight + pins - (this.height - top - stripHeight) + 4));
  }

  // --- the hand

  private listen(): void {
    const { view } = this;
    pinch(view, (factor, x) => {
      this.zoom(factor, x);
      this.draw();
    });
    view.addEventListener("pointerdown", (event) => {
      if (this.past.empty) return;
      const strip = event.offsetY >= this.height - stripHeight;
      const pan = event.button === 1 || event.button === 2 || event.shiftKey;
      if (event.button > 2) return;
      this.drag = { kind: strip ? "strip" : pan ? "pan" : "time", x: event.offsetX, moved: false };
      view.setPointerCapture(event.pointerId);
      show(this.tip, false);
      if (this.drag.kind === "time") {
        this.scrub(event.offsetX);
        this.creep();
      }
      if (this.drag.kind === "strip") this.stripTo(event.offsetX);
    });
    view.addEventListener("contextmenu", (event) => event.preventDefault());
    view.addEventListener("pointermove", (event) => {
      const { drag } = this;
      if (!drag) {
        this.point(event);
        return;
      }
      if (Math.abs(event.offsetX - drag.x) > 2) drag.moved = true;
      if (drag.kind === "time") this.scrub(event.offsetX);
      if (drag.kind === "strip") this.stripTo(event.offsetX);
      if (drag.kind === "pan") this.panBy(-(event.offsetX - drag.x) * (this.axis.span / this.axis.width));
      if (drag.moved) drag.x = event.offsetX;
    });
    const up = (event: PointerEvent): void => {
      const { drag } = this;
      this.drag = null;
      if (drag?.kind === "time" && !drag.moved && event.type === "pointerup") this.choose(event.offsetX, event.offsetY);
      if (drag && !drag.moved && event.type === "pointerup" && event.pointerType === "touch") this.tell(event);
      this.draw();
    };
    view.addEventListener("pointerup", up);
    view.addEventListener("pointercancel", up);
    view.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "touch") return; // it leaves with each finger
      show(this.tip, false);
      this.hover = null;
      this.draw();
    });
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      if (Math.abs(dx) > Math.abs(dy)) this.panBy(dx * unit * (this.axis.span / this.axis.width));
      else if (event.altKey) this.scrollTo(this.scroll + dy * unit);
      else this.zoom(Math.exp(-dy * unit * 0.0016), event.offsetX);
      this.draw();
    }, { passive: false });
    view.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const x = Math.max(0, Math.min(this.axis.width, this.axis.x(this.shown)));
      if (event.key === "+" || event.key === "=") this.zoom(1.5, x);
      else if (event.key === "-") this.zoom(1 / 1.5, x);
      else if (event.key === "ArrowDown") this.scrollTo(this.scroll + rowHeight);
      else if (event.key === "ArrowUp") this.scrollTo(this.scroll - rowHeight);
      else return;
      event.preventDefault();
      event.stopPropagation();
      this.draw();
    });
  }

  // While the hand is at an edge, what is shown moves under it.
  private creep(): void {
    const { drag, axis } = this;
    if (drag?.kind !== "time") return;
    requestAnimationFrame(() => this.creep());
    const way = drag.x < 12 ? -1 : drag.x > axis.width - 12 ? 1 : 0;
    if (way === 0 || !drag.moved) return;
    axis.pan(way * axis.span * 0.008);
    axis.keep(this.past.from, this.end);
    this.scrub(drag.x);
  }

  /** Shows the frame at a pixel; at the newest the page is live again. */
  private scrub(x: number): void {
    const { past, axis, session } = this;
    const frame = Math.round(axis.frame(Math.max(0, Math.min(axis.width, x))));
    const live = session.store.state.hello?.live ?? false;
    session.show(frame > this.end && live ? null : Math.max(past.from, Math.min(this.end, frame)));
    this.draw();
  }

  private stripTo(x: number): void {
    const { past, axis } = this;
    const middle = past.from + (Math.max(0, Math.min(axis.width, x)) / axis.width) * (past.to - past.from);
    this.panBy(middle - (axis.from + axis.to) / 2);
  }

  private panBy(frames: number): void {
    const { past, axis } = this;
    axis.pan(frames);
    axis.keep(past.from, this.end);
    this.attached = axis.to >= this.glide.at;
    this.draw();
  }

  private zoom(factor: number, x: number): void {
    const { past, axis } = this;
    // Live, the newest stays where it is, wherever the hand is.
    const at = this.session.store.live && this.attached ? axis.x(this.glide.at) : x;
    axis.zoom(factor, at, (past.to - past.from) * 1.3);
    axis.keep(past.from, this.end);
    this.draw();
  }

  /** The pinned agent whose row is there. */
  private pinAt(y: number): Past | null {
    if (y < top || y > this.height - stripHeight) return null;
    return this.pins[Math.floor((y - top + this.scroll - pinGap) / rowHeight) - this.rowCount()] ?? null;
  }

  private spanAt(x: number, y: number): { lane: LaidLane; span: Span } | null {
    if (y < top || y > this.height - stripHeight) return null;
    const pin = this.pinAt(y);
    const row = pin ? 0 : Math.floor((y - top + this.scroll) / rowHeight);
    const sets: LaneSet[] = pin ? [{ past: pin, lanes: pin.lanes.filter((lane) => lane.leaf).map((lane) => ({ lane, row: 0 })), row: 0, label: "", after: 0 }] : this.sets();
    const frame = this.axis.frame(x);
    const near = 2 * (this.axis.span / this.axis.width); // two pixels: short ones can be hit
    let best: { lane: LaidLane; span: Span } | null = null;
    let least = near;
    for (const set of sets) {
      if (frame < set.after) continue;
      for (const lane of set.lanes) {
        if (set.row + lane.row !== row) continue;
        for (const span of lane.lane.spans) {
          const off = Math.max(span.from - frame, frame - set.past.endOf(span), 0);
          if (off > least || (best && off === least)) continue;
          least = off;
          best = { lane, span };
        }
      }
    }
    return best;
  }

  /** A press on a bar also selects its decider, and one on a pinned row its agent. */
  private choose(x: number, y: number): void {
    const at = this.spanAt(x, y);
    const pin = this.pinAt(y);
    if (pin) this.session.store.set({ agent: pin.agent });
    if (at) this.session.store.set({ decider: at.lane.lane.decider, place: null });
  }

  /** A finger does not point before it presses: what it pressed is told for a while. */
  private tell(event: PointerEvent): void {
    this.point(event);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => show(this.tip, false), toldFor);
  }

  private point(event: PointerEvent): void {
    const { axis } = this;
    const beside = event.pointerType === "touch" ? 16 : 5; // pixels that a mark may be away
    const [x, y] = [event.offsetX, event.offsetY];
    const at = this.spanAt(x, y);
    if (at?.span !== this.hover?.span) {
      this.hover = at;
      this.draw();
    }
    let words = "";
    if (at) {
      const { span } = at;
      const length = span.end - span.begin;
      const end = span.reason ? ` · ended: ${span.reason}` : "";
      const pin = this.pinAt(y);
      words = `${pin ? `${this.session.store.names.text(pin.agent)} ` : ""}${at.lane.lane.decider}\n${seconds(length)}, from ${span.begin.toFixed(2)} s (frame ${count(span.from)}) to ${span.end.toFixed(2)} s (frame ${count(span.to)})${end}`;
      cls(this.tip, "failed", failed(span.reason ?? ""));
    } else if (y >= rulerHeight && y < rulerHeight + marksHeight) {
      const near = this.signs.filter((sign) => Math.abs(axis.x(sign.frame) - x) <= beside).slice(0, 8);
      words = near.map((sign) => `frame ${count(sign.frame)}: ${sign.kind}: ${sign.words}`).join("\n");
    }
    if (!words && y >= top && y < this.height - stripHeight) {
      const swing = this.past.swings.find((s) => axis.frame(x) >= s.from && axis.frame(x) <= s.frame);
      if (swing) words = swingWords(swing);
    }
    show(this.tip, words !== "");
    if (!words) return;
    text(this.tip, words);
    const { offsetWidth, offsetHeight } = this.tip;
    const left = Math.max(4, Math.min(innerWidth - offsetWidth - 4, event.clientX + 12));
    this.tip.style.transform = `translate(${left}px, ${Math.max(4, event.clientY - offsetHeight - 12)}px)`;
  }
}

