// Queries over recorded time: a line with proposals or a form, the answer as a list, over time and on the map.
import type { Finding, Found, Run } from "./api.ts";
import { ApiError, isAbort, Newest } from "./api.ts";
import { combobox } from "./combobox.ts";
import { after, attr, h, into, show, text } from "./dom.ts";
import { fieldsOf, lineOf, outcomes, withQuery } from "./findline.ts";
import { Histogram } from "./histogram.ts";
import type { Keys } from "./keys.ts";
import { ownTrees } from "./model.ts";
import { printable } from "./names.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import type { Tabs } from "./tabs.ts";
import { count, plural, rounded, seconds } from "./words.ts";

export function mountFind(pane: Pane, session: Session, keys: Keys, tabs: Tabs): void {
  const panel = new FindPanel(pane, session);
  const go = (): void => {
    tabs.select("find");
    panel.line.input.focus();
  };
  keys.add(
    { keys: ["Q"], does: "Find agents and frames: a query", group: "Find", run: go },
    { keys: ["y"], does: "The next one found", group: "Find", run: () => panel.go(1) },
    { keys: ["Y"], does: "The one found before", group: "Find", run: () => panel.go(-1) },
    { keys: ["ArrowUp", "ArrowDown"], does: "In the line: choose a proposal; in the list: go", group: "Find" },
  );
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) {
    tabs.select("find");
    panel.line.input.value = asked;
    const off = { done: false };
    session.store.on(["hello"], () => {
      if (!session.store.state.hello || off.done) return;
      off.done = true;
      void panel.search();
    });
  }
}

class FindPanel {
  readonly line = combobox("find-line", "Query", "GUARD rejected by gate last 10s", () => this.changed(), () => void this.search());
  private readonly goButton = h("button", { type: "button", class: "primary", onclick: () => (this.running ? this.running.abort() : void this.search()) }, "Find");
  private readonly wrong = h("p", { class: "find-wrong", id: "find-wrong", role: "status" });
  private readonly decider = h("select", { "aria-label": "Decider", class: "grow" });
  private readonly outcome = h("select", { "aria-label": "What became of it", class: "grow" }, ...outcomes.map(([value, words]) => h("option", { value }, words)));
  private readonly last = h("input", { type: "number", min: 0, step: "any", value: 10, "aria-label": "In the last … (0: all that is recorded)", title: "0: all that is recorded" });
  private readonly unit = h("select", { "aria-label": "Unit of time" }, h("option", { value: "s" }, "s"), h("option", { value: "frames" }, "frames"));
  private readonly progress = h("progress", { class: "find-progress", "aria-label": "Agents searched", max: 1, value: 0, hidden: true });
  private readonly words = h("p", { class: "find-word dim", role: "status" }, "A query finds agents and frames: write one, or choose above.");
  private readonly histogram = new Histogram((frame) => this.session.show(frame));
  private readonly heatButton = h("button", { type: "button", "aria-pressed": "false", hidden: true, title: "Where the agents were when it began, on the map", onclick: () => this.heat() }, "On the map");
  private readonly list = h("ol", { class: "find-list", "aria-label": "What was found" });
  private readonly completing = new Newest();
  private readonly complete = after(60, () => void this.ask());
  private running: AbortController | null = null;
  private found: Found | null = null;
  private at = -1;

  constructor(pane: Pane, private readonly session: Session) {
    attr(this.line.input, "aria-describedby", this.wrong.id);
    attr(this.line.input, "data-focus", "");
    pane.body.classList.add("queries");
    pane.body.append(
      h("div", { class: "find-ask" },
        h("div", { class: "line" }, this.line.el, this.goButton), this.wrong,
        h("div", { class: "line" }, this.decider, h("span", null, "last"), this.last, this.unit),
        h("div", { class: "line" }, this.outcome)),
      this.progress, h("div", { class: "line find-told" }, this.words, this.heatButton), this.histogram.el, this.list);
    show(this.histogram.el, false);
    for (const field of [this.decider, this.outcome, this.last, this.unit]) field.addEventListener("change", () => this.write());
    this.list.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (by === 0) return;
      event.preventDefault();
      this.go(by, true);
    });
    session.store.on(["hello"], () => this.options());
  }

  /** Goes to the hit so many further down the list. */
  go(by: number, focus = false): void {
    const n = this.found?.hits.length ?? 0;
    if (n === 0) return;
    this.choose(Math.max(0, Math.min(n - 1, this.at + by)), focus);
  }

  private options(): void {
    const { hello } = this.session.store.state;
    if (!hello) return;
    const names = [...new Set(ownTrees(hello).flatMap((tree) => tree.description.deciders.map((decider) => decider.name)))].sort();
    if (this.decider.length === names.length + 1) return;
    const was = this.decider.value;
    this.decider.replaceChildren(h("option", { value: "" }, "any decider"), ...names.map((name) => h("option", { value: name }, name)));
    this.decider.value = was;
    this.read();
  }

  /** Writes the line that the form says. */
  private write(): void {
    this.line.input.value = lineOf({ decider: this.decider.value, outcome: this.outcome.value, last: Math.max(0, Number(this.last.value) || 0), unit: this.unit.value === "frames" ? "frames" : "s" });
    this.say(null);
  }

  /** Has the form say what the line says, where it can. */
  private read(): void {
    const fields = fieldsOf(this.line.input.value);
    if (!fields) return;
    this.decider.value = fields.decider;
    this.outcome.value = fields.outcome;
    if (fields.last > 0) this.last.value = String(fields.last);
    this.unit.value = fields.unit;
  }

  private changed(): void {
    this.say(null);
    this.complete();
    this.read();
  }

  private async ask(): Promise<void> {
    const line = this.line.input.value;
    try {
      const got = await this.completing.run(() => this.session.api.complete(line));
      if (got) this.line.propose(line, got.completions);
    } catch {
      // proposals are a help: without them the line can be written all the same
    }
  }

  /** Says what is wrong with the line, with the wrong part marked. */
  private say(problem: { from: number; to: number; words: string } | null): void {
    attr(this.line.input, "aria-invalid", problem ? "true" : null);
    if (!problem) {
      into(this.wrong);
      return;
    }
    const line = this.line.input.value;
    const part = line.slice(problem.from, problem.to);
    into(this.wrong, part ? h("span", { class: "find-part" }, line.slice(Math.max(0, problem.from - 12), problem.from), h("mark", null, printable(part))) : null, ` ${problem.words}`);
  }

  async search(): Promise<void> {
    const line = this.line.input.value.trim();
    const { session } = this;
    this.running?.abort();
    this.say(null);
    history.replaceState(history.state, "", withQuery(location.href, line));
    if (!line) {
      this.draw(null);
      return;
    }
    const running = (this.running = new AbortController());
    text(this.goButton, "Stop");
    show(this.progress, true);
    this.progress.removeAttribute("value");
    try {
      const found = await session.api.find(line, session.store.state.at ?? undefined, (step) => this.step(step), running.signal);
      this.draw(found);
    } catch (error) {
      if (this.running !== running) return;
      if (isAbort(error)) text(this.words, "Stopped.");
      else await this.refused(line, error);
    } finally {
      if (this.running === running) {
        this.running = null;
        text(this.goButton, "Find");
        show(this.progress, false);
      }
    }
  }

  /** Says why the server refused: at the part of the line that is wrong, if that is why. */
  private async refused(line: string, error: unknown): Promise<void> {
    const told = error instanceof Error ? error.message : String(error);
    const wrong = error instanceof ApiError && error.status < 500 ? await this.session.api.complete(line).then((got) => got.wrong, () => undefined) : undefined;
    text(this.words, "");
    this.draw(null);
    this.say(wrong ?? { from: 0, to: 0, words: error instanceof TypeError ? "The game does not answer: has it ended?" : told });
  }

  private step(step: Finding): void {
    if (step.agents > 0) {
      attr(this.progress, "max", step.agents);
      attr(this.progress, "value", step.done);
    }
    text(this.words, `${count(step.done)} of ${plural(step.agents, "agent")} searched, ${count(step.hits)} found`);
  }

  private draw(found: Found | null): void {
    const { store } = this.session;
    this.found = found;
    this.at = -1;
    show(this.histogram.el, found !== null && found.all > 0);
    show(this.heatButton, found?.heat !== undefined);
    if (store.state.foundHeat) store.set({ foundHeat: null });
    attr(this.heatButton, "aria-pressed", "false");
    if (!found) {
      into(this.list);
      return;
    }
    if (document.activeElement !== this.line.input) this.line.input.value = found.query;
    this.read();
    const parts = [`${plural(found.agents, "agent")} of ${count(found.searched)}, ${found.all === 1 ? "once" : `${count(found.all)} times`}, in frames ${count(found.from)} to ${count(found.to)} (${seconds(found.end - found.begin)}).`];
    if (found.all > found.hits.length) parts.push(`The first ${count(found.hits.length)} are listed.`);
    if (found.unrecorded > 0) parts.push(`Of ${plural(found.unrecorded, "agent")} nothing is recorded.`);
    if (found.unsound > 0) parts.push(`Of ${plural(found.unsound, "agent")} not all ticks could be executed again: ${found.words ?? ""}`);
    text(this.words, parts.join(" "));
    this.histogram.draw(found.bins);
    into(this.list, ...found.hits.map((hit, i) => this.row(hit, i)));
  }

  private row(hit: Run, i: number): HTMLElement {
    const who = hit.name ? `${printable(hit.name)} #${hit.agent}` : this.session.store.names.text(hit.agent);
    const when = hit.from === hit.to ? `frame ${count(hit.from)}` : `frames ${count(hit.from)}–${count(hit.to)} · ${seconds(hit.end - hit.begin)}`;
    const words = rounded(printable(hit.words));
    const button = h("button", { type: "button", tabindex: i === 0 ? 0 : -1, title: `${printable(hit.path)}\n${words}`, onclick: () => this.choose(i, false) },
      h("span", { class: "find-who cut" }, who), h("span", { class: "find-when num" }, when),
      h("span", { class: "find-why" }, fieldsOf(this.found?.query ?? "")?.decider ? null : h("b", null, `${printable(hit.decider)} `), words));
    return h("li", null, button);
  }

  /** Shows a hit: its agent, its first frame, its decider. */
  private choose(i: number, focus: boolean): void {
    const hit = this.found?.hits[i];
    if (!hit) return;
    this.at = i;
    const buttons = this.list.querySelectorAll("button");
    buttons.forEach((button, k) => {
      attr(button, "aria-current", k === i ? "true" : null);
      attr(button, "tabindex", k === i ? 0 : -1);
    });
    if (focus) buttons[i]?.focus();
    else buttons[i]?.scrollIntoView({ block: "nearest" });
    this.session.store.set({ agent: hit.agent, decider: hit.decider, place: null });
    this.session.show(hit.from);
  }

  private heat(): void {
    const { store } = this.session;
    const on = store.state.foundHeat === null;
    store.set({ foundHeat: on ? this.found?.heat ?? null : null });
    attr(this.heatButton, "aria-pressed", on ? "true" : "false");
  }
}
