package wire

// Moment is an agent in one tick. GET /api/agent/{id}?frame=N (without frame: the last), and the event "agent". If
// the agent slept in that frame, Frame is that of its last tick before.
type Moment struct {
	Agent     uint64       `json:"agent"`
	Name      string       `json:"name,omitempty"` // the agent's
	Crowd     string       `json:"crowd"`
	Tree      string       `json:"tree"` // fingerprint
	Frame     uint64       `json:"frame"`
	Asked     uint64       `json:"asked"` // the requested frame
	First     uint64       `json:"first"` // the agent's recorded frames
	Last      uint64       `json:"last"`
	Time      float64      `json:"time"`
	DT        float64      `json:"dt"`
	Flags     Flags        `json:"flags"`   // decision flags of the tick
	Stimuli   Flags        `json:"stimuli"` // stimuli flags at the start of the tick
	Status    string       `json:"status"`  // of the root's visit: Running, Success, Failure, ""
	Text      string       `json:"text"`    // DebugPrintState of the active path
	Places    []PlaceState `json:"places"`  // the whole tree in the order of the declaration, plugged trees after their slot
	Values    []Value      `json:"values"`  // of the blackboard
	Errors    []string     `json:"errors"`
	Events    []EventLine  `json:"events,omitempty"` // of the tick, in order
	Overrides []Override   `json:"overrides"`        // forced and forbidden deciders at present; none for a recording
	HeldSet   Flags        `json:"heldSet"`          // decision flags that are held set at present
	HeldClear Flags        `json:"heldClear"`
	Recording bool         `json:"recording"`         // false: the agent is recorded only from now on, since there are too many; the rest is empty
	Problem   *Problem     `json:"problem,omitempty"` // the tick could not be executed again; the rest is empty
}

// PlaceState is one decider at one position. At rest only Place is set, and Tree in a plugged tree.
type PlaceState struct {
	Name string `json:"-"` // the decider's, for the server

	Tree      string   `json:"tree,omitempty"` // fingerprint of the plugged tree; "" for the agent's own
	Slot      int      `json:"slot,omitempty"` // index into Places, plus 1, of that tree's slot
	Place     int      `json:"place"`          // index into its Description's Places
	Active    bool     `json:"active,omitempty"`
	Was       bool     `json:"was,omitempty"`      // active before the tick
	Duration  float64  `json:"duration,omitempty"` // seconds it has been active
	Outcome   string   `json:"outcome,omitempty"`  // in this tick, see the Outcome… constants; "" if it was not considered
	Check     string   `json:"check,omitempty"`    // that failed: DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, …
	Words     string   `json:"words,omitempty"`    // the outcome, short: "cooldown: 2.30 left"
	Value     *float64 `json:"value,omitempty"`    // Decide's, if it was called
	Status    string   `json:"status,omitempty"`   // of its visit: Running, Success, Failure
	Reason    string   `json:"reason,omitempty"`   // why it ended in this tick
	Timers    []Timer  `json:"timers,omitempty"`
	Gate      string   `json:"gate,omitempty"` // "GRENADE 1/1 [Ogg #7], inside"
	Squad     string   `json:"squad,omitempty"`
	Holders   []uint64 `json:"holders,omitempty"` // of its gate; members of its squad
	Block     *Block   `json:"block,omitempty"`
	Iteration int      `json:"iteration,omitempty"` // of a Repeat
	Resting   bool     `json:"resting,omitempty"`
	Leaving   bool     `json:"leaving,omitempty"`
	Pending   string   `json:"pending,omitempty"`  // the child a group enters after a Leave
	Turn      string   `json:"turn,omitempty"`     // in its group: done, failed, turn over, awaited
	Children  string   `json:"children,omitempty"` // what a group has stored about its children: "2 of 5 turns left"
	Waiting   string   `json:"waiting,omitempty"`  // of a group: "gate GRENADE to enter THROW"
	Entries   string   `json:"entries,omitempty"`  // of a decider with a Limit: "2 of 3"
	Target    string   `json:"target,omitempty"`   // of a slot: the root of the plugged tree
	Override  string   `json:"override,omitempty"` // forced or forbidden
	Cost      *Cost    `json:"cost,omitempty"`     // of the game's profile; nil without one
}

// Cost is a place's part of the game's profile, of all agents that it profiles and from its beginning on.
type Cost struct {
	Asked    int64   `json:"asked"`    // times
	Accepted int64   `json:"accepted"` // times
	Entered  int64   `json:"entered"`  // times
	Ticked   int64   `json:"ticked"`   // times
	Asking   float64 `json:"asking"`   // seconds
	Running  float64 `json:"running"`  // seconds, of its behavior
	Share    float64 `json:"share"`    // of both in the time of all ticks, 0 to 1
}

// Values of PlaceState.Outcome.
const (
	OutcomeEntered    = "entered"    // it accepted and became active
	OutcomeContinued  = "continued"  // it was active and still is
	OutcomeAccepted   = "accepted"   // it accepted, but another child was entered
	OutcomeRejected   = "rejected"   // by Check
	OutcomeMasked     = "masked"     // it finished earlier in this tick
	OutcomeNotReached = "notReached" // its group chose an earlier child
	OutcomeLeft       = "left"       // it was active and ended
	OutcomeWaits      = "waits"      // it becomes active when the running child has left, or when its gate or squad lets it in
	OutcomeJumped     = "jumped"     // a Jump that led elsewhere
)

// Timer is a running timer.
type Timer struct {
	Kind string  `json:"kind"` // cooldown, every, period, leave, timeout, gate
	Left float64 `json:"left"` // seconds; never below 0
	Of   float64 `json:"of,omitempty"`
}

// Block is a behavior's memory.
type Block struct {
	Type   string  `json:"type"`
	Size   int     `json:"size"`
	Hidden bool    `json:"hidden,omitempty"` // its type has pointers, so its bytes are not recorded
	Fields []Field `json:"fields"`
}

// Field is a part of a block.
type Field struct {
	Name string `json:"name"` // "Target.X" for a nested one
	Type string `json:"type"`
	Now  string `json:"now"`
	Was  string `json:"was,omitempty"` // before the tick, if it differs
}

// Value is a blackboard value.
type Value struct {
	Key     string `json:"key"`
	Scope   string `json:"scope"`             // agent, tree or decider
	Decider string `json:"decider,omitempty"` // for scope decider
	Now     string `json:"now"`
	Was     string `json:"was,omitempty"` // before the tick, if it differs
}

// EventLine is an event of a tick as text.
type EventLine struct {
	Level   int    `json:"level"`
	Depth   int    `json:"depth"`
	Kind    string `json:"kind"`
	Decider string `json:"decider"`
	Words   string `json:"words"`
}

// Override is a decider that is forced or forbidden for an agent.
type Override struct {
	Decider string `json:"decider"`
	How     string `json:"how"` // forced or forbidden
}

// Lanes are an agent's past. GET /api/agent/{id}/lanes?from=&to=
type Lanes struct {
	Agent  uint64  `json:"agent"`
	First  uint64  `json:"first"` // of the agent's recorded frames
	Last   uint64  `json:"last"`
	From   uint64  `json:"from"` // of the range of this answer
	To     uint64  `json:"to"`
	Lanes  []Lane  `json:"lanes"` // by depth, then in the order of the declaration
	Marks  []Mark  `json:"marks"` // by frame
	Swings []Swing `json:"swings"`
}

// Lane is the history of one decider.
type Lane struct {
	Decider string `json:"decider"`
	Place   int    `json:"place"`
	Tree    string `json:"tree,omitempty"`
	Depth   int    `json:"depth"`
	Leaf    bool   `json:"leaf"`
	Spans   []Span `json:"spans"`
}

// Span is a time in which a decider was active: from the tick of frame From to that of frame To.
type Span struct {
	From   uint64  `json:"from"`
	To     uint64  `json:"to"`
	Begin  float64 `json:"begin"` // seconds
	End    float64 `json:"end"`
	Reason string  `json:"reason,omitempty"` // why it ended; "" if it goes on
}

// Mark is an event in one frame.
type Mark struct {
	Frame uint64 `json:"frame"`
	Kind  string `json:"kind"` // stimulus, flag, error, operation, override, breakpoint
	Words string `json:"words"`
}

// Swing is an oscillation: A, B, A within a short time.
type Swing struct {
	Frame uint64 `json:"frame"` // of the last change
	From  uint64 `json:"from"`
	Words string `json:"words"`
}

// Why explains why a decider runs or does not. GET /api/agent/{id}/why?decider=NAME&frame=N; with place and tree (a
// fingerprint) for one place of a decider that has several.
type Why struct {
	Agent   uint64    `json:"agent"`
	Frame   uint64    `json:"frame"`
	Decider string    `json:"decider"`
	Words   string    `json:"words"` // the text of why.Explain
	Lines   []WhyLine `json:"lines"`
	Before  []WhyLine `json:"before"` // what interrupted it, when it ran last, and oscillations
}

// WhyLine is one check with its value.
type WhyLine struct {
	Place  int    `json:"place"`
	Check  string `json:"check"`
	Passed bool   `json:"passed"`
	Asked  bool   `json:"asked"` // false: an earlier check had failed
	Words  string `json:"words"`
}

// Plots are values of an agent over time. GET /api/agent/{id}/values?watch=&from=&to=, in which watch is a JSON list of
// Watched.
type Plots struct {
	Agent  uint64   `json:"agent"`
	First  uint64   `json:"first"` // of the agent's recorded frames
	Last   uint64   `json:"last"`
	From   uint64   `json:"from"` // of the range of this answer
	To     uint64   `json:"to"`
	Series []Series `json:"series"` // in the order of the request
}

// Watched names a value of an agent.
type Watched struct {
	Kind    string `json:"kind"`              // one of the Watch… constants
	Decider string `json:"decider,omitempty"` // of key only if it is not ""
	Name    string `json:"name,omitempty"`    // of the key or field
}

// Values of Watched.Kind.
const (
	WatchKey       = "key"       // a blackboard value
	WatchField     = "field"     // of the block of a decider's behavior
	WatchDecide    = "decide"    // what a Decide gave, which is also the score in a Scored group
	WatchEntries   = "entries"   // of a decider with a Limit
	WatchIteration = "iteration" // of a Repeat
)

// Series is a value over time.
type Series struct {
	Samples []Sample `json:"samples"` // at the first frame, and where it changes
}

// Sample is a value from a frame on.
type Sample struct {
	Frame  uint64   `json:"frame"`
	Known  bool     `json:"known"`
	Text   string   `json:"text,omitempty"`
	Number *float64 `json:"number,omitempty"` // nil for a value that is no number
}
