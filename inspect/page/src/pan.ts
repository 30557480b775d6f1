// Dragging what scrolls: by its ground with the left button, anywhere with the middle one.
import { cls } from "./dom.ts";

/** Lets an element be dragged. hold tells what is no ground. */
export function pan(el: HTMLElement, hold: string): void {
  let from: { x: number; y: number; left: number; top: number } | null = null;
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 1 && (event.button !== 0 || (event.target as Element).closest(hold))) return;
    from = { x: event.clientX, y: event.clientY, left: el.scrollLeft, top: el.scrollTop };
  });
  el.addEventListener("pointermove", (event) => {
    if (!from || event.buttons === 0) return;
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    if (Math.abs(dx) + Math.abs(dy) < 4 && !el.hasPointerCapture(event.pointerId)) return;
    el.setPointerCapture(event.pointerId);
    cls(el, "panning", true);
    el.scrollTo(from.left - dx, from.top - dy);
  });
  const end = (): void => {
    from = null;
    cls(el, "panning", false);
  };
  el.addEventListener("pointerup", end);
  el.addEventListener("lostpointercapture", end);
}
