// A sweep: the same fork in many worlds, which differ by chance or by the time of the change, and in how many of them an agent
// begins something. It runs beside the page's work; its worlds open as forks.
import { type Act, type Sweep, type SweepRequest, type SweptWorld, isAbort } from "./api.ts";
import { showFork } from "./compare.ts";
import { attr, h, into, show, text } from "./dom.ts";
import type { Session } from "./session.ts";
import { count, plural } from "./words.ts";

/** A sweep that runs or has ended. */
export interface Swept {
  request: SweepRequest;
  words: string; // what was asked
}

/** What a sweep has come to so far. */
export function soFar(done: readonly SweptWorld[], of: number): string {
  const yes = done.filter((world) => world.yes).length;
  return `${count(yes)} of ${count(done.length)}${done.length < of ? ` so far, of ${plural(of, "world")}` : ` ${done.length === 1 ? "world" : "worlds"}`}`;
}

/** The changes of a request as those of one of its worlds. */
export function forkOf(request: SweepRequest, world: SweptWorld): { frame: number; changes: Act[]; frames: number; seed?: number } {
  const { changes, frames } = request;
  return { frame: world.after, changes: changes ?? [], frames, ...(world.seed ? { seed: world.seed } : {}) };
}

export class SweepPanel {
  private readonly title = h("h3", { class: "grow" });
  private readonly stop = h("button", { type: "button", onclick: () => this.abort.abort() }, "Cancel");
  private readonly close = h("button", { type: "button", class: "icon", "aria-label": "Close the sweep", onclick: () => this.end() }, "✕");
  private readonly bar = h("progress", { "aria-label": "Worlds that are done", max: 1, value: 0 });
  private readonly result = h("p", { class: "sweep-result", role: "status" });
  private readonly words = h("p", { class: "dim" });
  private readonly list = h("ul", { class: "sweep-worlds", "aria-label": "Worlds" });
  readonly el = h("section", { class: "sweep", "aria-label": "Sweep", hidden: true },
    h("header", null, this.title, this.stop, this.close), this.bar, this.result, this.words, this.list);
  private abort = new AbortController();
  private done: SweptWorld[] = [];
  private opening = false;

  constructor(private readonly session: Session) {
    session.store.on(["swept"], () => void this.start());
  }

  private end(): void {
    this.abort.abort();
    this.session.store.set({ swept: null });
  }

  private async start(): Promise<void> {
    const { swept } = this.session.store.state;
    this.abort.abort();
    show(this.el, swept !== null);
    if (!swept) return;
    const { request } = swept;
    const abort = (this.abort = new AbortController());
    this.done = [];
    text(this.title, swept.words);
    text(this.words, "");
    into(this.list);
    this.run(true);
    const took = (sweep: Sweep): void => {
      if (this.abort !== abort) return;
      this.done.push(...(sweep.worlds ?? []));
      attr(this.bar, "max", sweep.of);
      this.bar.value = this.done.length;
      text(this.result, soFar(this.done, sweep.of));
      if (sweep.problem) text(this.words, sweep.problem.error);
      if (sweep.over) text(this.words, sweep.words);
    };
    try {
      await this.session.api.sweep(request, took, abort.signal);
    } catch (error) {
      if (this.abort !== abort) return;
      text(this.words, isAbort(error) ? "Cancelled. These worlds were done." : error instanceof Error ? error.message : String(error));
    }
    if (this.abort !== abort) return;
    this.run(false);
    this.show(request);
  }

  private run(on: boolean): void {
    show(this.stop, on);
    show(this.bar, on);
    if (on) text(this.result, "It runs …");
  }

  private show(request: SweepRequest): void {
    const worlds = [...this.done].sort((a, b) => Number(b.yes) - Number(a.yes) || a.number - b.number);
    into(this.list, ...worlds.map((world) => {
      const differs = world.seed ? `seed ${world.seed}` : `changed after frame ${count(world.after)}`;
      const button = h("button", { type: "button", title: "Open this world as a fork, beside what happened", onclick: () => void this.open(request, world) },
        h("span", { class: world.yes ? "yes" : "no" }, world.yes ? "✓ yes" : "✗ no"), h("span", { class: "grow cut" }, differs), h("span", { class: "num dim" }, world.yes ? `frame ${count(world.frame)}` : ""));
      return h("li", null, button);
    }));
  }

  private async open(request: SweepRequest, world: SweptWorld): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    const { store } = this.session;
    await this.session.attempt(async () => {
      const fork = await this.session.api.fork(forkOf(request, world));
      store.set({ agent: request.agent, forks: [...store.state.forks, fork] });
      showFork(this.session, fork);
    });
    this.opening = false;
  }
}
