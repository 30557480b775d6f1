// A pane: a header with a title and room for tools, and a body a part of the page draws in. Any pane can be made to
// fill the page and back.
import { attr, cls, h } from "./dom.ts";

export interface Pane {
  name: string;
  el: HTMLElement; // the section
  head: HTMLElement; // tools go here
  body: HTMLElement;
}

export function pane(name: string, title: string): Pane {
  const head = h("div", { class: "pane-tools" });
  const body = h("div", { class: "pane-body" });
  const heading = h("h2", { id: `pane-${name}` }, title);
  const el = h("section", { class: "pane", "data-pane": name, "aria-labelledby": `pane-${name}` });
  const grow = h("button", { class: "icon", type: "button", title: "Fill the page with this pane (z)", "aria-label": `Fill the page with ${title}`, "aria-pressed": "false", onclick: () => zoom(el) }, "⤢");
  el.append(h("header", { class: "pane-head" }, heading, head, grow), body);
  return { name, el, head, body };
}

/** Puts tabs in place of a pane's heading, whose words stay its name. */
export function titled(of: Pane, title: string, tabs: HTMLElement): void {
  of.el.querySelector("h2")!.replaceWith(tabs);
  attr(of.el, "aria-labelledby", null);
  attr(of.el, "aria-label", title);
}

/** Makes a pane fill the page, or puts it back. */
export function zoom(el: HTMLElement): void {
  const on = !el.classList.contains("zoomed");
  for (const other of document.querySelectorAll(".pane.zoomed")) mark(other, false);
  mark(el, on);
  document.body.classList.toggle("has-zoomed", on);
  window.dispatchEvent(new Event("resize"));
}

function mark(el: Element, on: boolean): void {
  cls(el, "zoomed", on);
  const button = el.querySelector(".pane-head > .icon:last-child");
  if (button) attr(button, "aria-pressed", on ? "true" : "false");
}
