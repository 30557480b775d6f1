package wire

// Moment is an agent in one tick. GET /api/agent/{id}?frame=N (without frame: the last), and the event "agent".
// Where the agent was not ticked in that frame, as it slept, Frame is that of its last tick before.
type Moment struct {
	Agent     uint64       `json:"agent"`
	Crowd     string       `json:"crowd"`
	Tree      string       `json:"tree"` // fingerprint
	Frame     uint64       `json:"frame"`
	Asked     uint64       `json:"asked"` // the frame that was asked for
	First     uint64       `json:"first"` // the agent's frames that can be had
	Last      uint64       `json:"last"`
	Time      float64      `json:"time"`
	DT        float64      `json:"dt"`
	Flags     Flags        `json:"flags"`   // decision flags it was ticked with
	Stimuli   Flags        `json:"stimuli"` // stimuli flags when the tick began
	Status    string       `json:"status"`  // of the root's visit: Running, Success, Failure, ""
	Text      string       `json:"text"`    // DebugPrintState of the active path
	Places    []PlaceState `json:"places"`  // all of the tree in the order of the declaration, plugged trees after their slot
	Values    []Value      `json:"values"`  // of the blackboard
	Errors    []string     `json:"errors"`
	Events    []EventLine  `json:"events,omitempty"` // of the tick, in order
	Overrides []Override   `json:"overrides"`        // deciders that are forced or forbidden just now; of a recording none
	HeldSet   Flags        `json:"heldSet"`          // decision flags it is held to just now, whatever the game says
	HeldClear Flags        `json:"heldClear"`
	Recording bool         `json:"recording"`         // false: too many agents, it is recorded from now on, as somebody asks about it; the rest is empty
	Problem   *Problem     `json:"problem,omitempty"` // it could not be re-executed; then the rest is empty
}

// PlaceState is one decider at one position. Only Place, and Tree for a plugged one, stand there where it is at rest.
type PlaceState struct {
	Name string `json:"-"` // the decider's, for the server

	Tree      string   `json:"tree,omitempty"` // fingerprint of the plugged tree it is in; "" for the agent's own
	Slot      int      `json:"slot,omitempty"` // index into Places, plus 1, of the slot that tree is plugged into
	Place     int      `json:"place"`          // index into its Description's Places
	Active    bool     `json:"active,omitempty"`
	Was       bool     `json:"was,omitempty"`      // active before the tick
	Duration  float64  `json:"duration,omitempty"` // seconds it has been active
	Outcome   string   `json:"outcome,omitempty"`  // of this tick, see the Outcome… constants; "" where nobody came by
	Check     string   `json:"check,omitempty"`    // of a rejection: DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, …
	Words     string   `json:"words,omitempty"`    // the outcome, short: "cooldown: 2.30 left"
	Value     *float64 `json:"value,omitempty"`    // Decide's, where it was called
	Status    string   `json:"status,omitempty"`   // of its visit: Running, Success, Failure
	Reason    string   `json:"reason,omitempty"`   // why it ended in this tick
	Timers    []Timer  `json:"timers,omitempty"`
	Gate      string   `json:"gate,omitempty"` // "GRENADE 1/1 [#7], inside"
	Squad     string   `json:"squad,omitempty"`
	Holders   []uint64 `json:"holders,omitempty"` // of its gate; members of its squad
	Block     *Block   `json:"block,omitempty"`
	Iteration int      `json:"iteration,omitempty"` // of a Repeat
	Resting   bool     `json:"resting,omitempty"`
	Leaving   bool     `json:"leaving,omitempty"`
	Pending   string   `json:"pending,omitempty"`  // what a group enters when a Leave is done
	Target    string   `json:"target,omitempty"`   // of a slot: the root of what is plugged in
	Override  string   `json:"override,omitempty"` // forced or forbidden
}

// What became of a decider in a tick.
const (
	OutcomeEntered    = "entered"    // it accepted, and became active
	OutcomeContinued  = "continued"  // it was active and goes on
	OutcomeAccepted   = "accepted"   // it accepted, and was not entered: another one was
	OutcomeRejected   = "rejected"   // by Check
	OutcomeMasked     = "masked"     // it finished earlier in this tick
	OutcomeNotReached = "notReached" // its group was visited, and chose before it came to it
	OutcomeLeft       = "left"       // it was active, and ended
	OutcomeWaits      = "waits"      // it was chosen, and becomes active when what runs has left
	OutcomeJumped     = "jumped"     // a Jump that led elsewhere
)

// Timer is one that runs down.
type Timer struct {
	Kind string  `json:"kind"` // cooldown, every, period, leave, timeout, gate
	Left float64 `json:"left"` // seconds; never below 0
	Of   float64 `json:"of,omitempty"`
}

// Block is a behavior's memory.
type Block struct {
	Type   string  `json:"type"`
	Size   int     `json:"size"`
	Hidden bool    `json:"hidden,omitempty"` // it holds pointers: its bytes are not recorded
	Fields []Field `json:"fields"`
}

// Field is one of a block, or of a value.
type Field struct {
	Name string `json:"name"` // "Target.X" for a nested one
	Type string `json:"type"`
	Now  string `json:"now"`
	Was  string `json:"was,omitempty"` // before the tick, where that is another
}

// Value is a blackboard value.
type Value struct {
	Key     string `json:"key"`
	Scope   string `json:"scope"`             // agent, tree or decider
	Decider string `json:"decider,omitempty"` // of scope decider: whose
	Now     string `json:"now"`
	Was     string `json:"was,omitempty"` // before the tick, where that is another
}

// EventLine is one event of a tick as text.
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
	First  uint64  `json:"first"` // what can be had
	Last   uint64  `json:"last"`
	From   uint64  `json:"from"` // what these are of
	To     uint64  `json:"to"`
	Lanes  []Lane  `json:"lanes"` // by depth, then in the order of the declaration
	Marks  []Mark  `json:"marks"` // by frame
	Swings []Swing `json:"swings"`
}

// Lane is a decider's line.
type Lane struct {
	Decider string `json:"decider"`
	Place   int    `json:"place"`
	Tree    string `json:"tree,omitempty"`
	Depth   int    `json:"depth"`
	Leaf    bool   `json:"leaf"`
	Spans   []Span `json:"spans"`
}

// Span is a stretch in which it was active: after frame From up to before the end of frame To.
type Span struct {
	From   uint64  `json:"from"`
	To     uint64  `json:"to"`
	Begin  float64 `json:"begin"` // seconds
	End    float64 `json:"end"`
	Reason string  `json:"reason,omitempty"` // why it ended; "" where it goes on
}

// Mark is something at one frame.
type Mark struct {
	Frame uint64 `json:"frame"`
	Kind  string `json:"kind"` // stimulus, flag, error, operation, override, breakpoint
	Words string `json:"words"`
}

// Swing is an agent going to and fro: A, B, A within a short time.
type Swing struct {
	Frame uint64 `json:"frame"` // of the last change
	From  uint64 `json:"from"`
	Words string `json:"words"`
}

// Why is why a decider runs, or does not. GET /api/agent/{id}/why?decider=NAME&frame=N; with place and tree (fingerprint) it is
// of that one place, where the decider has several.
type Why struct {
	Agent   uint64    `json:"agent"`
	Frame   uint64    `json:"frame"`
	Decider string    `json:"decider"`
	Words   string    `json:"words"` // all of it, as why.Explain says it
	Lines   []WhyLine `json:"lines"`
	Before  []WhyLine `json:"before"` // who interrupted it, when it ran last, what made it swing
}

// WhyLine is one check with its value.
type WhyLine struct {
	Place  int    `json:"place"`
	Check  string `json:"check"`
	Passed bool   `json:"passed"`
	Asked  bool   `json:"asked"` // false: it was not come to
	Words  string `json:"words"`
}
