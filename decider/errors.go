package decider

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// Sentinels that the errors of this package wrap; test with errors.Is.
var (
	// A call is refused, and nothing has changed: a tick, Reset, Close, and what else a memory is asked for.
	ErrNilTree    = errors.New("decider: nil tree")
	ErrNilMemory  = errors.New("decider: nil memory")
	ErrNoTree     = errors.New("decider: memory was not made by Tree.NewMemory")
	ErrOtherTree  = errors.New("decider: memory was made for another tree")
	ErrReentrant  = errors.New("decider: memory is ticking already")
	ErrConcurrent = errors.New("decider: memory is used by two goroutines at once")
	ErrClosed     = errors.New("decider: memory is closed")
	ErrTime       = errors.New("decider: bad time")

	// Plug, Unplug or ResetBelow is refused, and nothing has changed. ErrKey is also what Plug returns for a tree
	// whose keys the agent's own tree lacks; of a key that is asked for where it is not declared it is an error of
	// the tick, a [*KeyError] in a [*TickError].
	ErrNoMemory     = errors.New("decider: this Context was made by hand and has no memory")
	ErrSlotOverflow = errors.New("decider: the tree needs more than the slot reserves")
	ErrSlotCycle    = errors.New("decider: the tree would contain itself by way of its slots")
	ErrNoSlot       = errors.New("decider: the agent's trees have no such slot")
	ErrNotPlugged   = errors.New("decider: nothing is plugged into the slot")
	ErrNoDecider    = errors.New("decider: the agent's trees have no such decider")
	ErrKey          = errors.New("decider: the blackboard key is not declared here")

	errCopied = fmt.Errorf("%w: it is a copy of one that was; keep a pointer to the memory", ErrNoTree)

	// Something went wrong in a tick, in a [*TickError]; the tick went on or, with ErrPanic and ErrRedecideLoop,
	// has taken everything down.
	ErrNotANumber   = errors.New("decider: Decide must return a finite number")
	ErrStatus       = errors.New("decider: Running, Success or Failure must be returned")
	ErrPanic        = errors.New("decider: user code panicked")
	ErrRedecideLoop = errors.New("decider: redecide loop")
)

// TickError is one thing that went wrong in a tick: in whose user code, and where. What it wraps is one of
// the sentinels above or what the code gave to Context.Fail. Several in one tick are joined.
type TickError struct {
	Agent world.AgentID
	Time  float64 // of the tick
	Path  string  // from the root: "ROOT > GUARD_NEST > PATROL"
	// Call is the function: "Decide", "Activate", "Tick", "Leave" or "Deactivate"; "engine" for a redecide loop,
	// "Observer" for one that panicked, "code outside" for code in no decider that asked the memory for a value it
	// cannot have.
	Call string
	Err  error
}

func (e *TickError) Error() string {
	return fmt.Sprintf("agent %d @ %.3f: %s of %s: %v", e.Agent, e.Time, e.Call, e.Path, e.Err)
}

func (e *TickError) Unwrap() error { return e.Err }

// PanicError is a panic of user code, contained. It wraps [ErrPanic] and, where the value is an error, that.
type PanicError struct {
	Value any
	Stack []byte // where it panicked
}

func (e *PanicError) Error() string { return fmt.Sprintf("%v: %v", ErrPanic, e.Value) }

func (e *PanicError) Unwrap() []error {
	if err, ok := e.Value.(error); ok {
		return []error{ErrPanic, err}
	}
	return []error{ErrPanic}
}

// LoopError tells that a tick would not have ended: too many deciders were entered in it. It wraps
// [ErrRedecideLoop]. Everything active went down; the next tick starts clean.
type LoopError struct {
	Limit int      // entries a tick of this tree may make
	Turns []string // the deciders last entered, in turn
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("%v: more than %d deciders entered in one tick, the last in turn %v; look for Jumps that enter each other",
		ErrRedecideLoop, e.Limit, e.Turns)
}

func (e *LoopError) Unwrap() error { return ErrRedecideLoop }
