package decider

import (
	"runtime/debug"

	"github.com/decidertree/decidertree/behavior"
)

// This file is what happens when user code panics (RULES R20), and so also taking everything down, which must
// come to its end whatever Deactivates do.

// reportPanic records a panic of the user code that was running.
func (r *runner[A]) reportPanic(value any) {
	r.didPanic(value)
	r.report(r.running, r.call, &PanicError{Value: value, Stack: debug.Stack()})
	r.reason, r.failedIn = 0, nowhere
	r.values = r.values[:0]
}

// contain ends a tick in which user code panicked: the agent's whole path goes down, and nothing else does
// (RULES R20).
func (r *runner[A]) contain(value any) (err error) {
	defer func() { // also where a Deactivate calls runtime.Goexit, which does not come back
		r.surface()
		h := r.header()
		h.leaf, h.state = nowhere, uint8(behavior.Failure)
		r.wants |= wantUnmask | wantTidy
		if r.level >= 3 {
			r.tellFinish()
		}
		err = r.finish()
		r.debug.leave()
	}()
	r.reportPanic(value)
	r.surface()
	r.targeting, r.forced = false, nowhere // the next tick may be another agent's
	r.tearDown(behavior.Panicked)
	return nil
}

// tearDown takes everything active down.
func (r *runner[A]) tearDown(reason behavior.Reason) {
	if r.header().up {
		r.takingDown(func() { r.tear(0, reason) })
	}
}

// takingDown does something in which behaviors end. A Deactivate that panics counts as called; everything that is
// still active goes down after it, Panicked. It reports whether the part was done to its end.
func (r *runner[A]) takingDown(part func()) (done bool) {
	defer func() {
		switch {
		case done:
		case r.letPanics:
			r.leaveBroken()
		default:
			r.reportPanic(recover())
			r.surface()
			r.header().state = uint8(behavior.Failure)
			r.tearDown(behavior.Panicked)
		}
	}()
	part()
	return true
}

// clearAway takes down what a panic that was let through has left active.
func (r *runner[A]) clearAway() {
	if r.broken {
		r.broken = false
		r.tearDown(behavior.Panicked)
	}
}

// leaveBroken makes a memory whose panic goes on to the caller fit to be called again.
func (r *runner[A]) leaveBroken() {
	r.didPanic(errLetThrough)
	r.broken = true
	r.surface()
	r.dropOps()
	r.wants, r.reason, r.failedIn, r.errs = 0, 0, nowhere, nil
	r.tidyAll(wantUnmask | wantTidy)
	h := r.header()
	h.leaf, h.state = nowhere, uint8(behavior.Failure)
	r.phase = idle
	r.endTake()
	r.debug.leave()
}
