// The tree that is shown: its rows, which of them are seen, which is selected. Outline and graph draw the same one.
import type { Moment } from "./api.ts";
import { activeLeaves, foldAllBut, keyOf, matches, rowsOf, rowsOfTree, seen, shapeOf, step, type Row, type Seen } from "./model.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";

export class TreeState {
  rows: readonly Row[] = [];
  seen: Seen = { rows: [], list: [], at: new Map() }; // those that are not folded away
  found: readonly number[] = [];
  shape = ""; // "" for no tree
  private folded = new Set<string>(load<string[]>("folded", []));

  /** folds is called after something was folded or unfolded. */
  constructor(readonly session: Session, private readonly folds: () => void) {}

  /** Takes the tree of the moment that is shown, or the one that is shown alone. Returns whether it is another one. */
  take(): boolean {
    const { moment, hello } = this.session.store.state;
    const alone = moment ? null : this.session.store.tree;
    const shape = moment ? shapeOf(moment) : alone ? alone.fingerprint : "";
    if (!hello || (shape === this.shape && (this.rows.length > 0 || shape === ""))) return false;
    this.shape = shape;
    this.rows = moment ? rowsOf(moment, hello.trees) : alone ? rowsOfTree(alone) : [];
    this.seen = seen(this.rows, this.folded);
    return true;
  }

  get moment(): Moment | null {
    return this.session.store.state.moment;
  }

  isActive = (i: number): boolean => this.moment?.places[this.rows[i]!.index]?.active === true;

  isFolded(row: Row): boolean {
    return row.children.length > 0 && this.folded.has(keyOf(row));
  }

  isSelected(row: Row): boolean {
    const { decider, place } = this.session.store.state;
    return decider === row.name && (place === null ? this.rows.find((other) => other.name === decider) === row : place === row.index);
  }

  /** The row that is selected; -1 for none. */
  get selected(): number {
    return this.rows.findIndex((row) => this.isSelected(row));
  }

  /** The active leaf, the first of several; -1 for none. */
  get leaf(): number {
    return activeLeaves(this.rows, this.moment)[0] ?? -1;
  }

  /** The active leaf below a group, by name; "" for none. */
  activeBelow(i: number): string {
    let deepest = i;
    for (;;) {
      const next = this.rows[deepest]!.children.find(this.isActive);
      if (next === undefined) return deepest === i ? "" : this.rows[deepest]!.name;
      deepest = next;
    }
  }

  /** The deciders that have a breakpoint for the selected agent. */
  stops(): ReadonlySet<string> {
    const { breakpoints, agent } = this.session.store.state;
    return new Set(breakpoints.filter((b) => b.decider && (!b.agent || b.agent === agent)).map((b) => b.decider!));
  }

  select(i: number): void {
    const row = this.rows[i];
    if (row) this.session.store.set({ decider: row.name, place: row.index });
  }

  find(words: string): void {
    this.found = matches(this.rows, words);
  }

  toggle(i: number, fold?: boolean): void {
    const key = keyOf(this.rows[i]!);
    if (fold ?? !this.folded.has(key)) this.folded.add(key);
    else this.folded.delete(key);
    this.changed();
  }

  foldToActive(): void {
    this.folded = foldAllBut(this.rows, activeLeaves(this.rows, this.moment));
    this.changed();
  }

  unfold(): void {
    this.folded.clear();
    this.changed();
  }

  /** The row itself, or the folded group that stands for it; with unfold what hides it is unfolded. */
  shownFor(i: number, unfold: boolean): number {
    if (unfold && !this.seen.at.has(i)) {
      for (let up = this.rows[i]!.parent; up >= 0; up = this.rows[up]!.parent) this.folded.delete(keyOf(this.rows[up]!));
      this.changed();
    }
    while (i >= 0 && !this.seen.at.has(i)) i = this.rows[i]!.parent;
    return i;
  }

  /** What a key does; null if it is none of the tree's. */
  step(key: string): ReturnType<typeof step> {
    return step(this.seen, this.selected, key, (row) => this.isFolded(row));
  }

  private changed(): void {
    save("folded", [...this.folded]);
    this.seen = seen(this.rows, this.folded);
    this.folds();
  }
}

/** A way to draw the tree. */
export interface TreeFace {
  readonly el: HTMLElement;
  /** Takes up other rows: what was made for those before is of no use. */
  begin(): void;
  /** Places what is seen, after something was folded or the columns changed. */
  place(): void;
  draw(): void;
  /** Brings a row into view that is seen. */
  reveal(i: number): void;
  zoomBy(steps: number): void;
  /** As it was at first. */
  zoomBack(): void;
  focus(): void;
}
