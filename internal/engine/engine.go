// Package engine is what decidertree's packages share and its users do not see: the key to the unexported
// state of public types, and the untyped form of a behavior. It depends on nothing.
package engine

import "unsafe"

// Key opens the methods that public types keep for the packages of this module. Users cannot name it, so
// they can neither call those methods nor implement the interfaces that have them.
type Key struct{}

// Host runs a Context: the engine, or the reference interpreter. Every method speaks of the decider whose
// user code is running now.
type Host interface {
	// Duration is how long it has been active, in seconds.
	Duration() float64
	// Reason is the behavior.Reason of the Deactivate or Leave that is running, else 0.
	Reason() uint8
	// DeciderName is its name.
	DeciderName() string
	// DelegateDecide asks its children in its place and returns the chosen child's value, 0 for none.
	DelegateDecide() float64
	// Fail records an error of user code.
	Fail(error)
	// Squad is the squad it stands in, and the agent's part in it; 0 where it stands in none.
	Squad() (instance uint64, role uint8)
	// Draw returns the next 64 random bits of this agent, frame and place.
	Draw() uint64
	// Tree is the *decider.Tree[A] it stands in.
	Tree() any
	// Value is where a blackboard value lies for the decider whose code runs, by the key's ID: an error where no
	// decider of the tree declares it or, for scope Decider, none at or above that one does; ErrByHand where
	// the Context keeps it.
	Value(id uint32) (unsafe.Pointer, error)
	// Plug puts a *decider.Tree[A] into a *decider.Slot[A], nil takes it out, at the end of the tick.
	Plug(slot, tree any) error
	// ResetBelow resets a subtree by its decider's name at the end of the tick.
	ResetBelow(name string) error
}

// KeyDeclaration is a blackboard key as the engine lays it out.
type KeyDeclaration struct {
	Name  string
	Scope KeyScope
	Block Block
	ID    uint32 // of this key in this program, from 1 on: the same wherever it is declared
	// Append writes the value behind the pointer as text.
	Append func(dst []byte, value unsafe.Pointer) []byte
}

// KeyScope is where a blackboard value lives.
type KeyScope uint8

const (
	AgentScope   KeyScope = iota // one per agent
	TreeScope                    // one per agent and tree, a plugged tree being one of its own
	DeciderScope                 // one per agent and place of the decider that declares it
)

// Calls is a behavior as the engine runs it. C is *behavior.Context[A] and S is behavior.Status. Of each pair
// at most one is set, by whether the behavior has a block; all nil is the default.
type Calls[C, S any] struct {
	Name            string
	Block           Block
	Activate        func(C) S
	Tick            func(C) S
	Deactivate      func(C)
	ActivateBlock   func(C, unsafe.Pointer) S
	TickBlock       func(C, unsafe.Pointer) S
	DeactivateBlock func(C, unsafe.Pointer)
	Leave           func(C) S
	LeaveBlock      func(C, unsafe.Pointer) S
	LeaveTimeout    float64                                   // seconds
	ActivateTaking  func(c C, dblock, block unsafe.Pointer) S // the behavior of a DBlock
	Period          float64                                   // seconds between Ticks
	// Idle reports whether a Tick would find nothing to do: a deferred behavior whose result has not arrived. nil for
	// every other behavior.
	Idle func(c C, block unsafe.Pointer) bool
	// Waits tells, for people, whose result a deferred behavior waits for: its system and its request's token, 0 as
	// long as that has none; "" when it waits for nothing. nil for every other behavior.
	Waits func(block unsafe.Pointer) (system string, token uint64)
}

// Handover is a DBlock as the engine runs it.
type Handover[C, S any] struct {
	Decide func(c C, dblock unsafe.Pointer) float64
	DBlock Block
	Calls  Calls[C, S]
}

// Inspection is what an agent's memory holds, for tests that compare it.
type Inspection struct {
	Every, Cooldown map[string]float64 // due times by decider name, of timers that were ever started
	Blocks          map[int][]byte     // of active places whose block has no pointers
	Values          map[string]string  // blackboard values as text, by key name and place: "hunger@0"
	Path            []int              // active places, root first
	Entries         map[string]int     // entries counted for Limit by decider name, of those above 0
	Monitors        []int              // places whose Monitor bit is set, ascending
}

// Hash is the stable 32-bit identity of a name (FNV-1a), the same in every program and on every machine.
func Hash(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

// Draw mixes the key of one random draw into 64 bits: no state, the same everywhere (RULES R11). Each part
// passes through the finalizer of SplitMix64, so neighbouring keys give unrelated bits.
func Draw(seed, agent, frame uint64, place, number uint32) uint64 {
	h := mix(seed + 0x9e3779b97f4a7c15)
	h = mix(h ^ agent)
	h = mix(h ^ frame)
	return mix(h ^ (uint64(place)<<32 | uint64(number)))
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Fraction turns 64 random bits into a number in [0, 1), all multiples of 2⁻⁵³ equally likely.
func Fraction(bits uint64) float64 { return float64(bits>>11) * 0x1p-53 }
