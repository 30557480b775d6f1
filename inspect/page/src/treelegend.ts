// What the marks of the tree mean.
import { h } from "./dom.ts";
import { looks, type Outcome } from "./outcome.ts";
import { icon } from "./outcomechip.ts";

const shown: Outcome[] = ["entered", "continued", "accepted", "rejected", "masked", "notReached", "left", "waits", "jumped"];

export function legend(): HTMLElement {
  return h("div", { class: "tree-legend", role: "group", tabindex: 0, "aria-label": "What the marks mean" }, ...shown.map((name) => h("span", { title: looks[name].does }, icon(name), looks[name].word)));
}
