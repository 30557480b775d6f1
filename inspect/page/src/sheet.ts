// What the details are made of: sections, tables of names and values, links to agents and deciders.
import { attr, h, show, text } from "./dom.ts";
import { list } from "./list.ts";
import type { Names } from "./names.ts";

export interface Section {
  el: HTMLElement;
  body: HTMLElement;
  show: (on: boolean) => void;
}

export function section(title: string, ...tools: HTMLElement[]): Section {
  const body = h("div", { class: "section-body" });
  const el = h("section", { class: "section" }, h("h3", null, h("span", null, title), ...tools), body);
  return { el, body, show: (on) => show(el, on) };
}

/** A fact of a table: what, its value, and what that was before, "" for the same. */
export interface Fact {
  name: string;
  value: string;
  was?: string | undefined;
  hint?: string;
  key?: string;
}

/** A table of facts. Values that have changed in the tick are marked, with the old one struck out. */
export function facts(container: HTMLElement): (items: readonly Fact[]) => void {
  const table = h("table", { class: "facts" });
  const body = h("tbody", null);
  table.append(body);
  container.append(table);
  return list<Fact, HTMLTableRowElement>(body, {
    key: (fact) => fact.key ?? fact.name,
    make: (fact) => h("tr", null, h("th", { scope: "row" }, fact.name), h("td", null, h("del", null), h("span", { class: "now" }))),
    update: (el, fact) => {
      text(el.children[0]!, fact.name); // it may have another name by the same key
      const cell = el.children[1] as HTMLElement;
      const changed = fact.was !== undefined && fact.was !== "";
      text(cell.children[0]!, changed ? fact.was! : "");
      text(cell.children[1]!, fact.value);
      attr(el, "class", changed ? "changed" : null);
      attr(el, "title", fact.hint || null);
    },
  });
}

/** Buttons of agents, to select them. */
export function agentLinks(container: HTMLElement, names: Names, select: (agent: number) => void): (agents: readonly number[]) => void {
  return list<number, HTMLButtonElement>(container, {
    key: (agent) => String(agent),
    make: (agent) => h("button", { type: "button", class: "link-button num", title: `Select agent ${agent}`, onclick: () => select(agent) }),
    update: (el, agent) => text(el, names.text(agent)),
  });
}
