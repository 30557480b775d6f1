// A new breakpoint or log point: what happens, whose, with which conditions, how often, and what comes of it.
import type { Breakpoint } from "./api.ts";
import { attr, h, show } from "./dom.ts";
import type { Session } from "./session.ts";
import { offer, watchable, watchedOf } from "./watchable.ts";

export interface StopFields {
  what: string; // a watched value as keyOf writes it, or ON:DECIDER
  is: string;
  to: string;
  whose: string; // "", "this" or crowd:NAME
  with: string; // hexadecimal
  after: number;
  every: number;
  log: boolean;
}

/** The breakpoint that the fields of the form say; words where they say none. */
export function stopOf(fields: StopFields, agent: number | null): (Partial<Breakpoint> & { on: string }) | string {
  const stop: Partial<Breakpoint> & { on: string } = { on: "value" };
  if (!fields.what) return "Choose what is to happen.";
  if (fields.what.startsWith("[")) {
    stop.value = watchedOf(fields.what);
    stop.is = fields.is;
    if (fields.is !== "changes") {
      if (fields.to.trim() === "") return "Write what the value is compared with.";
      stop.to = fields.to.trim();
    }
    if (stop.value.kind !== "decide" && fields.whose !== "this") return "This value is read of one agent: choose “this agent”.";
  } else {
    const at = fields.what.indexOf(":");
    stop.on = fields.what.slice(0, at);
    stop.decider = fields.what.slice(at + 1);
  }
  if (fields.whose === "this") {
    if (agent === null) return "Select an agent first.";
    stop.agent = agent;
  } else if (fields.whose.startsWith("crowd:")) {
    stop.crowd = fields.whose.slice(6);
  }
  if (fields.with) stop.with = fields.with;
  if (fields.after > 0) stop.after = fields.after;
  if (fields.every > 1) stop.every = fields.every;
  if (fields.log) stop.log = true;
  return stop;
}

export function makeStopForm(session: Session): HTMLElement {
  const { store } = session;
  const what = h("select", { "aria-label": "What happens", class: "grow" });
  const is = h("select", { "aria-label": "Comparison" }, ...["<", "<=", "=", "!=", ">", ">=", "changes"].map((sign) => h("option", { value: sign, selected: sign === ">" }, sign)));
  const to = h("input", { type: "text", "aria-label": "Compared with", placeholder: "0.5", class: "stop-to" });
  const whose = h("select", { "aria-label": "Whose it is", class: "grow" });
  const flag = h("select", { "aria-label": "Only with this decision flag", class: "grow" });
  const after = h("input", { type: "number", min: 0, step: 1, value: 0, id: "stop-after" });
  const every = h("input", { type: "number", min: 1, step: 1, value: 1, id: "stop-every" });
  const then = h("select", { "aria-label": "What comes of it", class: "grow" }, h("option", { value: "pause" }, "pause the world"), h("option", { value: "log" }, "log a line with the watched values"));
  const add = h("button", { type: "button", class: "primary" }, "Add");
  const el = h("details", { class: "stop-form" },
    h("summary", null, "On a value, with conditions, or into the log"),
    h("div", { class: "line" }, h("span", null, "When"), what),
    h("div", { class: "line" }, is, to, h("span", null, "of"), whose),
    h("div", { class: "line" }, flag),
    h("div", { class: "line" }, h("label", { for: after.id }, "after"), after, h("label", { for: every.id }, "hits, then every"), every),
    h("div", { class: "line" }, then, add));
  const compares = (): void => {
    const value = what.value.startsWith("[");
    show(is, value);
    show(to, value && is.value !== "changes");
  };
  what.addEventListener("change", compares);
  is.addEventListener("change", compares);
  add.addEventListener("click", () => {
    const log = then.value === "log";
    const stop = stopOf({ what: what.value, is: is.value, to: to.value, whose: whose.value, with: flag.value, after: Number(after.value) || 0, every: Number(every.value) || 1, log }, store.state.agent);
    if (typeof stop === "string") {
      store.set({ note: stop, error: "" });
      return;
    }
    if (log) stop.values = store.state.watched.slice(0, 8).map(({ kind, decider, name }) => ({ kind, ...(decider ? { decider } : {}), ...(name ? { name } : {}) }));
    void session.attempt(async () => store.set({ breakpoints: (await session.api.breakpoint({ do: "add", breakpoint: stop })).breakpoints ?? [], error: "", note: "" }));
  });
  store.on(["moment", "hello", "decider"], () => {
    const { decider } = store.state;
    const own = decider === null ? [] : [h("optgroup", { label: "The selected decider" },
      ...([["activated", "becomes active"], ["deactivated", "ends"], ["failed", "fails"]] as const).map(([on, does]) => h("option", { value: `${on}:${decider}` }, `${decider} ${does}`)))];
    offer(what, watchable(store), own);
    attr(add, "disabled", what.length === 0);
    compares();
  });
  store.on(["hello"], () => {
    const { hello } = store.state;
    if (!hello) return;
    const crowds = hello.crowds.filter((crowd) => crowd.name).map((crowd) => h("option", { value: `crowd:${crowd.name}` }, `crowd ${crowd.name}`));
    if (whose.length !== crowds.length + 2) whose.replaceChildren(h("option", { value: "this" }, "this agent"), h("option", { value: "" }, "any agent"), ...crowds);
    if (flag.length === 0) {
      flag.append(h("option", { value: "" }, "whatever flags are set"));
      hello.names.decision.forEach((name, bit) => name && flag.append(h("option", { value: `0x${(1n << BigInt(bit)).toString(16)}` }, `only with ${name}`)));
    }
  });
  return el;
}
