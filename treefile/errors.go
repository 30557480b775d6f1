package treefile

import (
	"errors"
	"fmt"
	"strings"
)

// Sentinels that the errors of this package wrap; test with errors.Is.
var (
	ErrSyntax  = errors.New("treefile: not JSON")              // the file is not JSON, or not text
	ErrVersion = errors.New("treefile: another version")       // a later release wrote the file
	ErrLimit   = errors.New("treefile: too large")             // the file exceeds MaxFile, MaxNesting or declaration.MaxPlaces
	ErrField   = errors.New("treefile: wrong field")           // a field that there is not, twice, or with a value of another kind
	ErrUnknown = errors.New("treefile: unknown name")          // a name that neither the file nor the Registry has
	ErrTwice   = errors.New("treefile: one name for two")      // a name that two things in the Registry or the file have
	ErrUnsaid  = errors.New("treefile: cannot be in a file")   // Save: a function or value that has no name, or no value as JSON
	ErrTree    = errors.New("treefile: the tree is not valid") // decider.InitializeTreeData reports a fault
)

// MaxFile is the most bytes of a file, and MaxNesting the most levels of braces and brackets in it. A tree of the
// greatest depth needs two levels for each decider.
const (
	MaxFile    = 32 << 20
	MaxNesting = 1024
)

// maxErrors is how many errors are told of one file.
const maxErrors = 100

// Error is one error in a file.
type Error struct {
	File         string // as Load was told
	Line, Column int    // from 1 on, the column in bytes; 0 for an error of Save, and the column of a YAML file
	Path         string // of the decider from the root, "ROOT > GUARD"; "" outside of deciders
	Field        string // "decisionFlags.all[1]"; "" for the decider as a whole
	Detail       string // what is wrong
	Remedy       string // what to do
	Err          error  // a sentinel of this package, or a *declaration.Fault, which wraps its Code
}

// Error is the position, the path, the detail and the remedy in one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	for _, at := range []int{e.Line, e.Column} {
		if at > 0 {
			fmt.Fprintf(&b, ":%d", at)
		}
	}
	for _, part := range []string{e.Path, e.Field, e.Detail} {
		if part != "" {
			if b.Len() > 0 {
				b.WriteString(": ")
			}
			b.WriteString(part)
		}
	}
	if e.Remedy != "" {
		b.WriteString("; " + e.Remedy)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all errors in a file, in the order of the lines, at most 100.
type Errors []*Error

// Error returns them, one a line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns them for errors.Is and errors.As.
func (e Errors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}
