// Keeps the children of an element the same as a list of data: made once for each key, changed in place, moved or
// taken away when the list says so.

export interface ListOf<T, E extends Element> {
  key: (item: T, index: number) => string;
  make: (item: T) => E;
  update?: (el: E, item: T) => void;
}

/** Returns a function that brings a container to a list. */
export function list<T, E extends Element>(container: Element, of: ListOf<T, E>): (items: readonly T[]) => void {
  const made = new Map<string, E>();
  return (items) => {
    const keep = new Set<string>();
    let before: Element | null = null;
    items.forEach((item, index) => {
      let key = of.key(item, index);
      while (keep.has(key)) key += "'"; // the same twice: each has its element
      keep.add(key);
      let el = made.get(key);
      if (!el) made.set(key, (el = of.make(item)));
      of.update?.(el, item);
      const next: Element | null = before ? before.nextElementSibling : container.firstElementChild;
      if (next !== el) container.insertBefore(el, next);
      before = el;
    });
    for (const [key, el] of made) {
      if (keep.has(key)) continue;
      made.delete(key);
      el.remove();
    }
  };
}
