// Moving a camera with the mouse, fingers and the wheel: drag to move, pinch or wheel to zoom.
import type { Camera } from "./camera.ts";
import { pinch } from "./pinch.ts";

const slip = 4; // pixels a press may move and still be a click
const wheelStep = 0.0015; // of the zoom's logarithm, for a pixel of the wheel

/** Lets a camera be moved. changed is told after each move. A drag that moved is no click for what lies below. */
export function gestures(el: HTMLElement, camera: Camera, changed: () => void): void {
  let from: { x: number; y: number } | null = null;
  let moved = 0;
  pinch(el, (factor, x, y) => {
    moved = slip;
    camera.zoom(factor, x, y);
    changed();
  });
  el.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    moved = 0;
    from = { x: event.clientX, y: event.clientY };
  });
  el.addEventListener("pointermove", (event) => {
    if (!from || event.buttons === 0) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    from = { x: event.clientX, y: event.clientY };
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < slip) return;
    el.setPointerCapture(event.pointerId);
    camera.pan(dx, dy);
    changed();
  });
  const up = (): void => void (from = null);
  el.addEventListener("pointerup", up);
  el.addEventListener("pointercancel", up);
  el.addEventListener("click", (event) => moved >= slip && event.stopPropagation(), true);
  el.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = el.getBoundingClientRect();
    if (event.shiftKey) camera.pan(-event.deltaY - event.deltaX, 0);
    else camera.zoom(Math.exp(-wheelStep * event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1)), event.clientX - box.left, event.clientY - box.top);
    changed();
  }, { passive: false });
}
