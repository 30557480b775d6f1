// Keeps the store up with the server: the stream while the page is seen, what to be sent, and moments of the past.
import type { Api, Control, Frame, Hello, Moment, StreamEvents } from "./api.ts";
import { ApiError, Newest } from "./api.ts";
import { setTrees } from "./colors.ts";
import { whole } from "./creatures.ts";
import { Feed } from "./feed.ts";
import type { Store } from "./store.ts";

/** The moment of an agent of which the server knows nothing at a frame, and why. */
function unknown(agent: number, frame: number, error: ApiError): Moment {
  const none = { bits: "0x0" };
  return {
    agent, crowd: "", tree: "", frame, asked: frame, first: 0, last: 0, time: 0, dt: 0, flags: none, stimuli: none, status: "", text: "", places: [], values: [], errors: [],
    overrides: [], heldSet: none, heldClear: none, recording: false, problem: { error: error.message, code: error.code },
  };
}

const retryAfter = 1500; // milliseconds until a lost stream is tried again
const restsAfter = 250; // milliseconds at a frame of the past until all is asked for that takes long
const namesEvery = 1000; // milliseconds between two requests for names

export class Session {
  private feed: Feed | null = null;
  private client = "";
  private watched = "";
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly moments = new Newest();
  private heldAt = -1; // the version of what is held that was asked for last
  private readonly crowds = new Newest();
  private ofPast = false; // the crowd is that of a frame of the past
  private resting: ReturnType<typeof setTimeout> | undefined;
  private naming = false; // names are being asked for, or were just now

  constructor(readonly api: Api, readonly store: Store) {}

  /** Begins: asks who the server is, then opens the stream, and keeps it open while the page is seen. */
  async start(): Promise<void> {
    // A hidden page has no stream: a browser opens six connections to a server and not more, and ten tabs want one each.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close("closed") : this.open()));
    this.store.on(["agent", "at", "wantScene", "wantCrowd", "heat", "connection"], () => void this.watch());
    this.store.on(["agent", "at", "side", "fork"], () => void this.loadMoment());
    this.store.on(["at", "side", "fork", "wantCrowd", "heat"], () => void this.loadCrowd());
    await this.attempt(async () => this.greet(await this.api.hello()));
    if (this.store.state.hello?.live === false) await this.loadNotes();
    if (!document.hidden) this.open();
  }

  /** Does something that may fail, and tells in the status line if it did. Returns whether it went well. */
  async attempt(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  fail(error: unknown): void {
    const words = error instanceof ApiError ? error.message : error instanceof TypeError ? "The game does not answer: has it ended?" : error instanceof Error ? error.message : String(error);
    this.store.set({ error: words, note: "" });
  }

  /** The server about the run that the tree and the details show: that of the page, or one of two that are compared. */
  get source(): Api {
    const { fork, side, at, frame } = this.store.state;
    if (!fork) return this.api;
    if (side === "b") return this.api.in(fork.recording);
    return fork.fork && at !== null && at > frame ? this.api.in(fork.original) : this.api;
  }

  /** The last frame that can be shown: a fork may run on beyond the game's present. */
  get last(): number {
    const { fork, side, frame } = this.store.state;
    if (!fork || !(fork.fork || side === "b")) return frame;
    return side === "b" ? fork.to : Math.max(frame, fork.to);
  }

  /** Shows a frame of the past, or null for live. */
  show(frame: number | null): void {
    const { hello, agent, moment, side } = this.store.state;
    const { last } = this;
    if (side === "b" && frame === null) this.store.set({ side: "a" }); // live is what happens
    // Of an agent that came later there is nothing before its first tick.
    const first = moment !== null && moment.agent === agent ? Math.max(this.store.state.first, moment.first) : this.store.state.first;
    if (frame === null && hello && !hello.live) frame = last;
    this.store.set({ at: frame === null ? null : Math.max(first, Math.min(last, Math.round(frame))) });
  }

  /** Pauses, goes on, steps or changes the speed. */
  async control(request: Parameters<Api["control"]>[0]): Promise<void> {
    await this.attempt(async () => this.store.set({ control: await this.api.control(request), error: "", note: "" }));
  }

  private greet(told: Hello): void {
    const names = { decision: told.names.decision ?? [], stimuli: told.names.stimuli ?? [], behavior: told.names.behavior ?? [] };
    const hello: Hello = { ...told, names, trees: told.trees ?? [], leaves: told.leaves ?? [], recordings: told.recordings ?? [] }; // an empty list may come as null
    const { agent, at } = this.store.state;
    setTrees(hello.trees ?? []);
    this.store.set({ hello, agents: hello.agents, control: hello.control, breakpoints: hello.breakpoints ?? [], first: hello.first });
    if (this.store.state.frame < hello.frame || !hello.live) this.store.set({ frame: hello.frame, time: hello.time });
    if (!hello.live && at === null) this.store.set({ at: hello.frame });
    this.name(hello.named);
    if (agent === null) document.title = hello.title ? `${hello.title} · inspector` : "decidertree inspector";
  }

  private open(): void {
    clearTimeout(this.retry);
    const { hello } = this.store.state;
    if (this.feed || (hello && !hello.live)) {
      if (hello && !hello.live) this.store.set({ connection: "open" });
      return;
    }
    this.store.set({ connection: "connecting" });
    this.feed = new Feed(this.api, (event, data) => this.handlers[event](data), () => {
      this.close("lost");
      this.retry = setTimeout(() => this.open(), retryAfter);
    });
  }

  private readonly handlers: { [K in keyof StreamEvents]: (data: StreamEvents[K]) => void } = {
    welcome: (welcome) => {
      this.client = welcome.client;
      this.watched = "";
      this.store.set({ connection: "open", error: "" });
      void this.watch();
      void this.loadNotes(); // they may have changed while no stream was open
    },
    hello: (hello) => this.greet(hello),
    frame: (frame) => this.onFrame(frame),
    scene: (scene) => this.store.set({ scene: whole(this.store.state.scene, scene) }),
    crowd: (crowd) => this.store.live && this.store.set({ crowd }),
    notes: ({ notes }) => this.store.set({ notes: notes ?? [] }),
    agent: (moment) => this.onMoment(moment),
    paused: (control) => this.onPaused(control),
    error: (problem) => this.store.set({ error: problem.error }),
  };

  private async loadNotes(): Promise<void> {
    await this.attempt(async () => this.handlers.notes(await this.api.notes()));
  }

  private close(connection: "lost" | "closed"): void {
    clearTimeout(this.retry);
    this.feed?.close();
    this.feed = null;
    this.client = "";
    this.store.set({ connection });
  }

  private onFrame(frame: Frame): void {
    this.store.set({ frame: frame.frame, first: frame.first, time: frame.time, agents: frame.agents, rate: frame.rate, spent: frame.spent, spentBy: frame.spentBy, control: frame.control, logged: frame.logged });
    this.name(frame.named);
    this.hold(frame.held);
  }

  /** Gets what agents are held to, when that has changed. */
  private hold(version: number): void {
    if (version === this.heldAt || version === undefined) return;
    this.heldAt = version;
    void this.attempt(async () => this.store.set({ held: await this.api.held() }));
  }

  /** Gets the names of agents that are new in a version. They are not worth a message when that fails. */
  private name(version: number): void {
    const { store } = this;
    if (this.naming || version === store.state.named || version === undefined) return;
    this.naming = true;
    const done = (): void => void setTimeout(() => (this.naming = false), namesEvery);
    this.api.names(store.state.named).then((got) => {
      store.names.take(got);
      store.set({ named: got.version });
    }).then(done, done);
  }

  private onPaused(control: Control): void {
    const hit = control.stopped;
    this.store.set({ control });
    if (!hit) return;
    // The moment of the breakpoint is what the page shows now.
    this.store.set({ agent: hit.agent, at: hit.frame, note: `Paused: ${hit.words}`, error: "" });
    if (hit.decider) this.store.set({ decider: hit.decider, place: null });
  }

  private onMoment(moment: Moment): void {
    if (moment.agent !== this.store.state.agent || !this.store.live) return;
    this.take(moment);
  }

  private take(moment: Moment): void {
    this.store.set({ moment, loading: false });
  }

  /** Tells the server what the page wants, when that has changed. */
  private async watch(): Promise<void> {
    const { agent, wantScene, wantCrowd, heat } = this.store.state;
    if (!this.client) return;
    const watch = { client: this.client, agents: agent === null ? [] : [agent], scene: wantScene, crowd: wantCrowd && this.store.live, heat };
    const text = JSON.stringify(watch);
    if (text === this.watched) return;
    this.watched = text;
    await this.attempt(() => this.api.watch(watch));
  }

  /** Gets the crowd of a frame of the past; who went where only when that frame is not left at once, since it takes as long again. */
  private async loadCrowd(): Promise<void> {
    const { at, wantCrowd, heat } = this.store.state;
    clearTimeout(this.resting);
    if (at === null || !wantCrowd) {
      this.crowds.stop();
      if (at === null && this.ofPast) this.store.set({ crowd: null }); // the next one comes through the stream
      this.ofPast = false;
      return;
    }
    this.ofPast = true;
    const load = async (flows: boolean): Promise<void> => {
      const here = (): boolean => this.store.state.at === at && this.store.state.heat === heat;
      try {
        const crowd = await this.crowds.run(() => this.source.crowd(heat, at, flows));
        if (!crowd || !here()) return;
        this.store.set({ crowd });
        if (!flows) this.resting = setTimeout(() => void load(true), restsAfter);
      } catch (error) {
        if (here()) this.store.set({ crowd: null });
        if (here() && !(error instanceof ApiError && error.code === "notRecorded")) this.fail(error);
      }
    };
    await load(false);
  }

  /** Gets the moment anew, after something was done to the agent. */
  reload(): void {
    void this.loadMoment();
  }

  /** Gets the moment that is to be shown: at once when an agent was selected or time was dragged. */
  private async loadMoment(): Promise<void> {
    const { agent, at, moment } = this.store.state;
    if (agent === null) {
      this.moments.stop();
      this.store.set({ moment: null, loading: false });
      return;
    }
    if (moment && moment.agent !== agent) this.store.set({ moment: null });
    this.store.set({ loading: true });
    try {
      const got = await this.moments.run(() => this.source.moment(agent, at ?? undefined));
      if (!got || agent !== this.store.state.agent) return;
      // What a living agent is held to comes by the stream alone.
      const told = this.store.state.moment;
      if (at === null && told?.agent === agent) Object.assign(got, { overrides: told.overrides, heldSet: told.heldSet, heldClear: told.heldClear });
      this.take(got);
    } catch (error) {
      if (!(error instanceof ApiError) || agent !== this.store.state.agent) this.fail(error);
      else this.take(unknown(agent, at ?? this.store.state.frame, error)); // what was shown before is not of this frame
    }
  }
}
