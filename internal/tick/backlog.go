package tick

import (
	"errors"

	"github.com/decidertree/decidertree/internal/program"
)

// backlog is what a tick leaves for its end: what user code asked to be done, and errors. A tick of an agent that never
// had any does without.
type backlog struct {
	ops   []Op     // requests, in order
	Errs  []error  // so far
	turns []uint64 // the deciders entered last, near the limit: instance.number<<16 | place

	Refusal error // why every call is refused, in the phase Refused
}

// late makes room for what is left for the end of the tick.
func (r *Runner) Late() *backlog {
	if r.Backlog == nil {
		r.Backlog = &backlog{ops: make([]Op, 0, 4)}
	}
	return r.Backlog
}

// takeErrors returns the errors so far, joined, and forgets them and whatever else was wanted.
func (r *Runner) TakeErrors() error {
	r.Wants, r.FailedIn = 0, program.Nowhere
	if r.Backlog == nil {
		return nil
	}
	errs := r.Backlog.Errs
	r.Backlog.Errs = nil
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return errors.Join(errs...)
}
