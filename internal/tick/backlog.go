package tick

import (
	"errors"

	"github.com/decidertree/decidertree/internal/program"
)

// backlog holds the requests of user code and the errors until the end of the tick. It is made when an agent has its
// first of either.
type backlog struct {
	ops   []Op       // requests, in order
	doing bool       // they are being carried out
	Errs  []error    // of this tick
	asked []answered // of a strict agent: what was asked in this tick, in order
	turns []uint64   // the deciders entered last, near the limit: Instance.Number<<16 | place

	strict  bool  // a broken Subset Rule is an error
	Refusal error // the error of every call in the phase Refused
}

// Late returns the backlog, and makes it at the first call.
func (r *Runner) Late() *backlog {
	if r.Backlog == nil {
		r.Backlog = &backlog{ops: make([]Op, 0, 4)}
	}
	return r.Backlog
}

// TakeErrors returns the errors of the tick, joined, and clears them and Wants.
func (r *Runner) TakeErrors() error {
	r.Wants, r.FailedIn = 0, program.Nowhere
	if r.Backlog == nil {
		return nil
	}
	errs := r.Backlog.Errs
	r.Backlog.Errs = nil
	r.Backlog.asked = r.Backlog.asked[:0]
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return errors.Join(errs...)
}
