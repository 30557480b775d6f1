// Moving a camera with the mouse, fingers and the wheel: drag to move, pinch or wheel to zoom.
import type { Camera } from "./camera.ts";

const slip = 4; // pixels a press may move and still be a click
const wheelStep = 0.0015; // of the zoom's logarithm, for a pixel of the wheel

/** Lets a camera be moved. changed is told after each move. A drag that moved is no click for what lies below. */
export function gestures(el: HTMLElement, camera: Camera, changed: () => void): void {
  const down = new Map<number, { x: number; y: number }>(); // pointers, by their ID
  let moved = 0;
  const spread = (): number => {
    const [a, b] = [...down.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const at = (event: MouseEvent): { x: number; y: number } => {
    const box = el.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  el.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    if (down.size === 0) moved = 0;
    down.set(event.pointerId, at(event));
  });
  el.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const wide = spread();
    down.set(event.pointerId, now);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    if (moved < slip) return;
    el.setPointerCapture(event.pointerId);
    camera.pan((now.x - before.x) / down.size, (now.y - before.y) / down.size);
    if (down.size === 2 && wide > 0) {
      const [a, b] = [...down.values()];
      camera.zoom(spread() / wide, (a!.x + b!.x) / 2, (a!.y + b!.y) / 2);
    }
    changed();
  });
  const up = (event: PointerEvent): void => void down.delete(event.pointerId);
  el.addEventListener("pointerup", up);
  el.addEventListener("pointercancel", up);
  el.addEventListener("click", (event) => moved >= slip && event.stopPropagation(), true);
  el.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = at(event);
    if (event.shiftKey) camera.pan(-event.deltaY - event.deltaX, 0);
    else camera.zoom(Math.exp(-wheelStep * event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1)), x, y);
    changed();
  }, { passive: false });
}
