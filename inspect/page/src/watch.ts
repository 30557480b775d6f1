// The watch list: values of the selected agent, or of one for good, as they are in the frame that is shown.
import { attr, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import { printable } from "./names.ts";
import type { Plots } from "./plots.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { extentOf, isNumeric, keyOf, mostWatched, readWatches, sampleAt, watchWords, type Watch } from "./watched.ts";
import { number, rounded } from "./words.ts";

export function mountWatch(body: HTMLElement, session: Session, plots: Plots, _keys: Keys): void {
  const { store } = session;
  store.set({ watched: readWatches(load("watch", [])) });
  const what = h("select", { "aria-label": "Value to watch", class: "grow" });
  const whose = h("select", { "aria-label": "Whose value" }, h("option", { value: "" }, "of the selected agent"), h("option", { value: "this" }, "of this agent for good"));
  const add = h("button", { type: "button", class: "primary" }, "Watch");
  const empty = h("p", { class: "dim pad" }, "Nothing is watched yet. Choose a value: it is shown here and over time in the timeline, in the frame that the page shows.");
  const rows = h("ul", { class: "watches", "aria-label": "Watched values" });
  body.append(h("div", { class: "acts" }, h("div", { class: "group" }, what, whose, add)), empty, rows);

  const change = (watched: Watch[]): void => {
    store.set({ watched });
    save("watch", watched);
  };
  add.addEventListener("click", () => {
    if (!what.value) return;
    const of = JSON.parse(what.value) as [string, string, string];
    const agent = whose.value === "this" ? store.state.agent : null;
    const watch: Watch = { kind: of[0], ...(of[1] ? { decider: of[1] } : {}), ...(of[2] ? { name: of[2] } : {}), agent };
    const { watched } = store.state;
    if (watched.some((other) => keyOf(other) === keyOf(watch) && other.agent === agent)) {
      store.set({ note: `${watchWords(watch)} is watched already.`, error: "" });
    } else if (watched.length >= mostWatched) {
      store.set({ note: `There is room for ${mostWatched} values: remove one first.`, error: "" });
    } else {
      change([...watched, watch]);
    }
  });

  // What there is to watch: of the moment, and every Decide of the tree.
  let offered = "";
  function offer(): void {
    const { moment } = store.state;
    const groups: [string, Watch[]][] = [["Blackboard", []], ["Blocks of behaviors", []], ["Decide and scores", []], ["Counts", []]];
    const of = (kind: string, decider?: string, name?: string): Watch => ({ kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}), agent: null });
    const tree = store.tree;
    for (const value of moment?.values ?? []) groups[0]![1].push(of("key", value.scope === "decider" ? value.decider : "", value.key));
    for (const decider of tree?.description.deciders ?? []) if (decider.decide) groups[2]![1].push(of("decide", decider.name));
    for (const place of moment?.places ?? []) {
      const told = place.tree ? store.state.hello?.trees.find((other) => other.fingerprint === place.tree) : tree;
      const name = told?.description.deciders[told.description.places[place.place]?.decider ?? -1]?.name;
      if (!name) continue;
      for (const field of place.block?.fields ?? []) groups[1]![1].push(of("field", name, field.name));
      if (place.entries) groups[3]![1].push(of("entries", name));
      if (place.iteration) groups[3]![1].push(of("iteration", name));
    }
    const lines = groups.map(([label, all]) => [label, [...new Map(all.map((watch) => [keyOf(watch), watch])).values()]] as const);
    const now = JSON.stringify(lines);
    if (now === offered || document.activeElement === what) return;
    offered = now;
    const was = what.value;
    what.replaceChildren(...lines.filter(([, all]) => all.length > 0).map(([label, all]) => h("optgroup", { label }, ...all.map((watch) => h("option", { value: keyOf(watch) }, printable(watchWords(watch)))))));
    if (was) what.value = was;
    if (what.selectedIndex < 0) what.selectedIndex = 0;
    attr(add, "disabled", what.length === 0);
  }

  const set = list<Watch, HTMLElement>(rows, {
    key: (watch) => `${keyOf(watch)}${watch.agent ?? ""}`,
    make: (watch) => {
      const remove = h("button", { type: "button", class: "icon", title: "Watch it no more", "aria-label": `Watch ${printable(watchWords(watch))} no more` }, "✕");
      remove.addEventListener("click", () => change(store.state.watched.filter((other) => other !== watch)));
      return h("li", null, h("span", { class: "watch-name cut grow" }), h("span", { class: "watch-value num" }), h("span", { class: "watch-range num dim" }), remove);
    },
    update: (el, watch) => {
      const { samples, problem } = plots.of(watch);
      const now = sampleAt(samples, store.shown);
      const who = watch.agent === null ? "" : `${store.names.text(watch.agent)} `;
      text(el.children[0]!, who + printable(watchWords(watch)));
      text(el.children[1]!, now?.known ? printable(now.number !== undefined ? number(now.number) : rounded(now.text ?? "")) : "–");
      attr(el.children[1]!, "title", now?.known ? printable(now.text ?? "") : problem || "Nothing is known of it in this frame");
      const extent = isNumeric(samples) ? extentOf(samples, -Infinity, Infinity) : null;
      text(el.children[2]!, extent ? `${number(extent.least)} … ${number(extent.most)}` : "");
    },
  });
  store.on(["moment", "hello"], offer);
  store.on(["watched", "sampled", "at", "frame", "agent", "named"], () => {
    set(store.state.watched);
    show(empty, store.state.watched.length === 0);
  });
}
