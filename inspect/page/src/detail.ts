// The right side: the decider that is selected, the agent, the events of the tick, what is held, and breakpoints.
import { mountAgent } from "./agent.ts";
import { mountStops } from "./breakpoints.ts";
import { mountCompare } from "./compare.ts";
import { mountDecider } from "./decider.ts";
import { attr, h, text } from "./dom.ts";
import { mountEvents } from "./events.ts";
import { heldCount, mountHeld } from "./held.ts";
import type { Keys } from "./keys.ts";
import { titled, type Pane } from "./pane.ts";
import type { Plots } from "./plots.ts";
import type { Session } from "./session.ts";
import { tabs } from "./tabs.ts";
import { mountWatch } from "./watch.ts";

export function mountDetail(pane: Pane, session: Session, keys: Keys, plots: Plots): void {
  const body = (): HTMLElement => h("div", { class: "fill scroll sheet", tabindex: 0 });
  const decider = body();
  const agent = body();
  const events = body();
  const stops = body();
  const watch = body();
  const compare = h("div", { class: "fill scroll compare" });
  decider.dataset["focus"] = "";
  const bar = tabs("detail", "About the decider, the agent, the tick", [
    { name: "decider", label: "Decider", body: decider },
    { name: "agent", label: "Agent", body: agent },
    { name: "events", label: "Tick", body: events },
    { name: "stops", label: "Held", body: stops },
    { name: "watch", label: "Watch", body: watch },
    { name: "compare", label: "Compare", body: compare },
  ]);
  titled(pane, "Details", bar.bar);
  pane.body.append(decider, agent, events, stops, watch, compare);
  mountDecider(decider, session, keys);
  mountAgent(agent, session, keys);
  mountEvents(events, session, (name) => {
    session.store.set({ decider: name, place: null });
    bar.select("decider");
  });
  mountHeld(stops, session);
  mountStops(stops, session, keys);
  mountWatch(watch, session, plots, keys);
  const tab = bar.bar.querySelector("#tab-detail-stops")!;
  session.store.on(["held", "control", "breakpoints"], () => {
    const count = heldCount(session.store.state);
    text(tab, count > 0 ? `Held ${count}` : "Held"); // so that nobody forgets it
    attr(tab, "title", "What is forced, forbidden, held and paused, and breakpoints (4)");
  });
  mountCompare(compare, session, keys, (on) => bar.select(on ? "compare" : "decider"));
  keys.add(
    { keys: ["1"], does: "The decider", group: "Details", run: () => bar.select("decider") },
    { keys: ["2"], does: "The agent: flags, stimuli, blackboard", group: "Details", run: () => bar.select("agent") },
    { keys: ["3"], does: "The events of the tick", group: "Details", run: () => bar.select("events") },
    { keys: ["4"], does: "What is held: forced, forbidden, paused; breakpoints", group: "Details", run: () => bar.select("stops") },
    { keys: ["5"], does: "Watched values", group: "Details", run: () => bar.select("watch") },
  );
}
