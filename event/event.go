package event

//go:generate go tool -modfile=../tools/go.mod stringer -type=Kind,Verdict,Override -output=enum_string.go

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Label is a decider's or behavior's name and the ID made of it. It prints as NAME/0x1a2b3c4d.
type Label struct {
	Name string
	ID   uint32
}

// LabelOf returns the label of a name.
func LabelOf(name string) Label { return Label{name, engine.Hash(name)} }

func (l Label) String() string { return fmt.Sprintf("%s/0x%x", l.Name, l.ID) }

// Level is how much an observer wants to know (Spore S11): 0 nothing; 1 and 2 only what changes; 3 to 5 every
// tick, up to every decision.
type Level int

// EventKind is what an [Event] tells of. Beside each stand its level and the fields that are set, besides
// those every event has.
type Kind uint8

const (
	TickStarted      Kind = 1 + iota // 3: DecisionFlags, Stimuli
	Visited                          // 4: a decider is visited. DeciderKind, Policy, Flags, Children, Active, Duration; of a slot Target
	Asked                            // 5: a child was asked. Index, Checks, Verdict, Decided, Value, SquadKey, GateKey; of a Jump Target
	Chose                            // 5: a group has chosen among its children. Active (-1 for none)
	Continued                        // 4: the active child goes on. Index, Duration
	Entered                          // 2: a decider becomes active. Index
	Activated                        // 1: a behavior begins, just before Activate. Behavior, BehaviorFlags
	Ticking                          // 3: a behavior is about to be ticked. Behavior, BehaviorFlags, Duration
	Returned                         // 3: Activate, Tick or Leave has returned. Behavior, BehaviorFlags, Status, Activating; of Leave Reason
	Masked                           // 4: a child that finished is masked for this tick. Index, Status
	Jumped                           // 2: a Jump was accepted. Target
	Deactivated                      // 2: a behavior ends, just before Deactivate. Behavior, BehaviorFlags, Reason, Duration
	Left                             // 2: a decider is no longer active. Reason, Duration
	SubsetRuleBroken                 // 1: a group was entered and no child accepts
	Erred                            // 1: an error. Err
	TickFinished                     // 3: Status, PathLength
	Fired                            // 2: a Monitor has fired. Index
	Repeated                         // 2: an iteration has ended and another one follows. Iteration, Status
	Pending                          // 2: a child is to become active as soon as a Leave is done. Index
	Leaving                          // 3: a Leave is about to be called. Behavior, BehaviorFlags, Reason, Duration
	Exited                           // 4: a visit is over. Status; 0 where a Jump or the loop guard took over
	Plugged                          // 2: a tree was plugged into a slot. Target
	Unplugged                        // 2: a tree was taken out of a slot. Target
)

// levels of each kind; see the constants.
var levels = [...]Level{
	TickStarted: 3, Visited: 4, Asked: 5, Chose: 5, Continued: 4, Entered: 2, Activated: 1, Ticking: 3,
	Returned: 3, Masked: 4, Jumped: 2, Deactivated: 2, Left: 2, SubsetRuleBroken: 1, Erred: 1, TickFinished: 3,
	Fired: 2, Repeated: 2, Pending: 2, Leaving: 3, Exited: 4, Plugged: 2, Unplugged: 2,
}

// Level returns the level at which events of this kind are told.
func (k Kind) Level() Level {
	if int(k) < len(levels) {
		return levels[k]
	}
	return 0
}

// Verdict is how asking a decider ended: it accepted, or the first thing that said no, in the order of asking.
type Verdict uint8

const (
	Accepted            Verdict = iota // everything passed and its value is above 0
	FailedMask                         // it finished earlier in this tick
	FailedJump                         // it is a Jump whose target is active, or the branch that Jump was made from
	FailedSlot                         // it is a slot into which nothing is plugged
	FailedDecisionFlags                // its DecisionFlags check
	FailedStimuliFlags                 // its StimuliFlags check
	FailedRole                         // the agent's role in the squad is another one
	FailedLimit                        // its Limit is used up
	FailedCooldown                     // its Cooldown has not run out
	FailedEvery                        // its Every timer is not due
	FailedDecide                       // Decide or Weight gave 0 or less, or no finite number, or Decide called Fail
	FailedChildren                     // it delegates, and no child would accept
	FailedTarget                       // it is a Jump, and its target rejected or is masked
	FailedSquad                        // its squad is not complete yet
	FailedGate                         // its gate is full or cooling down
	FailedOverride                     // a tool forbids it: Memory.Override
)

// Checks is the set of preconditions a decider has: one bit for each of FailedDecisionFlags, FailedStimuliFlags,
// FailedRole, FailedLimit, FailedCooldown, FailedEvery, FailedSquad and FailedGate; or [DecideAlone].
type Checks uint16

// DecideAlone are the Checks of a decider whose preconditions were not asked, only its Decide: before a
// redecide (CallDecideOnRedecide), and for the active child of a Scored group.
const DecideAlone Checks = 1

// Has reports whether the precondition of that verdict is among them.
func (c Checks) Has(v Verdict) bool { return v != Accepted && c&(1<<v) != 0 }

// Event is one thing that happened in a tick. It is plain data of no type parameter, and is reused: an
// observer must copy what it keeps.
type Event struct {
	Kind    Kind
	Agent   world.AgentID
	Frame   uint64
	Time    float64 // of the tick, seconds
	DT      float64 // of the tick, seconds
	Depth   int     // of the decider, 0 for the root; for TickStarted and TickFinished 0
	Place   int     // of the decider, in the tree's order
	Decider Label   // it is about; for Erred the one whose code ran
	Tree    Label   // the root of the tree Place counts in: the agent's own, or one that is plugged in
	Nested  bool    // it is one that is plugged in

	DecisionFlags declaration.DecisionFlags
	Stimuli       stimuli.Flags
	DeciderKind   declaration.Kind
	Policy        declaration.Policy
	Flags         declaration.Flags
	Children      int // how many; 0 for a leaf
	Active        int // index of the active or chosen child, of several the first; -1 for none
	Index         int // of the decider within its group, 0 for the root
	Checks        Checks
	Verdict       Verdict
	Value         float64  // what Decide returned, or stood in for it; 0 where it was not reached
	Decided       bool     // Decide was called, or Weight stood in for it: Value counts
	Override      Override // of Asked: what the decider is held to by Memory.Override
	SquadKey      uint64   // of Asked: the key that SquadKey gave; 0 without one, and where the squad was not asked for
	GateKey       uint64   // of Asked: the key that GateKey gave; 0 without one, and where the gate was not asked for
	Target        Label    // of a Jump; of a slot, and of Plugged and Unplugged, the root of what is plugged in, zero for nothing
	Behavior      Label    // zero where the decider has none
	BehaviorFlags behavior.Flags
	Activating    bool // of Returned: by Activate, not Tick or Leave
	Status        behavior.Status
	Reason        behavior.Reason
	Duration      float64 // seconds the decider has been active
	Iteration     int     // of Repeat: the one that ended, 1 for the first
	PathLength    int     // deciders active at the end
	Err           error
}

// Observer is told what happens in an agent's ticks. It is called in the goroutine that ticks, in the middle
// of it: it must be quick and must not tick, reset or close the memory. One that panics is dropped, and the tick
// goes on and returns that as an error.
type Observer interface {
	// ObserveLevel returns how much the observer wants of this agent. It is asked at the start of each
	// tick and of whatever else is done with a memory between ticks (Reset, Close, ResetBelow, Plug, Unplug), so it
	// may change; below 1 the tick runs as if unobserved.
	ObserveLevel(world.AgentID) Level
	// Observe gets each event up to that level.
	Observe(*Event)
}
