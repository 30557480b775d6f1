// The bar on top: which world, its time and frame, live or past, pause, step, speed, the connection; and the status line.
import { attr, cls, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import type { Session } from "./session.ts";
import { load, save } from "./settings.ts";
import { gone } from "./model.ts";
import type { Connection, State, Theme } from "./store.ts";
import { Player } from "./player.ts";
import { clock, count, plural } from "./words.ts";

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];
const connections: Record<Connection, string> = { connecting: "connecting", open: "connected", lost: "lost, trying again", closed: "resting" };

/** What the page follows, for the button in the bar. still: it follows the world, but nothing moves. */
export function modeOf(state: Pick<State, "at" | "connection" | "control" | "agent" | "moment">): { words: string; title: string; still: boolean } {
  const stay = "Press to stay at this frame (l)";
  const { moment } = state;
  if (state.at !== null) return { words: "Past · go live", title: "Everything here shows a frame of the past. Press to follow the world again (l)", still: false };
  if (state.connection === "lost") return { words: "No answer", title: `The game does not answer: this is the last frame it sent. ${stay}`, still: true };
  if (moment !== null && moment.agent === state.agent && gone(moment)) return { words: "Agent gone", title: `The world goes on without the selected agent: it was removed, or is not ticked any more. Its last tick is shown. ${stay}`, still: true };
  if (state.control.paused) return { words: "Paused", title: `The world is paused: this is its newest frame. ${stay}`, still: true };
  return { words: "Live", title: `Everything here follows the world. ${stay}`, still: false };
}

export function makeBar(session: Session, keys: Keys): HTMLElement {
  const { store } = session;
  const button = (label: string, title: string, run: () => void): HTMLButtonElement =>
    h("button", { type: "button", title, "aria-label": title, onclick: run }, label);

  const title = h("span", { class: "title cut" });
  const clockText = h("span", { class: "num time" }, "00:00.00");
  const frame = h("span", { class: "num frame" }, "0");
  const mode = h("button", { type: "button", class: "mode", onclick: () => toggleLive() });
  const pause = button("❚❚", "Pause the world (Space)", () => togglePause());
  const back = button("◂", "A frame back into the past (,)", () => goBy(-1));
  const forward = button("▸", "A frame on: in the past towards now, live a step of the world (.)", () => goBy(1));
  const step = button("Step", "Make one frame of the world and pause (s)", () => doStep());
  attr(step, "aria-label", "Step");
  const speed = h("select", { "aria-label": "Speed of the world", title: "Speed of the world ([ and ])", onchange: () => setSpeed(Number(speed.value)) });
  for (const value of speeds) speed.append(h("option", { value }, `${value}×`));
  const link = h("span", { class: "link", role: "status" });
  const theme = h("button", { type: "button", class: "icon", onclick: () => nextTheme() });

  const player = new Player(session);
  const recorded = (): boolean => store.state.hello?.live === false;

  function togglePause(): void {
    if (recorded()) player.toggle();
    else void session.control({ do: store.state.control.paused ? "go" : "pause" });
  }
  function doStep(): void {
    if (recorded()) goBy(1);
    else void session.control({ do: "step", steps: 1 });
  }
  function toggleLive(): void {
    session.show(store.live ? store.state.frame : null);
  }
  function goBy(frames: number): void {
    if (frames > 0 && store.live) {
      void session.control({ do: "step", steps: frames });
      return;
    }
    player.stop();
    const to = store.shown + frames;
    session.show(to > store.state.frame ? null : to);
  }
  function setSpeed(value: number): void {
    if (recorded()) store.set({ control: { ...store.state.control, speed: value } });
    else void session.control({ do: "speed", speed: value });
  }
  function speedBy(steps: number): void {
    const now = speeds.findIndex((value) => value >= store.state.control.speed);
    setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, (now < 0 ? speeds.length - 1 : now) + steps))]!);
  }
  function nextTheme(): void {
    const order: Theme[] = ["system", "light", "dark"];
    const next = order[(order.indexOf(store.state.theme) + 1) % order.length]!;
    save("theme", next);
    store.set({ theme: next });
  }

  store.set({ theme: load<Theme>("theme", "system") });
  store.on(["theme"], () => {
    const of = store.state.theme;
    attr(document.documentElement, "data-theme", of === "system" ? null : of);
    text(theme, of === "system" ? "◐" : of === "light" ? "☀" : "☾");
    attr(theme, "title", `Theme: ${of}. Press for the next one`);
    attr(theme, "aria-label", `Theme: ${of}`);
  });
  store.on(["hello"], () => {
    const hello = store.state.hello;
    text(title, hello?.title ?? "");
    const control = (hello?.can.control ?? false) || recorded();
    for (const el of [pause, step, speed]) attr(el, "disabled", !control);
    show(mode, hello?.live ?? true);
  });
  store.on(["frame", "time", "at", "moment", "control", "connection", "hello"], () => {
    const { at, moment, time } = store.state;
    text(frame, count(store.shown));
    text(clockText, clock(at === null ? time : moment?.frame === at ? moment.time : store.timeOf(at)));
    const of = modeOf(store.state);
    text(mode, of.words);
    cls(mode, "past", at !== null);
    cls(mode, "live", at === null);
    cls(mode, "still", of.still);
    attr(mode, "title", of.title);
    cls(document.body, "in-past", at !== null && (store.state.hello?.live ?? true));
  });
  store.on(["control", "hello", "playing"], () => {
    const { control } = store.state;
    const stands = recorded() ? !store.state.playing : control.paused;
    text(pause, stands ? "▶" : "❚❚");
    attr(pause, "aria-pressed", stands && !recorded() ? "true" : "false");
    attr(pause, "title", recorded() ? (stands ? "Play the recording (Space)" : "Stop (Space)") : stands ? "Let the world go on (Space)" : "Pause the world (Space)");
    attr(pause, "aria-label", recorded() ? (stands ? "Play" : "Stop") : stands ? "Go on" : "Pause");
    const nearest = speeds.reduce((a, b) => (Math.abs(b - control.speed) < Math.abs(a - control.speed) ? b : a));
    if (speed.value !== String(nearest)) speed.value = String(nearest);
  });
  store.on(["connection", "hello"], () => {
    const { connection, hello } = store.state;
    const recording = hello !== null && !hello.live;
    attr(link, "data-state", recording ? "open" : connection);
    text(link, recording ? "a recording" : connections[connection]);
  });

  keys.add(
    { keys: [" "], does: "Pause the world, let it go on; play a recording", group: "Time", run: togglePause },
    { keys: ["s"], does: "Make one frame of the world", group: "Time", run: doStep },
    { keys: [",", "ArrowLeft"], does: "A frame back", group: "Time", run: () => goBy(-1) },
    { keys: [".", "ArrowRight"], does: "A frame on", group: "Time", run: () => goBy(1) },
    { keys: ["<", "Shift+ArrowLeft"], does: "Thirty frames back", group: "Time", run: () => goBy(-30) },
    { keys: [">", "Shift+ArrowRight"], does: "Thirty frames on", group: "Time", run: () => goBy(30) },
    { keys: ["Home"], does: "The first frame that is held", group: "Time", run: () => session.show(store.state.first) },
    { keys: ["l", "End"], does: "Follow the world; l again stays at the frame", group: "Time", run: toggleLive },
    { keys: ["["], does: "Slower", group: "Time", run: () => speedBy(-1) },
    { keys: ["]"], does: "Faster", group: "Time", run: () => speedBy(1) },
    { keys: ["t"], does: "Theme: system, light, dark", group: "Page", run: nextTheme },
  );

  return h("div", { class: "bar" },
    h("h1", { class: "brand" }, "decidertree"), title, h("span", { class: "sep" }),
    h("span", { class: "readout" }, h("span", { class: "dim" }, "time"), clockText), h("span", { class: "readout" }, h("span", { class: "dim" }, "frame"), frame),
    mode, h("span", { class: "sep" }),
    h("div", { class: "group transport", role: "group", "aria-label": "Time" }, back, pause, forward, step, speed),
    h("span", { class: "grow" }), link, theme, button("?", "Keys (?)", () => keys.help()));
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** The line at the foot of the page: what went wrong, and how the world does. */
export function makeStatus(session: Session): HTMLElement {
  const { store } = session;
  const message = h("span", { class: "message cut grow", role: "status", "aria-live": "polite" });
  const close = h("button", { type: "button", class: "icon", title: "Dismiss", "aria-label": "Dismiss the message", onclick: () => store.set({ error: "", note: "" }) }, "✕");
  const agents = h("span", { class: "num" });
  const rate = h("span", { class: "num" });
  const spent = h("span", { class: "num", title: "What the inspector takes of the game's processor time, all in all" });
  store.on(["error", "note"], () => {
    const { error, note } = store.state;
    text(message, error || note);
    attr(message, "title", error || note);
    cls(message, "error", error !== "");
    show(close, error !== "" || note !== "");
  });
  store.on(["agents", "then", "at", "rate", "spent", "spentBy", "hello"], () => {
    const state = store.state;
    text(agents, store.live ? plural(state.agents, "agent") : state.then === null ? "" : plural(state.then, "agent"));
    show(rate, state.hello?.live !== false);
    show(spent, state.hello?.live !== false);
    text(rate, `${state.rate.toFixed(0).padStart(3)} frames/s`);
    text(spent, `inspector ${percent(state.spent).padStart(6)}`);
    const by = state.spentBy;
    if (by) {
      const parts = [["between frames", by.frame], ["its server", by.server], ["recording, estimated", by.recording], ["checkpoints", by.saving], ["what was asked for", by.asked]] as const;
      attr(spent, "title", `What the inspector takes of the game's processor time, all in all:\n${parts.map(([words, share]) => `${words} ${percent(share)}`).join("\n")}`);
    }
  });
  return h("div", { class: "status" }, message, close, agents, rate, spent);
}
