// Bars between panes: drag them, or focus them and press the arrow keys; a double click puts them back.
import { attr, h } from "./dom.ts";
import { load, save } from "./settings.ts";

export interface Split {
  name: string; // the custom property it sets, without --
  label: string;
  vertical: boolean; // the bar is upright, and moves left and right
  from: "start" | "end"; // which edge of the area the size counts from
  size: number; // to begin with, pixels
  least: number;
  most: (area: DOMRect) => number;
}

/** Makes a bar that sets the size of what is beside it in an area, a grid. */
export function split(area: HTMLElement, of: Split): HTMLElement {
  const bar = h("div", {
    class: `split split-${of.name}`, role: "separator", tabindex: 0, "aria-label": of.label,
    "aria-orientation": of.vertical ? "vertical" : "horizontal", title: "Drag, or press the arrow keys; double click puts it back",
  });
  let size = load<number>(`split.${of.name}`, of.size);
  const set = (wanted: number, keep: boolean): void => {
    const box = area.getBoundingClientRect();
    const most = box.width > 0 ? Math.max(of.least, of.most(box)) : Infinity;
    const shown = Math.round(Math.max(of.least, Math.min(most, wanted)));
    area.style.setProperty(`--${of.name}`, `${shown}px`);
    attr(bar, "aria-valuenow", shown);
    if (!keep) return;
    size = shown;
    save(`split.${of.name}`, size);
  };
  const at = (event: PointerEvent): number => {
    const box = area.getBoundingClientRect();
    if (of.vertical) return of.from === "start" ? event.clientX - box.left : box.right - event.clientX;
    return of.from === "start" ? event.clientY - box.top : box.bottom - event.clientY;
  };
  let offset = 0;
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    bar.classList.add("dragging");
    offset = size - at(event);
  });
  bar.addEventListener("pointermove", (event) => {
    if (bar.hasPointerCapture(event.pointerId)) set(at(event) + offset, true);
  });
  bar.addEventListener("lostpointercapture", () => bar.classList.remove("dragging"));
  bar.addEventListener("dblclick", () => set(of.size, true));
  bar.addEventListener("keydown", (event) => {
    const step = (event.shiftKey ? 64 : 16) * (of.from === "start" ? 1 : -1);
    const keys: Record<string, number> = of.vertical ? { ArrowLeft: -step, ArrowRight: step } : { ArrowUp: -step, ArrowDown: step };
    const change = keys[event.key];
    if (change === undefined) return;
    event.preventDefault();
    set(size + change, true);
  });
  new ResizeObserver(() => set(size, false)).observe(area); // the window may have become too small for it
  set(size, false);
  return bar;
}
