package event

import "fmt"

// KeyError tells that a blackboard value was asked for where it is not to be had. It wraps [ErrKey]. In a tick
// it is the user code's error, as by Context.Fail.
type KeyError struct {
	Key     string // its name
	Decider string // whose code asked for it; "" where that was outside of the tree
	Detail  string // why there is none
	Remedy  string // what to do
}

func (e *KeyError) Error() string {
	at := ""
	if e.Decider != "" {
		at = " in " + e.Decider
	}
	return fmt.Sprintf("%v: %q%s: %s; %s", ErrKey, e.Key, at, e.Detail, e.Remedy)
}

func (e *KeyError) Unwrap() error { return ErrKey }
