package world

import (
	"errors"
	"fmt"
)

var (
	// ErrNotMarshalable is wrapped by the error for a value with pointers that has no MarshalBinary.
	ErrNotMarshalable = errors.New("decider: cannot be put into a snapshot")
)

// NotMarshalableError names a value that cannot be put into a snapshot. It wraps [ErrNotMarshalable].
type NotMarshalableError struct {
	Path string // of the decider: "ROOT > GUARD_NEST > PATROL"
	Key  string // of the blackboard value; "" for a block or DBlock
	Type string // of the value
	Err  error  // of MarshalBinary; nil if the type has none
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
