package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Children are the deciders of a group, in order. A decider may stand in several groups, but only once in each.
type Children[A any] []*Decider[A]

// Decider is one node of a tree: conditions, and a behavior or child deciders that run while it is active. It is
// pure data. Declare trees as package-level composite literals. [InitializeTreeData] copies what it needs and never
// writes to them.
//
// A decider has exactly one of Behavior, DBlock, Children, Jump, Slot and Copy, with three exceptions. Behavior or DBlock
// beside Children is a group behavior, which brackets everything that runs below it (Spore S23). A Barrier may have none
// of them. Nor has a condition leaf: a child of a run-first or [Concurrent] group that has conditions alone, and succeeds
// when it passes. One decider may stand in several groups.
//
// Conditions are tested in the order of the fields below (Modifiers.Limit before Cooldown), and the first that fails
// rejects the decider, so Decide is called only if everything above it passed. The conditions of an active child are
// not tested again, except by a [Scored] group, which calls its Decide.
type Decider[A any] struct {
	// Name identifies the decider for people and for Jump. It is required and unique in the tree. The decider's ID is
	// its hash.
	Name string
	// Options change how the decider is used. Each says which deciders it is for.
	Options Options

	// DecisionFlags must pass on Input.DecisionFlags. The zero Check always passes.
	DecisionFlags Check
	// StimuliFlags must pass on the agent's stimuli as they are at that moment. A nil set holds no kinds.
	StimuliFlags stimuli.Check
	// Role is the role the agent must have in its squad: that of the nearest group above with a Squad. 0 accepts any
	// agent.
	Role world.Role
	// Cooldown is how many seconds must pass after this decider has ended before it is accepted again, however and in
	// whatever place it ended. 0 is none.
	Cooldown float64
	// Every lets the decider pass at most once in so many seconds; 0 always. The timer restarts whenever it lets the
	// decider pass, even if Decide then rejects. The first time it passes at once, and having passed it passes for
	// the rest of that tick. All places of the decider share the timer. Use Every for a Decide that is too expensive
	// to call each tick; to limit how often something runs, use Cooldown.
	Every float64
	// Decide accepts with a value above 0; nil accepts with Weight. Random, Shuffle and Scored groups weigh children
	// by the value. NaN and infinities reject and are an error of the tick. Decide must be fast. It must not change
	// state, unless its acceptance is known to activate the decider (Spore S04); use a DBlock to pass data to the
	// behavior.
	Decide func(*behavior.Context[A]) float64
	// Weight is the value of a decider without Decide; 0 means 1. A negative Weight never accepts.
	Weight float64
	// Squad makes a number of agents enter the group together; groups only. It is tested when all conditions above
	// have passed: the agent then wants to join, and the condition passes once World.Advance has put the agent into a
	// squad. nil is no condition. See [world.Squad].
	Squad *world.Squad
	// SquadKey divides the Squad: only agents with the same key are put together. nil is key 0 for all. Like Decide
	// it must be fast and change no state.
	SquadKey func(*behavior.Context[A]) uint64
	// CanPlay returns the roles that this agent could play in the Squad: a squad is made only of agents among whom each
	// role finds one that can play it. It is asked whenever the agent wants to join; with none of the squad's roles the
	// agent does not, and the decider is rejected. nil is all roles. The squad may have at most 16 agents, and roles
	// from 1 to 16. Like Decide it must be fast and change no state.
	CanPlay func(*behavior.Context[A]) world.RoleSet
	// Gate limits how many agents are inside at a time. It is tested after all other conditions; the place is given
	// back when the decider ends. nil is no condition. See [world.Gate].
	Gate *world.Gate
	// GateKey divides the Gate: each key has places of its own. nil is key 0 for all. Like Decide it must be fast and
	// change no state.
	GateKey func(*behavior.Context[A]) uint64

	// Behavior runs while the decider is active: a *behavior.Behavior, *behavior.WithBlock, *behavior.Given or
	// *behavior.Deferred, or one of the stock behaviors behavior.Wait, Succeed and Fail.
	Behavior behavior.Runner[A]
	// BehaviorFlags are passed to the behavior as Context.BehaviorFlags.
	BehaviorFlags behavior.BehaviorFlags
	// DBlock is a *[DBlock]: a Decide that fills a block of data, and a behavior that starts with it. Beside Children
	// they are the group's Decide and the group behavior.
	DBlock Handover[A]
	// Policy is how the group chooses among its Children; groups only. The zero Policy is PrioritizedList.
	Policy Policy
	// Children make this decider a group of any size.
	Children Children[A]
	// Margin is how much a child's value must exceed the active child's to interrupt it; Scored groups only.
	Margin float64
	// SucceedAt and FailAt are the numbers of successful and failed children, counted after their modifiers, that end
	// a Concurrent group with that status. SucceedAt 0 means all children that accepted, or all children with the option
	// RejectedFails, which counts those that reject as failed. FailAt 0 means 1. The
	// group also fails as soon as SucceedAt can no longer be reached, so with SucceedAt 0 a FailAt above 1 has no
	// effect.
	SucceedAt, FailAt int
	// Jump makes this a reference decider. Accepted, it enters the decider of that name elsewhere in the tree and
	// bypasses the decisions of the groups on the way. Its own conditions are tested first, then its target's. It may
	// have DecisionFlags, StimuliFlags, Every, Decide and Weight, and nothing else.
	Jump string
	// Slot makes this a connector: the tree that is plugged into the slot, per agent and at run time, runs here. An
	// empty slot rejects.
	Slot *Slot[A]
	// Copy makes this decider a copy of another declaration, with timers, counts, Limits and memory of its own. The copy
	// has this decider's name, and the names below it begin with that name and a slash: GUARD_EAST/PATROL. A Jump in it
	// leads to a decider of the copy, if there is one of that name.
	//
	// Conditions, Options, Weight, BehaviorFlags, Modifiers and Keys may stand beside the Copy and hold in addition to
	// those of the declaration. Conditions are tested in the usual order, this decider's before the copied one of the
	// same kind: of two checks both must pass, of two Decides both must accept, and the value is the first one's. A field
	// that has one value is a fault if both set it differently. Modifiers take effect around the copied ones, which one decider can do
	// only in the order Repeat, Timeout, Outcome; another order is a fault.
	Copy *Decider[A]

	// Modifiers repeat the decider, limit its time and entries, and change its status.
	Modifiers Modifiers
	// Keys are the blackboard keys that are declared here. Values of scope Decider belong to this place and are
	// visible at and below it. Keys of wider scopes are best listed on the root. See package blackboard.
	Keys Keys
}

// Keys are the blackboard keys that a decider declares: a list of *blackboard.Key.
type Keys []Key

// Key is a blackboard key of any type. It is sealed: only *blackboard.Key implements it.
type Key interface {
	// Declared is for the packages of this module.
	Declared(engine.Key) usercode.Key
}
