// The events of the tick that is shown, in order, at the depth of their deciders.
import type { EventLine } from "./api.ts";
import { attr, h, show, text } from "./dom.ts";
import { list } from "./list.ts";
import type { Session } from "./session.ts";
import { eventWords } from "./short.ts";

export function mountEvents(body: HTMLElement, session: Session, select: (decider: string) => void): void {
  const empty = h("div", { class: "empty" }, "Nothing is known of this tick.");
  const rows = h("ol", { class: "events" });
  body.append(empty, rows);
  const set = list<EventLine, HTMLElement>(rows, {
    key: (_, i) => String(i),
    make: () => h("li", null, h("button", { type: "button", onclick: (event: MouseEvent) => select((event.currentTarget as HTMLElement).dataset["decider"] ?? "") })),
    update: (el, line) => {
      const button = el.firstElementChild as HTMLElement;
      text(button, line.words);
      attr(button, "data-decider", line.decider);
      attr(button, "disabled", line.decider === "");
      attr(el, "data-level", line.level);
      el.style.setProperty("--depth", String(line.depth));
    },
  });
  const { store } = session;
  const draw = (): void => {
    if (body.hidden) return;
    const events = (store.state.moment?.events ?? []).flatMap((line) => eventWords(line.words).map((words) => ({ ...line, words })));
    show(empty, events.length === 0);
    set(events);
  };
  store.on(["moment"], draw);
  new ResizeObserver(draw).observe(body); // it was hidden
}
