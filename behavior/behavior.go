package behavior

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Runner is a behavior that a decider can run: a *[Behavior], *[WithBlock], *[Given] or *[Deferred], or one of the stock
// behaviors [Wait], [Succeed] and [Fail]. It is sealed: the engine lays out an agent's memory beforehand, so it must know
// all of them.
type Runner[A any] interface {
	// Calls is for the packages of this module. Its signature names Context[A] so that a behavior of another agent's
	// type does not compile.
	Calls(engine.Key, *Context[A]) usercode.Behavior
}

// Taker is a behavior that a DBlock or a [Given] can start: a *[WithDBlock] that takes a D, with any block. It is sealed.
type Taker[A, D any] interface {
	// TakingCalls is for the packages of this module. Its signature names Context[A] and D so that a behavior of
	// another agent's type, or one that takes other data, does not compile.
	TakingCalls(engine.Key, *Context[A], D) usercode.Behavior
}

// Behavior is a behavior without memory of its own. Only Name is required. Declare behaviors once, as package-level
// variables: all agents share them, and nothing may write to them later. The functions must not keep the Context.
type Behavior[A any] struct {
	Name       string                   // for people, shown as NAME/0x…; use the name of the variable
	Activate   func(*Context[A]) Status // when it begins; nil returns Running
	Tick       func(*Context[A]) Status // every frame while it runs; nil runs until something else ends it
	Deactivate func(*Context[A])        // when it ends, exactly once for each Activate

	// Leave is called each tick in place of Tick when a more important decider interrupts the behavior or its
	// decider's Timeout is over, until it returns something other than Running or LeaveTimeout is over. Then
	// Deactivate is called. The interrupting decider is pending meanwhile. All other ends, such as a Reset, skip
	// Leave. nil ends at once.
	Leave func(*Context[A]) Status
	// LeaveTimeout is the most seconds Leave may take. It is required beside Leave, above 0 and finite.
	LeaveTimeout float64

	// Period is the least number of seconds between Ticks; 0 ticks every frame. The first Tick follows Activate. In
	// each, Context.DT is the time since the last one. In a crowd the agent sleeps in between.
	Period float64
}

// Calls is for the packages of this module.
func (b *Behavior[A]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{
		Name: b.Name, Activate: usercode.Status(b.Activate), Tick: usercode.Status(b.Tick), Deactivate: usercode.Done(b.Deactivate),
		Leave: usercode.Status(b.Leave), LeaveTimeout: b.LeaveTimeout, Period: b.Period,
	}
}

// WithBlock is a behavior with a block of memory of type M (Spore S20). The block is zero when Activate is called
// and gone after Deactivate. It lies in the agent's memory, where behaviors that cannot run together share bytes.
//
// An M without pointers lies in the agent's fixed bytes. An M with pointers (a route, a slice) is allocated once per
// agent and place when the memory is made, and reused. Give it a Reset that keeps the capacity, and a steady state
// allocates nothing (Spore S21).
type WithBlock[A, M any] struct {
	Name       string
	Activate   func(*Context[A], *M) Status // when it begins; nil returns Running
	Tick       func(*Context[A], *M) Status // every frame while it runs; nil runs until something else ends it
	Deactivate func(*Context[A], *M)        // when it ends, exactly once for each Activate
	Reset      func(*M)                     // clears the block before each Activate; nil zeroes it

	Leave        func(*Context[A], *M) Status // like Behavior.Leave
	LeaveTimeout float64                      // seconds, above 0; required beside Leave
	Period       float64                      // seconds between Ticks, like Behavior.Period
}

// Calls is for the packages of this module.
func (b *WithBlock[A, M]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{
		Name: b.Name, Block: usercode.BlockOf(b.Reset), ActivateBlock: usercode.BlockStatus(b.Activate),
		TickBlock: usercode.BlockStatus(b.Tick), DeactivateBlock: usercode.BlockDone(b.Deactivate),
		LeaveBlock: usercode.BlockStatus(b.Leave), LeaveTimeout: b.LeaveTimeout, Period: b.Period,
	}
}

// WithDBlock is a behavior that starts with a D: one computed by its decider's Decide (Spore S22), so that nothing is
// computed twice, or one that the tree gives. A decider's DBlock holds the first, a [Given] the second. Its fields are
// those of [WithBlock], except that Activate also gets the D. Use struct{} for M if it needs no memory.
type WithDBlock[A, D, M any] struct {
	Name       string
	Activate   func(*Context[A], D, *M) Status // when it begins, with the D filled by Decide; nil returns Running
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
