package behavior

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Runner is what a decider can run: a *[Behavior], a *[WithBlock] or a *[Deferred]. It is sealed: the engine runs
// these and no others, which is what lets it lay out an agent's memory beforehand.
type Runner[A any] interface {
	// Calls is for the packages of this module. The Context stands in it so that a behavior of other agents does not
	// fit.
	Calls(engine.Key, *Context[A]) usercode.Behavior
}

// Taker is what a DBlock can start: a *[WithDBlock] that takes a D, whatever its own block. It is sealed.
type Taker[A, D any] interface {
	// TakingCalls is for the packages of this module. The Context and D stand in it so that a behavior of other agents,
	// or one that takes something else, does not fit.
	TakingCalls(engine.Key, *Context[A], D) usercode.Behavior
}

// Behavior acts without memory of its own. All fields but Name may be left out. Behaviors are declared once,
// as package-level variables, shared by all agents and never written after. The functions must not keep the
// Context.
type Behavior[A any] struct {
	Name       string                   // for people; shown NAME/0x…; the declaration's own name is a good one
	Activate   func(*Context[A]) Status // when it begins; nil is Running
	Tick       func(*Context[A]) Status // every frame while it runs; nil runs until something else ends it
	Deactivate func(*Context[A])        // when it ends, exactly once for each Activate due

	// Leave winds it down when something more important interrupts it, or its time is out: called each tick, in
	// place of Tick, until it no longer returns Running or LeaveTimeout seconds are over; then Deactivate. What
	// interrupts waits meanwhile. Anything else that ends it, a Reset say, skips Leave.
	Leave func(*Context[A]) Status
	// LeaveTimeout is required beside Leave, in seconds above 0.
	LeaveTimeout float64

	// Period is how many seconds lie between Ticks, at least; 0 ticks every frame. The first comes with Activate, and
	// in each Context.DT is the time since the one before. In a crowd an agent sleeps in between.
	Period float64
}

// Calls is for the packages of this module.
func (b *Behavior[A]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{
		Name: b.Name, Activate: usercode.Status(b.Activate), Tick: usercode.Status(b.Tick), Deactivate: usercode.Done(b.Deactivate),
		Leave: usercode.Status(b.Leave), LeaveTimeout: b.LeaveTimeout, Period: b.Period,
	}
}

// WithBlock acts with a block of memory of type M (Spore S20). The block is zero when Activate is called and
// gone after Deactivate; it lies in the agent's memory, where behaviors that cannot run together share bytes.
//
// An M without pointers lies in the agent's fixed bytes. One with pointers (a route, a slice) is allowed too:
// it is allocated once per agent and place when the memory is made, and reused. Give it a Reset that keeps
// the capacity, and a steady state allocates nothing (Spore S21).
type WithBlock[A, M any] struct {
	Name       string
	Activate   func(*Context[A], *M) Status // when it begins; nil is Running
	Tick       func(*Context[A], *M) Status // every frame while it runs; nil runs until something else ends it
	Deactivate func(*Context[A], *M)        // when it ends, exactly once for each Activate due
	Reset      func(*M)                     // makes the block as new before each Activate; nil zeroes it

	Leave        func(*Context[A], *M) Status // winds it down, as Behavior's
	LeaveTimeout float64                      // seconds, above 0; required beside Leave
	Period       float64                      // seconds between Ticks, as Behavior's
}

// Calls is for the packages of this module.
func (b *WithBlock[A, M]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{
		Name: b.Name, Block: usercode.BlockOf(b.Reset), ActivateBlock: usercode.BlockStatus(b.Activate),
		TickBlock: usercode.BlockStatus(b.Tick), DeactivateBlock: usercode.BlockDone(b.Deactivate),
		LeaveBlock: usercode.BlockStatus(b.Leave), LeaveTimeout: b.LeaveTimeout, Period: b.Period,
	}
}

// WithDBlock is a behavior that is started with a D its decider computed while deciding (Spore S22), so that
// nothing is worked out twice. It is as [WithBlock] but for Activate, and only a decider's DBlock can hold it.
// Use struct{} for M where it needs no memory.
type WithDBlock[A, D, M any] struct {
	Name       string
	Activate   func(*Context[A], D, *M) Status // when it begins, with what Decide found; nil is Running
	Tick       func(*Context[A], *M) Status
	Deactivate func(*Context[A], *M)
	Reset      func(*M)

	Leave        func(*Context[A], *M) Status
	LeaveTimeout float64
	Period       float64
}

// TakingCalls is for the packages of this module.
func (b *WithDBlock[A, D, M]) TakingCalls(engine.Key, *Context[A], D) usercode.Behavior {
	return usercode.Behavior{
		Name: b.Name, Block: usercode.BlockOf(b.Reset), ActivateTaking: usercode.Taking(b.Activate),
		TickBlock: usercode.BlockStatus(b.Tick), DeactivateBlock: usercode.BlockDone(b.Deactivate),
		LeaveBlock: usercode.BlockStatus(b.Leave), LeaveTimeout: b.LeaveTimeout, Period: b.Period,
	}
}
