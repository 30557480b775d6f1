// The agent that is selected: its inputs, which can be changed, its blackboard, what is forced, its state as text.
import type { Override, Value } from "./api.ts";
import { act } from "./acts.ts";
import { attr, cls, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import type { Session } from "./session.ts";
import { facts, section } from "./sheet.ts";
import { rounded, seconds } from "./words.ts";

export interface FlagItem {
  bit: number;
  name: string;
  on: boolean;
  held?: boolean; // to that, whatever the game says
}

/** The named bits of a set, those of its bits that have no name, and what they are held to. */
export function flagItems(bits: string, names: readonly string[], heldSet = "0x0", heldClear = "0x0"): FlagItem[] {
  const [set, on, off] = [BigInt(bits || "0x0"), BigInt(heldSet || "0x0"), BigInt(heldClear || "0x0")];
  const out: FlagItem[] = [];
  for (let bit = 0; bit < 64; bit++) {
    const one = 1n << BigInt(bit);
    if (names[bit] || ((set | on | off) & one) !== 0n) {
      out.push({ bit, name: names[bit] || `bit ${bit}`, on: (((set | on) & ~off) & one) !== 0n, held: ((on | off) & one) !== 0n });
    }
  }
  return out;
}

/** What an agent is to be held to after a click on a flag: to the other value, or no more where it was held. */
export function hold(item: FlagItem, heldSet = "0x0", heldClear = "0x0"): { set: string; clear: string } {
  const one = 1n << BigInt(item.bit);
  let on = BigInt(heldSet || "0x0") & ~one;
  let off = BigInt(heldClear || "0x0") & ~one;
  if (!item.held && item.on) off |= one;
  else if (!item.held) on |= one;
  return { set: `0x${on.toString(16)}`, clear: `0x${off.toString(16)}` };
}

const is = (event: Event, name: string, value: string): boolean => (event.currentTarget as Element).getAttribute(name) === value;
const hexOf = (bit: number): string => `0x${(1n << BigInt(bit)).toString(16)}`;

export function mountAgent(body: HTMLElement, session: Session, keys: Keys): void {
  const { store } = session;
  const who = (agent: number): string => store.names.text(agent);
  const empty = h("div", { class: "empty" }, "Select an agent, in the list or on the map.");
  const name = h("strong", { class: "name" });
  const crowd = h("span", { class: "dim grow" });
  const reset = h("button", { type: "button", title: "Everything active goes down, timers and limits are cleared (Shift+R)", onclick: () => void doReset() }, "Reset");
  const range = h("p", { class: "dim" });
  const present = h("p", { class: "present" }, "What you change here is changed now, not in the past. To change the past, fork from it.");
  const errors = h("ul", { class: "errors" });
  const setErrors = list<string, HTMLElement>(errors, { key: (words) => words, make: (words) => h("li", null, words) });

  const chips = (container: HTMLElement, press: (item: FlagItem) => void): ((items: readonly FlagItem[]) => void) =>
    list<FlagItem, HTMLButtonElement>(container, {
      key: (item) => String(item.bit),
      make: (item) => h("button", { type: "button", class: "flag", onclick: (event: MouseEvent) => press({ ...item, on: is(event, "aria-pressed", "true"), held: (event.currentTarget as Element).classList.contains("held") }) }, item.name),
      update: (el, item) => {
        attr(el, "aria-pressed", item.on ? "true" : "false");
        attr(el, "disabled", !can());
        cls(el, "held", item.held === true);
        attr(el, "title", item.held ? "held so whatever the game says; a click lets it go" : null);
      },
    });
  const can = (): boolean => store.state.hello?.can.control ?? false;

  const flags = section("Decision flags");
  const flagRow = h("div", { class: "flags" });
  flags.body.append(flagRow);
  const setFlags = chips(flagRow, (item) => {
    const { agent, moment } = store.state;
    if (agent === null || !moment) return;
    const to = hold(item, moment.heldSet?.bits, moment.heldClear?.bits);
    void act(session, { do: "flag", agent, ...to }, item.held ? `${item.name} of ${who(agent)} is the game's again` : `${item.name} of ${who(agent)} is held ${item.on ? "clear" : "set"}`);
  });

  const stimuli = section("Stimuli");
  const lasts = h("input", { type: "number", min: 0, max: 3600, step: 0.5, value: 3, "aria-label": "Seconds a stimulus lasts", class: "seconds" });
  const stimulusRow = h("div", { class: "flags" });
  const lastsLine = h("label", { class: "dim lasts" }, "a click sends one that lasts", lasts, "s");
  stimuli.body.append(stimulusRow, lastsLine);
  const setStimuli = chips(stimulusRow, (item) => {
    const agent = store.state.agent;
    const time = Number(lasts.value);
    if (!(time >= 0) || lasts.value === "") session.fail(new Error("A stimulus lasts 0 s or more: change how many seconds."));
    else if (agent !== null) void act(session, { do: "stimulate", agent, stimuli: hexOf(item.bit), seconds: time }, `${item.name} is sent to ${who(agent)} for ${seconds(time)}`);
  });

  const overrides = section("Forced and forbidden");
  const overrideRows = h("ul", { class: "stops" });
  overrides.body.append(overrideRows);
  const setOverrides = list<Override, HTMLElement>(overrideRows, {
    key: (of) => of.decider,
    make: (of) => h("li", null,
      h("button", { type: "button", class: "text cut grow", onclick: () => store.set({ decider: of.decider, place: null }) }), 
      h("button", { type: "button", onclick: () => store.state.agent !== null && void act(session, { do: "free", agent: store.state.agent, decider: of.decider }, `${of.decider} is free again`) }, "Free")),
    update: (el, of) => text(el.firstElementChild!, `${of.decider} is ${of.how}`),
  });

  const board = section("Blackboard");
  const setBoard = facts(board.body);
  const copy = h("button", { type: "button", title: "Copy the text", onclick: () => void navigator.clipboard?.writeText(store.state.moment?.text ?? "").catch(() => undefined) }, "Copy");
  const state = section("DebugPrintState", copy);
  const print = h("pre", { class: "print scroll", tabindex: 0 });
  state.body.append(print);

  const all = h("div", { class: "sheet-in" }, h("header", { class: "sheet-head" }, h("div", { class: "line" }, name, crowd, reset), range, present, errors), flags.el, stimuli.el, overrides.el, board.el, state.el);
  body.append(empty, all);

  async function doReset(): Promise<void> {
    const agent = store.state.agent;
    if (agent !== null) await act(session, { do: "reset", agent }, `${who(agent)} is reset`);
  }
  keys.add({ keys: ["R"], does: "Reset the agent", group: "Details", run: () => void doReset() });

  const boardName = (value: Value): string => (value.decider ? `${value.key} of ${value.decider}` : value.key);
  const draw = (): void => {
    const { agent, moment, hello } = store.state;
    show(empty, agent === null);
    show(all, agent !== null);
    if (agent === null || body.hidden) return;
    text(name, store.names.name(agent) ? who(agent) : `Agent ${who(agent)}`);
    text(crowd, moment?.crowd ?? "");
    show(reset, can());
    show(lastsLine, can());
    if (!moment || !hello) return;
    const slept = moment.frame !== moment.asked ? `; it slept since frame ${moment.frame}` : "";
    show(present, !store.live && can());
    text(range, moment.problem ? moment.problem.error : `frames ${moment.first} to ${moment.last} can be had${slept}`);
    setErrors(moment.errors ?? []);
    setFlags(flagItems(moment.flags.bits, hello.names.decision, moment.heldSet?.bits, moment.heldClear?.bits));
    setStimuli(flagItems(moment.stimuli.bits, hello.names.stimuli));
    setOverrides(moment.overrides ?? []);
    overrides.show((moment.overrides ?? []).length > 0);
    const values = moment.values ?? [];
    board.show(values.length > 0);
    setBoard(values.map((value) => ({ name: boardName(value), value: rounded(value.now), was: value.was && rounded(value.was), hint: `scope ${value.scope}: ${value.now}` })));
    text(print, moment.text);
  };
  store.on(["agent", "moment", "hello", "named"], draw);
  new ResizeObserver(draw).observe(body); // it was hidden
}
