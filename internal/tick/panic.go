package tick

import (
	"runtime/debug"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is what happens when user code panics (RULES R20), and so also taking everything down, which must
// come to its end whatever Deactivates do.

// reportPanic records a panic of the user code that was running.
func (r *Runner) ReportPanic(value any) {
	r.didPanic(value)
	r.report(r.Running, r.Call, &event.PanicError{Value: value, Stack: debug.Stack()})
	r.reason, r.FailedIn = 0, program.Nowhere
	r.Values = r.Values[:0]
}

// EndBroken ends a tick in which user code has panicked with a value, or with nil has ended the goroutine: the agent's whole
// path goes down, and nothing else does (RULES R20).
func (r *Runner) EndBroken(value any) (err error) {
	defer func() { // also where a Deactivate calls runtime.Goexit, which does not come back
		r.Surface()
		h := r.Header()
		h.Leaf, h.State = program.Nowhere, uint8(behavior.Failure)
		r.Wants |= memory.WantUnmask | memory.WantTidy
		if r.TellsTicks() {
			r.tellFinish()
		}
		err = r.Finish()
		r.Debug.Leave()
	}()
	r.ReportPanic(value)
	r.Surface()
	r.Targeting, r.Forced = false, program.Nowhere // the next tick may be another agent's
	r.tearDown(behavior.Panicked)
	return nil
}

// tearDown takes everything active down.
func (r *Runner) tearDown(reason behavior.Reason) {
	if r.Header().Up {
		r.TakingDown(func() { r.tear(0, reason) })
	}
}

// takingDown does something in which behaviors end. A Deactivate that panics counts as called; everything that is
// still active goes down after it, Panicked. It reports whether the part was done to its end.
func (r *Runner) TakingDown(part func()) (done bool) {
	defer func() {
		switch {
		case done:
		case r.PanicsThrough:
			r.LeaveBroken()
		default:
			r.ReportPanic(recover())
			r.Surface()
			r.Header().State = uint8(behavior.Failure)
			r.tearDown(behavior.Panicked)
		}
	}()
	part()
	return true
}

// clearAway takes down what a panic that was let through has left active.
func (r *Runner) ClearAway() {
	if r.Broken {
		r.Broken = false
		r.tearDown(behavior.Panicked)
	}
}

// LeaveBroken makes a memory whose panic goes on to the caller fit to be called again.
func (r *Runner) LeaveBroken() {
	r.didPanic(errLetThrough)
	r.Broken = true
	r.Surface()
	r.dropOps()
	r.reason = 0
	_ = r.TakeErrors()
	r.TidyAll()
	h := r.Header()
	h.Leaf, h.State = program.Nowhere, uint8(behavior.Failure)
	r.Phase = Idle
	r.endTake()
	r.Debug.Leave()
}
