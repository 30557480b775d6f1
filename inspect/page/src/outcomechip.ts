// An outcome as an icon with its word.
import type { PlaceState } from "./api.ts";
import { attr, cls, h, s, text } from "./dom.ts";
import { looks, outcomeOf, type Outcome } from "./outcome.ts";

export interface Chip {
  el: HTMLElement;
  set: (state: PlaceState | undefined) => void;
}

export function icon(outcome: Outcome): SVGSVGElement {
  const look = looks[outcome];
  return s("svg", { viewBox: "0 0 14 14", width: 12, height: 12, "data-outcome": outcome, "aria-hidden": "true" }, s("path", { class: look.filled ? "shape filled" : "shape", d: look.shape }));
}

/** Gives an element, and the path in it, the look of an outcome. */
export function showOutcome(el: Element, path: SVGElement, outcome: Outcome): void {
  if (el.getAttribute("data-outcome") === outcome) return;
  attr(el, "data-outcome", outcome);
  attr(path, "d", looks[outcome].shape);
  cls(path, "filled", looks[outcome].filled);
}

export function chip(): Chip {
  const path = s("path", { class: "shape" });
  const words = h("span", null);
  const el = h("span", { class: "chip" }, s("svg", { viewBox: "0 0 14 14", width: 12, height: 12, "aria-hidden": "true" }, path), words);
  return {
    el,
    set: (state) => {
      const outcome = outcomeOf(state);
      showOutcome(el, path, outcome);
      text(words, looks[outcome].word || "not come by");
    },
  };
}
