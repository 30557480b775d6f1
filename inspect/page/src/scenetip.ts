// The tooltip of the map: what an agent's DebugPrintState says in the frame that is shown.
import { ApiError, isAbort, Newest } from "./api.ts";
import { h, show, text } from "./dom.ts";
import type { Session } from "./session.ts";

const rest = 90; // milliseconds a pointer stays before the server is asked
const again = 400; // milliseconds until it is asked again, live

export class Tip {
  readonly el = h("div", { class: "tip", role: "tooltip", hidden: true });
  private readonly title = h("div", { class: "tip-title cut" });
  private readonly body = h("pre", null);
  private readonly newest = new Newest();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private agent: number | null = null;
  private words = "";
  private x = 0; // the pointer, in the page
  private y = 0;

  constructor(private readonly session: Session) {
    this.el.append(this.title, this.body);
  }

  /** Shows the tip of an agent beside a place of the page. */
  over(agent: number, title: string, x: number, y: number): void {
    text(this.title, title);
    if (this.agent !== agent || this.words) {
      this.agent = agent;
      this.words = "";
      text(this.body, "…");
      this.ask(rest);
    }
    this.moveTo(x, y);
  }

  /** Shows words of the game about a place. */
  say(words: string, x: number, y: number): void {
    this.stop();
    this.words = words;
    text(this.title, words);
    text(this.body, "");
    this.moveTo(x, y);
  }

  hide(): void {
    this.stop();
    this.words = "";
    show(this.el, false);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.newest.stop();
    this.agent = null;
  }

  private ask(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), wait);
  }

  private async load(): Promise<void> {
    const { agent } = this;
    if (agent === null) return;
    const { at } = this.session.store.state;
    try {
      const moment = await this.newest.run(() => this.session.api.moment(agent, at ?? undefined));
      if (!moment || this.agent !== agent) return;
      text(this.body, moment.problem?.error ?? moment.text.trimEnd());
      this.place(); // it has another size now
    } catch (error) {
      if (isAbort(error) || this.agent !== agent) return;
      text(this.body, error instanceof Error ? error.message : String(error));
      this.place();
      if (error instanceof ApiError) return; // asking again would bring the same
    }
    if (this.session.store.live) this.ask(again);
  }

  private moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
    show(this.el, true);
    this.place();
  }

  /** Places the tip beside the pointer and inside the page. */
  private place(): void {
    const { x, y } = this;
    const { offsetWidth, offsetHeight } = this.el;
    const left = x + 16 + offsetWidth > innerWidth ? x - 16 - offsetWidth : x + 16;
    const top = Math.min(y + 12, innerHeight - offsetHeight - 4);
    this.el.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }
}
