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

// Label is the name of a decider or behavior and the ID made from it. It prints as NAME/0x1a2b3c4d.
type Label struct {
	Name string
	ID   uint32
}

// LabelOf returns the label of a name.
func LabelOf(name string) Label { return Label{name, engine.Hash(name)} }

// String returns NAME/0x1a2b3c4d.
func (l Label) String() string { return fmt.Sprintf("%s/0x%x", l.Name, l.ID) }

// Level is how much an observer receives (Spore S11): 0 nothing; 1 and 2 only changes; 3 to 5 every tick, up to
// every decision. An observer receives the events of its level and below.
type Level int

// Kind is what an [Event] is about. The comments below give its level and the fields that are set beside those of
// every event.
type Kind uint8

const (
	TickStarted      Kind = 1 + iota // 3: the tick begins. DecisionFlags, Stimuli
	Visited                          // 4: a visit of a decider begins. DeciderKind, Policy, Options, Children, Active, Duration; of a slot Target
	Asked                            // 5: a child was asked. Index, Checks, Verdict, Decided, Value, SquadKey, CanPlay, GateKey; of a Jump Target
	Chose                            // 5: a group has chosen a child. Active (-1 for none)
	Continued                        // 4: the active child goes on. Index, Duration
	Entered                          // 2: a decider becomes active. Index
	Activated                        // 1: a behavior begins, just before Activate. Behavior, BehaviorFlags
	Ticking                          // 3: a behavior is about to be ticked. Behavior, BehaviorFlags, Duration
	Returned                         // 3: Activate, Tick or Leave has returned. Behavior, BehaviorFlags, Status, Activating; of Leave Reason
	Masked                           // 4: a child that has ended is masked for this tick. Index, Status
	Jumped                           // 2: a Jump was accepted. Target
	Deactivated                      // 2: a behavior ends, just before Deactivate. Behavior, BehaviorFlags, Reason, Duration
	Left                             // 2: a decider is no longer active. Reason, Duration
	SubsetRuleBroken                 // 1: a group was entered, and none of its children accepts
	Erred                            // 1: an error of the tick. Err
	TickFinished                     // 3: the tick is over. Status, PathLength
	Fired                            // 2: a Monitor has fired. Index
	Repeated                         // 2: an iteration of a Repeat has ended, and another follows. Iteration, Status
	Pending                          // 2: a child becomes active as soon as a Leave is done. Index
	Leaving                          // 3: a behavior's Leave is about to be called. Behavior, BehaviorFlags, Reason, Duration
	Exited                           // 4: a visit is over. Status; 0 if a Jump or the loop guard took over
	Plugged                          // 2: a tree was plugged into a slot. Target
	Unplugged                        // 2: a tree was unplugged from a slot. Target
	Waiting                          // 4: a group with nothing active waits for the gate or squad of a child. Index
)

// levels are the levels of the kinds; see the constants.
var levels = [...]Level{
	TickStarted: 3, Visited: 4, Asked: 5, Chose: 5, Continued: 4, Entered: 2, Activated: 1, Ticking: 3,
	Returned: 3, Masked: 4, Jumped: 2, Deactivated: 2, Left: 2, SubsetRuleBroken: 1, Erred: 1, TickFinished: 3,
	Fired: 2, Repeated: 2, Pending: 2, Leaving: 3, Exited: 4, Plugged: 2, Unplugged: 2, Waiting: 4,
}

// Level returns the level of events of this kind; 0 for an unknown kind.
func (k Kind) Level() Level {
	if int(k) < len(levels) {
		return levels[k]
	}
	return 0
}

// Verdict is the result of asking a decider: Accepted, or the first condition that failed, in the order they are
// tested.
type Verdict uint8

const (
	Accepted            Verdict = iota // all conditions passed and the value is above 0
	FailedMask                         // it has ended earlier in this tick
	FailedJump                         // it is a Jump whose target is active, or the branch that this Jump was made from
	FailedSlot                         // it is an empty slot
	FailedDecisionFlags                // its DecisionFlags check
	FailedStimuliFlags                 // its StimuliFlags check
	FailedRole                         // the agent has another role in its squad
	FailedLimit                        // its Limit is used up
	FailedCooldown                     // its Cooldown has not run out
	FailedEvery                        // its Every timer is not due
	FailedDecide                       // Decide or Weight gave 0 or less, or no finite number, or Decide called Fail
	FailedChildren                     // it delegates, and no child accepts
	FailedTarget                       // it is a Jump, and its target rejected or is masked
	FailedSquad                        // its squad is not complete yet
	FailedGate                         // its gate is full or cooling down
	FailedOverride                     // it was forbidden with Memory.Override
)

// Checks is the set of conditions that a decider has: one bit for each of FailedDecisionFlags, FailedStimuliFlags,
// FailedRole, FailedLimit, FailedCooldown, FailedEvery, FailedSquad and FailedGate; and [AskedAgain].
type Checks uint16

// AskedAgain is in the Checks of a decider that is asked while it is active: before a redecide (CallDecideOnRedecide), when
// its DecisionFlags and StimuliFlags are tested before its Decide, and for the active child of a Scored group, when only
// its Decide is called.
const AskedAgain Checks = 1

// Has reports whether the condition of that verdict is in the set.
func (c Checks) Has(v Verdict) bool { return v != Accepted && c&(1<<v) != 0 }

// Event is one event of a tick. It is plain data without type parameters. The engine reuses it: an observer must
// copy what it keeps.
type Event struct {
	Kind    Kind
	Agent   world.AgentID
	Frame   uint64  // of the world; without one the agent's own count of ticks
	Time    float64 // of the tick, seconds
	DT      float64 // of the tick, seconds
	Depth   int     // of the decider, 0 for the root; for TickStarted and TickFinished 0
	Place   int     // of the decider, in the order of the tree
	Decider Label   // the event's decider; for Erred the one whose code ran
	Tree    Label   // the root of the tree that Place is in: the agent's own, or a plugged one
	Nested  bool    // Tree is a plugged one

	DecisionFlags declaration.DecisionFlags
	Stimuli       stimuli.StimuliFlags
	DeciderKind   declaration.Kind
	Policy        declaration.Policy
	Options       declaration.Options
	Children      int // the number of children; 0 for a leaf
	Active        int // the index of the active or chosen child, the first of several; -1 for none
	Index         int // of the decider within its group, 0 for the root
	Checks        Checks
	Verdict       Verdict
	Pending       bool     // of Asked: the condition of Verdict is not answered yet, and the group may wait for the answer
	Value         float64  // of Decide or Weight; 0 if a condition before them failed, or one after them that is answered
	Decided       bool     // Value was computed
	Override      Override // of Asked: set with Memory.Override
	SquadKey      uint64   // of Asked: the result of SquadKey; 0 without one, and if the squad was not tested
	// CanPlay, of Asked, are the roles of the squad that CanPlay returned, none after Fail; world.AllRoles if it was not
	// called, and 0 if the squad was not tested.
	CanPlay       world.RoleSet
	GateKey       uint64 // of Asked: the result of GateKey; 0 without one, and if the gate was not tested
	Target        Label  // of a Jump; for a slot, Plugged and Unplugged the root of the plugged tree, zero for none
	Behavior      Label  // zero if the decider has none
	BehaviorFlags behavior.BehaviorFlags
	Activating    bool // of Returned: Activate returned, not Tick or Leave
	Status        behavior.Status
	Reason        behavior.Reason
	Duration      float64 // seconds the decider has been active
	Iteration     int     // of Repeated: the one that ended, from 1 on
	PathLength    int     // active deciders at the end of the tick
	Err           error
}

// Observer receives the events of agents' ticks. It is called in the goroutine that ticks, during the tick, so it
// must be quick and must not tick, reset or close the memory. If it panics it is dropped; the tick goes on and
// returns the panic as an error.
type Observer interface {
	// ObserveLevel returns how much the observer wants of this agent. It is called at the start of each tick and of
	// each call that changes a memory between ticks (Reset, Close, ResetBelow, Plug, Unplug), so the level may
	// change. Below 1 the tick runs unobserved.
	ObserveLevel(world.AgentID) Level
	// Observe receives each event up to that level.
	Observe(*Event)
}
