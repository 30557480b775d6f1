// Two fingers that go apart or together, on an element that answers one finger itself.

/** Calls zoomed with the factor and the place between the fingers. From the second finger on, until all are up, the element gets no pointer events. */
export function pinch(el: HTMLElement, zoomed: (factor: number, x: number, y: number) => void): void {
  const fingers = new Map<number, { x: number; y: number }>(); // by their pointers' IDs
  let pinching = false;
  const swallow = (event: Event): void => {
    if (pinching) event.stopImmediatePropagation();
  };
  el.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    if (fingers.size === 1 && !pinching) {
      // What the first finger has begun is given up.
      el.dispatchEvent(new PointerEvent("pointercancel", { pointerId: [...fingers.keys()][0]!, pointerType: "touch" }));
      pinching = true;
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    swallow(event);
  }, true);
  el.addEventListener("pointermove", (event) => {
    const [a, b] = [...fingers.values()];
    const moved = fingers.get(event.pointerId);
    if (moved && a && b) {
      const before = Math.hypot(a.x - b.x, a.y - b.y);
      Object.assign(moved, { x: event.clientX, y: event.clientY });
      const box = el.getBoundingClientRect();
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (before > 0 && now > 0) zoomed(now / before, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
    } else if (moved) {
      Object.assign(moved, { x: event.clientX, y: event.clientY });
    }
    swallow(event);
  }, true);
  const up = (event: PointerEvent): void => {
    if (!event.isTrusted) return; // the one above
    fingers.delete(event.pointerId);
    swallow(event);
    if (fingers.size === 0) pinching = false;
  };
  el.addEventListener("pointerup", up, true);
  el.addEventListener("pointercancel", up, true);
}
