// Everything the running game is held to: the world that is paused or goes at another speed, and what agents are forced to.
// Each line undoes one of it. The breakpoints stand below (breakpoints.ts).
import { act } from "./acts.ts";
import type { Held } from "./api.ts";
import { h, show, text } from "./dom.ts";
import { list } from "./list.ts";
import type { Session } from "./session.ts";
import type { State } from "./store.ts";
import { plural } from "./words.ts";

export interface HeldItem {
  key: string;
  words: string; // with the agent's text in place of "@"
  agent: number; // 0 for the world
  decider: string; // "" for none
  undo: "Go on" | "Normal speed" | "Free" | "Let go";
}

/** All of it but the breakpoints, the world first, then agents by their ID. */
export function heldItems(held: Held | null, control: State["control"]): HeldItem[] {
  const out: HeldItem[] = [];
  if (control.paused) out.push({ key: "paused", words: "The world is paused", agent: 0, decider: "", undo: "Go on" });
  if (control.speed !== 1) out.push({ key: "speed", words: `The world goes at ${control.speed} times its speed`, agent: 0, decider: "", undo: "Normal speed" });
  for (const { agent, deciders, set, clear } of held?.agents ?? []) {
    for (const { decider, how } of deciders) out.push({ key: `${agent} ${decider}`, words: `${decider} is ${how} for @`, agent, decider, undo: "Free" });
    const flags = [...(set.names ?? []).map((name) => `${name} set`), ...(clear.names ?? []).map((name) => `${name} clear`)];
    if (flags.length > 0) out.push({ key: `${agent} flags`, words: `${flags.join(", ")} for @`, agent, decider: "", undo: "Let go" });
  }
  return out;
}

/** How much is held, breakpoints and agents that are not listed included. */
export function heldCount(state: Pick<State, "held" | "control" | "breakpoints">): number {
  return heldItems(state.held, state.control).length + (state.held?.more ?? 0) + state.breakpoints.length;
}

export function mountHeld(body: HTMLElement, session: Session): void {
  const { store, api } = session;
  const rows = h("ul", { class: "stops", "aria-label": "What is held" });
  const none = h("p", { class: "dim pad" }, "Nothing is forced or forbidden, no flag is held, and the world goes on.");
  const more = h("p", { class: "dim pad" });
  const all = h("button", { type: "button", onclick: () => void undoAll() }, "Undo all");
  const part = h("section", { class: "held", "aria-label": "Held in the game" }, h("header", { class: "line pad" }, h("h3", { class: "grow" }, "Held in the game"), all), none, rows, more, h("h3", { class: "pad" }, "Breakpoints"));
  body.append(part);

  const set = list<HeldItem, HTMLElement>(rows, {
    key: (item) => item.key,
    make: (item) => h("li", null, h("button", { type: "button", class: "text cut grow", onclick: () => item.agent && store.set({ agent: item.agent, ...(item.decider ? { decider: item.decider, place: null } : {}) }) }),
      h("button", { type: "button", onclick: () => void undo(item) }, item.undo)),
    update: (el, item) => text(el.firstElementChild!, wordsOf(item)),
  });
  const wordsOf = (item: HeldItem): string => (item.agent ? item.words.replace(/@$/, () => store.names.text(item.agent)) : item.words);

  async function undo(item: HeldItem): Promise<void> {
    if (item.undo === "Go on") await session.control({ do: "go" });
    else if (item.undo === "Normal speed") await session.control({ do: "speed", speed: 1 });
    else if (item.undo === "Free") await act(session, { do: "free", agent: item.agent, decider: item.decider }, `${item.decider} is free again`);
    else await act(session, { do: "flag", agent: item.agent }, `The flags of ${store.names.text(item.agent)} are the game's again`);
  }
  async function undoAll(): Promise<void> {
    const count = heldCount(store.state);
    await session.attempt(async () => {
      await api.act({ do: "release", agent: 0 });
      const got = await api.breakpoint({ do: "clear" });
      if (store.state.control.speed !== 1) await api.control({ do: "speed", speed: 1 });
      store.set({ breakpoints: got.breakpoints ?? [], control: await api.control({ do: "go" }), note: `${plural(count, "thing")} undone: the game is as it would be without the inspector from now on`, error: "" });
      session.reload();
    });
  }

  store.on(["held", "control", "breakpoints", "hello", "named"], () => {
    const { held, control, hello } = store.state;
    show(part, hello?.can.control ?? false);
    const items = heldItems(held, control);
    set(items);
    show(none, items.length === 0);
    show(more, (held?.more ?? 0) > 0);
    text(more, `and ${plural(held?.more ?? 0, "further agent")}`);
    all.disabled = heldCount(store.state) === 0;
  });
}
