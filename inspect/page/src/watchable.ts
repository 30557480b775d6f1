// What there is to watch, or to stop at: values of the moment, and every Decide of the tree.
import type { Watched } from "./api.ts";
import { h } from "./dom.ts";
import { printable } from "./names.ts";
import type { Store } from "./store.ts";
import { keyOf, watchWords } from "./watched.ts";

/** The values by kind, each once. */
export function watchable(store: Store): [label: string, values: Watched[]][] {
  const { moment, hello } = store.state;
  const tree = store.tree;
  const board: Watched[] = [];
  const blocks: Watched[] = [];
  const decides: Watched[] = [];
  const counts: Watched[] = [];
  const of = (kind: string, decider?: string, name?: string): Watched => ({ kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}) });
  for (const value of moment?.values ?? []) board.push(of("key", value.scope === "decider" ? value.decider : "", value.key));
  for (const decider of tree?.description.deciders ?? []) if (decider.decide) decides.push(of("decide", decider.name));
  for (const place of moment?.places ?? []) {
    const told = place.tree ? hello?.trees.find((other) => other.fingerprint === place.tree) : tree;
    const name = told?.description.deciders[told.description.places[place.place]?.decider ?? -1]?.name;
    if (!name) continue;
    for (const field of place.block?.fields ?? []) blocks.push(of("field", name, field.name));
    if (place.entries) counts.push(of("entries", name));
    if (place.iteration) counts.push(of("iteration", name));
  }
  const once = (all: Watched[]): Watched[] => [...new Map(all.map((one) => [keyOf(one), one])).values()];
  return [["Blackboard", once(board)], ["Blocks of behaviors", once(blocks)], ["Decide and scores", once(decides)], ["Counts", once(counts)]];
}

/** The value of an option that stands for a watched value. */
export function watchedOf(option: string): Watched {
  const [kind, decider, name] = JSON.parse(option) as [string, string, string];
  return { kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}) };
}

/** Fills a select with what there is to watch, after other groups. It stays as it is while somebody chooses. */
export function offer(select: HTMLSelectElement, groups: readonly [string, Watched[]][], before: readonly HTMLElement[] = []): void {
  const now = JSON.stringify([groups, before.map((el) => el.textContent)]);
  if (now === select.dataset["offered"] || document.activeElement === select) return;
  if (select.dataset["offered"] === undefined) select.addEventListener("change", () => (select.dataset["chosen"] = select.value));
  select.dataset["offered"] = now;
  const was = select.dataset["chosen"] ?? select.value; // it may come back with the next moment
  select.replaceChildren(...before, ...groups.filter(([, all]) => all.length > 0).map(([label, all]) => h("optgroup", { label }, ...all.map((one) => h("option", { value: keyOf(one) }, printable(watchWords(one)))))));
  if (was) select.value = was;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}
