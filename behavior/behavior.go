package behavior

import (
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
)

// Runner is what a decider can run: a *[Behavior] or a *[WithBlock]. It is sealed: the engine runs these and
// no others, which is what lets it lay out an agent's memory beforehand.
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
}

// Calls is for the packages of this module.
func (b *Behavior[A]) Calls(engine.Key) engine.Calls[*Context[A], Status] {
	return engine.Calls[*Context[A], Status]{
		Name: b.Name, Activate: b.Activate, Tick: b.Tick, Deactivate: b.Deactivate,
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
}

// Calls is for the packages of this module.
func (b *WithBlock[A, M]) Calls(engine.Key) engine.Calls[*Context[A], Status] {
	calls := engine.Calls[*Context[A], Status]{Name: b.Name, Block: blockOf(b.Reset)}
	if f := b.Activate; f != nil {
		calls.ActivateBlock = func(c *Context[A], m unsafe.Pointer) Status { return f(c, (*M)(m)) }
	}
	finishCalls(&calls, b.Tick, b.Deactivate)
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
}

// TakingCalls is for the packages of this module.
func (b *WithDBlock[A, D, M]) TakingCalls(engine.Key, D) engine.Calls[*Context[A], Status] {
	calls := engine.Calls[*Context[A], Status]{Name: b.Name, Block: blockOf(b.Reset)}
	if f := b.Activate; f != nil {
		calls.ActivateTaking = func(c *Context[A], d, m unsafe.Pointer) Status { return f(c, *(*D)(d), (*M)(m)) }
	}
	finishCalls(&calls, b.Tick, b.Deactivate)
	return calls
}

func finishCalls[A, M any](calls *engine.Calls[*Context[A], Status], tick func(*Context[A], *M) Status, deactivate func(*Context[A], *M)) {
	if tick != nil {
		calls.TickBlock = func(c *Context[A], m unsafe.Pointer) Status { return tick(c, (*M)(m)) }
	}
	if deactivate != nil {
		calls.DeactivateBlock = func(c *Context[A], m unsafe.Pointer) { deactivate(c, (*M)(m)) }
	}
}

func blockOf[M any](reset func(*M)) engine.Block {
	t := reflect.TypeFor[M]()
	b := engine.Block{
		Type: t, Size: t.Size(), Align: uintptr(t.Align()), Pointers: stimuli.HasPointers(t),
		New:   func() unsafe.Pointer { return unsafe.Pointer(new(M)) },
		Clear: func(p unsafe.Pointer) { var zero M; *(*M)(p) = zero },
	}
	if reset != nil {
		b.Clear = func(p unsafe.Pointer) { reset((*M)(p)) }
	}
	return b
}
