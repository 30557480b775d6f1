package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Children are the deciders of a group, in order.
type Children[A any] []*Decider[A]

// Decider decides whether something runs (its conditions), and what: a behavior, or which of its children.
// It is pure data: declare trees as package-level composite literals; nothing is ever written to them, and
// [InitializeTreeData] copies what it needs.
//
// A decider has exactly one of Behavior (alone), DBlock, Children, Jump and Slot; Behavior beside Children is a
// group behavior, which brackets whatever runs below (Spore S23); only a Barrier may have none of them. One decider
// may stand in several groups.
//
// A decider is asked for its conditions in the order of the fields here (Modifiers.Limit comes before Cooldown),
// and the first no ends the asking, so Decide runs only where everything above it passed. A child that runs is
// not asked at all.
type Decider[A any] struct {
	// Name is for people and for Jump; no two deciders of a tree share one. Its hash is the decider's ID.
	Name string
	// Flags change how it is used: Monitor is for children of a Selector, Barrier for leaves below a squad's group, the
	// others for decide-first groups.
	Flags Flags

	// DecisionFlags must pass on the flags given to the tick.
	DecisionFlags Check
	// StimuliFlags must pass on the agent's stimuli as they are at that moment; a nil set has none.
	StimuliFlags stimuli.Check
	// Role is which part the agent must play in the squad it is in: that of the nearest group above with a Squad.
	// 0 asks for none.
	Role world.Role
	// Cooldown is how many seconds must have gone by since this decider ended, in whatever way and place.
	Cooldown float64
	// Every asks at most once in so many seconds: the timer restarts whenever it lets the decider pass, also if
	// Decide then rejects. It is due at first, and once passed it counts as passed for the rest of that tick.
	// Shared by all places of the decider. It is for Decides too dear to call each tick; to run something at
	// most so often, use Cooldown.
	Every float64
	// Decide accepts with a value above 0. Groups that weigh children (Random, Shuffle, Scored) use the
	// value. NaN and infinities reject and are an error of the tick. It must be fast, and must not set state
	// unless its acceptance is known to activate it (Spore S04); use a DBlock to hand something on.
	Decide func(*behavior.Context[A]) float64
	// Weight is the value where Decide is nil; 0 means 1. A negative Weight never accepts.
	Weight float64
	// Squad has the group entered by so many agents together or by none; groups only. Asking it when all of the above
	// has passed says that the agent wants to; it is entered when the world has made up a squad. See [world.Squad].
	Squad *world.Squad
	// SquadKey divides the Squad: only agents for whom it returns the same meet. nil is 0 for all. It must be as
	// fast as Decide and set nothing.
	SquadKey func(*behavior.Context[A]) uint64
	// Gate lets only so many agents in at a time, asked when all else has passed; a place in it is given back when
	// the decider ends. See [world.Gate].
	Gate *world.Gate
	// GateKey divides the Gate, as SquadKey the Squad.
	GateKey func(*behavior.Context[A]) uint64

	// Behavior runs while the decider is active: a *behavior.Behavior, *behavior.WithBlock or *behavior.Deferred.
	Behavior behavior.Runner[A]
	// BehaviorFlags are handed to the behavior, as Context.BehaviorFlags.
	BehaviorFlags behavior.Flags
	// DBlock decides and acts with shared data: a Decide that fills a D and a behavior that starts with it.
	DBlock Handover[A]
	// Policy is how the group chooses among Children; groups only.
	Policy Policy
	// Children make this decider a group, of any size.
	Children Children[A]
	// Margin is what a challenger's value needs above the active child's; Scored groups only.
	Margin float64
	// SucceedAt and FailAt are how many children must have succeeded, or failed, for a Concurrent group to end
	// so, counted after their modifiers. SucceedAt 0 is all that were entered, FailAt 0 is 1. It fails as soon
	// as SucceedAt can no longer be reached, so beside a SucceedAt of 0 a FailAt above 1 changes nothing.
	SucceedAt, FailAt int
	// Jump makes this a reference decider: accepted, it enters the decider of that name elsewhere in the
	// tree, past the decisions of the groups on the way. It is asked as itself, then as its target. It has
	// DecisionFlags, StimuliFlags, Every, Decide and Weight, nothing else.
	Jump string
	// Slot makes this a connector: whatever tree is plugged into the slot, per agent and at run time, runs
	// here. While nothing is plugged it rejects.
	Slot *Slot[A]

	// Modifiers repeat it, end it in time, change its status and limit its entries.
	Modifiers Modifiers
	// Keys are the blackboard values that begin to exist here: those of scope Decider belong to this place and
	// are seen by everything at and below it; those of wider scopes are best listed on the root. See package
	// blackboard.
	Keys Keys
}

// Keys are the blackboard keys a decider declares: a list of *blackboard.Key.
type Keys []Key

// Key is a blackboard key of any type. It is sealed: a *blackboard.Key is one.
type Key interface {
	// Declared is for the packages of this module.
	Declared(engine.Key) usercode.Key
}
