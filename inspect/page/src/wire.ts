// Written by dev/mirror.mjs from internal/wire, which documents the types. Do not edit.

import type { Description } from "./description.ts";

// Problem is the body of every answer to a failed request.
export interface Problem {
  error: string; // what is wrong and what to do
  code: string; // one of the Problem… constants
}

// Flags are a set of flags: decision flags, stimuli flags, BehaviorFlags.
export interface Flags {
  bits: string; // "0x1f"
  names?: string[]; // of the set bits, lowest first; "bit 7" for one without a name
}

// Hello describes the game or recording. GET /api/hello; and the event "hello", which comes first and again whenever
// anything but Frame and Time has changed.
export interface Hello {
  version: number;
  title: string; // of the game, or of the recording
  seed?: string; // of the world; "" for agents without one
  recording: string; // the requested name; "" for the game
  live: boolean; // a game is running; only then are control, act, breakpoint and the stream of use
  can: Capabilities;
  frame: number; // the world's current one, or the recording's last
  first: number; // the first recorded frame
  time: number;
  agents: number;
  crowds: CrowdInfo[];
  trees: Tree[];
  names: Names;
  named: number; // the version of AgentNames
  leaves: string[]; // names of deciders that SceneView.What refers to; the list only grows
  control: Control;
  breakpoints: Breakpoint[];
  recordings: string[]; // names for ?recording=, the newest last
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

// Limits are the server's limits.
export interface Limits {
  upload: number; // of a recording, in bytes
  page: number; // agents of one GET /api/agents
  watched: number; // agents a page may watch at once
  frames: number; // of a fork
  worlds: number; // of a sweep
  swept: number; // frames of all worlds of a sweep together
}

// Names are the names of flags, by bit; "" for a bit without a name.
export interface Names {
  decision: string[];
  stimuli: string[];
  behavior: string[];
}

// CrowdInfo describes a crowd, or without a name all single agents.
export interface CrowdInfo {
  name: string;
  tree: string; // fingerprint; "" for the single agents, which may have several
  agents: number;
}

// Tree is a tree that agents run or have plugged in.
export interface Tree {
  fingerprint: string; // hexadecimal
  name: string; // of its root
  description: Description; // a description.Tree
}

// Control is the state of the world's clock. It also answers POST /api/control.
export interface Control {
  paused: boolean;
  speed: number; // 0.1 to 16; 1 is the game's own
  frame: number; // of the world at that time
  stopped?: Hit; // the breakpoint that paused it
}

// Hit is a breakpoint that was hit.
export interface Hit {
  breakpoint: number; // its ID
  agent: number;
  frame: number;
  decider: string; // "" for a flag or stimulus
  words: string; // "GUARD_NEST of Ogg #7 has ended: Failed"
}

// Breakpoint pauses the world after the frame in which something happens, or writes a line into the log instead. What
// happens counts as a hit if all its conditions hold.
export interface Breakpoint {
  id: number; // given by the server
  on: string; // activated, deactivated, failed, flag, stimulus or value
  agent?: number; // 0 for all
  decider?: string; // its name, for activated, deactivated and failed
  flags?: string; // hexadecimal: any of these, for flag and stimulus
  value?: Watched; // of value; all but decide need an agent
  is?: string; // of value: <, <=, =, !=, >, >= or changes. It hits when that becomes so
  to?: string; // of value: a number, or with = and != also text
  crowd?: string; // a condition: only agents of this crowd
  tree?: string; // a condition: only agents whose tree has this root
  with?: string; // a condition, hexadecimal: all these decision flags are set in the tick
  after?: number; // hits that do nothing at first
  every?: number; // then only each so manieth does; 0 and 1 for each
  log?: boolean; // write a line instead of pausing
  values?: Watched[]; // written with it
  hits: number; // so far
}

// Log has the last lines of log points. GET /api/log?since=: those after that number, 0 for all that are held.
export interface Log {
  next: number; // for the next since
  dropped: number; // lines that came before the first and are not held any more
  lines: LogLine[];
}

// LogLine is a hit of a log point.
export interface LogLine {
  number: number; // from 1
  breakpoint: number;
  agent: number;
  frame: number;
  decider?: string;
  words: string;
}

// Moment is an agent in one tick. GET /api/agent/{id}?frame=N (without frame: the last), and the event "agent". If
// the agent slept in that frame, Frame is that of its last tick before.
export interface Moment {
  agent: number;
  name?: string; // the agent's
  crowd: string;
  tree: string; // fingerprint
  frame: number;
  asked: number; // the requested frame
  first: number; // the agent's recorded frames
  last: number;
  time: number;
  dt: number;
  flags: Flags; // decision flags of the tick
  stimuli: Flags; // stimuli flags at the start of the tick
  status: string; // of the root's visit: Running, Success, Failure, ""
  text: string; // DebugPrintState of the active path
  places: PlaceState[]; // the whole tree in the order of the declaration, plugged trees after their slot
  values: Value[]; // of the blackboard
  errors: string[];
  events?: EventLine[]; // of the tick, in order
  overrides: Override[]; // forced and forbidden deciders at present; none for a recording
  heldSet: Flags; // decision flags that are held set at present
  heldClear: Flags;
  recording: boolean; // false: the agent is recorded only from now on, since there are too many; the rest is empty
  problem?: Problem; // the tick could not be executed again; the rest is empty
}

// PlaceState is one decider at one position. At rest only Place is set, and Tree in a plugged tree.
export interface PlaceState {
  tree?: string; // fingerprint of the plugged tree; "" for the agent's own
  slot?: number; // index into Places, plus 1, of that tree's slot
  place: number; // index into its Description's Places
  active?: boolean;
  was?: boolean; // active before the tick
  duration?: number; // seconds it has been active
  outcome?: string; // in this tick, see the Outcome… constants; "" if it was not considered
  check?: string; // that failed: DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, …
  words?: string; // the outcome, short: "cooldown: 2.30 left"
  value?: number; // Decide's, if it was called
  status?: string; // of its visit: Running, Success, Failure
  reason?: string; // why it ended in this tick
  timers?: Timer[];
  gate?: string; // "GRENADE 1/1 [Ogg #7], inside"
  squad?: string;
  holders?: number[]; // of its gate; members of its squad
  block?: Block;
  iteration?: number; // of a Repeat
  resting?: boolean;
  leaving?: boolean;
  pending?: string; // the child a group enters after a Leave
  turn?: string; // in its group: done, failed, turn over, awaited
  children?: string; // what a group has stored about its children: "2 of 5 turns left"
  waiting?: string; // of a group: "gate GRENADE to enter THROW"
  entries?: string; // of a decider with a Limit: "2 of 3"
  target?: string; // of a slot: the root of the plugged tree
  override?: string; // forced or forbidden
  cost?: Cost; // of the game's profile; nil without one
}

// Cost is a place's part of the game's profile, of all agents that it profiles and from its beginning on.
export interface Cost {
  asked: number; // times
  accepted: number; // times
  entered: number; // times
  ticked: number; // times
  asking: number; // seconds
  running: number; // seconds, of its behavior
  share: number; // of both in the time of all ticks, 0 to 1
}

// Timer is a running timer.
export interface Timer {
  kind: string; // cooldown, every, period, leave, timeout, gate
  left: number; // seconds; never below 0
  of?: number;
}

// Block is a behavior's memory.
export interface Block {
  type: string;
  size: number;
  hidden?: boolean; // its type has pointers, so its bytes are not recorded
  fields: Field[];
}

// Field is a part of a block.
export interface Field {
  name: string; // "Target.X" for a nested one
  type: string;
  now: string;
  was?: string; // before the tick, if it differs
}

// Value is a blackboard value.
export interface Value {
  key: string;
  scope: string; // agent, tree or decider
  decider?: string; // for scope decider
  now: string;
  was?: string; // before the tick, if it differs
}

// EventLine is an event of a tick as text.
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
  first: number; // of the agent's recorded frames
  last: number;
  from: number; // of the range of this answer
  to: number;
  lanes: Lane[]; // by depth, then in the order of the declaration
  marks: Mark[]; // by frame
  swings: Swing[];
}

// Lane is the history of one decider.
export interface Lane {
  decider: string;
  place: number;
  tree?: string;
  depth: number;
  leaf: boolean;
  spans: Span[];
}

// Span is a time in which a decider was active: from the tick of frame From to that of frame To.
export interface Span {
  from: number;
  to: number;
  begin: number; // seconds
  end: number;
  reason?: string; // why it ended; "" if it goes on
}

// Mark is an event in one frame.
export interface Mark {
  frame: number;
  kind: string; // stimulus, flag, error, operation, override, breakpoint
  words: string;
}

// Swing is an oscillation: A, B, A within a short time.
export interface Swing {
  frame: number; // of the last change
  from: number;
  words: string;
}

// Why explains why a decider runs or does not. GET /api/agent/{id}/why?decider=NAME&frame=N; with place and tree (a
// fingerprint) for one place of a decider that has several.
export interface Why {
  agent: number;
  frame: number;
  decider: string;
  words: string; // the text of why.Explain
  lines: WhyLine[];
  before: WhyLine[]; // what interrupted it, when it ran last, and oscillations
}

// WhyLine is one check with its value.
export interface WhyLine {
  place: number;
  check: string;
  passed: boolean;
  asked: boolean; // false: an earlier check had failed
  words: string;
}

// Plots are values of an agent over time. GET /api/agent/{id}/values?watch=&from=&to=, in which watch is a JSON list of
// Watched.
export interface Plots {
  agent: number;
  first: number; // of the agent's recorded frames
  last: number;
  from: number; // of the range of this answer
  to: number;
  series: Series[]; // in the order of the request
}

// Watched names a value of an agent.
export interface Watched {
  kind: string; // one of the Watch… constants
  decider?: string; // of key only if it is not ""
  name?: string; // of the key or field
}

// Series is a value over time.
export interface Series {
  samples: Sample[]; // at the first frame, and where it changes
}

// Sample is a value from a frame on.
export interface Sample {
  frame: number;
  known: boolean;
  text?: string;
  number?: number; // nil for a value that is no number
}

// Finding is a line of the answer to GET /api/find?query=&frame=&limit=, which has one for each step of the search, as
// JSON. The query is one of package query; a time in it counts back from the frame, or from the last one. The last line has
// Found or Problem. A page that closes the connection ends the search.
export interface Finding {
  done: number; // agents searched so far
  agents: number; // to be searched
  hits: number; // so far
  found?: Found;
  problem?: Problem;
}

// Found is what a query found.
export interface Found {
  query: string; // as package query writes it
  from: number; // the frames that were searched
  to: number;
  begin: number; // seconds
  end: number;
  searched: number; // agents
  unrecorded: number; // agents that could not be searched, since nothing is recorded of them
  agents: number; // agents with a hit
  hits: Run[]; // by frame, then by agent
  all: number; // hits, including those beyond the limit
  bins: Bin[];
  heat?: Heat; // where the agents were when a hit began; nil where no scene is held
  unsound: number; // agents of which a tick could not be executed again
  words?: string; // about the first of those
}

// Run is a run of an agent's ticks with the outcome of the query.
export interface Run {
  agent: number;
  name?: string; // the agent's
  decider: string;
  path: string; // names from the agent's root
  place: number;
  tree?: string; // fingerprint of the plugged tree; "" for the agent's own
  from: number; // frames
  to: number;
  begin: number; // seconds
  end: number;
  ticks: number;
  by?: string; // the check that said no, how it began, or why it ended or was not asked
  words: string; // of package why, about the first tick
}

// Bin is a part of the time, with the agents that have a hit in it.
export interface Bin {
  from: number;
  to: number;
  agents: number;
}

// Completions propose how a query can go on, and say what is wrong with it. GET /api/find/complete?query=
export interface Completions {
  completions: Completion[];
  wrong?: Wrong; // nil for a sound query
}

// Completion takes the place of the query's text from a character on.
export interface Completion {
  from: number; // in UTF-16 units, as JavaScript counts
  text: string;
}

// Wrong is the part of a query that is wrong, and what to write instead.
export interface Wrong {
  from: number; // in UTF-16 units
  to: number;
  words: string;
}

// Welcome gives the page its name for POST /api/watch.
export interface Welcome {
  client: string;
}

// Frame is the state of the world.
export interface Frame {
  frame: number;
  first: number; // the first recorded frame
  time: number; // the world's
  agents: number;
  rate: number; // frames in a second of real time
  spent: number; // share of the process's processor time that the inspector took lately, all in all, 0 to 1
  spentBy: Spent;
  named: number; // the version of AgentNames
  logged: number; // lines of Log so far
  held: number; // changes of Held so far
  missed: number; // events this page has missed so far by reading slowly
  control: Control;
}

// Spent is the share of the process's processor time that each part of the inspector took lately, 0 to 1. If the process uses
// less than one processor, it is the share of one.
export interface Spent {
  frame: number; // between frames
  server: number; // updates of pages, and answers to what pages ask by themselves
  recording: number; // within agents' ticks, estimated
  saving: number; // checkpoints
  asked: number; // what a person asked for: forks, downloads, uploads
}

// Watch selects what a page is sent. POST /api/watch; each replaces the one before. Answered by {}.
export interface Watch {
  client: string;
  agents: number[]; // moments of these
  scene: boolean;
  crowd: boolean;
  level?: string; // of moments: "" with Events, "brief" without them
  heat?: string; // the decider for CrowdView.Heat; "" for all agents
}

// ControlRequest is POST /api/control. Do is pause, go, step or speed.
export interface ControlRequest {
  do: string;
  steps?: number; // of step: frames until the world pauses, 1 to 1000; 0 is 1
  speed?: number; // of speed, 0.1 to 16
}

// BreakpointRequest is POST /api/breakpoint, answered by Breakpoints. Do is add, remove or clear (all).
export interface BreakpointRequest {
  do: string;
  breakpoint: Breakpoint; // of remove: its ID
}

// Breakpoints lists all breakpoints.
export interface Breakpoints {
  breakpoints: Breakpoint[];
}

// Act acts on an agent. POST /api/act, answered by Done or a Problem. Do is one of
//
//	stimulate  Stimuli (one kind), Seconds
//	flag       Set, Clear
//	force      Decider, Groups
//	forbid     Decider
//	free       Decider, Groups: ends force and forbid; "" for all deciders
//	release    ends all that the agent is held to: force, forbid, flags; of all agents if Agent is 0
//	reset
//	value      Key, Decider, Field, Text: sets a part of a blackboard value, in a fork alone
export interface Act {
  do: string;
  agent: number;
  decider?: string;
  groups?: string[]; // of force and free of a Decider: at once with it, such as those that lead to it
  stimuli?: string; // hexadecimal
  seconds?: number; // that the stimulus lasts; 0 is until the next frame
  set?: string; // decision flags, hexadecimal
  clear?: string;
  key?: string; // of value; Decider is whose value it is, for scope decider
  field?: string; // "At.X", "Seen[3]"; "" for a value without fields
  text?: string; // the new value
}

// Held are the agents that pages, or the game, hold to something. GET /api/held
export interface Held {
  agents: HeldAgent[]; // by ID
  more: number; // further agents
}

// HeldAgent is what one agent is held to.
export interface HeldAgent {
  agent: number;
  set: Flags; // decision flags
  clear: Flags;
  deciders: Override[];
}

// Done says when an act was done: after this frame, so the next one is the first to see it.
export interface Done {
  frame: number;
}

// ForkRequest is POST /api/fork: return to the end of Frame, make the changes, and run on. It may take seconds and
// does not affect the game's world.
export interface ForkRequest {
  frame: number;
  changes: Act[]; // applied after Frame
  frames: number; // number of frames to run
  seed?: number; // of chance in the fork; 0 leaves it
}

// SweepRequest is POST /api/sweep: forks the game many times from one frame, with the same changes, and asks each world whether
// a decider of an agent becomes active. It is answered by lines of JSON, each a Sweep.
export interface SweepRequest {
  frame: number;
  changes: Act[];
  frames: number;
  agent: number;
  decider: string;
  worlds: number;
  seed?: number; // of the first world; the others' follow; 0 is 1
  later?: number; // frames by which each world makes the changes later than the one before; then chance is the game's
}

// Sweep is how far a sweep has come.
export interface Sweep {
  of: number; // worlds
  yes: number; // of those that are done
  worlds: SweptWorld[]; // done since the line before, in the order in which they were
  over: boolean; // this is the last line
  original: boolean; // the answer of what happened; known at the end
  words: string; // the result in a sentence or two, at the end
  problem?: Problem; // it has failed; this is the last line
}

// SweptWorld is one world of a sweep. A fork with its Seed and After repeats it.
export interface SweptWorld {
  number: number;
  seed: number;
  after: number;
  yes: boolean;
  frame: number; // in which the decider became active; 0 for never
}

// Fork is the result of a fork or of a comparison: where Recording differs from Original. The server holds both, under those
// names. GET /api/compare?recording=A&with=B compares two that it holds; "" for A is the game.
export interface Fork {
  recording: string;
  original: string; // "" for the game
  fork: boolean; // false for a comparison
  title: string; // of Recording
  changes: string[]; // of a fork, in words
  from: number; // of a fork the frame after which it was changed; of a comparison the first frame of both
  to: number;
  agents: number; // that differ
  of: number; // compared
  differences: Difference[];
  more: boolean; // there are further differences
  notes: string[]; // what cannot be compared, and why
}

// Difference is a difference between two runs, in the order of frames.
export interface Difference {
  agent: number;
  name?: string; // the agent's
  frame: number;
  first: boolean; // of this agent
  what: string; // as history.Difference.What
  again: boolean; // they differed before and agree from here on
  decider?: string;
  a: string; // in the run without the change
  b: string; // in the fork
}

// Divergence says where an agent's ways in two recordings part, and why. GET /api/agent/{id}/differs?recording=A&with=B
export interface Divergence {
  agent: number;
  first?: Difference; // null if they do not differ
  decider: string; // of the first decision that differs; "" for none
  place: number; // of Decider
  frame: number; // of that decision
  a: Side;
  b: Side;
  words: string;
}

// Side is one of the two ticks of a Divergence.
export interface Side {
  frame: number;
  slept: boolean; // the agent was not ticked in the frame of the decision: Frame is its last tick before
  words: string; // why, in a sentence or two
  lines: SideLine[]; // each condition
  active: boolean;
}

// SideLine is a condition of one side.
export interface SideLine {
  check: string;
  passed: boolean;
  asked: boolean; // false: an earlier check had failed
  words: string;
  differs: boolean; // the other side has another value
}

// Ghosts are the agents that are elsewhere in a fork than without its change. GET /api/ghosts?recording=FORK&frame=N&agent=ID
export interface Ghosts {
  frame: number; // of the positions: N, or the last one before it that is known
  ghosts: Ghost[]; // the agent asked about first
  more: boolean; // there are further ones
}

// Ghost is an agent's position in a fork, and without the change.
export interface Ghost {
  agent: number;
  in: string; // both, fork or original: the run that has the agent
  x: number; // in the fork
  y: number;
  fromX: number; // without the change
  fromY: number;
}

// Opened answers POST /api/open, whose body is the bytes of a recording.
export interface Opened {
  recording: string; // for ?recording=
  agents: number;
  first: number;
  last: number;
}

// Agents is a part of the list of agents, in the order of their IDs. GET
// /api/agents?query=&decider=&flag=&stimulus=&crowd=&frame=&offset=&limit=
//
// With frame it is the list of that frame: who was alive, and what each did at its end.
//
// query is a part of an agent's text ("Ogg #7"), of a crowd's name or of an active decider's name; decider is the exact
// name of an active decider; flag and stimulus are hexadecimal sets whose flags must all be set.
export interface Agents {
  frame: number; // of the list
  total: number; // matching agents
  all: number; // all agents
  indexed: number; // agents the list has so far; it fills up at the start
  unrecorded: number;
  offset: number;
  agents: AgentRow[];
}

// AgentRow is an agent in the list.
export interface AgentRow {
  agent: number;
  name?: string;
  crowd: string;
  tree: string;
  path: string[]; // names of active deciders from the root to the leaf
  leaf: string;
  status: string;
  flags: Flags;
  stimuli: Flags;
  recorded: boolean; // its past is recorded; in a past frame: it was recorded then
}

// AgentNames are names of agents. GET /api/names?since=VERSION: those that were given after that version, 0 for all.
export interface AgentNames {
  version: number; // for the next since
  all: boolean; // no other agent has a name
  agents: number[];
  names: string[]; // of Agents, in their order; "" for one that has lost its name
}

// CrowdView is what many agents do. GET /api/crowd?heat=DECIDER&frame=N, and the event "crowd". For many agents it is
// gathered over several frames, except in the past: there it is exactly that of the frame. Flows of the past take as long again:
// they are there with flows=1 alone.
export interface CrowdView {
  frame: number; // at the end of gathering
  began: number; // at its start
  agents: number; // counted
  unrecorded: number; // agents that were there in a past frame and were not recorded, so they are not counted
  sampled: number; // agents whose flows are known
  counts: Count[]; // most first
  flows: Flow[]; // most first
  heat?: Heat;
}

// Count is the number of agents in a decider.
export interface Count {
  decider: string;
  place: number;
  tree: string;
  leaf: boolean;
  agents: number;
}

// Flow is the number of agents that went from one leaf to another in the last second of the world.
export interface Flow {
  from: string; // "" if nothing was active
  to: string;
  agents: number;
}

// Heat is the number of agents in each cell of a grid over the map.
export interface Heat {
  x: number; // of the first cell's corner
  y: number;
  cell: number; // side
  columns: number;
  rows: number;
  counts: number[]; // row by row
  most: number;
}

// SceneView is the world from above. GET /api/scene?frame=N: the last one up to that frame, with what agents did in it; and the event "scene". Creatures come in columns:
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
  of: number; // all creatures: more than Count if there are too many to send
  roster: number;
  ids?: string; // float64 each; absent in the stream if Roster has not changed
  xy: string; // float32, two each
  what: string; // uint16 each: index into Hello.Leaves of its leaf; 65535 for none
  sizes: string; // float32 each: its diameter; "" if Size is that of all
  size: number;
  groups: string; // uint8 each: index into Palette of a second colour (kind, team); "" if all are 0
  palette?: string[];
  backdrop: number; // version of Behind
  behind?: Shape[]; // absent in the stream if Backdrop has not changed
  shapes: Shape[]; // in front of the creatures, new in each scene
}

// Shape is something that the game has drawn. Colour is a word that suits light and dark pages (inspect.ColourGround
// and so on) or "#rrggbb".
export interface Shape {
  kind: string; // circle, rectangle, line, polygon, text, grid
  colour: string;
  points: number[]; // x, y, …: the centre; two corners; ends; corners; the anchor; the first corner
  r?: number; // circle: radius. line: width. text: height. grid: side of a cell
  text?: string; // a text's words; for others the label shown when pointed at
  fill?: boolean;
  columns?: number; // of a grid
  cells?: string; // of a grid: base64, a byte each, row by row; index into Colours
  colours?: string[]; // of a grid; "" draws nothing
}

// Notes are what people wrote about the game or a recording. GET /api/notes. They are saved in the recording's file.
export interface Notes {
  notes: Note[]; // by frame, then in the order of writing
}

// Note is about all that it names: a frame, an agent, a decider.
export interface Note {
  id: number; // given by the server
  frame?: number; // 0 for none
  agent?: number; // 0 for none
  decider?: string; // its name; "" for none
  words?: string; // "" for a bookmark
}

// NoteRequest is POST /api/note?recording=NAME, answered by Notes. Do is add, change (what has the ID) or remove (the ID).
export interface NoteRequest {
  do: string;
  note: Note;
}
