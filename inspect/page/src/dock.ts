// On a phone one panel is shown at a time, and this bar at its foot chooses which; a strip of the timeline stays above it.
// Wider pages show all panes and no such bar: css/narrow.css decides.
import { attr, h, s } from "./dom.ts";
import { linkOf } from "./links.ts";
import type { Session } from "./session.ts";

const panels: readonly [string, string, string][] = [
  ["agents", "Agents", "M3 5 H15 M3 9 H15 M3 13 H15"],
  ["tree", "Tree", "M3 4 H8 M6 4 V14 M6 9 H15 M6 14 H15"],
  ["world", "World", "M9 2 A7 7 0 1 1 8.99 2 M2 9 H16 M9 2 C5 6 5 12 9 16 M9 2 C13 6 13 12 9 16"],
  ["details", "Details", "M4 2 H14 V16 H4 Z M7 6 H11 M7 9 H11 M7 12 H11"],
  ["time", "Time", "M2 5 H8 M5 9 H14 M9 13 H16"],
];

/** Makes the bar. app shows the panel that its data-panel names. */
export function makeDock(app: HTMLElement, session: Session): HTMLElement {
  const { store } = session;
  const buttons = panels.map(([name, label, path]) => {
    const icon = s("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, s("path", { d: path }));
    return h("button", { type: "button", "data-panel": name, onclick: () => show(name) }, icon, h("span", null, label));
  });
  function show(name: string): void {
    attr(app, "data-panel", name);
    for (const button of buttons) attr(button, "aria-current", button.dataset["panel"] === name ? "page" : null);
    window.dispatchEvent(new Event("resize"));
  }
  show(linkOf(location.hash).agent === null ? "agents" : "tree");
  // Who picks an agent wants to see what it does; who asks for agents, the list.
  let agent = store.state.agent;
  store.on(["agent"], () => {
    const picked = agent !== null && agent !== store.state.agent && app.dataset["panel"] === "agents";
    agent = store.state.agent;
    if (picked) show("tree");
  });
  app.addEventListener("click", (event) => {
    if (app.dataset["panel"] === "agents" && event.target instanceof Element && event.target.closest(".agent")) show("tree"); // also the one that is selected
  });
  store.on(["deciderFilter"], () => store.state.deciderFilter && show("agents"));
  return h("nav", { class: "dock", "aria-label": "Panels" }, ...buttons);
}
