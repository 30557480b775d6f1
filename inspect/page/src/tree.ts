// The pane of the tree: every decider as declared, with what became of it in the tick that is shown, as an outline or as
// a graph. Nothing moves unless somebody folds, zooms or plugs a tree in.
import type { Tree } from "./api.ts";
import { attr, h, nextFrame, show, text } from "./dom.ts";
import { Graph } from "./graph.ts";
import type { Keys } from "./keys.ts";
import { ownTrees } from "./model.ts";
import { Outline } from "./outline.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { TreeState, type TreeFace } from "./treestate.ts";
import { plural } from "./words.ts";

export function mountTree(pane: Pane, session: Session, keys: Keys): void {
  const tree = new TreeView(pane, session);
  keys.add(
    { keys: ["a"], does: "Jump to the active decider", group: "Tree", run: () => tree.jump() },
    { keys: ["d"], does: "Find a decider; Enter goes to the next", group: "Tree", run: () => tree.find() },
    { keys: ["f"], does: "Fold all but the active path", group: "Tree", run: () => tree.foldToActive() },
    { keys: ["u"], does: "Unfold all", group: "Tree", run: () => tree.unfold() },
    { keys: ["k"], does: "As a graph, as an outline", group: "Tree", run: () => tree.turn() },
    { keys: ["+", "-", "0"], does: "Larger, smaller, as it was; the graph: all of it", group: "Tree" },
    { keys: ["ArrowUp", "ArrowDown"], does: "In the tree: the decider before, after", group: "Tree" },
    { keys: ["ArrowLeft", "ArrowRight"], does: "In the tree: fold or go out, unfold or go in", group: "Tree" },
    { keys: ["+", "="], does: "", group: "", run: () => tree.face.zoomBy(1) },
    { keys: ["-"], does: "", group: "", run: () => tree.face.zoomBy(-1) },
    { keys: ["0"], does: "", group: "", run: () => tree.face.zoomBack() },
  );
}

class TreeView {
  private readonly tree: TreeState;
  private readonly outline: Outline;
  private readonly graph: Graph;
  private graphic = load<boolean>("graph", false);
  private chosen = ""; // the trees that are offered
  private follow = true;
  private leaf = -1; // the active leaf that was last shown

  private readonly problem = h("p", null);
  private readonly choices = h("div", { class: "choices" });
  private readonly empty = h("div", { class: "empty tree-empty" }, this.problem, this.choices);
  private readonly search = h("input", { type: "search", placeholder: "find decider", "aria-label": "Find a decider (d)", title: "Find a decider (d)", class: "find" });
  private readonly hits = h("span", { class: "hits num dim" });
  private readonly followButton = h("button", { type: "button", title: "Keep the active decider in view", "aria-pressed": "true", onclick: () => this.setFollow(!this.follow) }, "Follow");
  private readonly graphButton = h("button", { type: "button", title: "The tree as a graph (k)", onclick: () => this.turn() }, "Graph");
  private readonly refresh = nextFrame(() => this.draw());

  constructor(pane: Pane, session: Session) {
    const button = (label: string, title: string, run: () => void): HTMLButtonElement => h("button", { type: "button", title, "aria-label": title, onclick: run }, label);
    const moved = (): void => this.follow ? this.setFollow(false) : undefined;
    this.tree = new TreeState(session, () => {
      this.face.place();
      this.refresh();
    });
    this.outline = new Outline(this.tree, this.refresh, moved);
    this.graph = new Graph(this.tree, this.refresh, moved);
    pane.head.append(this.search, this.hits, button("Active", "Jump to the active decider (a)", () => this.jump()), this.followButton,
      button("Fold", "Fold all but the active path (f)", () => this.foldToActive()), button("Unfold", "Unfold all (u)", () => this.unfold()), this.graphButton);
    pane.body.append(this.outline.el, this.graph.el, this.empty);
    this.search.addEventListener("input", () => this.showFound());
    this.search.addEventListener("keydown", (event) => this.searchKey(event));
    for (const { el } of [this.outline, this.graph]) {
      el.addEventListener("keydown", (event) => this.key(event));
      el.addEventListener("click", (event) => this.click(event));
      el.addEventListener("dblclick", (event) => this.doubleClick(event));
    }
    this.show();
    const { store } = session;
    store.on(["moment", "hello", "alone"], () => this.take());
    store.on(["decider", "place", "breakpoints", "theme", "crowd"], () => this.refresh());
  }

  get face(): TreeFace {
    return this.graphic ? this.graph : this.outline;
  }

  /** From the outline to the graph and back. */
  turn(): void {
    const focused = this.face.el.contains(document.activeElement);
    this.graphic = !this.graphic;
    save("graph", this.graphic);
    this.show();
    this.face.begin();
    this.draw();
    const { selected } = this.tree;
    if (selected >= 0) this.reveal(selected, false);
    if (focused) this.face.focus();
  }

  private show(): void {
    show(this.outline.el, !this.graphic);
    show(this.graph.el, this.graphic);
    attr(this.graphButton, "aria-pressed", this.graphic ? "true" : "false");
  }

  /** Takes the moment that is to be shown, and lays the tree out where it is another one than before. */
  private take(): void {
    const { tree } = this;
    const { moment, hello, decider } = tree.session.store.state;
    const problem = !moment || moment.places?.length ? (moment?.problem?.error ?? "") : (moment.problem?.error ?? "Nothing is recorded of this agent yet. It is from now on: let the world go on.");
    if (problem === "" && tree.take()) {
      this.face.begin();
      this.showFound();
    }
    show(this.empty, (!moment && tree.session.store.tree === null) || problem !== "");
    text(this.problem, problem || "Select an agent, in the list or on the map, or look at a tree:");
    show(this.choices, problem === "");
    this.choose(hello ? ownTrees(hello) : []);
    if (moment && decider === null) tree.select(Math.max(0, tree.leaf));
    this.draw(); // in the same frame as the other panes
  }

  /** Offers the trees there are, to be looked at without an agent. */
  private choose(trees: readonly Tree[]): void {
    const shown = trees.map((tree) => tree.fingerprint).join(" ");
    if (this.chosen === shown) return;
    this.chosen = shown;
    this.choices.replaceChildren(...trees.map((tree) => h("button", { type: "button", onclick: () => this.tree.session.store.set({ alone: tree.fingerprint }) }, `${tree.name}, ${plural(tree.description.deciders.length, "decider")}`)));
  }

  private draw(): void {
    this.face.draw();
    this.followLeaf();
  }

  private setFollow(on: boolean): void {
    this.follow = on;
    attr(this.followButton, "aria-pressed", on ? "true" : "false");
    this.leaf = -1;
    this.refresh();
  }

  private followLeaf(): void {
    const { leaf } = this.tree;
    if (!this.follow || leaf === this.leaf) return;
    this.leaf = leaf;
    if (leaf >= 0) this.reveal(leaf, false);
  }

  /** Brings a row into view: unfolds what hides it, if unfold says so, else what stands for it. */
  private reveal(i: number, unfold: boolean): void {
    const shown = this.tree.shownFor(i, unfold);
    if (shown >= 0) this.face.reveal(shown);
  }

  jump(): void {
    const { leaf } = this.tree;
    if (leaf < 0) return;
    this.reveal(leaf, true);
    this.tree.select(leaf);
    this.face.focus();
  }

  find(): void {
    this.search.focus();
    this.search.select();
  }

  foldToActive(): void {
    this.tree.foldToActive();
    this.reveal(0, false);
  }

  unfold(): void {
    this.tree.unfold();
    this.leaf = -1;
  }

  private rowOf(event: Event): number {
    const el = (event.target as Element).closest("[data-row]");
    return el ? Number(el.getAttribute("data-row")) : -1;
  }

  private click(event: MouseEvent): void {
    const i = this.rowOf(event);
    if (i < 0) return;
    if ((event.target as Element).hasAttribute("data-fold")) this.tree.toggle(i);
    else this.tree.select(i);
  }

  private doubleClick(event: MouseEvent): void {
    const i = this.rowOf(event);
    const row = this.tree.rows[i];
    if (!row || (event.target as Element).hasAttribute("data-fold")) return;
    if (row.of.jump) {
      const target = this.tree.rows.findIndex((other) => other.tree === row.tree && other.name === row.of.jump);
      if (target >= 0) {
        this.reveal(target, true);
        this.tree.select(target);
      }
    } else if (row.children.length > 0) {
      this.tree.toggle(i);
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target instanceof HTMLSelectElement) return;
    if (event.key === "Enter") {
      document.querySelector<HTMLElement>('[data-pane="detail"] [data-focus]')?.focus();
      event.preventDefault();
      return;
    }
    const to = this.tree.step(event.key);
    if (!to) return;
    event.preventDefault();
    if (to.fold !== undefined) this.tree.toggle(this.tree.selected, to.fold);
    if (to.go === undefined) return;
    this.tree.select(to.go);
    this.reveal(to.go, false);
  }

  private showFound(): void {
    this.tree.find(this.search.value);
    text(this.hits, this.search.value.trim() === "" ? "" : `${this.tree.found.length}`);
    this.refresh();
  }

  private searchKey(event: KeyboardEvent): void {
    const { found, selected } = this.tree;
    if (event.key === "Enter" && found.length > 0) {
      const next = event.shiftKey ? (found.findLast((i) => i < selected) ?? found.at(-1)!) : (found.find((i) => i > selected) ?? found[0]!);
      this.reveal(next, true);
      this.tree.select(next);
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.showFound();
      this.face.focus();
    }
  }
}
