// The legend of the map: what there is to do, in the colours of the map, with how many do it. A press leaves those
// alone on the map; the others are dimmed.
import { byDeclaration, colorOf } from "./colors.ts";
import { nobody, type Creatures } from "./creatures.ts";
import { attr, h, show, text } from "./dom.ts";
import { keyOf, type ColorBy } from "./scenepaint.ts";
import { count } from "./words.ts";

interface Row {
  el: HTMLButtonElement;
  swatch: HTMLElement;
  name: HTMLElement;
  number: HTMLElement;
}

export class Legend {
  readonly el: HTMLElement;
  readonly only = new Set<string>();
  private readonly list = h("ul", null);
  private readonly all: HTMLButtonElement;
  private readonly rows = new Map<string, Row>();

  constructor(private readonly changed: () => void) {
    this.all = h("button", { type: "button", class: "legend-all", hidden: true, onclick: () => this.clear() }, "Show all");
    this.el = h("div", { class: "legend", role: "group", "aria-label": "What the creatures do: choose whom to leave on the map" }, this.list, this.all);
  }

  /** Shows everybody again. */
  clear(): void {
    this.only.clear();
    this.press();
  }

  /** Forgets the rows: they mean something else now. */
  reset(): void {
    this.rows.clear();
    this.list.replaceChildren();
    this.clear();
  }

  /** Counts who does what. A row that was there stays, in its place. past: of some agents it may not be recorded. */
  count(creatures: Creatures | null, leaves: readonly string[], by: ColorBy, dark: boolean, past: boolean): void {
    const byLeaf = new Uint32Array(leaves.length + 1);
    for (let i = 0; creatures && i < creatures.count; i++) {
      const leaf = creatures.what[i]!;
      byLeaf[leaf === nobody || leaf > leaves.length ? leaves.length : leaf]!++;
    }
    const sums = new Map<string, number>();
    byLeaf.forEach((n, i) => {
      const key = keyOf(leaves[i] ?? "", by);
      if (n > 0 || this.rows.has(key)) sums.set(key, (sums.get(key) ?? 0) + n);
    });
    const fresh = [...sums.keys()].filter((key) => !this.rows.has(key));
    for (const key of fresh) this.rows.set(key, this.row(key));
    if (fresh.length > 0) {
      const names = [...this.rows.keys()].sort((a, b) => (a === "" ? 1 : b === "" ? -1 : byDeclaration(a, b)));
      this.list.replaceChildren(...names.map((name) => h("li", null, this.rows.get(name)!.el)));
    }
    for (const [key, row] of this.rows) {
      text(row.number, count(sums.get(key) ?? 0));
      row.swatch.style.background = colorOf(key, dark);
      if (key === "") text(row.name, past ? "nothing, or not recorded" : "nothing");
    }
  }

  private row(key: string): Row {
    const swatch = h("i", { class: "swatch" });
    const number = h("span", { class: "num" });
    const name = h("span", { class: "cut grow" }, key || "nothing");
    const el = h("button", { type: "button", "aria-pressed": "false", title: `Leave ${key || "nothing"} alone on the map`, onclick: () => this.toggle(key) }, swatch, name, number);
    return { el, swatch, name, number };
  }

  private toggle(key: string): void {
    if (!this.only.delete(key)) this.only.add(key);
    this.press();
  }

  private press(): void {
    for (const [key, row] of this.rows) attr(row.el, "aria-pressed", this.only.has(key) ? "true" : "false");
    show(this.all, this.only.size > 0);
    this.changed();
  }
}
