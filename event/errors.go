package event

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// Something went wrong in a tick, in a [*TickError]; the tick went on or, with ErrPanic and ErrRedecideLoop, has taken
// everything down. ErrKey is also what Plug returns for a tree whose keys the agent's own tree lacks.
var (
	ErrNotANumber   = errors.New("decider: Decide must return a finite number")
	ErrStatus       = errors.New("decider: Running, Success or Failure must be returned")
	ErrPanic        = errors.New("decider: user code panicked")
	ErrRedecideLoop = errors.New("decider: redecide loop")
	ErrKey          = errors.New("decider: the blackboard key is not declared here")
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
