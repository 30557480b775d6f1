// The address of the page names the moment that is shown, and the run it is of: so a link that is kept still says after the
// game's end what it showed, and opening it in another run says what does not fit. It never has the token.
import type { Hello } from "./api.ts";
import type { Session } from "./session.ts";
import { count, plural } from "./words.ts";

/** What a link names; null for what it does not. */
export interface Link {
  agent: number | null;
  frame: number | null;
  decider: string | null;
  title: string | null; // of the game or the recording
  seed: string | null; // of the world
  recording: string | null;
}

export type Run = Pick<Link, "title" | "seed" | "recording">;

/** The link in an address or its part after #: agent=7&frame=120&decider=EAT&title=Nest&seed=16. */
export function linkOf(text: string): Link {
  const params = new URLSearchParams(text.slice(text.indexOf("#") + 1));
  const whole = (name: string): number | null => {
    const value = Number(params.get(name) ?? NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  return { agent: whole("agent"), frame: whole("frame"), decider: params.get("decider"), title: params.get("title"), seed: params.get("seed"), recording: params.get("recording") };
}

/** The part of an address after #, with it. */
export function hashOf(link: Partial<Link>): string {
  const params = new URLSearchParams();
  for (const name of ["agent", "frame", "decider", "title", "seed", "recording"] as const) {
    const value = link[name];
    if (value !== null && value !== undefined && value !== "") params.set(name, String(value));
  }
  const words = params.toString();
  return words ? `#${words}` : "";
}

/** The run that a server shows, as links name it. */
export function runOf(hello: Hello): Run {
  return { title: hello.title || null, seed: hello.seed || null, recording: hello.recording || null };
}

/** In words, what of a link does not fit the run that is shown; "" if all does. A link that names no run fits any. */
export function misfits(link: Link, run: Run, has: { first: number; last: number; live: boolean; decider: (name: string) => boolean }): string {
  const out: string[] = [];
  if (link.title !== null && run.title !== null && link.title !== run.title) out.push(`it is of “${link.title}”, and this is “${run.title}”`);
  if (link.recording !== run.recording && link.recording !== null) out.push(`it is of the recording ${link.recording}, which is not open here: open its file`);
  else if (link.recording !== run.recording && link.title !== null) out.push(`it is of the running game, and this is the recording ${run.recording}`);
  if (link.seed !== null && run.seed !== null && link.seed !== run.seed) out.push(`its world has the seed ${link.seed}, and this one ${run.seed}, so other things happen in it`);
  if (link.decider !== null && !has.decider(link.decider)) out.push(`no tree here has the decider ${link.decider}`);
  if (link.frame !== null && link.frame < has.first) out.push(`frame ${count(link.frame)} is not held any more: the first is ${count(has.first)}`);
  if (link.frame !== null && link.frame > has.last) out.push(has.live ? `frame ${count(link.frame)} is yet to come, in ${plural(link.frame - has.last, "frame")}: it is shown then` : `it ends with frame ${count(has.last)}, before frame ${count(link.frame)}`);
  return out.length === 0 ? "" : `The link does not fit: ${out.join("; ")}.`;
}

/** Shows what a link names, and says what does not fit. */
export class Links {
  private awaited: number | null = null; // a frame to show when the world has come to it

  constructor(private readonly session: Session) {
    const { store } = session;
    let begun = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    store.on(["hello"], () => {
      if (begun || !store.state.hello) return;
      begun = true;
      this.follow(location.hash);
      window.addEventListener("hashchange", () => this.follow(location.hash));
    });
    store.on(["agent", "at", "decider", "hello"], () => {
      if (!begun) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const hash = this.hash();
        if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
      }, 300);
    });
    store.on(["frame"], () => {
      if (this.awaited === null || store.state.frame < this.awaited) return;
      session.show(this.awaited);
      store.set({ note: `Frame ${count(this.awaited)}, which the link names, has come.`, error: "" });
      this.awaited = null;
    });
    store.on(["at"], () => (this.awaited = null)); // somebody goes elsewhere
  }

  private hash(): string {
    const { agent, at, decider, hello } = this.session.store.state;
    return hashOf({ agent, frame: at ?? this.awaited, decider, ...(hello ? runOf(hello) : {}) });
  }

  /** The address of what is shown: of the page, without a token, and with the frame also while it follows the world. */
  address(): string {
    const { agent, decider, hello } = this.session.store.state;
    return `${location.origin}${location.pathname}${location.search}${hashOf({ agent, frame: this.session.store.shown, decider, ...(hello ? runOf(hello) : {}) })}`;
  }

  /** Shows what a link names. */
  follow(text: string): void {
    const { store } = this.session;
    const { hello } = store.state;
    if (!hello) return;
    const link = linkOf(text);
    const { agent, frame, decider } = link;
    if (agent !== null) store.set({ agent });
    const known = (name: string): boolean => hello.trees.some((tree) => tree.description.deciders.some((of) => of.name === name));
    if (decider !== null && known(decider)) store.set({ decider, place: null });
    const last = Math.max(store.state.frame, hello.frame);
    const words = misfits(link, runOf(hello), { first: store.state.first, last, live: hello.live, decider: known });
    if (words) store.set({ note: words, error: "" });
    if (frame === null) return;
    if (frame <= last || !hello.live) this.session.show(frame);
    else setTimeout(() => (this.awaited = frame)); // after what this has changed is told
  }
}
