// The tree: every decider as declared, a row each, with what became of it in the tick that is shown. Rows are made when
// they come into view and changed in place; nothing moves unless somebody folds, zooms or plugs a tree in.
import type { Tree } from "./api.ts";
import { colorOf, isDark } from "./colors.ts";
import { attr, h, nextFrame, s, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { activeLeaves, foldAllBut, gone, keyOf, matches, ownTrees, rowsOf, rowsOfTree, seen, shapeOf, soon, step, type Row, type Seen } from "./model.ts";
import { pan } from "./pan.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { legend } from "./treelegend.ts";
import { edges, linesTo, ties } from "./treelines.ts";
import { columnsFor, edgeOf, rowHeight, TreeRow, type Fonts } from "./treerow.ts";
import { Ruler } from "./treeruler.ts";
import { count, plural } from "./words.ts";

const zooms = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2];
const margin = 6; // rows made above and below what is seen

export function mountTree(pane: Pane, session: Session, keys: Keys): void {
  const tree = new TreeView(pane, session);
  keys.add(
    { keys: ["a"], does: "Jump to the active decider", group: "Tree", run: () => tree.jump() },
    { keys: ["d"], does: "Find a decider; Enter goes to the next", group: "Tree", run: () => tree.find() },
    { keys: ["f"], does: "Fold all but the active path", group: "Tree", run: () => tree.foldToActive() },
    { keys: ["u"], does: "Unfold all", group: "Tree", run: () => tree.unfold() },
    { keys: ["+", "-", "0"], does: "Larger, smaller, as it was", group: "Tree" },
    { keys: ["ArrowUp", "ArrowDown"], does: "In the tree: the decider before, after", group: "Tree" },
    { keys: ["ArrowLeft", "ArrowRight"], does: "In the tree: fold or go out, unfold or go in", group: "Tree" },
    { keys: ["+", "="], does: "", group: "", run: () => tree.zoomBy(1) },
    { keys: ["-"], does: "", group: "", run: () => tree.zoomBy(-1) },
    { keys: ["0"], does: "", group: "", run: () => tree.zoomTo(1) },
  );
}

class TreeView {
  private rows: Row[] = [];
  private seen: Seen = { rows: [], list: [], at: new Map() }; // those that are not folded away
  private made = new Map<number, TreeRow>();
  private attached = new Set<number>();
  private shape = "";
  private edge = 0; // where the names of all rows end, pixels
  private columns = columnsFor(0, 0);
  private profiled = false; // the game has a profile
  private fonts: Fonts = { name: "12px sans-serif", small: "11px sans-serif" };
  private folded = new Set<string>(load<string[]>("folded", []));
  private zoom = load<number>("zoom", 1);
  private found: number[] = [];
  private chosen = ""; // the trees that are offered
  private follow = true;
  private leaf = -1; // the active leaf that was last shown
  private ownScroll = 0; // when the page itself scrolled last, not the reader

  private readonly scroll = h("div", { class: "tree-scroll scroll", tabindex: 0, role: "tree", "aria-label": "Deciders", "data-focus": "" });
  private readonly edges = s("path", { class: "edges" });
  private readonly lit = s("path", { class: "edges lit" });
  private readonly ties = s("path", { class: "ties" }); // from the selected decider to its other places, and along jumps
  private readonly layer = s("g", null);
  private readonly world = s("g", null, this.edges, this.lit, this.layer, this.ties);
  private readonly svg = s("svg", { class: "tree", role: "presentation" }, this.world);
  private readonly ruler = new Ruler((part) => this.scrollTo(part * this.height() - this.scroll.clientHeight / 2));
  private readonly heads = { name: h("span", null, "decider"), words: h("span", { class: "cut" }, "in this tick"), timers: h("span", null, "timer"), duration: h("span", null, "active"), cost: h("span", { title: "Share of the time of all ticks, of all agents that the game's profile has" }, "profile") };
  private readonly problem = h("p", null);
  private readonly choices = h("div", { class: "choices" });
  private readonly empty = h("div", { class: "empty" }, this.problem, this.choices);
  private readonly search = h("input", { type: "search", placeholder: "find decider", "aria-label": "Find a decider (d)", title: "Find a decider (d)", class: "find" });
  private readonly hits = h("span", { class: "hits num dim" });
  private readonly followButton = h("button", { type: "button", title: "Keep the active decider in view", "aria-pressed": "true" }, "Follow");
  private readonly refresh = nextFrame(() => this.draw());

  constructor(pane: Pane, private readonly session: Session) {
    const button = (label: string, title: string, run: () => void): HTMLButtonElement => h("button", { type: "button", title, "aria-label": title, onclick: run }, label);
    pane.head.append(this.search, this.hits, button("Active", "Jump to the active decider (a)", () => this.jump()), this.followButton,
      button("Fold", "Fold all but the active path (f)", () => this.foldToActive()), button("Unfold", "Unfold all (u)", () => this.unfold()));
    const head = h("div", { class: "tree-head", "aria-hidden": "true" }, this.heads.name, this.heads.duration, this.heads.timers, this.heads.words, this.heads.cost);
    this.scroll.append(this.svg);
    pane.body.append(h("div", { class: "tree-box" }, head, this.scroll, this.ruler.el, legend()), this.empty);
    this.followButton.addEventListener("click", () => this.setFollow(!this.follow));
    this.search.addEventListener("input", () => this.showFound());
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    this.scroll.addEventListener("scroll", () => this.scrolled());
    this.scroll.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.scroll.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("click", (event) => this.click(event));
    this.svg.addEventListener("dblclick", (event) => this.doubleClick(event));
    pan(this.scroll, ".name, .box, .fold-hit");
    new ResizeObserver(() => this.resized()).observe(this.scroll);
    const { store } = session;
    store.on(["moment", "hello", "alone"], () => this.take());
    store.on(["decider", "place", "breakpoints", "theme"], () => this.refresh());
  }

  /** Takes the moment that is to be shown, and lays the tree out where it is another one than before. */
  private take(): void {
    const { moment, hello } = this.session.store.state;
    const alone = !moment && this.session.store.tree;
    const shape = moment ? shapeOf(moment) : alone ? alone.fingerprint : "";
    const problem = !moment || moment.places?.length ? (moment?.problem?.error ?? "") : (moment.problem?.error ?? "Nothing is recorded of this agent yet. It is from now on: let the world go on.");
    show(this.empty, shape === "" || problem !== "");
    text(this.problem, problem || "Select an agent, in the list or on the map, or look at a tree:");
    show(this.choices, problem === "");
    this.choose(hello ? ownTrees(hello) : []);
    if (problem === "" && (shape !== this.shape || (this.rows.length === 0 && shape !== ""))) {
      this.shape = shape;
      this.rows = !hello ? [] : moment ? rowsOf(moment, hello.trees) : alone ? rowsOfTree(alone) : [];
      this.made.clear();
      this.attached.clear();
      this.layer.replaceChildren();
      this.measure();
      this.fold();
      this.showFound();
    }
    const profiled = moment?.places.some((place) => place.cost) ?? false;
    if (profiled !== this.profiled) {
      this.profiled = profiled;
      this.resized();
    }
    if (moment && this.session.store.state.decider === null) this.select(activeLeaves(this.rows, moment)[0] ?? 0);
    this.draw(); // in the same frame as the other panes
  }

  /** Offers the trees there are, to be looked at without an agent. */
  private choose(trees: readonly Tree[]): void {
    const shown = trees.map((tree) => tree.fingerprint).join(" ");
    if (this.chosen === shown) return;
    this.chosen = shown;
    this.choices.replaceChildren(...trees.map((tree) => h("button", { type: "button", onclick: () => this.session.store.set({ alone: tree.fingerprint }) }, `${tree.name}, ${plural(tree.description.deciders.length, "decider")}`)));
  }

  private measure(): void {
    const style = getComputedStyle(document.body);
    const size = parseFloat(style.fontSize);
    this.fonts = { name: `500 ${size}px ${style.fontFamily}`, small: `${size - 1}px ${style.fontFamily}` };
    let words = 220;
    for (const row of this.rows) words = Math.max(words, edgeOf(row, this.fonts));
    this.edge = Math.ceil(words) + 8;
    this.resized();
  }

  private resized(): void {
    const room = this.scroll.clientWidth / this.zoom;
    if (room === 0) return;
    const next = columnsFor(this.edge, room, this.profiled);
    if (next.width !== this.columns.width || next.words !== this.columns.words || next.inline !== this.columns.inline || next.cost !== this.columns.cost) this.columns = next;
    this.size();
    this.refresh();
  }

  private height = (): number => this.seen.list.length * rowHeight * this.zoom;

  private size(): void {
    attr(this.svg, "width", Math.floor(this.columns.width * this.zoom));
    attr(this.svg, "height", Math.max(1, this.height()));
    attr(this.world, "transform", `scale(${this.zoom})`);
  }

  /** Works out which rows are seen, after something was folded. */
  private fold(): void {
    this.seen = seen(this.rows, this.folded);
    attr(this.edges, "d", edges(this.seen));
    this.size();
    this.refresh();
  }

  private draw(): void {
    const { moment, decider, breakpoints, agent } = this.session.store.state;
    const top = this.scroll.scrollTop / this.zoom / rowHeight;
    const rows = this.scroll.clientHeight / this.zoom / rowHeight;
    const from = Math.max(0, Math.floor(top) - margin);
    const to = Math.min(this.seen.list.length, Math.ceil(top + rows) + margin);
    const wanted = new Set(this.seen.list.slice(from, to));
    for (const i of this.attached) {
      if (wanted.has(i)) continue;
      this.made.get(i)!.el.remove();
      this.attached.delete(i);
    }
    const stops = new Set(breakpoints.filter((b) => b.decider && (!b.agent || b.agent === agent)).map((b) => b.decider!));
    const found = new Set(this.found);
    const dark = isDark();
    const { slept } = this.session.store;
    for (let k = from; k < to; k++) {
      const i = this.seen.list[k]!;
      const row = this.rows[i]!;
      let el = this.made.get(i);
      if (!el) this.made.set(i, (el = new TreeRow(row, this.fonts, `row-${i}`)));
      if (!this.attached.has(i)) {
        this.attached.add(i);
        this.layer.append(el.el);
        attr(el.el, "data-row", i);
      }
      const state = moment?.places[row.index];
      const folded = row.children.length > 0 && this.folded.has(keyOf(row));
      const siblings = row.parent < 0 ? 1 : this.rows[row.parent]!.children.length;
      el.move(k * rowHeight, this.columns, row.parent < 0 ? 0 : this.rows[row.parent]!.children.indexOf(i), siblings);
      el.folded(folded);
      el.marks(this.isSelected(row), row.name === decider, found.has(i), stops.has(row.name), this.session.store.overrideOf(row.name) || (state?.override ?? ""));
      el.paint(colorOf(row.name, dark));
      el.update(state, folded && state?.active ? this.activeBelow(i) : "", slept);
    }
    const selected = this.rows.findIndex((row) => this.isSelected(row));
    const active = this.seen.list.filter(this.isActive);
    attr(this.lit, "d", linesTo(this.seen, active));
    attr(this.ties, "d", ties(this.seen, selected, this.fonts));
    this.ruler.mark(this.seen, this.zoom, active, this.found);
    this.heading();
    attr(this.scroll, "aria-activedescendant", selected >= 0 && this.attached.has(selected) ? `row-${selected}` : null);
    text(this.heads.words, !moment ? "" : `in the tick of frame ${count(moment.frame)}${moment.asked - moment.frame >= (this.session.store.live ? soon : 1) ? (gone(moment) ? "; no tick since" : "; it slept since") : ""}`);
    this.followLeaf();
  }

  private isSelected(row: Row): boolean {
    const { decider, place } = this.session.store.state;
    return decider === row.name && (place === null ? this.rows.find((other) => other.name === decider) === row : place === row.index);
  }

  private isActive = (i: number): boolean => this.session.store.state.moment?.places[this.rows[i]!.index]?.active === true;

  private activeBelow(i: number): string {
    let deepest = i;
    for (;;) {
      const next = this.rows[deepest]!.children.find(this.isActive);
      if (next === undefined) return deepest === i ? "" : this.rows[deepest]!.name;
      deepest = next;
    }
  }

  private heading(): void {
    const place = (el: HTMLElement, x: number): void => {
      const at = `${Math.round(x * this.zoom - this.scroll.scrollLeft)}px`;
      if (el.style.left !== at) el.style.left = at;
    };
    place(this.heads.name, 22);
    place(this.heads.words, this.columns.words);
    const { columns } = this;
    const until = columns.inline ? columns.duration - 48 : columns.cost > 0 ? columns.cost - 46 : columns.width;
    this.heads.words.style.setProperty("max-width", `${Math.round((until - columns.words) * this.zoom)}px`);
    show(this.heads.cost, this.columns.cost > 0);
    place(this.heads.cost, this.columns.cost - 40);
    place(this.heads.timers, this.columns.timers);
    show(this.heads.timers, !this.columns.together);
    text(this.heads.duration, this.columns.together && !this.columns.inline ? "active, timer" : "active");
    place(this.heads.duration, this.columns.duration - (this.columns.together && !this.columns.inline ? 74 : 38));
  }

  private setFollow(on: boolean): void {
    this.follow = on;
    attr(this.followButton, "aria-pressed", on ? "true" : "false");
    this.leaf = -1;
    this.refresh();
  }

  private followLeaf(): void {
    const leaf = activeLeaves(this.rows, this.session.store.state.moment)[0] ?? -1;
    if (!this.follow || leaf === this.leaf) return;
    this.leaf = leaf;
    if (leaf >= 0) this.reveal(leaf, false);
  }

  private scrolled(): void {
    if (performance.now() - this.ownScroll > 300 && this.follow && this.scroll.matches(":hover")) this.setFollow(false);
    this.refresh();
  }

  private scrollTo(y: number): void {
    this.ownScroll = performance.now();
    this.scroll.scrollTop = y;
    this.refresh();
  }

  /** Brings a row into view: unfolds what hides it, if unfold says so, else what stands for it. */
  private reveal(i: number, unfold: boolean): void {
    if (unfold && !this.seen.at.has(i)) {
      for (let up = this.rows[i]!.parent; up >= 0; up = this.rows[up]!.parent) this.folded.delete(keyOf(this.rows[up]!));
      this.keepFolded();
    }
    while (i >= 0 && !this.seen.at.has(i)) i = this.rows[i]!.parent;
    if (i < 0) return;
    const y = this.seen.at.get(i)! * rowHeight * this.zoom;
    const room = this.scroll.clientHeight;
    const top = this.scroll.scrollTop;
    if (y < top + rowHeight || y > top + room - 2 * rowHeight) this.scrollTo(y - room / 2);
  }

  private keepFolded(): void {
    save("folded", [...this.folded]);
    this.fold();
  }

  private select(i: number): void {
    const row = this.rows[i];
    if (row) this.session.store.set({ decider: row.name, place: row.index });
  }

  jump(): void {
    const leaf = activeLeaves(this.rows, this.session.store.state.moment)[0];
    if (leaf === undefined) return;
    this.reveal(leaf, true);
    this.select(leaf);
    this.scroll.focus({ preventScroll: true });
  }

  find(): void {
    this.search.focus();
    this.search.select();
  }

  foldToActive(): void {
    this.folded = foldAllBut(this.rows, activeLeaves(this.rows, this.session.store.state.moment));
    this.keepFolded();
    this.scrollTo(0);
  }

  unfold(): void {
    this.folded.clear();
    this.keepFolded();
    this.leaf = -1;
  }

  zoomTo(zoom: number): void {
    const middle = (this.scroll.scrollTop + this.scroll.clientHeight / 2) / this.zoom;
    this.zoom = zoom;
    save("zoom", zoom);
    this.resized();
    this.scrollTo(middle * zoom - this.scroll.clientHeight / 2);
  }

  zoomBy(steps: number): void {
    const now = zooms.findIndex((zoom) => zoom >= this.zoom);
    this.zoomTo(zooms[Math.max(0, Math.min(zooms.length - 1, now + steps))]!);
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1 : -1);
  }

  private rowOf(event: Event): number {
    const el = (event.target as Element).closest("[data-row]");
    return el ? Number(el.getAttribute("data-row")) : -1;
  }

  private click(event: MouseEvent): void {
    const i = this.rowOf(event);
    if (i < 0) return;
    if ((event.target as Element).hasAttribute("data-fold")) this.toggle(i);
    else this.select(i);
  }

  private doubleClick(event: MouseEvent): void {
    const i = this.rowOf(event);
    const row = this.rows[i];
    if (!row || (event.target as Element).hasAttribute("data-fold")) return;
    if (row.of.jump) {
      const target = this.rows.findIndex((other) => other.tree === row.tree && other.name === row.of.jump);
      if (target >= 0) {
        this.reveal(target, true);
        this.select(target);
      }
    } else if (row.children.length > 0) {
      this.toggle(i);
    }
  }

  private toggle(i: number, fold?: boolean): void {
    const key = keyOf(this.rows[i]!);
    if (fold ?? !this.folded.has(key)) this.folded.add(key);
    else this.folded.delete(key);
    this.keepFolded();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter") {
      document.querySelector<HTMLElement>('[data-pane="detail"] [data-focus]')?.focus();
      event.preventDefault();
      return;
    }
    const now = this.rows.findIndex((row) => this.isSelected(row));
    const to = step(this.seen, now, event.key, (row) => this.folded.has(keyOf(row)));
    if (!to) return;
    event.preventDefault();
    if (to.fold !== undefined) this.toggle(now, to.fold);
    if (to.go === undefined) return;
    this.select(to.go);
    this.reveal(to.go, false);
  }

  private showFound(): void {
    this.found = matches(this.rows, this.search.value);
    text(this.hits, this.search.value.trim() === "" ? "" : `${this.found.length}`);
    this.refresh();
  }

  private searchKey(event: KeyboardEvent): void {
    if (event.key === "Enter" && this.found.length > 0) {
      const now = this.rows.findIndex((row) => this.isSelected(row));
      const next = event.shiftKey ? (this.found.findLast((i) => i < now) ?? this.found.at(-1)!) : (this.found.find((i) => i > now) ?? this.found[0]!);
      this.reveal(next, true);
      this.select(next);
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.showFound();
      this.scroll.focus({ preventScroll: true });
    }
  }
}
