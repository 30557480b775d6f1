// The other run's lanes of the selected agent, for the timeline: what would have happened beneath what happened. A fork may
// run on beyond the game's present; there its original tells what would have happened without the change.
import { type Fork, Newest } from "./api.ts";
import { sidesOf } from "./compare.ts";
import { Past } from "./lanes.ts";
import type { Session } from "./session.ts";

export class Beside {
  other: Past | null = null; // of the fork, or of the second recording
  original: Past | null = null; // of a fork
  private readonly newest = new Newest();
  private about = "";

  constructor(private readonly session: Session, private readonly changed: () => void) {
    session.store.on(["fork", "agent"], () => void this.load());
  }

  get fork(): Fork | null {
    return this.other ? this.session.store.state.fork : null;
  }

  /** What the rows are called. */
  get labels(): [string, string] {
    const { fork } = this;
    if (!fork) return ["", ""];
    if (fork.fork) return ["What happened", `What would have happened: ${fork.recording}`];
    const [a, b] = sidesOf(fork);
    return [`The ${a}: ${fork.original || "the game"}`, `The ${b}: ${fork.title}`];
  }

  /** The last frame that either run has. */
  get to(): number {
    return this.other?.to ?? 0;
  }

  private async load(): Promise<void> {
    const { fork, agent } = this.session.store.state;
    const about = fork && agent !== null ? `${fork.recording} ${agent}` : "";
    if (about === this.about) return;
    this.about = about;
    this.other = this.original = null;
    this.newest.stop();
    this.changed();
    if (!fork || agent === null) return;
    const { api } = this.session;
    try {
      const got = await this.newest.run(() => Promise.all([
        api.in(fork.recording).lanes(agent),
        fork.fork ? api.in(fork.original).lanes(agent) : null,
      ]));
      if (!got || about !== this.about) return;
      this.other = new Past(agent);
      this.other.add(got[0]);
      if (got[1]) {
        this.original = new Past(agent);
        this.original.add(got[1]);
      }
      this.changed();
    } catch {
      // an agent that only one run has: the panel says so
    }
  }
}
