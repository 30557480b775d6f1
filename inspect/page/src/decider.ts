// The decider that is selected: why it runs or does not, what can be done with it, and all that is known of it.
import type { Check, DeciderDescription, Description, FunctionDescription, PlaceState } from "./api.ts";
import { DeciderActs } from "./acts.ts";
import { attr, cls, h, show, text } from "./dom.ts";
import type { Keys } from "./keys.ts";
import { list } from "./list.ts";
import { blocking, groupsAbove, kindOf, ownTrees, rival, rowsOf } from "./model.ts";
import { chip } from "./outcomechip.ts";
import { shortWords } from "./short.ts";
import { wordsOf } from "./outcome.ts";
import type { Session } from "./session.ts";
import { agentLinks, facts, section, type Fact } from "./sheet.ts";
import { WhyView } from "./why.ts";
import { shareOf } from "./treerow.ts";
import { brief, count, number, rounded, seconds } from "./words.ts";

interface Found {
  of: DeciderDescription;
  tree: Description;
  at: { index: number; state: PlaceState; path: string }[]; // its places
}

/** Finds the decider that is selected in the moment that is shown. */
function find(session: Session): Found | null {
  const { hello, moment, decider, place } = session.store.state;
  if (!hello || !decider) return null;
  const trees = new Map(hello.trees.map((tree) => [tree.fingerprint, tree.description]));
  let found: Found | null = null;
  moment?.places.forEach((state, index) => {
    const tree = trees.get(state.tree || moment.tree);
    const at = tree?.places[state.place];
    const of = at && tree.deciders[at.decider];
    if (!tree || !at || of?.name !== decider) return;
    found ??= { of, tree, at: [] };
    const entry = { index, state, path: at.path };
    if (index === place) found.at.unshift(entry);
    else found.at.push(entry);
  });
  if (found) return found;
  for (const { description: tree } of [...ownTrees(hello), ...hello.trees]) {
    const of = tree.deciders.find((d) => d.name === decider);
    if (of) return { of, tree, at: [] };
  }
  return null;
}

export function mountDecider(body: HTMLElement, session: Session, keys: Keys): void {
  const { store } = session;
  const name = h("strong", { class: "name cut" });
  const kind = h("span", { class: "dim" });
  const outcome = chip();
  const words = h("p", { class: "words cut" });
  const path = h("p", { class: "path dim grow" });
  const who = h("button", { type: "button", title: "List the agents that are in it", onclick: () => store.set({ deciderFilter: store.state.decider ?? "" }) }, "Who else");
  const head = h("header", { class: "sheet-head" }, h("div", { class: "line" }, name, kind, h("span", { class: "grow" }), outcome.el), h("div", { class: "line" }, path, who), words);
  const empty = h("div", { class: "empty" }, "Select a decider in the tree.");
  const acts = new DeciderActs(session, keys);
  const why = new WhyView(session);
  const now = section("Now");
  const nowFacts = facts(now.body);
  const holders = h("div", { class: "links" });
  const holderLinks = agentLinks(holders, store.names, (agent) => store.set({ agent }));
  now.body.append(holders);
  const cost = section("Profile");
  const costFacts = facts(cost.body);
  const block = section("Block");
  const blockFacts = facts(block.body);
  const declared = section("Declared");
  const declaredFacts = facts(declared.body);
  const functions = section("Functions");
  const functionRows = list<[string, FunctionDescription], HTMLElement>(functions.body, {
    key: ([what, fn]) => what + fn.name,
    make: ([what, fn]) => h("div", { class: "function" }, h("span", { class: "dim" }, what), h("code", { class: "cut", title: fn.name }, functionName(fn, what)), h("code", { class: "file", title: "Where it is written; a click selects it for copying", onclick: selectAll }, fn.file ? `${fn.file}:${fn.line}` : "")),
  });
  const places = section("Places");
  const placeRows = list<Found["at"][number], HTMLButtonElement>(places.body, {
    key: (at) => String(at.index),
    make: (at) => h("button", { type: "button", class: "place", onclick: () => store.set({ place: at.index }) }, at.path),
    update: (el, at) => {
      text(el, at.path);
      cls(el, "on", at.state.active === true);
      attr(el, "title", at.state.active ? "active here" : "select this place");
    },
  });
  const all = h("div", { class: "sheet-in" }, head, acts.el, why.el, now.el, cost.el, block.el, functions.el, declared.el, places.el);
  body.append(empty, all);

  store.on(["decider", "place", "moment", "hello", "breakpoints", "named"], () => {
    const found = find(session);
    show(empty, found === null);
    show(all, found !== null);
    const { agent, moment, hello } = store.state;
    const rows = agent !== null && moment !== null && hello !== null && found?.at[0] !== undefined ? rowsOf(moment, hello.trees) : [];
    const row = rows.findIndex((row) => row.index === found?.at[0]?.index);
    acts.update(found?.of.name ?? null, groupsAbove(rows, row));
    const forced = store.live && found !== null && row >= 0 && store.overrideOf(found.of.name) === "forced";
    const groups = forced ? blocking(rows, row, moment!).filter((group) => store.overrideOf(group) !== "forced") : [];
    why.forced(forced ? found.of.name : "", groups, forced && groups.length === 0 ? rival(rows, row, moment!) : "");
    why.update(found?.of.name ?? null, found && found.at.length > 1 ? { tree: found.at[0]!.state.tree || (store.state.moment?.tree ?? ""), place: found.at[0]!.state.place } : null);
    if (!found) return;
    const { of, tree } = found;
    const at = found.at[0];
    const state = at?.state;
    text(name, of.name);
    text(kind, [kindWord(of), kindOf(of, tree)].filter(Boolean).join(", "));
    show(outcome.el, state !== undefined);
    outcome.set(state);
    text(words, shortWords(state));
    attr(words, "title", wordsOf(state));
    attr(words, "data-outcome", state?.outcome ?? "none");
    text(path, at?.path ?? "");
    const facts = nowOf(state, store.slept);
    nowFacts(facts);
    holderLinks(state?.holders ?? []);
    show(holders, (state?.holders?.length ?? 0) > 0);
    now.show(facts.length > 0);
    cost.show(state?.cost !== undefined);
    costFacts(costOf(state));
    block.show(state?.block !== undefined);
    if (state?.block) {
      const { block: b } = state;
      blockFacts([{ name: b.type, key: "type", value: b.hidden ? `${b.size} bytes, not recorded: it holds pointers` : `${b.size} bytes` }, ...(b.fields ?? []).map((f) => ({ name: f.name || "value", key: `.${f.name}`, value: rounded(f.now), was: f.was && rounded(f.was), hint: rounded(f.now) === f.now ? f.type : `${f.type}: ${f.now}` }))]);
    }
    const list = functionsOf(of);
    functions.show(list.length > 0);
    functionRows(list);
    declaredFacts(declaredOf(of, tree, session));
    places.show(found.at.length > 1);
    placeRows([...found.at].sort((a, b) => a.index - b.index));
  });
}

function selectAll(event: Event): void {
  const selection = getSelection();
  if (event.currentTarget instanceof Node) selection?.selectAllChildren(event.currentTarget);
}

const kindWord = (of: DeciderDescription): string => (of.children.length > 0 ? "group" : of.jump ? "jump" : of.slot >= 0 ? "slot" : of.kind === "ConditionDecider" ? "condition" : "behavior");

function nowOf(state: PlaceState | undefined, slept: number): Fact[] {
  if (!state) return [];
  const out: Fact[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value) out.push({ name, value });
  };
  add("active for", state.active ? seconds((state.duration ?? 0) + slept) : undefined);
  add("value", state.value === undefined ? undefined : number(state.value));
  add("status", state.status);
  add("ended", state.reason);
  add("iteration", state.iteration ? String(state.iteration) : undefined);
  add("leaving", state.leaving ? "its Leave is under way" : undefined);
  add("pending", state.pending);
  add("turn", state.turn);
  add("children", state.children);
  add("waits for", state.waiting);
  add("entered", state.entries);
  add("runs", state.target);
  for (const timer of state.timers ?? []) add(timer.kind, `${seconds(Math.max(0, timer.left - slept))} left${timer.of ? ` of ${seconds(timer.of)}` : ""}`);
  add("squad", state.squad);
  add("gate", state.gate);
  return out;
}

/** A function by name. A literal has none: then by what it is, and where it stands, which the line below repeats in full. */
export function functionName(fn: FunctionDescription, what: string): string {
  const literal = /^(.*)\.func at line (\d+)$/.exec(fn.name);
  return literal ? `${what} written in place, ${fn.file.split("/").at(-1)}:${literal[2]}` : fn.name;
}

/** What the game's profile has of a place: of all agents, since it began. */
function costOf(state: PlaceState | undefined): Fact[] {
  const cost = state?.cost;
  if (!cost) return [];
  return [
    { name: "asked", value: count(cost.asked) }, { name: "accepted", value: count(cost.accepted) }, { name: "entered", value: count(cost.entered) }, { name: "ticked", value: count(cost.ticked) },
    { name: "asking", value: brief(cost.asking) }, { name: "running", value: brief(cost.running) }, { name: "share", value: shareOf(cost) },
  ];
}

function functionsOf(of: DeciderDescription): [string, FunctionDescription][] {
  const b = of.behavior;
  const all: [string, FunctionDescription | null | undefined][] = [
    ["Decide", of.decide], [b?.deferred ? "Launch" : "Activate", b?.activate], [b?.deferred ? "Done" : "Tick", b?.tick], ["Deactivate", b?.deactivate], ["Leave", b?.leave], ["Reset", b?.reset], ["GateKey", of.gateKey], ["SquadKey", of.squadKey], ["CanPlay", of.canPlay],
  ];
  return all.filter((pair): pair is [string, FunctionDescription] => pair[1] != null);
}

/** Flags of a check by name: "all of Hungry, Night; none of Young". */
function check(of: Check, names: readonly string[]): string {
  const words = (bits: string): string => {
    let set = BigInt(bits || "0x0");
    const out: string[] = [];
    for (let bit = 0; set > 0n; bit++, set >>= 1n) if (set & 1n) out.push(names[bit] || `bit ${bit}`);
    return out.join(", ");
  };
  const parts: string[] = [];
  for (const [label, bits] of [["all of", of.all], ["any of", of.any], ["none of", of.none], ["not all of", of.notAll ?? "0x0"]] as const) {
    const list = words(bits);
    if (list) parts.push(`${label} ${list}`);
  }
  return parts.join("; ");
}

function declaredOf(of: DeciderDescription, tree: Description, session: Session): Fact[] {
  const names = session.store.state.hello!.names;
  const out: Fact[] = [];
  const add = (name: string, value: string | false | 0): void => {
    if (value) out.push({ name, value });
  };
  const b = of.behavior;
  add("decision flags", check(of.decisionFlags, names.decision));
  add("stimuli flags", check(of.stimuliFlags, names.stimuli));
  add("options", of.options !== "0" && of.options.replaceAll("|", ", "));
  add("every", of.every && seconds(of.every));
  add("cooldown", of.cooldown && seconds(of.cooldown));
  add("weight", of.weight && number(of.weight));
  add("margin", of.margin && number(of.margin));
  add("role", of.role && String(of.role));
  add("jumps to", of.jump);
  add("DBlock", of.dblock !== null && of.dblock.name);
  add("behavior", b !== null && b.name);
  if (b?.given) out.push({ name: "given", value: b.given.text, hint: b.given.type });
  add("behavior flags", check({ all: of.behaviorFlags, any: "0x0", none: "0x0" }, names.behavior).replace("all of ", ""));
  add(b?.delayed ? "waits" : "period", b !== null && b.period && seconds(b.period));
  add("leave, at most", b !== null && b.leaveTimeout && seconds(b.leaveTimeout));
  add("system", b !== null && b.system);
  const m = of.modifiers;
  add("repeat", m.repeat !== 0 && (m.repeat < 0 ? "for ever" : String(m.repeat)) + (m.until !== "UntilDone" ? `, ${m.until}` : ""));
  add("timeout", m.timeout && seconds(m.timeout));
  add("outcome", m.outcome !== "AsIs" && m.outcome);
  add("limit", m.limit && String(m.limit));
  if (of.children.length > 0 && of.policy === "Concurrent") add("succeeds, fails at", `${of.succeedAt || "all"}, ${of.failAt || 1}`);
  const gate = tree.gates[of.gate];
  if (gate) add("gate", `${gate.name}, most ${gate.max}${gate.cooldown ? `, cooldown ${seconds(gate.cooldown)}` : ""}${gate.agentCooldown ? `, of an agent ${seconds(gate.agentCooldown)}` : ""}`);
  const squad = tree.squads[of.squad];
  if (squad) add("squad", `${squad.name}, ${squad.agents} agents`);
  const slot = tree.slots[of.slot];
  if (slot) add("slot", `${slot.name}, ${slot.reserve} bytes`);
  for (const key of of.keys) add(`key ${tree.keys[key]?.scope ?? ""}`, tree.keys[key]?.name ?? "");
  return out;
}
