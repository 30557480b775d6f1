package behavior

import (
	"iter"
	"math/rand/v2"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Context is what user code sees of a tick: the inputs as plain fields, and methods for the rest. It is valid
// only during the call that got it; keep what you need, not the Context.
//
// A Context made by hand is usable, so that a behavior is tested with &Context{Agent: …}: Duration is 0,
// there is no world, DelegateDecideToChildren is 0, random numbers come from the ID alone, and it keeps
// blackboard values itself, zero at first.
//
// It belongs to the goroutine that ticks the agent.
type Context[A any] struct {
	ID            world.AgentID // of the agent's memory
	Time          float64       // of this tick, seconds
	DT            float64       // since the tick before, seconds
	DecisionFlags DecisionFlags // as given to the tick
	BehaviorFlags Flags         // of the decider that is asked or whose behavior runs
	Stimuli       *stimuli.Set  // as given to the tick; may be nil

	hidden usercode.Hidden

	Agent A // as it was given to the tick
}

// A Context begins with a usercode.Context: the engine has pointers to these, and user code pointers to the whole. A
// line does not compile where the offset of a field differs. Offsets of fields before Agent do not depend on A.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.ID)-unsafe.Offsetof(usercode.Context{}.ID)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.Time)-unsafe.Offsetof(usercode.Context{}.Time)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.DT)-unsafe.Offsetof(usercode.Context{}.DT)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.DecisionFlags)-unsafe.Offsetof(usercode.Context{}.DecisionFlags)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.BehaviorFlags)-unsafe.Offsetof(usercode.Context{}.BehaviorFlags)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.Stimuli)-unsafe.Offsetof(usercode.Context{}.Stimuli)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.hidden)-unsafe.Offsetof(usercode.Context{}.Hidden)]
)

// plain is the part that does not depend on A.
func (c *Context[A]) plain() *usercode.Context { return (*usercode.Context)(unsafe.Pointer(c)) }

// Plain is for the packages of this module: the part that does not depend on A; nil for a nil Context.
func (c *Context[A]) Plain(engine.Key) *usercode.Context { return c.plain() }

// Blackboard is for package blackboard: where the values are found that the running code sees.
func (c *Context[A]) Blackboard(engine.Key) usercode.Blackboard {
	if c == nil {
		return nil
	}
	return c.plain()
}

// DelegateDecideToChildren asks the children of the group whose Decide is running, in its place, and returns
// the value of the child that would be entered, 0 for none (Spore S05). If the group is then accepted, that
// child is the one entered and is not asked again. Outside a group's Decide it returns 0.
//
// It calls the children's Decide functions, so it costs what they cost. Where that is all the group's Decide
// does, use the DelegateDecide flag instead. Run-first groups do not delegate.
func (c *Context[A]) DelegateDecideToChildren() float64 { return c.plain().DelegateDecide() }

// Fail records an error of this behavior and returns Failure, for `return c.Fail(err)`. The tick returns the
// error with the agent and the decider's path. Called in a Decide it rejects, whatever Decide returns;
// called in Deactivate it only records. A nil error records nothing and still is Failure.
func (c *Context[A]) Fail(err error) Status {
	c.plain().Fail(err)
	return Failure
}

// Err returns the error Fail was given last in a Context made by hand, for tests; nil if none.
func (c *Context[A]) Err() error { return c.hidden.Err }

// Duration is how long the decider whose code runs has been active, in seconds: 0 in Activate and in the
// Decide of a decider that is not active. It counts from when the decider was entered, all iterations of a
// Repeat together, so in the Activate of a later iteration it is not 0.
func (c *Context[A]) Duration() float64 { return c.plain().Duration() }

// Reason is why Deactivate or Leave is called (Leave: Interrupted or TimedOut); 0 everywhere else.
func (c *Context[A]) Reason() Reason { return Reason(c.plain().Reason()) }

// DeciderName is the name of the decider that is asked or whose behavior runs; "" in a Context made by hand.
func (c *Context[A]) DeciderName() string { return c.plain().DeciderName() }

// World returns the world of the agent's memory; nil where it has none.
func (c *Context[A]) World() *world.World { return c.hidden.World }

// Role is the agent's part in the squad that the decider whose code runs stands in: that of the nearest group at or
// above it with a Squad. 0 where it stands in none, and before the squad is entered.
func (c *Context[A]) Role() world.Role { return c.plain().Role() }

// Squad are the members of that squad who have not left it, with their parts, in the order of their IDs; nobody where
// it stands in none.
func (c *Context[A]) Squad() iter.Seq2[world.Role, world.AgentID] { return c.plain().Squad() }

// Send puts a stimulus on its way to another agent. It arrives when the world next advances, whatever order
// agents tick in. A bad stimulus, or the lack of a world, is an error of the tick, as by Fail.
//
// For the agent's own set, use c.Stimuli.Add, which counts at once.
func (c *Context[A]) Send(to world.AgentID, s stimuli.Stimulus) { c.plain().Send(to, s) }

// Rand returns a source of random numbers that has no state of its own: each number is a function of the
// world's seed, the agent's ID, the frame, the decider's place in the tree and how many were drawn in this
// tick. The same seed gives the same numbers, on any machine and in any order of agents.
func (c *Context[A]) Rand() *rand.Rand { return c.plain().Rand() }
