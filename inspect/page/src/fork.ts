// Forking: back to a frame, change something, run on, and see where it comes out differently. The game's own world is
// not touched: the fork is a recording of its own, which the page can open.
import type { Act, Hello } from "./api.ts";
import { showFork } from "./compare.ts";
import { ownTrees } from "./model.ts";
import { attr, h, into, show, text } from "./dom.ts";
import type { Names } from "./names.ts";
import type { Session } from "./session.ts";
import { labelOf, type Part, partsOf } from "./values.ts";
import { count, plural } from "./words.ts";

type Kind = "value" | "set" | "clear" | "stimulate" | "force" | "forbid" | "reset";

const kinds: Record<Kind, string> = {
  set: "Set a flag", clear: "Clear a flag", stimulate: "Send a stimulus", force: "Force a decider", forbid: "Forbid a decider", value: "Set a value", reset: "Reset the agent",
};

/** One change as the dialog has it. */
interface Row {
  el: HTMLElement;
  who: () => string; // its agent, as it was written
  act: (agent: number) => Act | null;
}

/** Asks what to change at the frame that is shown, and runs the fork. */
export function openFork(session: Session): void {
  const { hello, agent } = session.store.state;
  if (!hello || document.querySelector("dialog.fork")) return;
  new ForkDialog(session, hello, agent).open();
}

class ForkDialog {
  private readonly dialog = h("dialog", { class: "fork", "aria-labelledby": "fork-title" });
  private readonly rows: Row[] = [];
  private readonly list = h("ul", { class: "fork-changes" });
  private readonly frame: HTMLInputElement;
  private readonly frames: HTMLInputElement;
  private readonly run = h("button", { type: "submit", class: "primary" }, "Run the fork");
  private readonly word = h("p", { class: "fork-word", role: "status" });
  private readonly abort = new AbortController();

  constructor(private readonly session: Session, private readonly hello: Hello, private readonly agent: number | null) {
    const { store } = session;
    const most = hello.limits.frames;
    this.frame = h("input", { type: "number", id: "fork-frame", min: store.state.first, max: store.state.frame, step: 1, value: store.shown, required: true });
    this.frames = h("input", { type: "number", id: "fork-frames", min: 1, max: most, step: 1, value: Math.min(300, most), required: true });
    const close = h("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel");
    const form = h("form", { method: "dialog" },
      h("h2", { id: "fork-title" }, "Fork"),
      h("p", { class: "dim" }, "The game is taken back to after a frame, in a copy; what you choose is changed, and it runs on. Then both runs are compared, agent by agent. The world that runs is not touched."),
      h("div", { class: "fork-line" }, h("label", { for: "fork-frame" }, "After frame"), this.frame, h("label", { for: "fork-frames" }, "run on for"), this.frames, h("span", null, "frames")),
      h("h3", null, "Changes"), this.list,
      h("button", { type: "button", onclick: () => this.add() }, "Another change"),
      this.many(),
      this.word,
      h("footer", null, close, this.run));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    this.dialog.append(form);
    this.dialog.addEventListener("close", () => {
      this.abort.abort();
      this.dialog.remove();
    });
    this.add();
  }

  open(): void {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.dialog.querySelector<HTMLElement>(".fork-changes select")?.focus();
  }

  private add(): void {
    const row = changeRow(this.hello, this.agent === null ? "" : this.session.store.names.text(this.agent), () => {
      this.rows.splice(this.rows.indexOf(row), 1);
      row.el.remove();
    });
    this.rows.push(row);
    this.list.append(row.el);
  }

  // A sweep in place of one fork: how often does an agent begin something?
  private many(): HTMLElement {
    const { hello, session } = this;
    const who = h("input", { type: "text", class: "fork-who", "aria-label": "Agent that is asked about", value: this.agent === null ? "" : session.store.names.text(this.agent) });
    const what = h("select", { "aria-label": "What it begins" }, ...optionsFor(hello, "force").map(([value, label]) => h("option", { value }, label)));
    if (session.store.state.decider) what.value = session.store.state.decider;
    const worlds = h("input", { type: "number", "aria-label": "Worlds", min: 1, max: hello.limits.worlds, step: 1, value: 20 });
    const by = h("select", { "aria-label": "Worlds differ by" }, h("option", { value: "chance" }, "chance"), h("option", { value: "later" }, "the time of the change"));
    const later = h("input", { type: "number", "aria-label": "Frames later in each world", min: 1, step: 1, value: 5, hidden: true });
    const unit = h("span", { hidden: true }, "frames later each");
    by.addEventListener("change", () => {
      show(later, by.value === "later");
      show(unit, by.value === "later");
    });
    const go = h("button", {
      type: "button", onclick: () => {
        const agent = whoIs(session.store.names, who.value);
        const changes = this.changes(true);
        if (typeof agent === "string") return this.say(agent);
        if (!changes) return;
        const request = { frame: Number(this.frame.value), frames: Number(this.frames.value), changes, agent, decider: what.value, worlds: Number(worlds.value), ...(by.value === "later" ? { later: Number(later.value) } : {}) };
        const wrong = sweepFault(request, hello.limits);
        if (wrong) return this.say(wrong);
        this.dialog.close();
        session.store.set({ swept: { request, words: `Does ${session.store.names.text(agent)} begin ${what.value} within ${plural(request.frames, "frame")}?` } });
      },
    }, "Sweep");
    return h("fieldset", null, h("legend", null, "Or ask many worlds"), h("span", null, "Does"), who, h("span", null, "begin"), what, h("span", null, "in"), worlds, h("span", null, "worlds that differ by"), by, later, unit, go);
  }

  /** The changes as the server takes them; null, and says why, where one is not complete. */
  private changes(orNone: boolean): Act[] | null {
    const changes: (Act | null)[] = [];
    for (const row of this.rows) {
      const who = whoIs(this.session.store.names, row.who());
      if (typeof who === "string") {
        this.say(who);
        return null;
      }
      changes.push(row.act(who));
    }
    if (changes.includes(null)) {
      this.say(`Each change needs an agent and what to change; a stimulus lasts 0 s or more.${orNone ? " Take a change out to sweep without it." : ""}`);
      return null;
    }
    return changes as Act[];
  }

  private async start(): Promise<void> {
    const { session } = this;
    const changes = this.changes(false);
    if (!changes) return;
    attr(this.run, "disabled", true);
    this.say("It runs …");
    try {
      const fork = await session.api.fork({ frame: Number(this.frame.value), changes, frames: Number(this.frames.value) }, this.abort.signal);
      session.store.set({ forks: [...session.store.state.forks, fork] });
      this.dialog.close();
      showFork(session, fork);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
    attr(this.run, "disabled", false);
  }

  private say(words: string): void {
    text(this.word, words);
  }
}

function changeRow(hello: Hello, agent: string, remove: () => void): Row {
  const kind = h("select", { "aria-label": "What to change" });
  for (const name of Object.keys(kinds) as Kind[]) kind.append(h("option", { value: name }, kinds[name]));
  const who = h("input", { type: "text", class: "fork-who", "aria-label": "Agent", title: "Agent: its ID or name", value: agent });
  const what = h("select", { "aria-label": "Which" });
  const lasts = h("input", { type: "number", min: 0, step: "any", value: 5, "aria-label": "Seconds it lasts", title: "Seconds it lasts; 0 until the next frame" });
  const unit = h("span", { class: "dim" }, "s");
  const to = h("input", { type: "text", class: "fork-to", "aria-label": "The new value", maxlength: 200 });
  const el = h("li", null, kind, h("span", { class: "dim" }, "of"), who, what, to, lasts, unit,
    h("button", { type: "button", class: "icon", "aria-label": "Take this change out", onclick: remove }, "✕"));
  const fill = (): void => {
    into(what, ...optionsFor(hello, kind.value as Kind).map(([value, label]) => h("option", { value }, label)));
    show(what, kind.value !== "reset");
    show(lasts, kind.value === "stimulate");
    show(unit, kind.value === "stimulate");
    show(to, kind.value === "value");
    hint();
  };
  const hint = (): void => {
    const part = kind.value === "value" && what.value ? (JSON.parse(what.value) as Part) : null;
    attr(to, "placeholder", part?.type);
    attr(to, "title", part && `The new value, of type ${part.type}`);
  };
  kind.addEventListener("change", fill);
  what.addEventListener("change", hint);
  fill();
  return { el, who: () => who.value, act: (agent) => actOf(kind.value as Kind, agent, what.value, kind.value === "value" ? to.value : Number(lasts.value)) };
}

/** Why a sweep cannot be; "" if it can. */
export function sweepFault(ask: { worlds: number; frames: number }, limits: Hello["limits"]): string {
  if (!(ask.worlds >= 1 && ask.worlds <= limits.worlds)) return `A sweep has 1 to ${count(limits.worlds)} worlds.`;
  if (ask.worlds * ask.frames > limits.swept) return `${count(ask.worlds)} worlds of ${count(ask.frames)} frames are too much: a sweep has ${count(limits.swept)} frames at most. Ask for fewer worlds, or for a shorter time.`;
  return "";
}

/** The agent that somebody means, or why that is not clear. */
export function whoIs(names: Names, words: string): number | string {
  const found = names.find(words);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) return `${found.length} agents have the name ${words.trim()}: ${found.slice(0, 8).map((agent) => `#${agent}`).join(", ")}${found.length > 8 ? " and more" : ""}. Write an ID.`;
  return words.trim() ? `There is no agent ${words.trim()}.` : "Each change needs an agent, and what to change.";
}

function optionsFor(hello: Hello, kind: Kind): [string, string][] {
  switch (kind) {
    case "set":
    case "clear":
      return bits(hello.names.decision);
    case "stimulate":
      return bits(hello.names.stimuli);
    case "force":
    case "forbid": {
      const names = new Set(ownTrees(hello).flatMap((tree) => tree.description.deciders.map((decider) => decider.name)));
      return [...names].filter(Boolean).map((name) => [name, name]);
    }
    case "value": {
      const parts = new Map(ownTrees(hello).flatMap(partsOf).map((part) => [JSON.stringify(part), labelOf(part)]));
      return [...parts];
    }
    case "reset":
      return [];
  }
}

/** The bits that have a name, or where none has all 64. */
export function bits(names: readonly string[]): [string, string][] {
  const named = names.flatMap((name, bit): [string, string][] => (name ? [[bitText(bit), name]] : []));
  return named.length > 0 ? named : Array.from({ length: 64 }, (_, bit): [string, string] => [bitText(bit), `bit ${bit}`]);
}

function bitText(bit: number): string {
  return `0x${(1n << BigInt(bit)).toString(16)}`;
}

/** A change as the server takes it; null where something is missing. */
export function actOf(kind: Kind, agent: number, what: string, how: number | string): Act | null {
  if (!Number.isSafeInteger(agent) || agent < 1 || (kind !== "reset" && !what)) return null;
  switch (kind) {
    case "set":
      return { do: "flag", agent, set: what };
    case "clear":
      return { do: "flag", agent, clear: what };
    case "stimulate":
      return Number(how) >= 0 ? { do: "stimulate", agent, stimuli: what, seconds: Number(how) } : null;
    case "value": {
      const { key, field, decider } = JSON.parse(what) as Part;
      return String(how).trim() ? { do: "value", agent, key, text: String(how).trim(), ...(field ? { field } : {}), ...(decider ? { decider } : {}) } : null;
    }
    case "force":
    case "forbid":
      return { do: kind, agent, decider: what };
    case "reset":
      return { do: "reset", agent };
  }
}
