// The log: lines of log points, the newest first. A press shows the agent, the frame and the decider.
import type { LogLine } from "./api.ts";
import { h, into, show, text } from "./dom.ts";
import { printable } from "./names.ts";
import type { Session } from "./session.ts";
import { section } from "./sheet.ts";
import { count, rounded } from "./words.ts";

const mostLines = 200; // shown

export function mountLog(body: HTMLElement, session: Session): void {
  const { store } = session;
  const of = section("Log");
  const word = h("p", { class: "dim pad" }, "Log points write here. Make one in the tab Held: instead of pausing the world it writes a line with the watched values.");
  const rows = h("ol", { class: "log", "aria-label": "Lines of log points, the newest first" });
  of.body.append(word, rows);
  body.append(of.el);
  let lines: LogLine[] = [];
  let next = 0;
  let loading = false;

  async function load(): Promise<void> {
    if (loading || store.state.logged === next) return;
    loading = true;
    try {
      const got = await session.api.log(next);
      if (got.next < next) lines = []; // another game
      next = got.next;
      lines = [...(got.lines ?? []), ...[]].reverse().concat(lines).slice(0, mostLines);
      draw();
    } catch {
      // the next frame asks again
    } finally {
      loading = false;
    }
  }
  function draw(): void {
    text(word, lines.length === 0 ? word.textContent ?? "" : next > lines.length ? `The last ${count(lines.length)} of ${count(next)} lines.` : "");
    show(word, lines.length === 0 || next > lines.length);
    into(rows, ...lines.map((line) => h("li", null, h("button", {
      type: "button", class: "text", title: printable(line.words),
      onclick: () => {
        store.set({ agent: line.agent, ...(line.decider ? { decider: line.decider, place: null } : {}) });
        session.show(line.frame);
      },
    }, h("span", { class: "num dim" }, count(line.frame)), h("span", null, rounded(printable(line.words)))))));
  }
  store.on(["logged"], () => void load());
}
