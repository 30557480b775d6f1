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

// Context is what user code sees of a tick: the inputs as fields, and methods for the rest. It is valid only during
// the call that it was passed to and belongs to the goroutine that ticks the agent; do not keep it.
//
// A Context made by hand is usable, so that a behavior can be tested with &Context{Agent: …}: Duration and
// DelegateDecideToChildren return 0, there is no world, random numbers depend on the ID alone, and blackboard values
// are kept in the Context, zero at first.
type Context[A any] struct {
	ID            world.AgentID // of the agent's memory
	Time          float64       // of this tick, seconds
	DT            float64       // since the tick before, seconds
	DecisionFlags DecisionFlags // as passed to the tick
	BehaviorFlags BehaviorFlags // of the decider that is asked or whose behavior runs
	Stimuli       *stimuli.Set  // as passed to the tick; may be nil

	hidden usercode.Hidden

	Agent A // as passed to the tick
}

// A Context begins with a usercode.Context, to which the engine keeps a pointer. A line below does not compile if the
// offset of its field differs. The offsets of fields before Agent do not depend on A.
var (
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.ID)-unsafe.Offsetof(usercode.Context{}.ID)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.Time)-unsafe.Offsetof(usercode.Context{}.Time)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.DT)-unsafe.Offsetof(usercode.Context{}.DT)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.DecisionFlags)-unsafe.Offsetof(usercode.Context{}.DecisionFlags)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.BehaviorFlags)-unsafe.Offsetof(usercode.Context{}.BehaviorFlags)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.Stimuli)-unsafe.Offsetof(usercode.Context{}.Stimuli)]
	_ = [1]struct{}{}[unsafe.Offsetof(Context[int]{}.hidden)-unsafe.Offsetof(usercode.Context{}.Hidden)]
)

// plain returns the part that does not depend on A.
func (c *Context[A]) plain() *usercode.Context { return (*usercode.Context)(unsafe.Pointer(c)) }

// Plain is for the packages of this module: the part that does not depend on A; nil for a nil Context.
func (c *Context[A]) Plain(engine.Key) *usercode.Context { return c.plain() }

// Blackboard is for package blackboard: access to the values visible to the running code.
func (c *Context[A]) Blackboard(engine.Key) usercode.Blackboard {
	if c == nil {
		return nil
	}
	return c.plain()
}

// DelegateDecideToChildren asks the children of the group whose Decide is running and returns the value of the child
// that would be entered, 0 if there is none (Spore S05). If the group is then accepted, that child is entered and
// not asked again. Outside of a group's Decide, also in its GateKey, SquadKey or CanPlay, it
// returns 0.
//
// It calls the children's Decide functions and costs as much as they do. If the group's Decide does nothing else,
// use the option DelegateDecide instead. Run-first groups do not delegate.
func (c *Context[A]) DelegateDecideToChildren() float64 { return c.plain().DelegateDecide() }

// Fail records an error of the running code and returns Failure, for use as `return c.Fail(err)`. The tick returns
// the error with the agent and the decider's path. In a Decide it rejects the decider, whatever Decide returns; in
// Deactivate it only records. A nil error is not recorded, but the result is still Failure.
func (c *Context[A]) Fail(err error) Status {
	c.plain().Fail(err)
	return Failure
}

// Err returns the last error passed to Fail in a Context made by hand, for tests; nil if there is none.
func (c *Context[A]) Err() error { return c.hidden.Err }

// Duration returns how long the decider whose code runs has been active, in seconds. It is 0 in the Decide of an
// inactive decider and in the first Activate. It counts from when the decider was entered, over all iterations of a
// Repeat, so it is not 0 in the Activate of later ones.
func (c *Context[A]) Duration() float64 { return c.plain().Duration() }

// Reason returns why Deactivate or Leave is called (Leave: Interrupted or TimedOut); 0 in all other functions.
func (c *Context[A]) Reason() Reason { return Reason(c.plain().Reason()) }

// DeciderName returns the name of the decider that is asked or whose behavior runs; "" in a Context made by hand.
func (c *Context[A]) DeciderName() string { return c.plain().DeciderName() }

// World returns the world of the agent's memory; nil for an agent without one.
func (c *Context[A]) World() *world.World { return c.hidden.World }

// Role returns the agent's role in its squad: that of the nearest group with a Squad at or above the decider whose
// code runs. It is 0 without such a group, and before the squad is entered.
func (c *Context[A]) Role() world.Role { return c.plain().Role() }

// Squad yields the members of that squad who have not left it, with their roles, in the order of their IDs. It
// yields nothing if the agent is in no squad there.
func (c *Context[A]) Squad() iter.Seq2[world.Role, world.AgentID] { return c.plain().Squad() }

// Send sends a stimulus to another agent. It arrives at the next World.Advance, in whatever order agents tick. A bad
// stimulus, or the lack of a world, is an error of the tick, as by Fail.
//
// To add a stimulus to the agent's own set, use c.Stimuli.Add, which takes effect at once.
func (c *Context[A]) Send(to world.AgentID, s stimuli.Stimulus) { c.plain().Send(to, s) }

// SendRenew is like Send, for a stimulus that is sent again and again: when it arrives, it replaces the receiver's
// stimuli of its kind, from whatever sender, as [stimuli.Set.Renew] does. So it does not fill the set.
func (c *Context[A]) SendRenew(to world.AgentID, s stimuli.Stimulus) { c.plain().SendRenew(to, s) }

// Rand returns a source of random numbers without state of its own: each number is a function of the world's seed,
// the agent's ID, the frame, the decider's place in the tree, and how many numbers were drawn in this tick. The same
// seed gives the same numbers on any machine and in any order of agents.
func (c *Context[A]) Rand() *rand.Rand { return c.plain().Rand() }
