// Plays a recording: what is shown goes on by itself, frame by frame, as fast as it was recorded times the speed.
import type { Session } from "./session.ts";

const rate = 30; // how often it goes on in a second

export class Player {
  private timer: ReturnType<typeof setInterval> | undefined;
  private at = 0; // the frame that is shown, with its fraction

  constructor(private readonly session: Session) {}

  toggle(): void {
    if (this.timer) this.stop();
    else this.play();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.session.store.set({ playing: false });
  }

  private play(): void {
    const { store } = this.session;
    const { first, frame, hello } = store.state;
    if (store.shown >= frame) this.session.show(first); // it was at its end
    this.at = store.shown;
    const each = framesEach(hello?.frame ?? 0, hello?.time ?? 0);
    store.set({ playing: true });
    this.timer = setInterval(() => {
      if (Math.abs(store.shown - Math.floor(this.at)) >= 1) this.at = store.shown; // somebody went elsewhere
      this.at += each * store.state.control.speed;
      this.session.show(Math.floor(this.at));
      if (this.at >= store.state.frame) this.stop();
    }, 1000 / rate);
  }
}

/** How many frames go by in one turn of the player, of a world that came to a frame in so many seconds. */
export function framesEach(frame: number, seconds: number): number {
  const perSecond = seconds > 0 && frame > 0 ? frame / seconds : 30;
  return perSecond / rate;
}
