// Helpers to make and update elements. What is shown each frame is made once and changed in place, so that nothing
// is laid out again that did not change.

type Child = Node | string | number | null | undefined | false;
type Handler = (event: never) => void;
export type Props = Record<string, string | number | boolean | null | undefined | Handler>;

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an HTML element. `class`, attributes and `on…` handlers go by name; null, undefined and false are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

/** Makes an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(svgSpace, tag), props, children);
}

function fill<E extends Element>(el: E, props: Props | null | undefined, children: Child[]): E {
  for (const name in props) {
    const value = props[name];
    if (typeof value === "function") {
      el.addEventListener(name.slice(2), value as EventListener);
    } else {
      attr(el, name, value);
    }
  }
  for (const child of children) {
    if (child || child === 0) el.append(typeof child === "number" ? String(child) : child);
  }
  return el;
}

/** Sets an attribute, or takes it away for null, undefined and false; touches the element only when it changes. */
export function attr(el: Element, name: string, value: string | number | boolean | null | undefined): void {
  if (value === null || value === undefined || value === false) {
    if (el.hasAttribute(name)) el.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (el.getAttribute(name) !== text) el.setAttribute(name, text);
}

/** Sets the text of an element, when it is another one. */
export function text(el: Node, value: string): void {
  if (el.textContent !== value) el.textContent = value;
}

/** Adds or takes away a class. */
export function cls(el: Element, name: string, on: boolean): void {
  if (el.classList.contains(name) !== on) el.classList.toggle(name, on);
}

/** Shows or hides an element. */
export function show(el: HTMLElement, on: boolean): void {
  if (el.hidden === on) el.hidden = !on;
}

/** Replaces the children of an element. */
export function into(el: Element, ...children: Child[]): void {
  el.replaceChildren();
  fill(el, null, children);
}

/** Runs a function once in the next animation frame, however often it is asked to before. */
export function nextFrame(run: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      run();
    });
  };
}

/** Runs a function when no call came for so many milliseconds. */
export function after(milliseconds: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}
