// Tabs, as the ARIA practices have them: arrows move between them, one body is shown.
import { attr, h, show } from "./dom.ts";

export interface Tab {
  name: string;
  label: string;
  body: HTMLElement;
  shown?: () => void;
}

export interface Tabs {
  bar: HTMLElement;
  current: () => string;
  select: (name: string) => void;
  onChange: (run: (name: string) => void) => void;
}

export function tabs(id: string, label: string, of: Tab[]): Tabs {
  const listeners: ((name: string) => void)[] = [];
  const bar = h("div", { class: "tabs", role: "tablist", "aria-label": label });
  let current = "";
  const buttons = of.map((tab, i) => {
    const button = h("button", {
      type: "button", role: "tab", id: `tab-${id}-${tab.name}`, "aria-controls": `body-${id}-${tab.name}`, onclick: () => select(tab.name),
    }, tab.label);
    button.addEventListener("keydown", (event) => {
      const to = event.key === "ArrowRight" ? i + 1 : event.key === "ArrowLeft" ? i - 1 : -1;
      const next = of[(to + of.length) % of.length];
      if (to < -1 || (event.key !== "ArrowRight" && event.key !== "ArrowLeft") || !next) return;
      event.preventDefault();
      select(next.name);
      buttons[of.indexOf(next)]!.focus();
    });
    attr(tab.body, "role", "tabpanel");
    attr(tab.body, "id", `body-${id}-${tab.name}`);
    attr(tab.body, "aria-labelledby", button.id);
    return button;
  });
  bar.append(...buttons);

  function select(name: string): void {
    if (name === current) return;
    current = name;
    of.forEach((tab, i) => {
      const on = tab.name === name;
      attr(buttons[i]!, "aria-selected", on ? "true" : "false");
      attr(buttons[i]!, "tabindex", on ? 0 : -1);
      if (on) reveal(bar, buttons[i]!);
      show(tab.body, on);
    });
    for (const run of listeners) run(name);
  }
  select(of[0]!.name);
  return { bar, current: () => current, select, onChange: (run) => void listeners.push(run) };
}

/** Scrolls a narrow bar so that a tab is in sight. */
function reveal(bar: HTMLElement, tab: HTMLElement): void {
  const left = tab.offsetLeft - bar.offsetLeft;
  bar.scrollLeft = Math.min(left, Math.max(bar.scrollLeft, left + tab.offsetWidth - bar.clientWidth));
}
