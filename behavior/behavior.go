package behavior

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// Runner is what a decider can run: a *[Behavior], a *[WithBlock] or a *[Deferred]. It is sealed: the engine runs
// these and no others, which is what lets it lay out an agent's memory beforehand.
type Runner[A any] interface {
	// Calls is for the packages of this module.
	Calls(engine.Key) engine.Calls[*Context[A], Status]
}

// Taker is what a DBlock can start: a *[WithDBlock] that takes a D, whatever its own block. It is sealed.
type Taker[A, D any] interface {
	// TakingCalls is for the packages of this module. D stands in it so that a behavior that takes something
	// else does not fit.
	TakingCalls(engine.Key, D) engine.Calls[*Context[A], Status]
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
func (b *Behavior[A]) Calls(engine.Key) engine.Calls[*Context[A], Status] {
	return engine.Calls[*Context[A], Status]{
		Name: b.Name, Activate: b.Activate, Tick: b.Tick, Deactivate: b.Deactivate, Leave: b.Leave, LeaveTimeout: b.LeaveTimeout,
		Period: b.Period,
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
func (b *WithBlock[A, M]) Calls(engine.Key) engine.Calls[*Context[A], Status] {
	calls := engine.Calls[*Context[A], Status]{Name: b.Name, Block: engine.BlockOf(b.Reset), LeaveTimeout: b.LeaveTimeout, Period: b.Period}
	if f := b.Activate; f != nil {
		calls.ActivateBlock = func(c *Context[A], m unsafe.Pointer) Status { return f(c, (*M)(m)) }
	}
	finishCalls(&calls, b.Tick, b.Leave, b.Deactivate)
	return calls
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
func (b *WithDBlock[A, D, M]) TakingCalls(engine.Key, D) engine.Calls[*Context[A], Status] {
	calls := engine.Calls[*Context[A], Status]{Name: b.Name, Block: engine.BlockOf(b.Reset), LeaveTimeout: b.LeaveTimeout, Period: b.Period}
	if f := b.Activate; f != nil {
		calls.ActivateTaking = func(c *Context[A], d, m unsafe.Pointer) Status { return f(c, *(*D)(d), (*M)(m)) }
	}
	finishCalls(&calls, b.Tick, b.Leave, b.Deactivate)
	return calls
}

func finishCalls[A, M any](calls *engine.Calls[*Context[A], Status], tick, leave func(*Context[A], *M) Status, deactivate func(*Context[A], *M)) {
	if leave != nil {
		calls.LeaveBlock = func(c *Context[A], m unsafe.Pointer) Status { return leave(c, (*M)(m)) }
	}
	if tick != nil {
		calls.TickBlock = func(c *Context[A], m unsafe.Pointer) Status { return tick(c, (*M)(m)) }
	}
	if deactivate != nil {
		calls.DeactivateBlock = func(c *Context[A], m unsafe.Pointer) { deactivate(c, (*M)(m)) }
	}
}
