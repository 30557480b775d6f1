// The crowd: how many agents are in each decider, and who goes where. For worlds in which nobody can look at each.
import type { Count, Flow } from "./api.ts";
import { byDeclaration, colorOf, isDark } from "./colors.ts";
import { attr, cls, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";
import type { Tabs } from "./tabs.ts";
import { wantCrowd } from "./wants.ts";
import { count, plural } from "./words.ts";

const mostFlows = 40; // rows
const forgotten = 20; // looks after which a flow that is none is not shown any more

export function mountCrowd(pane: Pane, session: Session, keys: Keys, tabs: Tabs): void {
  const { store } = session;
  const words = h("p", { class: "crowd-word dim" }, "…");
  const leavesOnly = h("button", { type: "button", "aria-pressed": "true", title: "Only what agents do, or every decider that is active", onclick: () => toggle() }, "Leaves only");
  const bars = new Bars(
    (name) => store.set({ heat: store.state.heat === name ? "" : name }),
    (name) => {
      store.set({ deciderFilter: name });
      tabs.select("agents");
    },
  );
  const flows = new Flows();
  const flowWord = h("p", { class: "crowd-word dim" });
  pane.body.classList.add("crowd", "scroll");
  pane.body.append(
    h("header", null, words, leavesOnly), bars.el,
    h("h2", null, "Who goes where"), flowWord, flows.el,
  );

  function toggle(): void {
    const on = leavesOnly.getAttribute("aria-pressed") !== "true";
    attr(leavesOnly, "aria-pressed", on ? "true" : "false");
    bars.reset();
    draw();
  }
  function draw(): void {
    const { crowd, heat } = store.state;
    for (const el of [bars.el, flows.el]) show(el, crowd !== null);
    if (!crowd) {
      text(words, store.live ? "…" : "Nothing is recorded of this frame.");
      text(flowWord, "");
      return;
    }
    const only = leavesOnly.getAttribute("aria-pressed") === "true";
    text(words, `${plural(crowd.agents, "agent")} in frame ${count(crowd.frame)}${crowd.unrecorded > 0 ? `, ${count(crowd.unrecorded)} not recorded then` : ""}`);
    attr(words, "title", crowd.began < crowd.frame ? `Counted from frame ${count(crowd.began)} to ${count(crowd.frame)}` : "");
    bars.draw(merged(crowd.counts ?? [], only), crowd.agents, heat);
    flows.draw(crowd.flows ?? []);
    if (!store.live && crowd.sampled === 0) text(flowWord, "…");
    else text(flowWord, crowd.sampled < crowd.agents ? `In the last second, of ${count(crowd.sampled)} of them:` : "In the last second:");
  }
  const shown = (): void => wantCrowd(store).set("tab", tabs.current() === "crowd");
  tabs.onChange(shown);
  shown();
  store.on(["crowd", "heat", "theme", "at"], draw);
  keys.add({ keys: ["w"], does: "The crowd: how many do what", group: "Page", run: () => tabs.select(tabs.current() === "crowd" ? "agents" : "crowd") });
}

/** Counts by name: a decider that stands in several places is counted in all of them. */
export function merged(counts: readonly Count[], leavesOnly: boolean): Map<string, number> {
  const out = new Map<string, number>();
  for (const { decider, leaf, agents } of counts) {
    if (leavesOnly && !leaf) continue;
    out.set(decider, (out.get(decider) ?? 0) + agents);
  }
  return out;
}

interface Bar {
  el: HTMLElement;
  main: HTMLButtonElement;
  fill: HTMLElement;
  swatch: HTMLElement;
  number: HTMLElement;
}

// Bars stand in the order of the declaration and stay where they are: what moves is their length.
class Bars {
  readonly el = h("ul", { class: "bars", "aria-label": "How many agents are in each decider" });
  private readonly rows = new Map<string, Bar>();

  constructor(private readonly heat: (name: string) => void, private readonly list: (name: string) => void) {}

  reset(): void {
    this.rows.clear();
    this.el.replaceChildren();
  }

  draw(counts: ReadonlyMap<string, number>, agents: number, heat: string): void {
    const dark = isDark();
    const fresh = [...counts.keys()].filter((name) => !this.rows.has(name));
    for (const name of fresh) this.rows.set(name, this.row(name));
    if (fresh.length > 0) {
      const names = [...this.rows.keys()].sort(byDeclaration);
      this.el.replaceChildren(...names.map((name) => this.rows.get(name)!.el));
    }
    const most = Math.max(1, ...counts.values());
    for (const [name, row] of this.rows) {
      const n = counts.get(name) ?? 0;
      const color = colorOf(name, dark);
      row.fill.style.transform = `scaleX(${n / most})`;
      row.fill.style.background = color;
      row.swatch.style.background = color;
      text(row.number, count(n));
      attr(row.number, "title", agents > 0 ? `${((100 * n) / agents).toFixed(1)} % of all` : "");
      attr(row.main, "aria-pressed", name === heat ? "true" : "false");
      cls(row.el, "none", n === 0);
    }
  }

  private row(name: string): Bar {
    const swatch = h("i", { class: "swatch" });
    const fill = h("i", { class: "fill-bar" });
    const number = h("span", { class: "num" });
    const shown = name || "nothing";
    const main = h("button", { type: "button", "aria-pressed": "false", title: `Where they are: heat of ${shown} on the map`, onclick: () => this.heat(name) }, fill, swatch, h("span", { class: "cut grow" }, shown), number);
    const list = h("button", { type: "button", class: "icon", title: `List the agents in ${shown}`, "aria-label": `List the agents in ${shown}`, onclick: () => this.list(name) }, "≡");
    return { el: h("li", null, main, list), main, fill, swatch, number };
  }
}

interface FlowRow {
  el: HTMLElement;
  fill: HTMLElement;
  number: HTMLElement;
  from: string;
  to: string;
  swatches: [HTMLElement, HTMLElement];
  unseen: number;
}

class Flows {
  readonly el = h("ul", { class: "bars flows", "aria-label": "How many agents went from one decider to another in the last second" });
  private readonly rows = new Map<string, FlowRow>();

  draw(flows: readonly Flow[]): void {
    const now = new Map<string, number>();
    for (const { from, to, agents } of flows.slice(0, mostFlows)) now.set(`${from}\n${to}`, agents);
    let moved = false;
    for (const key of now.keys()) {
      if (this.rows.has(key)) continue;
      this.rows.set(key, flowRow(key));
      moved = true;
    }
    for (const [key, row] of this.rows) {
      row.unseen = now.has(key) ? 0 : row.unseen + 1;
      if (row.unseen > forgotten && this.rows.delete(key)) moved = true;
    }
    if (moved) {
      const rows = [...this.rows.values()].sort((a, b) => byDeclaration(a.from, b.from) || byDeclaration(a.to, b.to));
      this.el.replaceChildren(...rows.map((row) => row.el));
    }
    const dark = isDark();
    const most = Math.max(1, ...now.values());
    for (const [key, row] of this.rows) {
      const n = now.get(key) ?? 0;
      const [a, b] = [colorOf(row.from, dark), colorOf(row.to, dark)];
      row.fill.style.transform = `scaleX(${n / most})`;
      row.fill.style.background = `linear-gradient(90deg, ${a}, ${b})`;
      row.swatches[0].style.background = a;
      row.swatches[1].style.background = b;
      text(row.number, count(n));
      cls(row.el, "none", n === 0);
      show(row.el, true);
    }
  }
}

function flowRow(key: string): FlowRow {
  const [from = "", to = ""] = key.split("\n");
  const fill = h("i", { class: "fill-bar" });
  const number = h("span", { class: "num" });
  const swatches: [HTMLElement, HTMLElement] = [h("i", { class: "swatch" }), h("i", { class: "swatch" })];
  const el = h("li", { title: `${from || "nothing"} → ${to || "nothing"}` }, h("div", { class: "flow" },
    fill, swatches[0], h("span", { class: "cut" }, from || "nothing"), h("span", { class: "dim" }, "→"), swatches[1], h("span", { class: "cut grow" }, to || "nothing"), number));
  return { el, fill, number, from, to, swatches, unseen: 0 };
}
