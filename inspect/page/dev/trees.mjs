// Trees that are made up for developing the page: one like the demo's, and one of 300 deciders.

export const decisionNames = ["Dead", "Young", "Hungry", "Starving", "Sated", "Tired", "Hurt", "Night", "AtHome", "EnemySeen"];
export const stimuliNames = ["HitTaken", "HelpWanted", "GrowlHeard", "NoiseHeard", "InvitedToPlay", "Winded", "Enraged", "Cried", "Laid", "Played"];

const bits = (list, names) => "0x" + (list ?? "").split("|").filter(Boolean).reduce((sum, name) => sum | (1 << names.indexOf(name)), 0).toString(16);

const watch = () => ({ name: "GUARD_WATCH", policy: "SequentialLooping", decide: "watchGoesOn", options: "CallDecideOnRedecide", children: [
  { name: "WATCH_PATROL", behavior: "PATROL", block: "nest.patrolling" }, shared.lookOut] });
const shared = {
  lookOut: { name: "LOOK_OUT", behavior: "LOOK_OUT", block: "nest.looking", every: 2.5 },
  eatAtHome: { name: "EAT_AT_HOME", decide: "foodAtHome", behavior: "EAT", block: "nest.meal", none: "Sated" },
  warnOff: { name: "WARN_OFF", behavior: "GROWL", cooldown: 6, snone: "Winded", decide: "farEnough" },
};

const nest = { name: "ROOT", children: [
  { name: "DIE", all: "Dead", behavior: "DIE" },
  { name: "CORNERED", sall: "HitTaken|Winded", decide: "enemyClose", behavior: "FIGHT", block: "nest.fight" },
  { name: "FLEE", all: "EnemySeen", snone: "Enraged", decide: "afraid", options: "DelegateDecide", policy: "Sequential", children: [
    { name: "FLEE_CRY", snone: "Cried", decide: "someoneNear", behavior: "CRY" },
    { name: "FLEE_RUN", decide: "threat", dblock: "nest.Threat", behavior: "RUN", block: "nest.running" }] },
  { name: "STARVING", all: "Starving", jump: "EAT" },
  { name: "MOB", squad: 0, none: "Young", decide: "braveEnough", children: [
    { name: "MOB_GATHER", options: "Barrier", behavior: "GATHER", block: "nest.way" },
    { name: "MOB_LEFT", role: 1, behavior: "FLANK", block: "nest.way" },
    { name: "MOB_FRONT", role: 2, behavior: "CHARGE", block: "nest.way" }] },
  { name: "GUARD_NEST", none: "Young|Hungry|Tired", decide: "nestNeedsMe", gate: 0, behavior: "NOTIFY_NEST", children: [
    { name: "GUARD_DEFEND", all: "EnemySeen", options: "DelegateDecide", children: [
      { name: "GUARD_FIGHT", decide: "enemyClose", behavior: "FIGHT", block: "nest.fight" }, shared.warnOff] },
    { name: "GUARD_BROOD", decide: "eggsAreCold", behavior: "BROOD" },
    shared.eatAtHome,
    { name: "GUARD_DUTY", policy: "Selector", repeat: -1, children: [
      { name: "INVESTIGATE", options: "Monitor", sall: "NoiseHeard", policy: "Sequence", children: [
        { name: "INVESTIGATE_GO", behavior: "APPROACH", block: "nest.way", timeout: 12 }, { name: "INVESTIGATE_SNIFF", behavior: "SNIFF" }] },
      watch()] }] },
  { name: "HELP", none: "Young|Hurt|Hungry", sany: "HelpWanted|GrowlHeard", snone: "Winded|Cried", options: "DelegateDecide", children: [
    { name: "HELP_FIGHT", decide: "enemyClose", behavior: "FIGHT", block: "nest.fight" }, shared.warnOff,
    { name: "HELP_GO", decide: "called", dblock: "nest.Call", behavior: "HELP", block: "nest.way" }] },
  { name: "CHORES", all: "AtHome", none: "Young|Night|Hungry", every: 10, policy: "OneOff", children: [
    { name: "STOCK_UP", policy: "Sequence", behavior: "HAUL", children: [{ name: "STOCK_UP_SEARCH", behavior: "SEARCH", block: "nest.search" }, { name: "STOCK_UP_PICK", behavior: "PICK" }] },
    { name: "CHORE_LAY", snone: "Laid", decide: "canLay", behavior: "LAY_EGG", limit: 3 },
    { name: "CHORE_TURN_EGGS", decide: "eggsAtHome", behavior: "TURN_EGGS" }, { name: "CHORE_TIDY", behavior: "TIDY" }] },
  { name: "LIVE", policy: "Scored", margin: 0.15, children: [
    { name: "EAT", decide: "hunger", policy: "Sequential", children: [
      shared.eatAtHome, { name: "BACK_TO_FOOD", behavior: "FIND_WAY", deferred: "PATHS", block: "nest.way" }, { name: "EAT_SEARCH", decide: "noFoodSeen", behavior: "SEARCH", block: "nest.search" },
      { name: "EAT_MEAL", decide: "foodInSight", policy: "Concurrent", children: [
        { name: "EAT_GRAZE", decide: "foodSeen", dblock: "nest.Meal", behavior: "GRAZE", block: "nest.grazing" }, { name: "EAT_LOOK_UP", none: "Young", behavior: "LOOK_UP", period: 2 }] }] },
    { name: "SLEEP", decide: "sleepiness", policy: "Sequential", children: [
      { name: "GO_HOME", behavior: "FIND_WAY", deferred: "PATHS", block: "nest.way" }, { name: "SLEEP_LIE_DOWN", behavior: "SLEEP", leave: 1.5 }] },
    { name: "PLAY", decide: "playfulness", snone: "Played", policy: "Random", children: [
      { name: "PLAY_INVITE", decide: "someoneNear", behavior: "INVITE" }, { name: "PLAY_TOY", slot: 0 },
      { name: "PLAY_FLIP", behavior: "FROLIC", weight: 1 }, { name: "PLAY_ROLL", behavior: "FROLIC", weight: 2 }, { name: "PLAY_DANCE", behavior: "FROLIC", weight: 1 }] },
    { name: "IDLE", weight: 0.15, policy: "Shuffle", children: [
      { name: "IDLE_STROLL", weight: 2, behavior: "STROLL", block: "nest.way" }, { name: "IDLE_SCRATCH", behavior: "SCRATCH" }, shared.lookOut] }] },
] };

const toy = { name: "BALL", policy: "Sequence", children: [
  { name: "BALL_FETCH", behavior: "FETCH", block: "nest.way" }, { name: "BALL_THROW", behavior: "THROW", cooldown: 1 }] };

// warden has 300 deciders: seven duties of about forty, one block of them shared.
function warden() {
  const rest = { name: "REST", policy: "Shuffle", children: [{ name: "REST_SIT", behavior: "SIT" }, { name: "REST_SMOKE", behavior: "SMOKE", cooldown: 20 }, { name: "REST_CHAT", behavior: "CHAT", gate: 1 }] };
  const policies = ["PrioritizedList", "Selector", "Sequential", "Scored", "Random", "Sequence"];
  const places = ["WALL", "GATE", "TOWER", "YARD", "CELLAR", "BRIDGE", "HALL"];
  const verbs = ["WALK", "LOOK", "CALL", "CLIMB", "WAIT", "SIGNAL"];
  const children = places.map((place, i) => ({ name: `DUTY_${place}`, every: i === 2 ? 8 : 0, none: i % 3 === 0 ? "Tired" : "", decide: `needs${place[0]}${place.slice(1).toLowerCase()}`, behavior: "ON_DUTY", policy: policies[i % 6], children: [
    ...verbs.map((verb, j) => ({ name: `${place}_${verb}`, policy: policies[(i + j) % 6], cooldown: j === 3 ? 4 : 0, decide: j % 2 ? `can${verb[0]}${verb.slice(1).toLowerCase()}` : "", children: [
      ...Array.from({ length: i < 2 ? 6 : 5 }, (_, k) => ({ name: `${place}_${verb}_${k + 1}`, behavior: verb, block: k % 2 ? "keep.step" : "", all: k === 4 ? "Night" : "", weight: k === 1 ? 2 : 0 }))] })),
    rest] }));
  children.push({ name: "DREAM", behavior: "DREAM" });
  return { name: "WARDEN", policy: "Scored", children };
}

/** Makes a decider.Description of a declaration like those above. */
export function describe(root, fingerprint) {
  const d = { name: root.name, fingerprint, layout: fingerprint, size: 0, deciders: [], places: [], order: [], keys: [], slots: [], gates: [], squads: [] };
  const index = new Map();
  const fn = (name, i) => (name ? { name: `nest.${name}`, file: "demo/nest/deciders.go", line: 20 + i * 7 } : null);
  const decider = (of) => {
    if (index.has(of)) return index.get(of);
    const i = d.deciders.length;
    index.set(of, i);
    const out = {
      name: of.name, kind: of.children ? "GroupDecider" : of.jump ? "ReferenceDecider" : of.slot !== undefined ? "SlotDecider" : "BehaviorDecider", options: of.options ?? "0",
      decisionFlags: { all: bits(of.all, decisionNames), any: bits(of.any, decisionNames), none: bits(of.none, decisionNames) },
      stimuliFlags: { all: bits(of.sall, stimuliNames), any: bits(of.sany, stimuliNames), none: bits(of.snone, stimuliNames) },
      role: of.role ?? 0, cooldown: of.cooldown ?? 0, every: of.every ?? 0, decide: fn(of.decide, i), weight: of.weight ?? 0, squad: of.squad ?? -1, squadKey: null, gate: of.gate ?? -1, gateKey: null,
      behavior: of.behavior ? { name: of.behavior, activate: fn(`${of.behavior.toLowerCase()}Activate`, i), tick: fn(`${of.behavior.toLowerCase()}Tick`, i), deactivate: null, leave: of.leave ? fn("leave", i) : null, reset: null,
        leaveTimeout: of.leave ?? 0, period: of.period ?? 0, block: of.block ? { name: of.block, kind: "struct", size: 24, pointers: false } : null, deferred: !!of.deferred, system: of.deferred ?? "" } : null,
      behaviorFlags: "0x0", dblock: of.dblock ? { name: of.dblock, kind: "struct", size: 16, pointers: false } : null, policy: of.policy ?? "PrioritizedList",
      children: [], margin: of.margin ?? 0, succeedAt: 0, failAt: 0, jump: of.jump ?? "", slot: of.slot ?? -1,
      modifiers: { repeat: of.repeat ?? 0, until: "UntilDone", timeout: of.timeout ?? 0, outcome: "AsIs", limit: of.limit ?? 0 }, keys: [],
    };
    d.deciders.push(out);
    out.children = (of.children ?? []).map(decider);
    return i;
  };
  decider(root);
  // As the engine numbers places: the children of a group have successive ones.
  d.places.push({ place: 0, parent: -1, decider: 0, depth: 0, index: 0, children: [], path: root.name, blockAt: -1, blockSize: 0 });
  for (let p = 0; p < d.places.length; p++) {
    const at = d.places[p];
    d.deciders[at.decider].children.forEach((child, i) => {
      at.children.push(d.places.length);
      d.places.push({ place: d.places.length, parent: p, decider: child, depth: at.depth + 1, index: i, children: [], path: `${at.path} > ${d.deciders[child].name}`, blockAt: -1, blockSize: d.deciders[child].behavior?.block ? 24 : 0 });
    });
  }
  const walk = (p) => (d.order.push(p), d.places[p].children.forEach(walk));
  walk(0);
  return d;
}

export const trees = [describe(nest, "0x6b1f0c55a2d37e01"), describe(warden(), "0x91d2c07be4410f33"), describe(toy, "0x2fe1aa05c9b1d704")];
for (const tree of trees) {
  tree.gates = [{ name: "NEST_WATCH", max: 2, cooldown: 1, agentCooldown: 0 }, { name: "BENCH", max: 3, cooldown: 0, agentCooldown: 5 }];
  tree.squads = [{ name: "MOB", agents: 3, roles: [1, 2, 3], keepOthers: false }];
  tree.slots = [{ name: "TOY", reserve: 512 }];
}
