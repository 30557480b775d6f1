// The tree as a graph: what the outline says in rows, as a picture of groups and their children that can be moved and
// zoomed. Deciders are made when they come into view and changed in place.
import { Camera } from "./camera.ts";
import { byPlace, heatOf, heats, type HeatKind } from "./graphheat.ts";
import { colorOf, isDark } from "./colors.ts";
import { attr, cls, h, s } from "./dom.ts";
import { gestures } from "./gestures.ts";
import { layOut, nodeHeight, type Box, type Laid } from "./graphlayout.ts";
import { GraphNode, nodeWidth } from "./graphnode.ts";
import { heatColor } from "./heat.ts";
import { load, save } from "./settings.ts";
import { legend } from "./treelegend.ts";
import { tied } from "./treelines.ts";
import { fontsNow } from "./treerow.ts";
import type { TreeFace, TreeState } from "./treestate.ts";
import { wantCrowd } from "./wants.ts";

const zoomStep = 1.25;
const readable = 0.85; // scale at which words can be read
const plain = 0.6; // and below which only names are written
const tiny = 0.4; // below, nothing is
const edge = 24; // pixels of ground around the graph

export class Graph implements TreeFace {
  private made = new Map<number, GraphNode>();
  private attached = new Set<number>();
  private laid: Laid = { at: new Map(), width: 1, height: 1 };
  private shape = "";
  private fresh = true; // nobody has moved it yet
  private readonly camera = new Camera(2.5, 1.2);
  private kind = load<HeatKind>("graph.heat", "");

  private readonly edges = s("path", { class: "edges" });
  private readonly lit = s("path", { class: "edges lit" });
  private readonly ties = s("path", { class: "ties" });
  private readonly layer = s("g", null);
  private readonly world = s("g", null, this.edges, this.lit, this.ties, this.layer);
  private readonly svg = s("svg", { class: "tree graph", role: "presentation" }, this.world);
  private readonly view = h("div", { class: "graph-view", tabindex: 0, role: "tree", "aria-label": "Deciders as a graph", "data-focus": "" }, this.svg);
  private readonly heatChoice = h("select", { "aria-label": "Heat of the graph", title: "Heat of the graph: what the bars and numbers show" }, ...heats.map(([value, label]) => h("option", { value }, label)));
  readonly el: HTMLElement;

  /** As those of Outline. */
  constructor(private readonly tree: TreeState, private readonly refresh: () => void, private readonly moved: () => void) {
    const button = (label: string, title: string, run: () => void): HTMLButtonElement => h("button", { type: "button", title, "aria-label": title, onclick: run }, label);
    const tools = h("div", { class: "graph-tools" }, this.heatChoice, button("−", "Smaller (−)", () => this.zoomBy(-1)), button("+", "Larger (+)", () => this.zoomBy(1)), button("Fit", "Fit: show all of it (0)", () => this.zoomBack()));
    this.el = h("div", { class: "graph-box" }, this.view, tools, legend());
    this.heatChoice.value = heats.some(([value]) => value === this.kind) ? this.kind : "";
    this.heatChoice.addEventListener("change", () => {
      this.kind = this.heatChoice.value as HeatKind;
      save("graph.heat", this.kind);
      this.refresh();
    });
    gestures(this.view, this.camera, () => {
      this.fresh = false;
      this.moved();
      this.refresh();
    });
    new ResizeObserver(() => this.resized()).observe(this.view);
  }

  begin(): void {
    this.place();
    if (this.shape === this.tree.shape && !this.fresh) return;
    this.shape = this.tree.shape;
    this.fresh = true;
    this.look();
  }

  // At first it shows all, where that can be read, else the root and what is beside it.
  private look(): void {
    const { camera, laid } = this;
    camera.fit();
    if (camera.scale >= readable) return;
    const root = laid.at.get(0);
    camera.zoom(readable / camera.scale);
    camera.lookAt(camera.width / 2 / camera.scale - edge, (root?.y ?? 0) + nodeHeight / 2);
  }

  place(): void {
    const fonts = fontsNow();
    this.laid = layOut(this.tree.seen, (row) => nodeWidth(row, fonts));
    this.made.clear();
    this.attached.clear();
    this.layer.replaceChildren();
    this.camera.cover({ minX: -edge, minY: -edge, maxX: this.laid.width + edge, maxY: this.laid.height + edge, yDown: true });
    attr(this.edges, "d", this.tree.seen.list.map((i) => this.line(i)).join(""));
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.view;
    if (clientWidth === 0) return;
    this.camera.resize(clientWidth, clientHeight);
    if (this.fresh) this.look();
    this.refresh();
  }

  /** The line to a decider from its group. */
  private line(i: number): string {
    const to = this.laid.at.get(i);
    const from = this.laid.at.get(this.tree.rows[i]!.parent);
    if (!from || !to) return "";
    const [x, y] = [from.x + from.width, from.y + nodeHeight / 2];
    const middle = to.x - 22; // all lines of a group turn at the same place
    return `M${x} ${y}H${middle - 10}C${middle + 4} ${y} ${middle - 4} ${to.y + nodeHeight / 2} ${to.x} ${to.y + nodeHeight / 2}`;
  }

  draw(): void {
    const { tree, camera, laid } = this;
    const { moment, decider, crowd } = tree.session.store.state;
    wantCrowd(tree.session.store).set("graph", this.kind === "agents" && !this.el.hidden);
    if (this.el.hidden) return;
    attr(this.world, "transform", `translate(${camera.screenX(0).toFixed(2)} ${camera.screenY(0).toFixed(2)}) scale(${camera.scale.toFixed(4)})`);
    cls(this.svg, "far", camera.scale < plain);
    cls(this.svg, "tiny", camera.scale < tiny);
    const wanted = new Set(tree.seen.list.filter((i) => this.inSight(laid.at.get(i)!, 120)));
    for (const i of this.attached) {
      if (wanted.has(i)) continue;
      this.made.get(i)!.el.remove();
      this.attached.delete(i);
    }
    const fonts = fontsNow();
    const stops = tree.stops();
    const found = new Set(tree.found);
    const dark = isDark();
    const counts = byPlace(crowd);
    const heat = (i: number) => heatOf(this.kind, tree.rows[i]!, moment, crowd, counts);
    const most = Math.max(1e-9, ...tree.seen.list.filter((i) => tree.rows[i]!.parent >= 0).map((i) => heat(i).value));
    const { slept } = tree.session.store;
    for (const i of wanted) {
      const row = tree.rows[i]!;
      let node = this.made.get(i);
      if (!node) {
        this.made.set(i, (node = new GraphNode(row, laid.at.get(i)!, fonts, `node-${i}`)));
        attr(node.el, "data-row", i);
      }
      if (!this.attached.has(i)) {
        this.attached.add(i);
        this.layer.append(node.el);
      }
      const state = moment?.places[row.index];
      const folded = tree.isFolded(row);
      const siblings = row.parent < 0 ? [i] : tree.rows[row.parent]!.children;
      const { value, words } = heat(i);
      const share = Math.min(1, value / most);
      node.place(siblings.indexOf(i), siblings.length, folded);
      node.marks(tree.isSelected(row), row.name === decider, found.has(i), stops.has(row.name), tree.session.store.overrideOf(row.name) || (state?.override ?? ""), colorOf(row.name, dark));
      node.update(state, folded && state?.active ? tree.activeBelow(i) : "", slept, words, share, css(heatColor(0.25 + 0.75 * share, dark)));
    }
    const { selected } = tree;
    attr(this.lit, "d", tree.seen.list.filter(tree.isActive).map((i) => this.line(i)).join(""));
    attr(this.ties, "d", tied(tree.seen, selected).map((i) => this.tie(laid.at.get(selected)!, laid.at.get(i)!)).join(""));
    attr(this.view, "aria-activedescendant", selected >= 0 && this.attached.has(selected) ? `node-${selected}` : null);
  }

  private tie(a: Box, b: Box): string {
    const [ax, ay, bx, by] = [a.x + a.width, a.y + nodeHeight / 2, b.x + b.width, b.y + nodeHeight / 2];
    const out = Math.max(ax, bx) + Math.min(80, 24 + Math.abs(ay - by) / 10);
    return `M${ax} ${ay}C${out} ${ay} ${out} ${by} ${bx} ${by}`;
  }

  /** Whether a decider is on the screen, or no more than so many pixels beside it. */
  private inSight(box: Box, beside: number): boolean {
    const { camera } = this;
    const [left, top] = [camera.screenX(box.x), camera.screenY(box.y)];
    return left < camera.width + beside && top < camera.height + beside && left + box.width * camera.scale > -beside && top + nodeHeight * camera.scale > -beside;
  }

  // To the side it moves no further than it must, so that the groups above stay in sight.
  reveal(i: number): void {
    const { camera } = this;
    const box = this.laid.at.get(i);
    if (!box || camera.width <= 1) return;
    const [left, right] = [camera.screenX(box.x) - edge, camera.screenX(box.x + box.width) + edge];
    const across = right > camera.width ? Math.min(right - camera.width, left) : Math.min(0, left);
    const middle = camera.screenY(box.y + nodeHeight / 2);
    const high = middle < 2 * nodeHeight || middle > camera.height - nodeHeight; // on top are the tools
    if (across === 0 && !high) return;
    camera.lookAt(camera.x + across / camera.scale, high ? box.y + nodeHeight / 2 : camera.y);
    this.refresh();
  }

  focus(): void {
    this.view.focus({ preventScroll: true });
  }

  zoomBy(steps: number): void {
    this.fresh = false;
    const box = this.laid.at.get(this.tree.selected);
    const seen = box && this.inSight(box, 0);
    this.camera.zoom(zoomStep ** steps, seen ? this.camera.screenX(box.x) : undefined, seen ? this.camera.screenY(box.y) : undefined);
    this.refresh();
  }

  zoomBack(): void {
    this.fresh = false;
    this.camera.fit();
    this.refresh();
  }
}

const css = (color: readonly number[]): string => `rgb(${color.map(Math.round).join(" ")})`;
