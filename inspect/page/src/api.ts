// The server: requests and the stream. The shapes are in wire.ts, which mirrors internal/wire.
import type {
  Completions, Finding, Found, Log, Plots, Watched,
  Act, AgentNames, Agents, Breakpoint, Breakpoints, Control, ControlRequest, CrowdView, Divergence, Done, Fork, ForkRequest, Frame, Ghosts, Held, Hello, Lanes, Moment, NoteRequest, Notes,
  Opened, Problem, SceneView as Scene, Sweep, SweepRequest, Watch, Welcome, Why,
} from "./wire.ts";

export type * from "./wire.ts";
export type { SceneView as Scene } from "./wire.ts";
export type * from "./description.ts";

/** What the server refused, in its words. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly code: string, message: string) {
    super(message);
  }
}

export interface AgentsQuery {
  query?: string;
  decider?: string;
  flag?: string;
  stimulus?: string;
  crowd?: string;
  frame?: number | undefined; // of the past; without one the game as it is now, or a recording's end
  offset?: number;
  limit?: number;
}

/** What comes through the stream, by event. */
export interface StreamEvents {
  welcome: Welcome;
  hello: Hello;
  frame: Frame;
  scene: Scene;
  crowd: CrowdView;
  notes: Notes;
  agent: Moment;
  paused: Control;
  error: Problem;
}

type Query = Record<string, string | number | undefined>;

export class Api {
  /** The recording all GETs are about; "" for the game. */
  recording: string;

  constructor(recording: string) {
    this.recording = recording;
  }

  hello = (): Promise<Hello> => this.get("/api/hello");
  agents = (query: AgentsQuery, signal?: AbortSignal): Promise<Agents> => this.get("/api/agents", { ...query }, signal);
  /** Those that were given after a version; 0 for all. */
  names = (since: number): Promise<AgentNames> => this.get("/api/names", { since });
  moment = (agent: number, frame?: number, signal?: AbortSignal): Promise<Moment> => this.get(`/api/agent/${agent}`, { frame }, signal);
  lanes = (agent: number, from?: number, to?: number, signal?: AbortSignal): Promise<Lanes> => this.get(`/api/agent/${agent}/lanes`, { from, to }, signal);
  /** place: of one of the decider's places alone, where it has several. */
  why = (agent: number, decider: string, frame?: number, place?: { tree: string; place: number } | null): Promise<Why> => this.get(`/api/agent/${agent}/why`, { decider, frame, ...place });
  values = (agent: number, watched: readonly Watched[], from?: number, signal?: AbortSignal): Promise<Plots> =>
    this.get(`/api/agent/${agent}/values`, { watch: JSON.stringify(watched), from }, signal);
  scene = (frame?: number, signal?: AbortSignal): Promise<Scene> => this.get("/api/scene", { frame }, signal);
  /** flows: also who went where in the second before, which takes as long again. */
  crowd = (heat: string, frame: number, flows: boolean): Promise<CrowdView> => this.get("/api/crowd", { heat, frame, flows: flows ? 1 : undefined });

  notes = (): Promise<Notes> => this.get("/api/notes");
  note = (request: NoteRequest): Promise<Notes> => this.send(this.url("/api/note", {}), { method: "POST", body: JSON.stringify(request), headers: { "Content-Type": "application/json" } });
  held = (): Promise<Held> => this.get("/api/held");

  /** Lines of log points after a number; 0 for all that are held. */
  log = (since: number): Promise<Log> => this.get("/api/log", { since });

  /** How a query can go on, and what is wrong with it. */
  complete = (query: string): Promise<Completions> => this.get("/api/find/complete", { query });

  /** Answers a query; told is called for each step. Aborting the signal ends the search on the server as well. */
  async find(query: string, frame: number | undefined, told: (step: Finding) => void, signal: AbortSignal): Promise<Found> {
    const answer = await this.answer(this.url("/api/find", { query, frame }), { signal });
    for await (const line of lines(answer)) {
      const step = JSON.parse(line) as Finding;
      if (step.problem) throw new ApiError(answer.status, step.problem.code, step.problem.error);
      if (step.found) return step.found;
      told(step);
    }
    throw new ApiError(answer.status, "failed", "The search ended without an answer.");
  }

  /** What a stream would have brought, for a page that can have none; without a client it begins. */
  poll = (client: string): Promise<{ event: keyof StreamEvents; data: unknown }[]> => this.get("/api/poll", { client });

  watch = (watch: Watch): Promise<object> => this.post("/api/watch", watch);
  control = (request: ControlRequest): Promise<Control> => this.post("/api/control", request);
  breakpoint = (request: { do: "add" | "remove" | "clear"; breakpoint?: Partial<Breakpoint> }): Promise<Breakpoints> => this.post("/api/breakpoint", request);
  act = (act: Act): Promise<Done> => this.post("/api/act", act);
  fork = (request: ForkRequest, signal?: AbortSignal): Promise<Fork> => this.post("/api/fork", request, signal);
  /** Sweeps over many worlds, and tells each line of the answer. */
  async sweep(request: SweepRequest, line: (sweep: Sweep) => void, signal: AbortSignal): Promise<void> {
    const answer = await this.answer("./api/sweep", { method: "POST", body: JSON.stringify(request), headers: { "Content-Type": "application/json" }, signal });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      for (const text of lines) line(JSON.parse(text) as Sweep);
    }
  }

  /** Compares this recording, or the game, with another recording. */
  compare = (other: string, signal?: AbortSignal): Promise<Fork> => this.get("/api/compare", { with: other }, signal);
  /** Of a fork: who would be elsewhere in a frame. */
  ghosts = (frame: number, agent: number | null): Promise<Ghosts> => this.get("/api/ghosts", { frame, agent: agent ?? undefined });
  /** Where an agent's ways part in a fork or a comparison, and why. */
  differs = (agent: number, fork: Fork): Promise<Divergence> => this.in(fork.original).get(`/api/agent/${agent}/differs`, { with: fork.recording });
  open = (file: Blob): Promise<Opened> => this.send("./api/open", { method: "POST", body: file });

  /** The same server about another recording; "" for the game. */
  in(recording: string): Api {
    return recording === this.recording ? this : new Api(recording);
  }

  /** Where the recording can be downloaded from. */
  downloadURL(): string {
    return this.url("/api/recording", {});
  }

  /** Where a stream of events comes from; the server knows the page by its cookie. */
  streamURL(): string {
    return this.url("/api/stream", {});
  }

  /** An address below the page's own, to which the session's cookie is bound. */
  private url(path: string, query: Query): string {
    const params = new URLSearchParams();
    if (this.recording) params.set("recording", this.recording);
    for (const name in query) {
      const value = query[name];
      if (value !== undefined && value !== "") params.set(name, String(value));
    }
    const text = params.toString();
    return `.${path}${text && "?"}${text}`;
  }

  private get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    return this.send(this.url(path, query), signal ? { signal } : {});
  }

  private post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    const init: RequestInit = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    if (signal) init.signal = signal;
    return this.send(`.${path}`, init);
  }

  private async send<T>(url: string, init: RequestInit): Promise<T> {
    return (await (await this.answer(url, init)).json()) as T;
  }

  private async answer(url: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, { ...init, credentials: "same-origin" }); // with the session's cookie
    if (answer.ok) return answer;
    let problem: Partial<Problem> = {};
    try {
      problem = (await answer.json()) as Problem;
    } catch {
      // not from this server: the status says what there is to say
    }
    throw new ApiError(answer.status, problem.code ?? "", problem.error ?? `The server answered ${answer.status} ${answer.statusText}.`);
  }
}

/** The lines of an answer, as they come. */
async function* lines(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    for (const part of parts) if (part) yield part;
  }
}

/** Whether an error only says that a request was given up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Runs one request of a kind at a time, and after it the newest of those that were asked for meanwhile: dragging
 * through time shows what it passes as fast as the server tells it, and ends at what was asked last.
 */
export class Newest {
  private running = false;
  private next: (() => Promise<void>) | null = null;
  private number = 0;

  /** Runs it, or returns undefined when a newer one came before its turn. */
  run<T>(start: () => Promise<T>): Promise<T | undefined> {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      this.drop?.();
      this.drop = () => resolve(undefined);
      this.next = async () => {
        this.drop = null;
        try {
          const value = await start();
          resolve(number >= this.floor ? value : undefined);
        } catch (error) {
          if (number >= this.floor && !isAbort(error)) reject(error instanceof Error ? error : new Error(String(error)));
          else resolve(undefined);
        }
      };
      if (!this.running) void this.go();
    });
  }

  /** What is under way or waiting counts no more. */
  stop(): void {
    this.floor = this.number + 1;
    this.drop?.();
    this.drop = this.next = null;
  }

  private drop: (() => void) | null = null;
  private floor = 0; // requests of a lower number were stopped

  private async go(): Promise<void> {
    this.running = true;
    while (this.next) {
      const next = this.next;
      this.next = null;
      await next();
    }
    this.running = false;
  }
}
