// What the page remembers in this browser: sizes of panes, theme, what is folded; of games only
// the names of watched values.

const prefix = "decidertree.";

export function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(prefix + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // not allowed to, or not ours
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // full, or not allowed to: it is forgotten with the page
  }
}
