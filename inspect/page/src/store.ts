// The one state of the page. Panes read it, change it with set, and are told in the next animation frame which of
// the fields they asked for have changed; so however fast the game is, a pane draws once for a frame of the screen.
import type { AgentRow, Breakpoint, Control, CrowdView, Divergence, Fork, Heat, Held, Hello, Moment, Note, Scene, Spent, Tree } from "./api.ts";

import { ownTrees } from "./model.ts";
import { Names } from "./names.ts";
import type { Swept } from "./sweep.ts";
import type { Watch } from "./watched.ts";

export type Connection = "connecting" | "open" | "lost" | "closed";
export type Theme = "system" | "light" | "dark";

export interface State {
  connection: Connection;
  hello: Hello | null; // null until the server has answered
  // The world, as the server last told.
  frame: number;
  first: number; // the first frame of which anything is held
  time: number; // seconds
  rate: number; // frames in a second of real time
  spent: number; // share of the process's processor time that the inspector took lately
  spentBy: Spent | null; // of that, its parts
  agents: number; // how many there are
  then: number | null; // how many there were in the frame of the past that is shown; null where that is not known
  named: number; // the version of Store.names
  control: Control;
  scene: Scene | null; // the last that came through the stream
  crowd: CrowdView | null; // the same; in the past that of the frame that is shown, null while it is on its way
  listFrame: number | null; // the frame of the list of agents
  // What is looked at.
  agent: number | null; // the selected one
  at: number | null; // the frame that is shown, null for live: everything on the page shows that tick
  decider: string | null; // the selected one, by name
  alone: string; // fingerprint of the tree that is shown while no agent is selected; "" for the only one
  place: number | null; // its index in Moment.places, where one of several was clicked
  moment: Moment | null; // of the agent, at the frame that is shown
  playing: boolean; // a recording goes on by itself
  loading: boolean; // a moment of the past is on its way
  // What the page wants to be sent: the panes that show it set these.
  wantScene: boolean;
  wantCrowd: boolean;
  heat: string; // the decider CrowdView.heat counts; "" for all agents
  foundHeat: Heat | null; // of a query, shown on the map in place of the crowd's
  // Filters of the agents panel; the map may dim what does not match.
  query: string;
  deciderFilter: string;
  flagFilter: string; // hexadecimal
  stimulusFilter: string; // hexadecimal
  listed: readonly AgentRow[]; // the rows that are in view
  breakpoints: readonly Breakpoint[];
  notes: readonly Note[]; // of the game, or of the recording that is shown
  watched: readonly Watch[];
  logged: number; // lines of log points so far
  sampled: number; // counts the pieces of watched values that came
  held: Held | null; // what agents are held to; null until it is known
  fork: Fork | null; // the fork or comparison that is shown beside the past
  side: "a" | "b"; // of its two runs the one that the tree and the details show
  swept: Swept | null; // the sweep that runs, or was the last
  divergence: Divergence | null; // where the agent's ways part in it
  forks: readonly Fork[]; // all since the page was opened, the newest last
  error: string; // the status line; "" for none
  note: string; // the same, for what is no error
  theme: Theme;
}

export type Key = keyof State;

export class Store {
  readonly state: State;
  readonly names = new Names(); // of agents; the key "named" tells of changes
  private readonly listeners: { keys: readonly Key[]; run: () => void }[] = [];
  private readonly changed = new Set<Key>();
  private scheduled = false;

  constructor(state: State, private readonly schedule: (run: () => void) => void = (run) => requestAnimationFrame(run)) {
    this.state = state;
  }

  /** Changes fields. Those that are the same value already do not count as changed. */
  set(patch: Partial<State>): void {
    for (const name in patch) {
      const key = name as Key;
      if (Object.is(this.state[key], patch[key])) continue;
      (this.state as unknown as Record<string, unknown>)[key] = patch[key];
      this.changed.add(key);
    }
    if (this.changed.size === 0 || this.scheduled) return;
    this.scheduled = true;
    this.schedule(() => this.flush());
  }

  /** Calls run now, and whenever one of the fields has changed: once a frame of the screen at most. */
  on(keys: readonly Key[], run: () => void): void {
    this.listeners.push({ keys, run });
    run();
  }

  /** Tells the listeners at once. */
  flush(): void {
    this.scheduled = false;
    const changed = new Set(this.changed);
    this.changed.clear();
    for (const listener of this.listeners) {
      if (listener.keys.some((key) => changed.has(key))) listener.run();
    }
  }

  /** The tree of the selected agent, or where there is but one, that; null without one. */
  get tree(): Tree | null {
    const { hello, moment } = this.state;
    if (!hello) return null;
    if (moment) return hello.trees.find((tree) => tree.fingerprint === moment.tree) ?? null;
    return hello.trees.find((tree) => tree.fingerprint === this.state.alone) ?? only(ownTrees(hello));
  }

  /** Whether a decider is forced or forbidden for the selected agent just now; "" for neither. */
  overrideOf(decider: string): string {
    return this.state.moment?.overrides?.find((of) => of.decider === decider)?.how ?? "";
  }

  /** About when a frame was, seconds: frames are taken to be equally long. */
  timeOf(frame: number): number {
    const { frame: now, time } = this.state;
    return now > 0 ? (time * frame) / now : 0;
  }

  /** Seconds the agent has slept at the frame that is shown: all its times have gone on by that since its last tick. */
  get slept(): number {
    const { moment } = this.state;
    return moment && moment.asked > moment.frame ? Math.max(0, this.timeOf(moment.asked) - moment.time) : 0;
  }

  /** Whether the page follows the world, and does not show a frame of the past. */
  get live(): boolean {
    return this.state.at === null;
  }

  /** The frame that is shown. */
  get shown(): number {
    return this.state.at ?? this.state.frame;
  }
}

const only = (trees: readonly Tree[]): Tree | null => (trees.length === 1 ? trees[0]! : null);

export const initial = (): State => ({
  connection: "connecting",
  hello: null,
  frame: 0,
  first: 0,
  time: 0,
  rate: 0,
  spent: 0,
  spentBy: null,
  agents: 0,
  then: null,
  named: 0,
  control: { paused: false, speed: 1, frame: 0 },
  scene: null,
  crowd: null,
  listFrame: null,
  agent: null,
  at: null,
  decider: null,
  alone: "",
  place: null,
  moment: null,
  playing: false,
  loading: false,
  wantScene: false,
  wantCrowd: false,
  heat: "",
  foundHeat: null,
  query: "",
  deciderFilter: "",
  flagFilter: "",
  stimulusFilter: "",
  listed: [],
  breakpoints: [],
  notes: [],
  watched: [],
  logged: 0,
  sampled: 0,
  held: null,
  fork: null,
  side: "a",
  swept: null,
  divergence: null,
  forks: [],
  error: "",
  note: "",
  theme: "system",
});
