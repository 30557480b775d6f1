// Written by dev/mirror.mjs from internal/wire, which documents the types. Do not edit.

import type { Description } from "./description.ts";

// Problem is the body of every answer that is no success.
export interface Problem {
  error: string; // in words: what is wrong, and what to do
  code: string; // one of the Problem… constants
}

// Flags are a set of flags: decision flags, stimuli flags, BehaviorFlags.
export interface Flags {
  bits: string; // "0x1f"
  names?: string[]; // of the bits that are set, lowest first; "bit 7" where one has no name
}

// Hello is what a page begins with. GET /api/hello, and the event "hello", which comes first and again whenever
// something of it has changed, but for Frame and Time.
export interface Hello {
  version: number;
  title: string; // of the game, or of the recording
  recording: string; // the name that was asked for; "" for the game
  live: boolean; // a game is running: control, act, breakpoint and the stream mean something
  can: Capabilities;
  frame: number; // of the world; of a recording its last
  first: number; // the first frame of which anything is held
  time: number;
  agents: number;
  crowds: CrowdInfo[];
  trees: Tree[];
  names: Names;
  leaves: string[]; // what Scene.What and CrowdView count by: deciders' names. It only grows
  control: Control;
  breakpoints: Breakpoint[];
  recordings: string[]; // that ?recording= may name, the newest last
  limits: Limits;
}

// Capabilities are what this server can do.
export interface Capabilities {
  control: boolean; // pause, step, speed, breakpoints, acts
  scene: boolean; // the game draws its world
  fork: boolean; // the game gives hooks that save and load it
  download: boolean; // GET /api/recording
  open: boolean; // POST /api/open
}

// Limits are what the server takes, so that a page can say so beforehand.
export interface Limits {
  upload: number; // bytes of a recording
  page: number; // agents of one GET /api/agents
  watched: number; // agents a page may watch at once
  frames: number; // a fork may run on for
}

// Names are those of flags, by bit; "" for a bit without one.
export interface Names {
  decision: string[];
  stimuli: string[];
  behavior: string[];
}

// CrowdInfo is a crowd, or with no name the agents that live on their own.
export interface CrowdInfo {
  name: string;
  tree: string; // fingerprint; "" for the single agents, which may have several
  agents: number;
}

// Tree is a tree some agent runs, or has plugged in.
export interface Tree {
  fingerprint: string; // hexadecimal
  name: string; // of its root
  description: Description; // a decider.Description
}

// Control is how the world goes. POST /api/control answers it.
export interface Control {
  paused: boolean;
  speed: number; // 1: as the game has it; 0.1 to 16
  frame: number; // the world's when this was so
  stopped?: Hit; // the breakpoint that paused it
}

// Hit is a breakpoint that came to pass.
export interface Hit {
  breakpoint: number; // its ID
  agent: number;
  frame: number;
  decider: string; // that it happened to; "" for a flag or stimulus
  words: string; // "GUARD_NEST of agent 7 ended: Failed"
}

// Breakpoint pauses the world after the frame in which something happens.
export interface Breakpoint {
  id: number; // given by the server
  on: string; // activated, deactivated, failed, flag or stimulus
  agent?: number; // 0 for all
  decider?: string; // its name, for the first three
  flags?: string; // hexadecimal: any of these appearing, for the last two
  hits: number; // so far
}

// Moment is an agent in one tick. GET /api/agent/{id}?frame=N (without frame: the last), and the event "agent".
// Where the agent was not ticked in that frame, as it slept, Frame is that of its last tick before.
export interface Moment {
  agent: number;
  crowd: string;
  tree: string; // fingerprint
  frame: number;
  asked: number; // the frame that was asked for
  first: number; // the agent's frames that can be had
  last: number;
  time: number;
  dt: number;
  flags: Flags; // decision flags it was ticked with
  stimuli: Flags; // stimuli flags when the tick began
  status: string; // of the root's visit: Running, Success, Failure, ""
  text: string; // DebugPrintState of the active path
  places: PlaceState[]; // all of the tree in the order of the declaration, plugged trees after their slot
  values: Value[]; // of the blackboard
  errors: string[];
  events?: EventLine[]; // of the tick, in order
  overrides: Override[]; // deciders that are forced or forbidden just now; of a recording none
  heldSet: Flags; // decision flags it is held to just now, whatever the game says
  heldClear: Flags;
  recording: boolean; // false: too many agents, it is recorded from now on, as somebody asks about it; the rest is empty
  problem?: Problem; // it could not be re-executed; then the rest is empty
}

// PlaceState is one decider at one position. Only Place, and Tree for a plugged one, stand there where it is at rest.
export interface PlaceState {
  tree?: string; // fingerprint of the plugged tree it is in; "" for the agent's own
  slot?: number; // index into Places, plus 1, of the slot that tree is plugged into
  place: number; // index into its Description's Places
  active?: boolean;
  was?: boolean; // active before the tick
  duration?: number; // seconds it has been active
  outcome?: string; // of this tick, see the Outcome… constants; "" where nobody came by
  check?: string; // of a rejection: DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, …
  words?: string; // the outcome, short: "cooldown: 2.30 left"
  value?: number; // Decide's, where it was called
  status?: string; // of its visit: Running, Success, Failure
  reason?: string; // why it ended in this tick
  timers?: Timer[];
  gate?: string; // "GRENADE 1/1 [#7], inside"
  squad?: string;
  holders?: number[]; // of its gate; members of its squad
  block?: Block;
  iteration?: number; // of a Repeat
  resting?: boolean;
  leaving?: boolean;
  pending?: string; // what a group enters when a Leave is done
  target?: string; // of a slot: the root of what is plugged in
  override?: string; // forced or forbidden
}

// Timer is one that runs down.
export interface Timer {
  kind: string; // cooldown, every, period, leave, timeout, gate
  left: number; // seconds; never below 0
  of?: number;
}

// Block is a behavior's memory.
export interface Block {
  type: string;
  size: number;
  hidden?: boolean; // it holds pointers: its bytes are not recorded
  fields: Field[];
}

// Field is one of a block, or of a value.
export interface Field {
  name: string; // "Target.X" for a nested one
  type: string;
  now: string;
  was?: string; // before the tick, where that is another
}

// Value is a blackboard value.
export interface Value {
  key: string;
  scope: string; // agent, tree or decider
  decider?: string; // of scope decider: whose
  now: string;
  was?: string; // before the tick, where that is another
}

// EventLine is one event of a tick as text.
export interface EventLine {
  level: number;
  depth: number;
  kind: string;
  decider: string;
  words: string;
}

// Override is a decider that is forced or forbidden for an agent.
export interface Override {
  decider: string;
  how: string; // forced or forbidden
}

// Lanes are an agent's past. GET /api/agent/{id}/lanes?from=&to=
export interface Lanes {
  agent: number;
  first: number; // what can be had
  last: number;
  from: number; // what these are of
  to: number;
  lanes: Lane[]; // by depth, then in the order of the declaration
  marks: Mark[]; // by frame
  swings: Swing[];
}

// Lane is a decider's line.
export interface Lane {
  decider: string;
  place: number;
  tree?: string;
  depth: number;
  leaf: boolean;
  spans: Span[];
}

// Span is a stretch in which it was active: after frame From up to before the end of frame To.
export interface Span {
  from: number;
  to: number;
  begin: number; // seconds
  end: number;
  reason?: string; // why it ended; "" where it goes on
}

// Mark is something at one frame.
export interface Mark {
  frame: number;
  kind: string; // stimulus, flag, error, operation, override, breakpoint
  words: string;
}

// Swing is an agent going to and fro: A, B, A within a short time.
export interface Swing {
  frame: number; // of the last change
  from: number;
  words: string;
}

// Why is why a decider runs, or does not. GET /api/agent/{id}/why?decider=NAME&frame=N; with place and tree (fingerprint) it is
// of that one place, where the decider has several.
export interface Why {
  agent: number;
  frame: number;
  decider: string;
  words: string; // all of it, as why.Explain says it
  lines: WhyLine[];
  before: WhyLine[]; // who interrupted it, when it ran last, what made it swing
}

// WhyLine is one check with its value.
export interface WhyLine {
  place: number;
  check: string;
  passed: boolean;
  asked: boolean; // false: it was not come to
  words: string;
}

// Welcome is the first event of a stream, "welcome": what the page is called from now on.
export interface Welcome {
  client: string;
}

// Frame is how far the world is.
export interface Frame {
  frame: number;
  first: number; // the first frame of which anything is held
  time: number; // the world's, seconds
  agents: number;
  rate: number; // frames of the world in a second of real time
  spent: number; // share of the game's time that Frame took lately, 0 to 1
  missed: number; // what this page has missed by reading slowly, in all
  control: Control;
}

// Watch is what a page wants to be sent. POST /api/watch; each replaces the one before. Answered by {}.
export interface Watch {
  client: string;
  agents: number[]; // moments of these
  scene: boolean;
  crowd: boolean;
  level?: string; // of moments: "" with Events, "brief" without
  heat?: string; // decider that CrowdView.Heat counts; "" for all agents
}

// ControlRequest is POST /api/control. Do is pause, go, step or speed.
export interface ControlRequest {
  do: string;
  steps?: number; // of step: how many frames, 1 to 1000; 0 is 1. The world is paused after them
  speed?: number; // of speed, 0.1 to 16
}

// BreakpointRequest is POST /api/breakpoint, answered by Breakpoints. Do is add, remove or clear (all).
export interface BreakpointRequest {
  do: string;
  breakpoint: Breakpoint; // of remove: its ID
}

// Breakpoints are all there are.
export interface Breakpoints {
  breakpoints: Breakpoint[];
}

// Act is something done to an agent. POST /api/act, answered by Done or a Problem. Do is
//
//	stimulate  Stimuli (one kind), Seconds
//	flag       Set, Clear
//	force      Decider
//	forbid     Decider
//	free       Decider: neither forced nor forbidden; "" for all of the agent's
//	reset
export interface Act {
  do: string;
  agent: number;
  decider?: string;
  stimuli?: string; // hexadecimal
  seconds?: number; // the stimulus lasts; 0 until the next frame
  set?: string; // decision flags, hexadecimal
  clear?: string;
}

// Done tells when something was done: after this frame, so that the next one is the first to see it.
export interface Done {
  frame: number;
}

// ForkRequest is POST /api/fork: go back to after Frame, make the changes, and run on. It may take seconds; the
// game's world is not touched.
export interface ForkRequest {
  frame: number;
  changes: Act[]; // stimulate and flag always; the others where the game's hooks can
  frames: number; // to run on for
}

// Fork is what a fork came to. Its recording is held by the server under its name.
export interface Fork {
  recording: string;
  from: number;
  to: number;
  agents: number; // that differ
  differences: Difference[];
  more: boolean; // there are more than these
}

// Difference is one in which two runs are not the same, in the order of frames.
export interface Difference {
  agent: number;
  frame: number;
  first: boolean; // of this agent
  what: string; // input, decision, path, …: a history.What
  again: boolean; // they differed before, and from here on do so no longer
  decider?: string;
  a: string; // in the run without the change
  b: string; // in the fork
}

// Opened is what POST /api/open answers, whose body is the recording's bytes.
export interface Opened {
  recording: string; // for ?recording=
  agents: number;
  first: number;
  last: number;
}

// Agents is a part of the list of agents, in the order of their IDs. GET /api/agents?query=&decider=&flag=&stimulus=&crowd=&offset=&limit=
//
// query is a part of an ID, of a crowd's name or of an active decider's; decider the exact name of an active one;
// flag and stimulus hexadecimal, all of which are set.
export interface Agents {
  frame: number; // the list is of
  total: number; // that match
  all: number; // that there are
  indexed: number; // that the list knows so far; it fills in the first moments
  offset: number;
  agents: AgentRow[];
}

// AgentRow is an agent in the list.
export interface AgentRow {
  agent: number;
  crowd: string;
  tree: string;
  path: string[]; // names of active deciders from the root to the leaf
  leaf: string;
  status: string;
  flags: Flags;
  stimuli: Flags;
  recorded: boolean; // its past can be had
}

// CrowdView is what many agents do. GET /api/crowd?heat=DECIDER, and the event "crowd". With many agents it is gathered
// over several frames.
export interface CrowdView {
  frame: number; // when gathering ended
  began: number; // and began
  agents: number; // counted
  sampled: number; // of how many flows are known
  counts: Count[]; // most first
  flows: Flow[]; // most first
  heat?: Heat;
}

// Count is how many agents are in a decider.
export interface Count {
  decider: string;
  place: number;
  tree: string;
  leaf: boolean;
  agents: number;
}

// Flow is how many agents have gone from one leaf to another in the last second of the world.
export interface Flow {
  from: string; // "" for: nothing was active
  to: string;
  agents: number;
}

// Heat is how many agents are where, in a grid over the map.
export interface Heat {
  x: number; // of the first cell's corner
  y: number;
  cell: number; // side
  columns: number;
  rows: number;
  counts: number[]; // row by row
  most: number;
}

// SceneView is the world from above. GET /api/scene?frame=N, and the event "scene". Creatures are told in columns:
// standard base64 of little-endian numbers, in the order of the roster.
export interface SceneView {
  frame: number;
  time: number;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  yDown: boolean; // y grows downwards on the screen
  count: number; // creatures
  of: number; // that there are: more than Count where it was too many to tell
  roster: number;
  ids?: string; // float64 each; absent in the stream where Roster is that of the scene before
  xy: string; // float32, two each
  what: string; // uint16 each: index into Hello.Leaves of the leaf it is in; 65535 for none
  sizes: string; // float32 each, of its diameter; "" where Size is that of all
  size: number;
  groups: string; // uint8 each: index into Palette, of a second colour (kind, team); "" where all are 0
  palette?: string[];
  backdrop: number; // version of Shapes behind
  behind?: Shape[]; // absent in the stream where Backdrop is that of the scene before
  shapes: Shape[]; // before the creatures, new in each scene
}

// Shape is a thing the game has drawn. Colour is a word that suits light and dark pages (see the Colour… constants) or
// "#rrggbb".
export interface Shape {
  kind: string; // circle, rectangle, line, polygon, text, grid
  colour: string;
  points: number[]; // x, y, …: the centre; two corners; ends; corners; the anchor; the first corner
  r?: number; // circle: radius. line: width. text: height. grid: side of a cell
  text?: string; // text; of others a label shown when pointed at
  fill?: boolean;
  columns?: number; // of a grid
  cells?: string; // of a grid: base64, a byte each, row by row; index into Colours
  colours?: string[]; // of a grid; "" for nothing there
}
