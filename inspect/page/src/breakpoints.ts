// The breakpoints there are, and new ones on flags and stimuli.
import type { Breakpoint } from "./api.ts";
import { h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import type { Names } from "./names.ts";
import type { Session } from "./session.ts";
import { toggleStop } from "./acts.ts";
import { makeStopForm } from "./stopform.ts";
import { watchWords } from "./watched.ts";
import { plural } from "./words.ts";

/** A breakpoint in words. */
export function stopWords(stop: Breakpoint, flags: (bits: string, stimuli: boolean) => string, names: Names): string {
  const what: Record<string, string> = {
    activated: `${stop.decider} becomes active`, deactivated: `${stop.decider} ends`, failed: `${stop.decider} fails`,
    flag: `${flags(stop.flags ?? "0x0", false)} is set`, stimulus: `${flags(stop.flags ?? "0x0", true)} comes`,
  };
  const words = stop.value ? `${watchWords(stop.value)} ${stop.is === "changes" ? "changes" : `${stop.is} ${stop.to}`}` : what[stop.on] ?? stop.on;
  const parts = [words, stop.agent ? names.text(stop.agent) : stop.crowd ? `crowd ${stop.crowd}` : "any agent"];
  if (stop.tree) parts.push(`tree ${stop.tree}`);
  if (stop.with) parts.push(`only with ${flags(stop.with, false)}`);
  if (stop.after) parts.push(`after ${plural(stop.after, "hit")}`);
  if (stop.every && stop.every > 1) parts.push(`every ${stop.every} hits`);
  if (stop.log) parts.push("logged");
  return parts.join(", ");
}

export function mountStops(body: HTMLElement, session: Session, _keys: Keys): void {
  const { store } = session;
  const empty = h("p", { class: "dim pad" }, "None yet. The world pauses after the frame in which one comes to pass, and the page shows that moment.");
  const rows = h("ul", { class: "stops", "aria-label": "Breakpoints" });
  const clear = h("button", { type: "button", onclick: () => void session.attempt(async () => store.set({ breakpoints: (await session.api.breakpoint({ do: "clear" })).breakpoints ?? [] })) }, "Remove all");
  const kind = h("select", { "aria-label": "Flag or stimulus", class: "grow" });
  const whose = h("select", { "aria-label": "Whose" }, h("option", { value: "all" }, "Pause if any agent's"), h("option", { value: "this" }, "Pause if this agent's"));
  const add = h("button", { type: "button" }, "Add");
  const form = h("div", { class: "acts" }, h("div", { class: "group" }, whose, kind, add));
  add.addEventListener("click", () => {
    const [on, flags] = kind.value.split(":");
    const agent = store.state.agent;
    if (on && flags) void toggleStop(session, { on, flags, ...(whose.value === "this" && agent !== null ? { agent } : {}) });
  });
  const none = h("p", { class: "dim pad" }, "A recording does not pause.");
  const further = makeStopForm(session);
  body.append(none, form, further, empty, rows, h("div", { class: "pad" }, clear));

  const flagNames = (bits: string, stimuli: boolean): string => {
    const names = store.state.hello?.names;
    const list = (stimuli ? names?.stimuli : names?.decision) ?? [];
    const out: string[] = [];
    let set = BigInt(bits);
    for (let bit = 0; set > 0n; bit++, set >>= 1n) if (set & 1n) out.push(list[bit] || `bit ${bit}`);
    return out.join(" or ");
  };
  const set = list<Breakpoint, HTMLElement>(rows, {
    key: (stop) => String(stop.id),
    make: (stop) => {
      const remove = h("button", { type: "button", class: "icon", title: "Remove", "aria-label": "Remove the breakpoint" }, "✕");
      remove.addEventListener("click", () => void session.attempt(async () => store.set({ breakpoints: (await session.api.breakpoint({ do: "remove", breakpoint: { id: stop.id } })).breakpoints ?? [] })));
      const go = h("button", { type: "button", class: "text cut grow" });
      go.addEventListener("click", () => stop.decider && store.set({ decider: stop.decider, place: null }));
      return h("li", null, h("span", { class: "stop-mark", "aria-hidden": "true" }), go, h("span", { class: "num dim" }), remove);
    },
    update: (el, stop) => {
      text(el.children[1]!, stopWords(stop, flagNames, store.names));
      text(el.children[2]!, plural(stop.hits, "hit"));
      el.classList.toggle("hit", store.state.control.stopped?.breakpoint === stop.id);
    },
  });
  store.on(["breakpoints", "control", "hello", "named"], () => {
    const { breakpoints, hello } = store.state;
    const can = hello?.can.control ?? false;
    show(none, hello !== null && !can);
    show(form, can);
    show(further, can);
    set(breakpoints);
    show(empty, can && breakpoints.length === 0);
    show(clear, breakpoints.length > 1);
    if (hello && kind.length === 0) {
      const group = (label: string, on: string, names: readonly string[]): HTMLElement => {
        const el = h("optgroup", { label });
        names.forEach((name, bit) => name && el.append(h("option", { value: `${on}:0x${(1n << BigInt(bit)).toString(16)}` }, name)));
        return el;
      };
      kind.append(group("a decision flag is set", "flag", hello.names.decision), group("a stimulus comes", "stimulus", hello.names.stimuli));
    }
  });
}
