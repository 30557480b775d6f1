// The tree as an outline: a row for each decider, in the order of the declaration. Rows are made when they come into view
// and changed in place.
import { colorOf, isDark } from "./colors.ts";
import { attr, h, s, show, text } from "./dom.ts";
import { gone, soon } from "./model.ts";
import { pan } from "./pan.ts";
import { load, save } from "./settings.ts";
import { legend } from "./treelegend.ts";
import { edges, linesTo, ties } from "./treelines.ts";
import { columnsFor, edgeOf, fontsNow, rowHeight, TreeRow } from "./treerow.ts";
import { Ruler } from "./treeruler.ts";
import type { TreeFace, TreeState } from "./treestate.ts";
import { count } from "./words.ts";

const zooms = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2];
const margin = 6; // rows made above and below what is seen

export class Outline implements TreeFace {
  private made = new Map<number, TreeRow>();
  private attached = new Set<number>();
  private edge = 0; // where the names of all rows end, pixels
  private columns = columnsFor(0, 0);
  private profiled = false; // the game has a profile
  private fonts = fontsNow();
  private zoom = load<number>("zoom", 1);
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
  readonly el: HTMLElement;

  /** refresh draws in the next frame of the screen; moved is told when the reader scrolls. */
  constructor(private readonly tree: TreeState, private readonly refresh: () => void, private readonly moved: () => void) {
    const head = h("div", { class: "tree-head", "aria-hidden": "true" }, this.heads.name, this.heads.duration, this.heads.timers, this.heads.words, this.heads.cost);
    this.scroll.append(this.svg);
    this.el = h("div", { class: "tree-box" }, head, this.scroll, this.ruler.el, legend());
    this.scroll.addEventListener("scroll", () => this.scrolled());
    this.scroll.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    pan(this.scroll, ".name, .box, .fold-hit");
    new ResizeObserver(() => this.resized()).observe(this.scroll);
  }

  begin(): void {
    this.made.clear();
    this.attached.clear();
    this.layer.replaceChildren();
    this.measure();
    this.place();
  }

  private measure(): void {
    this.fonts = fontsNow();
    let words = 220;
    for (const row of this.tree.rows) words = Math.max(words, edgeOf(row, this.fonts));
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

  private height = (): number => this.tree.seen.list.length * rowHeight * this.zoom;

  private size(): void {
    attr(this.svg, "width", Math.floor(this.columns.width * this.zoom));
    attr(this.svg, "height", Math.max(1, this.height()));
    attr(this.world, "transform", `scale(${this.zoom})`);
  }

  place(): void {
    attr(this.edges, "d", edges(this.tree.seen));
    this.size();
  }

  draw(): void {
    const { tree } = this;
    const { moment, decider } = tree.session.store.state;
    const profiled = moment?.places.some((place) => place.cost) ?? false;
    if (profiled !== this.profiled) {
      this.profiled = profiled;
      this.resized();
    }
    const top = this.scroll.scrollTop / this.zoom / rowHeight;
    const rows = this.scroll.clientHeight / this.zoom / rowHeight;
    const from = Math.max(0, Math.floor(top) - margin);
    const to = Math.min(tree.seen.list.length, Math.ceil(top + rows) + margin);
    const wanted = new Set(tree.seen.list.slice(from, to));
    for (const i of this.attached) {
      if (wanted.has(i)) continue;
      this.made.get(i)!.el.remove();
      this.attached.delete(i);
    }
    const stops = tree.stops();
    const found = new Set(tree.found);
    const dark = isDark();
    const { slept } = tree.session.store;
    for (let k = from; k < to; k++) {
      const i = tree.seen.list[k]!;
      const row = tree.rows[i]!;
      let el = this.made.get(i);
      if (!el) this.made.set(i, (el = new TreeRow(row, this.fonts, `row-${i}`)));
      if (!this.attached.has(i)) {
        this.attached.add(i);
        this.layer.append(el.el);
        attr(el.el, "data-row", i);
      }
      const state = moment?.places[row.index];
      const folded = tree.isFolded(row);
      const siblings = row.parent < 0 ? 1 : tree.rows[row.parent]!.children.length;
      el.move(k * rowHeight, this.columns, row.parent < 0 ? 0 : tree.rows[row.parent]!.children.indexOf(i), siblings);
      el.folded(folded);
      el.marks(tree.isSelected(row), row.name === decider, found.has(i), stops.has(row.name), tree.session.store.overrideOf(row.name) || (state?.override ?? ""));
      el.paint(colorOf(row.name, dark));
      el.update(state, folded && state?.active ? tree.activeBelow(i) : "", slept);
    }
    const { selected } = tree;
    const active = tree.seen.list.filter(tree.isActive);
    attr(this.lit, "d", linesTo(tree.seen, active));
    attr(this.ties, "d", ties(tree.seen, selected, this.fonts));
    this.ruler.mark(tree.seen, this.zoom, active, tree.found);
    this.heading();
    attr(this.scroll, "aria-activedescendant", selected >= 0 && this.attached.has(selected) ? `row-${selected}` : null);
    text(this.heads.words, !moment ? "" : `in the tick of frame ${count(moment.frame)}${moment.asked - moment.frame >= (tree.session.store.live ? soon : 1) ? (gone(moment) ? "; no tick since" : "; it slept since") : ""}`);
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

  private scrolled(): void {
    if (performance.now() - this.ownScroll > 300 && this.scroll.matches(":hover")) this.moved();
    this.refresh();
  }

  private scrollTo(y: number): void {
    this.ownScroll = performance.now();
    this.scroll.scrollTop = y;
    this.refresh();
  }

  reveal(i: number): void {
    const y = this.tree.seen.at.get(i)! * rowHeight * this.zoom;
    const room = this.scroll.clientHeight;
    const top = this.scroll.scrollTop;
    if (y < top + rowHeight || y > top + room - 2 * rowHeight) this.scrollTo(y - room / 2);
  }

  focus(): void {
    this.scroll.focus({ preventScroll: true });
  }

  zoomBack(): void {
    this.zoomTo(1);
  }

  private zoomTo(zoom: number): void {
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
}
