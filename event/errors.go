package event

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// Errors of a tick, wrapped by a [*TickError]. The tick has gone on or, after ErrPanic and ErrRedecideLoop, has
// deactivated the agent's whole path. ErrSubsetRule is one for strict memories and crowds only. Plug also returns ErrKey, for a tree with keys that the agent's own tree lacks.
var (
	ErrNotANumber   = errors.New("decider: Decide must return a finite number")
	ErrStatus       = errors.New("decider: Running, Success or Failure must be returned")
	ErrPanic        = errors.New("decider: user code panicked")
	ErrRedecideLoop = errors.New("decider: redecide loop")
	ErrSubsetRule   = errors.New("decider: the Subset Rule is broken")
	ErrKey          = errors.New("decider: the blackboard key is not declared here")
)

// TickError is one error of a tick: whose user code failed, and where. It wraps one of the sentinels above or the
// error passed to Context.Fail. Several errors of one tick are joined.
type TickError struct {
	Agent world.AgentID
	Time  float64 // of the tick
	Path  string  // from the root: "ROOT > GUARD_NEST > PATROL"
	// Call is the function: "Decide", "Activate", "Tick", "Leave" or "Deactivate"; "engine" for a redecide loop and a broken Subset Rule;
	// "Observer" for an observer that panicked; "code outside" for code outside of the tree that asked the memory for
	// an undeclared blackboard value.
	Call string
	Err  error
}

// Error returns agent, time, call, path and cause.
func (e *TickError) Error() string {
	return fmt.Sprintf("agent %d @ %.3f: %s of %s: %v", e.Agent, e.Time, e.Call, e.Path, e.Err)
}

// Unwrap returns Err.
func (e *TickError) Unwrap() error { return e.Err }

// PanicError is a contained panic of user code. It wraps [ErrPanic] and, if the value is an error, that error.
type PanicError struct {
	Value any    // passed to panic
	Stack []byte // of the goroutine that panicked
	At    string // file and line of the user's function that panicked, "nest/bell.go:41"; "" if the stack has none
}

// Error returns the position and the value.
func (e *PanicError) Error() string {
	if e.At != "" {
		return fmt.Sprintf("%v at %s: %v", ErrPanic, e.At, e.Value)
	}
	return fmt.Sprintf("%v: %v", ErrPanic, e.Value)
}

func (e *PanicError) Unwrap() []error {
	if err, ok := e.Value.(error); ok {
		return []error{ErrPanic, err}
	}
	return []error{ErrPanic}
}

// LoopError tells that a tick was ended because it entered too many deciders. It wraps [ErrRedecideLoop]. Everything
// active was deactivated; the next tick starts clean.
type LoopError struct {
	Limit int      // the most deciders a tick of this tree may enter
	Turns []string // the names of the deciders entered last, in order
}

func (e *LoopError) Error() string {
	return fmt.Sprintf("%v: more than %d deciders entered in one tick, the last in turn %v; look for Jumps that enter each other",
		ErrRedecideLoop, e.Limit, e.Turns)
}

func (e *LoopError) Unwrap() error { return ErrRedecideLoop }

// SubsetRuleError tells that a group was entered although none of its children accepts: its own conditions must imply that
// one of them does (Spore S05). It wraps [ErrSubsetRule]. The path is that of the [TickError] around it.
type SubsetRuleError struct {
	Children []Rejection // in order
}

// Rejection is the answer of a child that did not accept.
type Rejection struct {
	Decider Label
	Verdict Verdict
}

func (e *SubsetRuleError) Error() string {
	b := []byte(ErrSubsetRule.Error() + ": no child accepts, of")
	for i, r := range e.Children {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, ' '), r.Decider.Name...), " ("...)
		b = append(append(b, r.Verdict.String()...), ')')
	}
	return string(b) + "; give the group a condition that implies one of theirs, or a last child without conditions"
}

func (e *SubsetRuleError) Unwrap() error { return ErrSubsetRule }
