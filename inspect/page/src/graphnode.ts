// One decider of the graph: its elements are made once and changed in place.
import type { PlaceState } from "./api.ts";
import { attr, cls, s, text } from "./dom.ts";
import { nodeHeight, type Box } from "./graphlayout.ts";
import { fit, widthOf } from "./measure.ts";
import type { Row } from "./model.ts";
import { outcomeOf } from "./outcome.ts";
import { showOutcome } from "./outcomechip.ts";
import { signOf, tagsOf, tipOf, wordsBeside, type Fonts } from "./treerow.ts";

const least = 184; // pixels: room for a reason
const most = 260;
const handle = 26; // the part at the right of a group that folds it

/** How wide a decider is: its name and its tags fit in, up to a limit. */
export function nodeWidth(row: Row, fonts: Fonts): number {
  const name = 30 + widthOf(row.name, fonts.name) + (row.children.length > 0 ? handle : 10);
  return Math.ceil(Math.max(least, Math.min(most, Math.max(name, 30 + widthOf(tagsOf(row), fonts.small) + 10))));
}

export class GraphNode {
  readonly el: SVGGElement;
  private readonly title = s("title", null);
  private readonly shape = s("path", { class: "shape", transform: "translate(8 5)" });
  private readonly words = s("text", { class: "words", x: 10, y: 32 });
  private readonly tint = s("rect", { class: "tint", x: 0, y: 4, width: 4, height: nodeHeight - 8, rx: 2 });
  private readonly dot = s("circle", { class: "stop", cx: -9, cy: 11, r: 4.5 });
  private readonly pin = s("path", { class: "pin", transform: `translate(-15 ${nodeHeight - 16})` });
  private readonly heat = s("rect", { class: "heat", x: 5, y: nodeHeight - 4, height: 3, rx: 1.5 });
  private readonly amount = s("text", { class: "amount", y: 32, "text-anchor": "end" });
  private readonly fold: SVGTextElement | null = null;
  private shown = "";
  private state: PlaceState | undefined;
  private told = ""; // what else was shown with it

  constructor(readonly row: Row, private readonly box: Box, private readonly fonts: Fonts, id: string) {
    const { width, x, y } = box;
    const group = row.children.length > 0;
    this.el = s("g", { class: row.plugged ? "row node plugged" : "row node", id, role: "treeitem", "aria-level": row.depth + 1, transform: `translate(${x} ${y})` },
      this.title, s("rect", { class: "ring", x: -4, y: -4, width: width + 8, height: nodeHeight + 8, rx: 9 }),
      s("rect", { class: "box", width, height: nodeHeight, rx: 6 }), this.tint, this.shape,
      s("text", { class: "name", x: 27, y: 16 }, fit(row.name, width - 30 - (group ? handle : 6), (part) => widthOf(part, fonts.name))),
      this.words, this.heat, this.amount, this.dot, this.pin);
    text(this.title, row.name); // an SVG's title is its name for a screen reader
    attr(this.amount, "x", width - (group ? handle : 8));
    if (group) {
      this.fold = s("text", { class: "fold-sign", x: width - 12, y: 25, "text-anchor": "middle" });
      this.el.append(this.fold, s("rect", { class: "fold-hit", "data-fold": "", x: width - handle, y: 0, width: handle + 6, height: nodeHeight }));
    }
  }

  /** Where it stands among its siblings, and whether its children are folded away. */
  place(at: number, of: number, folded: boolean): void {
    attr(this.el, "aria-posinset", at + 1);
    attr(this.el, "aria-setsize", of);
    if (!this.fold) return;
    text(this.fold, folded ? `+${this.row.children.length}` : "−");
    attr(this.el, "aria-expanded", folded ? "false" : "true");
  }

  marks(selected: boolean, same: boolean, found: boolean, stops: boolean, override: string, color: string): void {
    attr(this.el, "aria-selected", selected ? "true" : "false");
    cls(this.el, "same", same && !selected);
    cls(this.el, "found", found);
    cls(this.el, "stops", stops);
    attr(this.pin, "d", signOf(override));
    attr(this.el, "data-override", override || null);
    attr(this.tint, "fill", color);
  }

  /** Shows what became of the decider. inside and slept as in the outline; amount is its heat, "" for none, share that of the most. */
  update(state: PlaceState | undefined, inside: string, slept: number, amount: string, share: number, color: string): void {
    const told = `${inside}|${slept}|${amount}|${share}|${color}`;
    if (state === this.state && told === this.told) return; // while it is only moved
    this.state = state;
    this.told = told;
    showOutcome(this.el, this.shape, outcomeOf(state));
    const words = wordsBeside(state, inside, slept);
    const tip = tipOf(this.row, state);
    const all = `${words}|${tip}|${amount}`;
    if (all !== this.shown) {
      this.shown = all;
      const room = this.box.width - 14 - (this.fold ? handle - 6 : 0) - (amount ? widthOf(amount, this.fonts.small) + 6 : 0);
      const said = words || tagsOf(this.row);
      text(this.words, fit(said, room, (part) => widthOf(part, this.fonts.small)));
      cls(this.words, "tags", words === "");
      text(this.title, amount ? `${tip}\n${amount}` : tip);
      text(this.amount, amount);
    }
    attr(this.heat, "visibility", amount ? null : "hidden");
    attr(this.heat, "width", (Math.max(0, Math.min(1, share)) * (this.box.width - 10)).toFixed(1));
    attr(this.heat, "fill", color);
  }
}
