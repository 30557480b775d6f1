// The strip beside the tree's scroll bar: where the active path and what was found are, and a click goes there.
import { attr, s } from "./dom.ts";
import type { Seen } from "./model.ts";
import { rowHeight } from "./treerow.ts";

export class Ruler {
  readonly el = s("svg", { class: "ruler", "aria-hidden": "true" });
  private readonly active = s("path", { class: "active" });
  private readonly found = s("path", { class: "found" });

  /** go is told the part of the tree that was clicked, 0 to 1. */
  constructor(go: (part: number) => void) {
    this.el.append(this.active, this.found);
    this.el.addEventListener("click", (event) => go(event.offsetY / this.el.clientHeight));
  }

  mark(seen: Seen, zoom: number, active: readonly number[], found: readonly number[]): void {
    const height = this.el.clientHeight;
    if (height === 0 || seen.list.length === 0) return;
    const step = Math.min(rowHeight * zoom, height / seen.list.length);
    const line = (rows: readonly number[]): string => {
      let d = "";
      for (const i of rows) {
        const k = seen.at.get(i);
        if (k !== undefined) d += `M0 ${((k + 0.5) * step).toFixed(1)}H8`;
      }
      return d;
    };
    attr(this.active, "d", line(active));
    attr(this.found, "d", line(found));
  }
}
