// The list of agents: searched and filtered by the server, of any length; only what is in view is asked for and made.
import type { AgentRow, Agents, AgentsQuery } from "./api.ts";
import { ApiError, Newest } from "./api.ts";
import { colorOf, isDark } from "./colors.ts";
import { after, attr, cls, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { ownTrees } from "./model.ts";
import type { Names } from "./names.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import { count } from "./words.ts";

const chunk = 100; // agents of a request
const refreshEvery = 1000; // milliseconds, while the page follows the world
const tallest = 15_000_000; // pixels a browser scrolls over without losing its place

export function mountAgents(pane: Pane, session: Session, keys: Keys): void {
  const panel = new AgentsPanel(pane, session);
  keys.add(
    { keys: ["/"], does: "Search the agents", group: "Agents", run: () => panel.search() },
    { keys: ["n"], does: "The next agent of the list", group: "Agents", run: () => panel.go(1) },
    { keys: ["p"], does: "The agent before", group: "Agents", run: () => panel.go(-1) },
    { keys: ["x"], does: "Take the filters away", group: "Agents", run: () => panel.clear() },
    { keys: ["PageUp", "PageDown", "Home", "End"], does: "In the list: a page up, down; first, last", group: "Agents" },
  );
}

class AgentsPanel {
  private total = 0;
  private readonly rows = new Map<number, AgentRow>(); // by place in the list
  private readonly asked = new Set<number>(); // chunks that were asked for since the last refresh
  private readonly els: HTMLElement[] = [];
  private readonly requests = new Newest();
  private rowHeight = 24;
  private index = -1; // of the selected agent in the list, -1 where it is not known
  private wanted = -1; // the place in the list that is to be selected as soon as it is known who stands there
  private begun = false; // somebody was selected
  private stale = false;
  private openedAt = -1; // the world's frame when the page was opened

  private readonly query = h("input", { type: "search", placeholder: "Name, ID, crowd, decider", "aria-label": "Search agents (/)", title: "Search agents (/)", "data-focus": "", class: "grow" });
  private readonly decider = h("select", { "aria-label": "Only agents in this decider", class: "grow" }, h("option", { value: "" }, "any decider"));
  private readonly flag = h("select", { "aria-label": "Only agents with this flag or stimulus", class: "grow" }, h("option", { value: "" }, "any flag"));
  private readonly clearButton = h("button", { type: "button", class: "icon", title: "Take the filters away (x)", "aria-label": "Take the filters away" }, "✕");
  private readonly totals = h("div", { class: "totals num", role: "status" });
  private readonly scroll = h("div", { class: "agents-scroll scroll", role: "listbox", tabindex: 0, "aria-label": "Agents" });
  private readonly space = h("div", { class: "agents-space" });
  private readonly empty = h("div", { class: "empty" }, "No agent matches.");

  constructor(pane: Pane, private readonly session: Session) {
    const { store } = session;
    pane.body.classList.add("agents");
    this.scroll.append(this.space);
    pane.body.append(h("div", { class: "filters" }, h("div", { class: "line" }, this.query, this.clearButton), h("div", { class: "line" }, this.decider, this.flag)), this.totals, h("div", { class: "agents-box" }, this.scroll, this.empty));
    const typed = after(150, () => store.set({ query: this.query.value.trim() }));
    this.query.addEventListener("input", typed);
    this.query.addEventListener("keydown", (event) => this.searchKey(event));
    this.decider.addEventListener("change", () => store.set({ deciderFilter: this.decider.value }));
    this.flag.addEventListener("change", () => {
      const [kind, bits] = this.flag.value.split(":");
      store.set({ flagFilter: kind === "flag" ? bits! : "", stimulusFilter: kind === "stimulus" ? bits! : "" });
    });
    this.clearButton.addEventListener("click", () => this.clear());
    this.scroll.addEventListener("scroll", () => this.draw());
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    this.scroll.addEventListener("click", (event) => {
      const el = (event.target as Element).closest<HTMLElement>("[data-at]");
      if (el) this.select(Number(el.dataset["at"]));
    });
    new ResizeObserver(() => this.draw()).observe(this.scroll);
    store.on(["hello"], () => this.options());
    store.on(["query", "deciderFilter", "flagFilter", "stimulusFilter"], () => this.filter());
    store.on(["agent", "theme", "named"], () => {
      this.begun ||= store.state.agent !== null;
      cls(this.scroll, "named", store.names.any);
      this.draw();
    });
    store.on(["frame"], () => (this.stale ||= store.live));
    // The past is as it was: its list changes with the frame alone, and then at once.
    store.on(["at", "side", "fork"], () => {
      if (store.live) store.set({ then: null });
      this.refresh();
    });
    setInterval(() => {
      if (!this.stale || this.session.store.state.connection !== "open" || document.hidden || this.scroll.offsetParent === null) return;
      this.stale = false;
      this.refresh();
    }, refreshEvery);
  }

  search(): void {
    this.query.focus();
    this.query.select();
  }

  clear(): void {
    this.query.value = "";
    this.session.store.set({ query: "", deciderFilter: "", flagFilter: "", stimulusFilter: "" });
  }

  /** Selects the agent so many places further down the list. */
  go(by: number): void {
    this.select(Math.max(0, Math.min(this.total - 1, this.index < 0 ? 0 : this.index + by)));
  }

  private options(): void {
    const hello = this.session.store.state.hello;
    if (!hello) return;
    if (this.openedAt < 0) this.openedAt = hello.frame;
    const names = new Set<string>();
    for (const tree of ownTrees(hello)) for (const decider of tree.description.deciders) names.add(decider.name);
    if (this.decider.length !== names.size + 1) {
      this.decider.replaceChildren(h("option", { value: "" }, "any decider"));
      for (const name of [...names].sort()) this.decider.append(h("option", { value: name }, name));
      this.decider.value = this.session.store.state.deciderFilter;
    }
    if (this.flag.length === 1) {
      const group = (label: string, kind: string, list: readonly string[]): HTMLElement => {
        const el = h("optgroup", { label });
        list.forEach((name, bit) => name && el.append(h("option", { value: `${kind}:0x${(1n << BigInt(bit)).toString(16)}` }, name)));
        return el;
      };
      this.flag.append(group("decision flags", "flag", hello.names.decision), group("stimuli", "stimulus", hello.names.stimuli));
    }
    if (this.rows.size === 0) this.refresh();
  }

  private filter(): void {
    const { query, deciderFilter, flagFilter, stimulusFilter } = this.session.store.state;
    // While somebody types, what is in the box is newer.
    if (document.activeElement !== this.query && this.query.value.trim() !== query) this.query.value = query;
    if (this.decider.value !== deciderFilter) this.decider.value = deciderFilter;
    const flag = flagFilter ? `flag:${flagFilter}` : stimulusFilter ? `stimulus:${stimulusFilter}` : "";
    if (this.flag.value !== flag) this.flag.value = flag;
    this.clearButton.disabled = !(query || deciderFilter || flag);
    this.rows.clear();
    this.index = this.wanted = -1;
    this.scroll.scrollTop = 0;
    this.refresh();
  }

  /** Asks again for what is in view. What is shown stays until the answer is there. */
  private refresh(): void {
    this.asked.clear();
    this.draw();
  }

  private range(): [number, number] {
    const from = Math.floor(this.scroll.scrollTop / this.scaled());
    return [from, Math.min(this.total, from + Math.ceil(this.scroll.clientHeight / this.rowHeight) + 1)];
  }

  /** How far to scroll for one row: less than its height where there are too many for the browser. */
  private scaled(): number {
    return Math.min(this.rowHeight, tallest / Math.max(1, this.total));
  }

  private async load(at: number): Promise<void> {
    const { query, deciderFilter: decider, flagFilter: flag, stimulusFilter: stimulus } = this.session.store.state;
    const part = Math.floor(at / chunk);
    if (this.asked.has(part) || !this.session.store.state.hello) return;
    this.asked.add(part);
    const { at: frame } = this.session.store.state;
    const asked: AgentsQuery = { query, decider, flag, stimulus, frame: frame ?? undefined, offset: part * chunk, limit: chunk };
    try {
      const got = await this.requests.run(() => this.session.source.agents(asked));
      if (frame !== this.session.store.state.at) return; // the frame that is shown now is on its way
      if (got) this.take(got);
      else this.asked.delete(part);
    } catch (error) {
      if (frame !== this.session.store.state.at) return;
      if (frame !== null && error instanceof ApiError && error.code === "notRecorded") this.nothing(error.message);
      else this.session.fail(error);
    }
  }

  /** Shows that of the frame there is nothing, and why. */
  private nothing(words: string): void {
    this.rows.clear();
    this.total = 0;
    this.index = -1;
    text(this.totals, words);
    show(this.empty, false);
    this.session.store.set({ then: null });
    this.draw();
  }

  private take(got: Agents): void {
    this.total = got.total;
    this.session.store.set({ listFrame: got.frame });
    const agents = got.agents ?? [];
    for (let i = 0; i < chunk; i++) {
      const row = agents[i];
      if (row) this.rows.set(got.offset + i, row);
      else this.rows.delete(got.offset + i);
    }
    if (this.rows.size > 50 * chunk) {
      for (const at of this.rows.keys()) if (Math.abs(at - got.offset) > 10 * chunk) this.rows.delete(at);
    }
    const filling = got.indexed < got.all ? `, ${count(got.indexed)} looked at so far` : "";
    const past = this.session.store.state.at !== null;
    const missing = got.unrecorded > 0 ? `, ${count(got.unrecorded)} not recorded then` : "";
    const all = past ? missing : filling;
    text(this.totals, got.total === got.all ? `${count(got.all)}${all}` : `${count(got.total)} of ${count(got.all)}${all}`);
    attr(this.totals, "title", got.unrecorded > 0 ? `What ${count(got.unrecorded)} of them did in frame ${count(got.frame)} is not recorded. Filters by what agents do leave them out.` : null);
    if (past) this.session.store.set({ then: got.all });
    show(this.empty, got.total === 0);
    // A page that opens shows somebody. The list may be older than the page: who stands first in it may be dead.
    const opening = this.session.store.state.agent === null && !this.begun;
    const fresh = !this.session.store.state.hello?.live || got.frame >= this.openedAt;
    const first = opening && fresh ? 0 : this.wanted;
    if (opening) this.stale = true;
    const wanted = this.rows.get(first);
    if (wanted) {
      this.session.store.set({ agent: wanted.agent });
      this.wanted = -1;
      this.begun = true;
    }
    this.draw();
  }

  private draw(): void {
    const room = this.scroll.clientHeight;
    if (room === 0) return;
    this.rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row")) || 24;
    const height = `${Math.min(tallest, this.total * this.rowHeight)}px`;
    if (this.space.style.height !== height) this.space.style.height = height;
    const [from, to] = this.range();
    if (this.total === 0) void this.load(0);
    const dark = isDark();
    const agent = this.session.store.state.agent;
    const listed: AgentRow[] = [];
    let active: string | null = null;
    for (let i = 0; i < Math.max(to - from, this.els.length); i++) {
      const at = from + i;
      let el = this.els[i];
      if (!el) {
        el = makeRow();
        this.els.push(el);
        this.space.append(el);
      }
      const row = at < to ? this.rows.get(at) : undefined;
      show(el, at < to);
      if (at >= to) continue;
      el.style.setProperty("--y", `${this.scaled() === this.rowHeight ? at * this.rowHeight : this.scroll.scrollTop + i * this.rowHeight}px`);
      attr(el, "data-at", at);
      const selected = row !== undefined && row.agent === agent;
      if (selected) {
        this.index = at;
        active = el.id;
      }
      fillRow(el, row, this.session.store.names, selected, dark, !this.session.store.live);
      if (row) listed.push(row);
      if (!row || !this.asked.has(Math.floor(at / chunk))) void this.load(at);
    }
    attr(this.scroll, "aria-activedescendant", active);
    this.session.store.set({ listed });
  }

  private select(at: number): void {
    const row = this.rows.get(at);
    this.index = at;
    const y = at * this.scaled();
    const room = this.scroll.clientHeight - this.rowHeight;
    if (y < this.scroll.scrollTop) this.scroll.scrollTop = y;
    else if (y > this.scroll.scrollTop + room) this.scroll.scrollTop = y - room;
    this.wanted = row ? -1 : at;
    if (row) this.session.store.set({ agent: row.agent });
    this.draw();
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.rowHeight) - 1);
    const by: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.total, End: this.total };
    const step = by[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.go(step);
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      this.clear();
      this.scroll.focus();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      this.session.store.set({ query: this.query.value.trim() });
      this.scroll.focus();
      if (this.rows.get(0) && this.index < 0) this.select(0);
    }
  }
}

let made = 0;

function makeRow(): HTMLElement {
  return h("div", { class: "agent", role: "option", id: `agent-${made++}` }, h("span", { class: "id num" }, h("span", { class: "cut" }), h("span")), h("i", { class: "swatch" }), h("span", { class: "leaf cut" }), h("span", { class: "group cut dim" }));
}

function fillRow(el: HTMLElement, row: AgentRow | undefined, names: Names, selected: boolean, dark: boolean, past: boolean): void {
  const [id, swatch, leaf, group] = el.children as unknown as HTMLElement[];
  const name = row ? names.name(row.agent) : "";
  text(id!.children[0]!, name);
  text(id!.children[1]!, row ? `${name && " "}#${row.agent}` : "");
  const unknown = past && row?.recorded === false; // it was not recorded in that frame
  text(leaf!, !row ? "…" : unknown ? "not recorded" : row.leaf || "nothing active");
  cls(leaf!, "dim", unknown);
  text(group!, row?.crowd ?? "");
  swatch!.style.setProperty("--colour", row?.leaf ? colorOf(row.leaf, dark) : "transparent");
  attr(el, "aria-selected", selected ? "true" : "false");
  cls(el, "selected", selected);
  attr(el, "title", row ? [`${names.text(row.agent)}${row.crowd && ` of ${row.crowd}`}`, (row.path ?? []).join(" › "), flagWords("flags", row.flags.names), flagWords("stimuli", row.stimuli.names), row.recorded ? "" : unknown ? "not recorded in this frame" : "not recorded"].filter(Boolean).join("\n") : null);
}

const flagWords = (what: string, names: string[] | undefined): string => (names?.length ? `${what}: ${names.join(", ")}` : "");
