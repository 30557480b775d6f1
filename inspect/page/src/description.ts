// A tree as plain data: description.Tree as JSON (description/description.go). Sets of flags and hashes are hexadecimal
// text; policies and the like go by their names.

export interface Description {
  name: string; // of the root
  fingerprint: string;
  layout: string;
  size: number; // bytes of an agent's memory
  deciders: DeciderDescription[]; // each declared decider once, the root first
  places: PlaceDescription[]; // every position, by its number
  order: number[]; // places in the order of the declaration, a group before its children
  keys: KeyDescription[];
  slots: { name: string; reserve: number }[];
  gates: GateDescription[];
  squads: SquadDescription[];
}

export type Kind = "BehaviorDecider" | "GroupDecider" | "ReferenceDecider" | "SlotDecider" | "ConditionDecider";

export interface DeciderDescription {
  name: string;
  kind: Kind;
  options: string; // "DelegateDecide|Monitor", "0" for none
  decisionFlags: Check;
  stimuliFlags: Check;
  role: number;
  cooldown: number; // seconds
  every: number; // seconds
  decide: FunctionDescription | null;
  weight: number;
  squad: number; // index, -1 for none
  squadKey: FunctionDescription | null;
  canPlay?: FunctionDescription | null;
  gate: number; // index, -1 for none
  gateKey: FunctionDescription | null;
  behavior: BehaviorDescription | null;
  behaviorFlags: string;
  dblock: TypeDescription | null;
  policy: string;
  children: number[]; // indices into deciders
  margin: number;
  succeedAt: number;
  failAt: number;
  jump: string; // the target's name
  slot: number; // index, -1 for none
  modifiers: Modifiers;
  keys: number[]; // indices into Description.keys
}

export interface Check {
  all: string;
  any: string;
  none: string;
  notAll?: string;
}

export interface Modifiers {
  repeat: number; // -1 for ever
  until: string;
  timeout: number; // seconds
  outcome: string;
  limit: number;
}

export interface BehaviorDescription {
  name: string;
  activate: FunctionDescription | null;
  tick: FunctionDescription | null;
  deactivate: FunctionDescription | null;
  leave: FunctionDescription | null;
  reset: FunctionDescription | null;
  leaveTimeout: number; // seconds
  period: number; // seconds
  delayed?: boolean; // a behavior.Wait: the first Tick is after a period
  block: TypeDescription | null;
  given?: { type: string; text: string; value?: unknown }; // the parameter of a behavior.Given; value if it is plain data
  deferred: boolean;
  system: string;
}

export interface FunctionDescription {
  name: string;
  file: string; // "" where it cannot be told
  line: number;
}

export interface TypeDescription {
  name: string;
  kind: string;
  size: number;
  pointers: boolean;
  len?: number; // of an array
  fields?: FieldDescription[];
}

/** A field of a struct, or the element of an array. */
export interface FieldDescription {
  name: string; // "" for an element
  type: string;
  kind: string;
  len?: number;
  fields?: FieldDescription[];
}

export interface PlaceDescription {
  place: number;
  parent: number; // -1 for the root
  decider: number; // index into deciders
  depth: number;
  index: number; // within its group
  children: number[]; // places
  path: string;
  blockAt: number;
  blockSize: number;
}

export interface KeyDescription {
  name: string;
  scope: string;
  type: TypeDescription;
}

export interface GateDescription {
  name: string;
  max: number;
  cooldown: number;
  agentCooldown: number;
}

export interface SquadDescription {
  name: string;
  agents: number;
  roles: number[];
  keepOthers: boolean;
}
