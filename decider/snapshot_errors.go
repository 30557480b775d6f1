package decider

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/internal/snapshot"
)

var (
	// ErrSnapshot is wrapped by the error for bytes that are no sound snapshot: cut off, changed, of another kind or of
	// a later version. Nothing has been restored.
	ErrSnapshot = snapshot.Err
	// ErrNotMarshalable is wrapped by the error for something with pointers that cannot be put into a snapshot.
	ErrNotMarshalable = errors.New("decider: cannot be put into a snapshot")
	// ErrNotReset is wrapped by the error for restoring into a memory that was ticked since it was made or Reset, or has
	// something plugged in.
	ErrNotReset = errors.New("decider: the memory must be new, or Reset")
	// ErrClock is wrapped by the error for restoring a snapshot of a time that is yet to come.
	ErrClock = errors.New("decider: the snapshot is of a later time than the world's")

	errUnfinished = errors.New("decider: a panic was let through; tick the memory or Reset it first")
)

// NotMarshalableError names what cannot be put into a snapshot. It wraps [ErrNotMarshalable].
type NotMarshalableError struct {
	Path string // of the decider: "ROOT > GUARD_NEST > PATROL"
	Key  string // of the blackboard value; "" for a block or DBlock
	Type string
	Err  error // of MarshalBinary; nil where the type has none
}

func (e *NotMarshalableError) Error() string {
	what := "the block"
	if e.Key != "" {
		what = fmt.Sprintf("the value of %q", e.Key)
	}
	if e.Err != nil {
		return fmt.Sprintf("%v: %s of %s, a %s: %v", ErrNotMarshalable, what, e.Path, e.Type, e.Err)
	}
	return fmt.Sprintf("%v: %s of %s is a %s, which has pointers; give it MarshalBinary and UnmarshalBinary",
		ErrNotMarshalable, what, e.Path, e.Type)
}

func (e *NotMarshalableError) Unwrap() []error {
	if e.Err != nil {
		return []error{ErrNotMarshalable, e.Err}
	}
	return []error{ErrNotMarshalable}
}
