// Two runs side by side: what a fork, or a comparison of two recordings, came to. A panel says where the chosen agent's ways
// part and why, on both sides, and lists the differences; the timeline and the map show both runs as long as it is open.
import { type Difference, type Divergence, type Fork, Newest, type Side, type SideLine } from "./api.ts";
import { attr, h, into, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { type Names, printable } from "./names.ts";
import { icon } from "./outcomechip.ts";
import type { Session } from "./session.ts";
import { SweepPanel } from "./sweep.ts";
import { count, plural } from "./words.ts";

/** What the two sides are called. */
export function sidesOf(fork: Fork): [string, string] {
  return fork.fork ? ["original", "fork"] : ["first", "second"];
}

/** What a fork or a comparison came to, in a sentence. */
export function summary(fork: Fork, names: Names): string {
  const first = fork.differences[0];
  const ran = `${plural(fork.to - fork.from, "frame")} from ${count(fork.from)} on`;
  if (!first) return `No difference in ${ran}.`;
  return `In ${ran}, ${plural(fork.agents, "agent")} came out differently, first ${agentOf(first, names)} in frame ${count(first.frame)}.`;
}

/** The agent of a difference: of one that only the fork has, the fork knows the name. */
function agentOf(difference: Difference, names: Names): string {
  return names.name(difference.agent) || !difference.name ? names.text(difference.agent) : `${printable(difference.name)} #${difference.agent}`;
}

/** Shows a fork or comparison: store.fork is what is shown, null for none. */
export function showFork(session: Session, fork: Fork | null): void {
  session.store.set({ fork, side: "a", divergence: null });
  const { at } = session.store.state;
  if (at !== null) session.show(at); // what was beyond the present in another fork is not any more
}

/** select brings the panel into sight, or another one. */
export function mountCompare(body: HTMLElement, session: Session, keys: Keys, select: (on: boolean) => void): void {
  new ComparePanel(body, session, keys, select);
}

class ComparePanel {
  private readonly title = h("h2", { id: "fork-result-title", class: "grow cut" });
  private readonly a = h("button", { type: "button", onclick: () => this.side("a") }, "one run");
  private readonly b = h("button", { type: "button", onclick: () => this.side("b") }, "the other");
  private readonly open = h("a", { target: "_blank", title: "Look at it in a page of its own" }, "Open it");
  private readonly words = h("p", { role: "status" });
  private readonly why = h("section", { class: "parting", "aria-label": "Why the ways part" });
  private readonly list = h("ol");
  private readonly notes = h("ul", { class: "fork-notes dim" });
  private readonly empty = h("p", { class: "empty" }, "Two runs side by side: fork from a frame of the past (o), or compare with a recording under Files. The timeline then shows both, and why they part is told here.");
  private readonly panel = h("section", { class: "fork-result", "aria-labelledby": "fork-result-title", hidden: true },
    h("header", null, this.title, this.open, h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => this.close() }, "✕")),
    h("div", { class: "fork-sides", role: "group", "aria-label": "What the tree and the details show" }, h("span", { class: "dim" }, "The tree shows"), this.a, this.b),
    this.words, this.why, this.list, this.notes);
  private readonly newest = new Newest();
  private readonly sweep: SweepPanel;
  private shown: Fork | null = null;
  private asked = "";

  constructor(body: HTMLElement, private readonly session: Session, keys: Keys, private readonly select: (on: boolean) => void) {
    const { store } = session;
    this.sweep = new SweepPanel(session);
    body.append(this.sweep.el, this.empty, this.panel);
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    store.on(["fork", "swept"], () => this.show());
    store.on(["swept"], () => store.state.swept && this.select(true));
    store.on(["fork", "agent"], () => void this.explain());
    store.on(["fork", "side"], () => this.showSide());
    keys.add({ keys: ["r"], does: "Two runs side by side: the tree shows the other one", group: "Time", run: () => store.state.fork && this.side(store.state.side === "a" ? "b" : "a") });
  }

  private close(): void {
    showFork(this.session, null);
  }

  private side(side: "a" | "b"): void {
    const { store } = this.session;
    const { fork, at, frame } = store.state;
    if (!fork) return;
    store.set({ side });
    if (side === "b" && at === null) this.session.show(Math.min(frame, fork.to));
    else if (at !== null) this.session.show(at);
  }

  private show(): void {
    const { store } = this.session;
    const { fork } = store.state;
    show(this.panel, fork !== null);
    show(this.empty, fork === null && store.state.swept === null);
    if (fork === this.shown) return;
    this.shown = fork;
    this.select(fork !== null);
    if (!fork) return;
    const [a, b] = sidesOf(fork);
    text(this.title, fork.fork ? `Fork ${fork.recording}${fork.changes.length ? `: ${fork.changes.join("; ")}` : ""}` : `${fork.title} beside ${fork.original || store.state.hello?.title || "the game"}`);
    attr(this.title, "title", this.title.textContent);
    attr(this.open, "href", `?recording=${encodeURIComponent(fork.recording)}`);
    text(this.words, summary(fork, store.names));
    text(this.a, `the ${a}`);
    text(this.b, `the ${b}`);
    const seen = new Set<number>();
    into(this.list, ...fork.differences.map((difference) => {
      const item = h("li", null, this.button(difference, !seen.has(difference.agent)));
      seen.add(difference.agent);
      return item;
    }));
    into(this.notes, ...fork.notes.map((note) => h("li", null, note)), fork.more ? h("li", null, "There are more differences than these.") : null);
    show(this.notes, this.notes.childElementCount > 0);
    (this.list.querySelector("button") ?? this.panel.querySelector("button"))?.focus();
  }

  private showSide(): void {
    const { fork, side } = this.session.store.state;
    attr(this.a, "aria-pressed", side === "a" ? "true" : "false");
    attr(this.b, "aria-pressed", side === "b" ? "true" : "false");
    document.body.classList.toggle("other-side", fork !== null && side === "b");
  }

  // Why the chosen agent's ways part.
  private async explain(): Promise<void> {
    const { store, api } = this.session;
    const { fork, agent } = store.state;
    const about = fork && agent !== null ? `${fork.recording} ${fork.original} ${agent}` : "";
    if (about === this.asked) return;
    this.asked = about;
    store.set({ divergence: null });
    this.newest.stop();
    into(this.why);
    if (!fork || agent === null) return;
    try {
      const divergence = await this.newest.run(() => api.differs(agent, fork));
      if (!divergence || about !== this.asked) return;
      store.set({ divergence });
      this.showWhy(fork, divergence);
    } catch (error) {
      if (about === this.asked) into(this.why, h("p", { class: "dim" }, error instanceof Error ? error.message : String(error)));
    }
  }

  private showWhy(fork: Fork, d: Divergence): void {
    const { store } = this.session;
    const who = store.names.text(d.agent);
    if (!d.first) {
      into(this.why, h("p", { class: "dim" }, `${who} did the same in both.`));
      return;
    }
    const [a, b] = sidesOf(fork);
    const frame = d.decider ? d.frame : d.first.frame;
    const go = h("button", { type: "button", class: "primary", onclick: () => this.go(d.agent, frame, d.decider) }, `Go to frame ${count(frame)}`);
    const began = d.first.frame !== d.frame || d.first.what !== "decision" ? `${plain(d.first)}: ${d.first.a || "nothing"} | ${d.first.b || "nothing"} in frame ${count(d.first.frame)}` : "";
    into(this.why,
      h("header", null, h("h3", { class: "grow" }, d.decider ? `${who} parts over ${d.decider}` : `${who} differs, but decides the same`), go),
      began ? h("p", { class: "dim" }, `It begins with ${began}.`) : null,
      d.decider ? h("div", { class: "parting-sides" }, sideOf(`In the ${a}`, d.a), sideOf(`In the ${b}`, d.b)) : null);
  }

  private button(difference: Difference, first: boolean): HTMLElement {
    const who = agentOf(difference, this.session.store.names);
    const button = h("button", { type: "button", onclick: () => this.go(difference.agent, difference.frame, difference.decider ?? "") },
      h("span", { class: "num" }, count(difference.frame)), h("span", { class: "num cut" }, who),
      h("span", { class: first ? "fork-what first" : "fork-what" }, difference.again ? "the same again" : plain(difference)),
      h("span", { class: "cut" }, difference.a || "nothing"), h("span", { class: "dim" }, "→"), h("span", { class: "cut" }, difference.b || "nothing"));
    attr(button, "title", `Frame ${difference.frame}, ${who}: ${difference.what}${difference.decider ? ` of ${difference.decider}` : ""}${difference.again ? ": the same again from here on" : first ? ", the agent's first difference" : ""}\nhere: ${difference.a || "nothing"}\nin the other: ${difference.b || "nothing"}`);
    return button;
  }

  private go(agent: number, frame: number, decider: string): void {
    this.session.store.set(decider ? { agent, decider, place: null } : { agent });
    this.session.show(frame);
  }
}

/** The kind of a difference as people call it. */
function plain(difference: Difference): string {
  return { decisionFlags: "flags", path: "path", decision: difference.decider || "decision", operation: "an act" }[difference.what] ?? difference.what;
}

function sideOf(title: string, side: Side): HTMLElement {
  return h("div", null,
    h("h4", null, title, h("span", { class: "dim" }, side.active ? " · active" : " · not active")),
    h("p", null, side.slept ? `${side.words} It slept: this is its tick of frame ${count(side.frame)}.` : side.words),
    h("ul", { class: "checks" }, ...side.lines.map(lineOf)));
}

function lineOf(line: SideLine): HTMLElement {
  const state = !line.asked ? "open" : line.passed ? "passed" : "failed";
  const mark = h("span", { class: "mark", title: state === "open" ? "not come to" : state });
  mark.append(icon(state === "passed" ? "accepted" : state === "failed" ? "rejected" : "notReached"));
  return h("li", { "data-state": state, "data-differs": line.differs }, mark, h("span", { class: "check" }, line.differs ? `≠ ${line.check}` : line.check), h("span", { class: "what" }, line.words));
}
