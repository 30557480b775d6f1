package blackboard

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Scope is how many values a key has and who sees them: see the package's documentation.
type Scope = declaration.KeyScope

// The scopes. The zero Scope is Agent.
const (
	Agent   = declaration.AgentScope   // one per agent
	Tree    = declaration.TreeScope    // one per agent and tree
	Decider = declaration.DeciderScope // one per agent and place of a decider that lists the key
)

// Key is a place for a T in agents' memories. Declare it as a package-level variable, list its address in the
// Keys of a decider, and reach the value with Of. It is pure data and holds no value itself; any number of
// trees, agents and goroutines share it. Do not copy it.
//
// T may hold pointers. A T without lies in the agent's fixed bytes, and takes at most decider.MaxBlock of
// them; one with pointers is allocated with the agent's memory.
type Key[T any] struct {
	_ [0]*T // keys of different T do not convert into each other

	// Name is for people and errors; no two keys of a tree share one.
	Name string
	// Scope is Agent, Tree or Decider.
	Scope Scope

	id atomic.Uint32 // from lastID; 0 until it is needed
}

// Holder has blackboard values: a *behavior.Context, for the decider whose code runs, or a *decider.Memory,
// for code outside of the tree. It is sealed.
type Holder interface {
	// Blackboard is for the packages of this module.
	Blackboard(engine.Key) usercode.Blackboard
}

// lastID is the newest key's ID.
var lastID atomic.Uint32

// Of returns where an agent's value lies, for reading and writing: *hunger.Of(c) in any behavior or Decide, or
// *hunger.Of(memory) between ticks, in the goroutine that ticks. Ask again each time instead of keeping the
// pointer. A Decide should only read (Spore S04).
//
// It never returns nil. Where the value is not to be had, it returns a new zero T that nobody else sees, and
// the agent's tick returns an error, a *decider.KeyError that wraps decider.ErrKey, as if the code had called
// Context.Fail. That is so for a key that the tree does not list, for one of scope Decider that no decider at or
// above the running one lists, or that is asked for by way of a Memory, and for a nil key. Errors of code
// outside are returned by the next tick or Reset; of a Memory that NewMemory did not make, every tick is an error
// anyway.
//
// In a Context made by hand every value is to be had, zero at first. Of allocates nothing, but for errors and
// Contexts made by hand.
func (k *Key[T]) Of(h Holder) *T {
	var board usercode.Blackboard
	if h != nil {
		board = h.Blackboard(engine.Key{})
	}
	switch {
	case board == nil:
		return new(T)
	case k == nil:
		board.Fail(&decider.KeyError{Key: "(nil)", Detail: "it is a nil pointer", Remedy: "declare the key as a variable and take its address"})
		return new(T)
	}
	p, err := board.Value(k.number())
	switch {
	case err == nil:
		return (*T)(p)
	case err == usercode.ErrByHand:
		return (*T)(board.Keep(k.number(), unsafe.Pointer(new(T))))
	}
	k.fail(board, err)
	return new(T)
}

// fail records an error.
func (k *Key[T]) fail(board usercode.Blackboard, err error) {
	var e *decider.KeyError
	if errors.As(err, &e) {
		e.Key = k.Name
	}
	board.Fail(err)
}

// number is the key's ID, which it gets when it is first needed.
func (k *Key[T]) number() uint32 {
	if id := k.id.Load(); id != 0 {
		return id
	}
	k.id.CompareAndSwap(0, lastID.Add(1))
	return k.id.Load()
}

// Declared is for the packages of this module.
func (k *Key[T]) Declared(engine.Key) usercode.Key {
	return usercode.Key{
		Name: k.Name, Scope: usercode.Scope(k.Scope), Block: usercode.BlockOf[T](nil), ID: k.number(), Append: appendValue[T],
	}
}
