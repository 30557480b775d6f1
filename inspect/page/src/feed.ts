// What the server tells by itself: through a stream, or where other pages have taken all streams there are, by asking
// again and again. A browser opens six connections to a server, over all its tabs, and each stream holds one.
import type { Api, StreamEvents } from "./api.ts";

const names: (keyof StreamEvents)[] = ["welcome", "hello", "frame", "scene", "crowd", "notes", "agent", "paused", "error"];
const every = 150; // milliseconds between two askings

export type Take = <K extends keyof StreamEvents>(event: K, data: StreamEvents[K]) => void;

export class Feed {
  private readonly stream: EventSource;
  private opened = false;
  private closed = false;
  private client = "";

  /** Begins. lost is called once, when nothing comes any more. */
  constructor(private readonly api: Api, private readonly take: Take, private readonly lost: () => void) {
    this.stream = new EventSource(api.streamURL());
    this.stream.onopen = () => (this.opened = true);
    for (const name of names) {
      this.stream.addEventListener(name, (event) => {
        const data = (event as MessageEvent<unknown>).data;
        if (typeof data === "string") take(name, JSON.parse(data) as never);
      });
    }
    this.stream.onerror = (event) => {
      if (event instanceof MessageEvent || this.closed) return; // an event that is named error, not the stream's own
      this.stream.close();
      if (this.opened) this.end();
      else void this.poll();
    };
  }

  close(): void {
    this.closed = true;
    this.stream.close();
  }

  private end(): void {
    if (this.closed) return;
    this.close();
    this.lost();
  }

  private async poll(): Promise<void> {
    try {
      while (!this.closed) {
        for (const { event, data } of await this.api.poll(this.client)) {
          if (this.closed) return;
          if (event === "welcome") this.client = (data as StreamEvents["welcome"]).client;
          this.take(event, data as never);
        }
        await new Promise((resolve) => setTimeout(resolve, every));
      }
    } catch {
      this.end(); // no stream, and no answer: the game has ended, or its machine is asleep
    }
  }
}
