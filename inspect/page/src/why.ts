// Why a decider runs or does not, in the server's words, for the tick that is shown.
import { act } from "./acts.ts";
import type { Why, WhyLine } from "./api.ts";
import { Newest } from "./api.ts";
import { attr, h, show, text } from "./dom.ts";
import { list } from "./list.ts";
import { headline } from "./short.ts";
import { icon } from "./outcomechip.ts";
import type { Session } from "./session.ts";
import { section } from "./sheet.ts";

const liveEvery = 400; // milliseconds between two askings while the world goes on

export class WhyView {
  private readonly section = section("Why");
  readonly el = this.section.el;
  private readonly words = h("p", { class: "why-words" });
  private readonly forcedWords = h("span", null);
  private readonly forceGroups = h("button", { type: "button", onclick: () => void this.force() }, "Force these groups too");
  private readonly forcedLine = h("p", { class: "why-forced", role: "status", hidden: true }, this.forcedWords, this.forceGroups);
  private groups: readonly string[] = [];
  private rival = "";
  private readonly checks = h("ul", { class: "checks" });
  private readonly before = h("ul", { class: "before" });
  private readonly setChecks = list<WhyLine, HTMLElement>(this.checks, { key: (line) => `${line.place} ${line.check}`, make: makeLine, update: updateLine });
  private readonly setBefore = list<WhyLine, HTMLElement>(this.before, { key: (line) => line.check, make: () => h("li", null), update: (el, line) => text(el, line.words) });
  private readonly requests = new Newest();
  private decider: string | null = null;
  private asked = ""; // what the last asking was about
  private due = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {
    this.section.body.append(this.forcedLine, this.words, this.checks, this.before);
  }

  /** Asks anew when the decider, the agent or the frame is another one. */
  update(decider: string | null, place: { tree: string; place: number } | null): void {
    const { agent, moment, at, side } = this.session.store.state;
    this.section.show(decider !== null && agent !== null);
    if (decider === null || agent === null || !moment) return;
    const about = `${decider} ${place?.tree} ${place?.place} ${agent} ${moment.frame} ${side} ${this.session.source.recording}`;
    if (about === this.asked) return;
    const wait = at !== null || decider !== this.decider ? 0 : Math.max(0, this.due - performance.now());
    this.decider = decider;
    clearTimeout(this.timer);
    if (wait > 0) {
      this.timer = setTimeout(() => this.update(decider, place), wait);
      return;
    }
    this.asked = about;
    this.due = performance.now() + liveEvery;
    void this.load(agent, decider, moment.frame, place);
  }

  /** Tells that a forced decider has to wait for groups that are not active, or for a rival that runs; with neither nothing. */
  forced(decider: string, groups: readonly string[], rival: string): void {
    this.groups = groups;
    this.rival = rival;
    show(this.forcedLine, groups.length > 0 || rival !== "");
    if (groups.length > 0) text(this.forcedWords, `${decider} is forced, but nobody asks it: ${groups.join(" and ")} ${groups.length > 1 ? "are" : "is"} not active. `);
    else if (rival) text(this.forcedWords, `${decider} is forced, and so are the groups above it, but ${rival} runs and is not given up for it. `);
    text(this.forceGroups, groups.length > 0 ? "Force these groups too" : `Forbid ${rival} and reset the agent`);
  }

  private async force(): Promise<void> {
    const { agent } = this.session.store.state;
    const { groups, rival } = this;
    if (agent === null) return;
    if (groups.length > 0) await act(this.session, { do: "force", agent, decider: groups[0]!, groups: groups.slice(1) }, `${groups.join(", ")} ${groups.length > 1 ? "are" : "is"} forced`);
    else if (rival && (await act(this.session, { do: "forbid", agent, decider: rival }, `${rival} is forbidden`))) await act(this.session, { do: "reset", agent }, `${rival} is forbidden and the agent is reset`);
  }

  private async load(agent: number, decider: string, frame: number, place: { tree: string; place: number } | null): Promise<void> {
    try {
      const why = await this.requests.run(() => this.session.source.why(agent, decider, frame, place));
      if (why && decider === this.session.store.state.decider) this.show(why);
    } catch (error) {
      this.show({ agent, frame, decider, words: error instanceof Error ? error.message : String(error), lines: [], before: [] });
    }
  }

  private show(why: Why): void {
    text(this.words, headline(why.words));
    const checks = (why.lines ?? []).filter((line) => line.check !== ""); // the others are in the words
    this.setChecks(checks);
    this.setBefore(why.before ?? []);
    show(this.checks, checks.length > 0);
    show(this.before, (why.before ?? []).length > 0);
  }
}

const stateOf = (line: WhyLine): "passed" | "failed" | "open" => (!line.asked ? "open" : line.passed ? "passed" : "failed");

function makeLine(): HTMLElement {
  return h("li", null, h("span", { class: "mark" }), h("span", { class: "check" }), h("span", { class: "what" }));
}

function updateLine(el: HTMLElement, line: WhyLine): void {
  const state = stateOf(line);
  if (el.dataset["state"] !== state) {
    el.dataset["state"] = state;
    el.children[0]!.replaceChildren(icon(state === "passed" ? "accepted" : state === "failed" ? "rejected" : "notReached"));
    attr(el.children[0]!, "title", state === "open" ? "not come to" : state);
  }
  text(el.children[1]!, line.check);
  text(el.children[2]!, line.words);
}
