// A made-up world: what an agent does at a frame follows from a hash of both, so that the past can be asked for like
// the present and 10,000 agents cost nothing.
import { decisionNames, stimuliNames, trees } from "./trees.mjs";

const [nest, warden, toy] = trees;
const DT = 1 / 30;

export const world = { frame: 1800, first: 0, paused: false, speed: 1, agents: Number(process.env.AGENTS ?? 10_000), breakpoints: [], held: 0, overrides: new Map(), forced: new Map(), stopped: undefined, rate: 30 };

const mix = (...numbers) => {
  let h = 0x9e3779b9;
  for (const n of numbers) {
    h = Math.imul(h ^ (n | 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
};
const flags = (bits, names) => ({ bits: "0x" + bits.toString(16), names: names.filter((_, i) => bits & (1 << i)) });

const plan = new Map(trees.map((tree) => {
  const leaves = tree.order.filter((p) => tree.places[p].children.length === 0 && !tree.deciders[tree.places[p].decider].jump);
  return [tree, leaves];
}));
const treeOf = (agent) => (agent > 9_900 ? warden : nest);
const nameOf = (tree, p) => tree.deciders[tree.places[p].decider].name;

/** The stretch an agent is in: which leaf, since when. */
function stretch(agent, frame) {
  const length = 40 + (mix(agent) % 120);
  const n = Math.floor((frame + (mix(agent, 5) % length)) / length);
  const began = n * length - (mix(agent, 5) % length);
  const tree = treeOf(agent);
  const leaves = plan.get(tree);
  const of = (k) => {
    const roll = mix(agent, k);
    return leaves[roll % 4 ? (roll >>> 8) % leaves.length : leaves.length - 1 - ((roll >>> 8) % 8)];
  };
  return { tree, leaf: of(n), before: of(n - 1), began: Math.max(0, began), ends: began + length };
}

function pathOf(tree, leaf) {
  const path = [];
  for (let p = leaf; p >= 0; p = tree.places[p].parent) path.unshift(p);
  return path;
}

export function flagsOf(agent, frame) {
  const s = Math.floor(frame / 150);
  const bits = (mix(agent, s, 1) & mix(agent, s, 2) & 0x3fe) >>> 0;
  return { decision: ((world.forced.get(agent)?.set ?? 0) | bits) & ~(world.forced.get(agent)?.clear ?? 0), stimuli: mix(agent, Math.floor(frame / 60), 3) & mix(agent, 4) & mix(agent, Math.floor(frame / 45)) & 0x3ff };
}

/** The name of an agent; two of three have one. */
export const calledOf = (agent) => (agent % 3 ? ["Ogg", "Ugh", "Mol", "Zib", "Tak", "Nuk", "Pem"][mix(agent, 9) % 7] + ["", "a", "o", "ix"][mix(agent, 10) % 4] : "");

export function row(agent, frame = world.frame) {
  const { tree, leaf } = stretch(agent, frame);
  const { decision, stimuli } = flagsOf(agent, frame);
  const path = pathOf(tree, leaf).map((p) => nameOf(tree, p));
  return { agent, name: calledOf(agent), crowd: tree === nest ? "grazers" : "wardens", tree: tree.fingerprint, path, leaf: path.at(-1), status: "Running", flags: flags(decision, decisionNames), stimuli: flags(stimuli, stimuliNames), recorded: true };
}

const rejections = [
  ["DecisionFlags", (d) => `flags: ${missing(d)}`, (d) => d.decisionFlags.all !== "0x0" || d.decisionFlags.none !== "0x0"],
  ["StimuliFlags", () => "stimuli: HelpWanted not set", (d) => d.stimuliFlags.all !== "0x0" || d.stimuliFlags.any !== "0x0"],
  ["Cooldown", (_, left) => `cooldown: ${left.toFixed(2)} s left`, (d) => d.cooldown > 0],
  ["Every", (_, left) => `every: due in ${left.toFixed(2)} s`, (d) => d.every > 0],
  ["Squad", () => "squad: MOB 1 of 3", (d) => d.squad >= 0],
  ["Gate", () => "gate: NEST_WATCH 2/2 inside", (d) => d.gate >= 0],
  ["Decide", () => "Decide: 0", () => true],
];
const missing = (d) => {
  const all = Number(d.decisionFlags.all), none = Number(d.decisionFlags.none);
  const name = (set) => decisionNames.filter((_, i) => set & (1 << i))[0];
  return all ? `${name(all)} not set` : `${name(none)} set`;
};

export function moment(agent, frame) {
  const asked = frame ?? world.frame;
  const { tree, leaf, before, began } = stretch(agent, asked);
  const { decision, stimuli } = flagsOf(agent, asked);
  const path = pathOf(tree, leaf);
  const active = new Set(path);
  const was = asked === began ? new Set(pathOf(tree, before)) : active;
  const time = asked * DT;
  const at = new Map();
  const overrides = world.overrides.get(agent) ?? new Map();
  for (const p of tree.order) {
    const place = tree.places[p], d = tree.deciders[place.decider];
    const state = { place: p };
    const parent = place.parent;
    const how = overrides.get(d.name);
    if (how) state.override = how;
    if (active.has(p)) {
      const start = was.has(p) ? Math.min(began, Math.floor(asked / 500) * 500) : asked;
      Object.assign(state, { active: true, was: was.has(p), duration: Math.max(0, (asked - (p === 0 ? 0 : start)) * DT), outcome: was.has(p) ? "continued" : "entered", status: "Running" });
      if (!was.has(p)) state.words = "entered";
      if (d.policy === "Scored" || d.decide) state.value = 0.2 + ((mix(agent, p, Math.floor(asked / 4)) % 800) / 1000);
      if (d.modifiers.repeat) state.iteration = 3;
      if (d.modifiers.timeout) (state.timers ??= []).push({ kind: "timeout", left: Math.max(0, d.modifiers.timeout - state.duration), of: d.modifiers.timeout });
      if (d.behavior?.period) (state.timers ??= []).push({ kind: "period", left: d.behavior.period - ((asked * DT) % d.behavior.period), of: d.behavior.period });
    } else if (was.has(p)) {
      Object.assign(state, { was: true, outcome: "left", reason: "Interrupted", words: "left: Interrupted" });
    } else if (active.has(parent)) {
      const chosen = tree.places[parent].children.findIndex((q) => active.has(q));
      const policy = tree.deciders[tree.places[parent].decider].policy;
      const every = policy === "Scored" || policy === "Random" || policy === "Shuffle";
      if (place.index > chosen && !every) Object.assign(state, { outcome: "notReached", words: `not reached: ${nameOf(tree, tree.places[parent].children[chosen])} was chosen` });
      else if (mix(agent, p, Math.floor(asked / 90)) % 11 === 0) Object.assign(state, { outcome: "masked", words: "masked: it failed in this tick", status: "Failure" });
      else if (every && mix(agent, p, Math.floor(asked / 60)) % 2) Object.assign(state, { outcome: "accepted", value: (mix(agent, p, asked >> 3) % 600) / 1000, words: "accepted, but another was worth more" });
      else {
        const left = 4 - ((asked + p * 13) % 120) * DT;
        const [check, words] = rejections.find(([, , has], i) => has(d) && (i === 6 || mix(agent, p, i) % 3 > 0));
        Object.assign(state, { outcome: "rejected", check, words: words(d, left) });
        if (check === "Decide") state.value = 0;
        if (how === "forbidden") Object.assign(state, { check: "Override", words: "forbidden" });
      }
    }
    if (active.has(parent) && !active.has(p)) {
      const policy = tree.deciders[tree.places[parent].decider].policy;
      const passed = place.index < tree.places[parent].children.findIndex((q) => active.has(q));
      const turn = { Sequence: "done", Selector: "failed", Sequential: "turn over", SequentialLooping: "turn over", OneOff: "turn over" }[policy];
      if (passed && turn) state.turn = turn;
    }
    if (active.has(p) && ["Sequential", "OneOff", "Shuffle"].includes(d.policy)) state.children = d.policy === "Shuffle" ? "2 of 5 left in the bag" : "2 of 5 turns left";
    if (d.modifiers.limit) state.entries = `1 of ${d.modifiers.limit}`;
    if (d.cooldown || d.every) {
      const of = d.cooldown || d.every, left = of - ((asked * DT + p * 0.7) % (of * 1.6));
      if (left > 0 && !active.has(p)) (state.timers ??= []).push({ kind: d.cooldown ? "cooldown" : "every", left, of });
    }
    if (d.gate >= 0) {
      const g = tree.gates[d.gate];
      const holders = [1 + (mix(asked >> 7, d.gate) % 9000), 1 + (mix(asked >> 7, d.gate, 2) % 9000)].slice(0, g.max);
      if (active.has(p)) holders[0] = agent;
      Object.assign(state, { gate: `${g.name} ${holders.length}/${g.max}`, holders });
    }
    if (d.squad >= 0) Object.assign(state, { squad: "MOB 1 of 3, waits for 2", holders: [agent, 17] });
    if (d.behavior?.block && active.has(p)) {
      const now = (1000 + mix(agent, p) % 900 + asked * 0.35).toFixed(2), old = (1000 + mix(agent, p) % 900 + (asked - 1) * 0.35).toFixed(2);
      state.block = { type: d.behavior.block.name, size: 24, fields: [{ name: "To.X", type: "float64", now, was: old }, { name: "To.Y", type: "float64", now: "344.5" }, { name: "Steps", type: "int", now: String(asked - began), was: asked > began ? String(asked - began - 1) : "" }] };
    }
    const asks = (1e6 * (mix(p, 1) % 1000)) / 1000;
    state.cost = { asked: Math.round(asks), accepted: Math.round(asks / 7), entered: Math.round(asks / 50), ticked: place.children.length ? 0 : Math.round(asks / 3), asking: asks * 4e-9, running: asks * 9e-9, share: (mix(p, 2) % 1000) / 4000 };
    at.set(p, state);
  }
  const places = [];
  for (const p of tree.order) {
    places.push(at.get(p));
    const d = tree.deciders[tree.places[p].decider];
    if (d.slot >= 0) {
      const slot = places.length;
      const in_ = at.get(p).active;
      at.get(p).target = toy.name;
      for (const q of toy.order) places.push({ tree: toy.fingerprint, slot, place: q, ...(in_ && q < 2 ? { active: true, was: true, duration: (asked - began) * DT, outcome: "continued", status: "Running" } : in_ ? { outcome: "notReached", words: "not reached: BALL_FETCH runs" } : {}) });
    }
  }
  const text = path.map((p, i) => `*${i}:${"  ".repeat(i)}${nameOf(tree, p)} (${tree.places[p].children.length ? "Group, " + tree.deciders[tree.places[p].decider].policy : "Behavior"}) time: ${(at.get(p).duration ?? 0).toFixed(2)}`).join("\n");
  return {
    agent, name: calledOf(agent), crowd: tree === nest ? "grazers" : "wardens", tree: tree.fingerprint, frame: asked, asked, first: Math.max(0, world.frame - 1500), last: world.frame, time, dt: DT, flags: flags(decision, decisionNames), stimuli: flags(stimuli, stimuliNames), status: "Running", text,
    places,
    values: [{ key: "frights", scope: "Agent", now: String(mix(agent) % 7) }, { key: "dangerAt", scope: "Agent", now: "{412.5 88.1}", was: asked % 30 < 4 ? "{410.9 88.4}" : undefined }, { key: "way", scope: "Tree", now: `${asked % 90} of 90`, was: `${(asked % 90) - 1} of 90` }, { key: "lastMeal", scope: "Decider", decider: "EAT", now: (time - (asked % 400) * DT).toFixed(2) }],
    errors: asked % 700 < 3 ? ["EAT_GRAZE: Decide returned NaN"] : [],
    events: path.slice(0, 6).map((p, i) => ({ level: 4, depth: i, kind: "Visited", decider: nameOf(tree, p), words: `visiting ${nameOf(tree, p)}, ${(at.get(p).duration ?? 0).toFixed(2)} s` })),
    heldSet: flags(world.forced.get(agent)?.set ?? 0, decisionNames), heldClear: flags(world.forced.get(agent)?.clear ?? 0, decisionNames), recording: true,
    overrides: [...overrides].map(([decider, how]) => ({ decider, how })),
  };
}

export function why(agent, decider, frame, at) {
  const m = moment(agent, frame);
  const tree = trees.find((t) => t.fingerprint === m.tree);
  const lines = [];
  let words = "";
  for (const state of m.places.filter((s) => !s.tree)) {
    const place = tree.places[state.place], d = tree.deciders[place.decider];
    if (d.name !== decider || (at !== undefined && state.place !== at)) continue;
    words += `${place.path}: ${state.active ? `active for ${state.duration.toFixed(2)} s` : state.words ? `not active; ${state.words}` : "not active; its group is not active"}\n`;
    const check = (name, passed, text, asked = true) => lines.push({ place: state.place, check: name, passed, asked, words: text });
    let open = true;
    const has = [["DecisionFlags", d.decisionFlags.all !== "0x0" || d.decisionFlags.none !== "0x0", "Young, Hungry, Tired: none set"], ["StimuliFlags", d.stimuliFlags.any !== "0x0" || d.stimuliFlags.none !== "0x0", "HelpWanted is set, 1.42 s left"],
      ["Cooldown", d.cooldown > 0, "ready since 2.10 s"], ["Every", d.every > 0, "due"], ["Decide", true, `${d.decide ? d.decide.name : "Weight"} gave ${(state.value ?? 1).toFixed(3)}`], ["Squad", d.squad >= 0, "MOB has 3 of 3"], ["Gate", d.gate >= 0, "NEST_WATCH has 1 of 2 inside: #7"]];
    for (const [name, is, text] of has) {
      if (!is) continue;
      const failed = state.outcome === "rejected" && state.check === name;
      check(name, !failed, failed ? state.words : open ? text : "not come to", open);
      if (failed) open = false;
    }
  }
  return { agent, frame: m.frame, decider, words, lines, before: [{ place: 0, check: "interrupted", passed: true, asked: true, words: `FLEE interrupted it at frame ${m.frame - 212}` }, { place: 0, check: "last", passed: true, asked: true, words: `it ran last at frame ${m.frame - 212}, for 3.40 s` }] };
}

export function lanes(agent, from, to) {
  const lanes = new Map();
  const last = Math.min(to, world.frame);
  for (let f = Math.max(from, 0); f <= last;) {
    const s = stretch(agent, f);
    const end = Math.min(s.ends, last + 1);
    for (const p of pathOf(s.tree, s.leaf)) {
      const key = p;
      let lane = lanes.get(key);
      if (!lane) lanes.set(key, (lane = { decider: nameOf(s.tree, p), place: p, depth: s.tree.places[p].depth, leaf: s.tree.places[p].children.length === 0, spans: [] }));
      const before = lane.spans.at(-1);
      if (before && before.to === f) Object.assign(before, { to: end, end: end * DT, reason: s.ends > last ? undefined : before.reason });
      else lane.spans.push({ from: f, to: end, begin: f * DT, end: end * DT, reason: s.ends > last ? undefined : ["Interrupted", "Succeeded", "Failed"][mix(agent, s.began) % 3] });
    }
    f = Math.max(end, f + 1);
  }
  const marks = [];
  for (let f = Math.ceil(from / 45) * 45; f <= last; f += 45) if (mix(agent, f) % 3 === 0) marks.push({ frame: f, kind: mix(agent, f, 1) % 5 ? "stimulus" : "error", words: mix(agent, f, 1) % 5 ? "NoiseHeard begins" : "EAT_GRAZE: Decide returned NaN" });
  return { agent, first: Math.max(0, world.frame - 1500), last: world.frame, from, to: last, lanes: [...lanes.values()].sort((a, b) => a.depth - b.depth || a.place - b.place), marks, swings: agent % 5 === 0 ? [{ frame: last - 90, from: last - 150, words: "EAT_GRAZE, GO_HOME, EAT_GRAZE within 2.00 s" }] : [] };
}
