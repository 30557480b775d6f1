// How old a view is: a busy game leaves the inspector little time, and so the map, the list and the others come later. Old is
// said in a corner of the view, in words.
import { attr, h, show, text } from "./dom.ts";
import type { Pane } from "./pane.ts";
import type { State, Store } from "./store.ts";
import { count } from "./words.ts";

const old = 2; // seconds from which a view says so

/** The age in seconds of a view that shows a frame: of the frames since then, at the present rate. 0 where the page does not
 * follow a world that runs. */
export function ageOf(state: Pick<State, "at" | "control" | "frame" | "rate" | "connection">, frame: number): number {
  if (state.at !== null || state.control.paused || state.connection !== "open" || !(state.rate > 0)) return 0;
  return Math.max(0, state.frame - frame) / state.rate;
}

/** The words for an age; "" for a view that is not old. */
export function ageWords(age: number): string {
  return age >= old ? `${age < 100 ? Math.floor(age) : ">99"} s old` : "";
}

/** Puts the age of what a pane shows into its corner, where the heading has room for everything else at any width. frameOf returns the frame that it shows, null for none. */
export function tellAge(pane: Pane, store: Store, frameOf: (state: State) => number | null): void {
  const el = h("span", { class: "age num", hidden: true });
  pane.body.append(el);
  store.on(["frame", "at", "control", "connection"], () => {
    const frame = frameOf(store.state);
    const words = frame === null ? "" : ageWords(ageOf(store.state, frame));
    show(el, words !== "");
    text(el, words);
    attr(el, "title", words && `This is frame ${count(frame!)}: the game leaves the inspector too little time to show each`);
  });
}
