package event

import "fmt"

// KeyError is the error of asking for a blackboard value that is not declared there. It wraps [ErrKey]. In a tick it
// is an error of the user code, as by Context.Fail.
type KeyError struct {
	Key     string // the key's name
	Decider string // whose code asked; "" for code outside of the tree
	Detail  string // what is wrong
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
