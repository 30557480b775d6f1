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

// Scope is how many values a key has and which deciders see them: see the package documentation. The zero Scope is
// Agent.
type Scope = declaration.KeyScope

// The scopes.
const (
	Agent   = declaration.AgentScope   // one value per agent
	Tree    = declaration.TreeScope    // one value per agent and tree
	Decider = declaration.DeciderScope // one value per agent and place of a decider that lists the key
)

// Key identifies a value of type T in agents' memories. Declare it as a package-level variable, list its address in
// the Keys of a decider, and access the value with Of. It is pure data and holds no value itself; any number of
// trees, agents and goroutines share it. Do not copy it.
//
// T may hold pointers. A T without pointers lies in the agent's fixed bytes and has at most [declaration.MaxBlock]
// bytes; a T with pointers is allocated with the agent's memory.
type Key[T any] struct {
	_ [0]*T // keys of different T do not convert into each other

	// Name identifies the key for people and in errors. It is required and unique in the tree.
	Name string
	// Scope is Agent, Tree or Decider.
	Scope Scope

	id atomic.Uint32 // from lastID; 0 until it is needed
}

// Holder is an owner of blackboard values: a *behavior.Context, for the decider whose code runs, or a
// *decider.Memory, for code outside of the tree. It is sealed.
type Holder interface {
	// Blackboard is for the packages of this module.
	Blackboard(engine.Key) usercode.Blackboard
}

// lastID is the newest key's ID.
var lastID atomic.Uint32

// Of returns a pointer to an agent's value: *hunger.Of(c) in any behavior or Decide, or *hunger.Of(memory) between
// ticks in the goroutine that ticks. Call it again each time instead of keeping the pointer. A Decide should only
// read (Spore S04).
//
// It never returns nil. If the key is not declared there, Of returns a new zero T that nobody else sees, and the
// agent's tick returns a *decider.KeyError, as if the code had called Context.Fail. This happens for a key that the
// tree does not list; for a key of scope Decider that no decider at or above the running one lists, or that is
// accessed through a Memory; and for a nil key. An error of code outside of the tree is returned by the next tick or
// Reset. A memory that NewMemory did not make refuses its ticks anyway.
//
// A Context made by hand has a value for every key, zero at first. Of allocates only for errors and for Contexts
// made by hand.
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

// number returns the key's ID, which is assigned at the first call.
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
