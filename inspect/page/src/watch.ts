// The watch list: values of the selected agent, or of one for good, as they are in the frame that is shown.
import { attr, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import { mountLog } from "./log.ts";
import { printable } from "./names.ts";
import type { Plots } from "./plots.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { offer, watchable, watchedOf } from "./watchable.ts";
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
    const agent = whose.value === "this" ? store.state.agent : null;
    const watch: Watch = { ...watchedOf(what.value), agent };
    const { watched } = store.state;
    if (watched.some((other) => keyOf(other) === keyOf(watch) && other.agent === agent)) {
      store.set({ note: `${watchWords(watch)} is watched already.`, error: "" });
    } else if (watched.length >= mostWatched) {
      store.set({ note: `There is room for ${mostWatched} values: remove one first.`, error: "" });
    } else {
      change([...watched, watch]);
    }
  });

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
  store.on(["moment", "hello"], () => {
    offer(what, watchable(store));
    attr(add, "disabled", what.length === 0);
  });
  mountLog(body, session);
  store.on(["watched", "sampled", "at", "frame", "agent", "named"], () => {
    set(store.state.watched);
    show(empty, store.state.watched.length === 0);
  });
}
