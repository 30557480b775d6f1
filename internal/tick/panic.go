package tick

import (
	"runtime/debug"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/source"
	"github.com/decidertree/decidertree/internal/tape"
)

// This file handles panics of user code (RULES R20), and takes down the whole path: that must be completed whatever a
// Deactivate does.

// PanicErrorOf returns the error for a panic that is being recovered with a value.
func PanicErrorOf(value any) *event.PanicError {
	e := &event.PanicError{Value: value, Stack: debug.Stack()}
	if played, ok := value.(interface{ PlayedAt(engine.Key) string }); ok {
		e.At = played.PlayedAt(engine.Key{})
	} else {
		e.At = source.Panicked(e.Stack, source.Program())
	}
	return e
}

// ReportPanic records a panic of the user code that was running.
func (r *Runner) ReportPanic(value any) {
	e := PanicErrorOf(value)
	r.didPanic(value, e.At)
	r.report(r.Running, r.Call, e)
	r.reason, r.FailedIn = 0, program.Nowhere
	r.Values = r.Values[:0]
}

// EndBroken ends a tick in which user code panicked with a value, or, if that is nil, ended the goroutine: the agent's
// whole path goes down, and nothing else (RULES R20). It sets the error of the tick, also where a Deactivate calls
// runtime.Goexit, so that it does not return.
//
// A Deactivate may also end the goroutine after the walk, while a request is carried out. TakingDown has handled that.
func (r *Runner) EndBroken(value any, err *error) {
	if value == nil && r.Backlog != nil && r.Backlog.doing {
		*err = r.Finish()
		r.Debug.Leave()
		return
	}
	defer func() {
		r.Surface()
		h := r.Header()
		h.Leaf, h.State = program.Nowhere, uint8(behavior.Failure)
		r.Wants |= memory.WantUnmask | memory.WantTidy
		if r.TellsTicks() {
			r.tellFinish()
		}
		*err = r.Finish()
		r.Debug.Leave()
	}()
	r.ReportPanic(value)
	r.Surface()
	r.Targeting, r.Forced = false, program.Nowhere // the next tick may be that of another agent
	r.tearDown(behavior.Panicked)
}

// tearDown takes everything active down.
func (r *Runner) tearDown(reason behavior.Reason) {
	if r.Header().Up {
		r.TakingDown(func() { r.tear(0, reason) })
	}
}

// TakingDown calls part, in which behaviors end, and reports whether part returned. A Deactivate that panics counts as
// called; everything that is still active then goes down, Panicked.
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

// ClearAway takes down the path that a panic left active because it was let through.
func (r *Runner) ClearAway() {
	if r.Broken {
		r.Broken = false
		r.tearDown(behavior.Panicked)
	}
}

// LeaveBroken prepares a memory for further calls when a panic goes on to the caller.
func (r *Runner) LeaveBroken() {
	r.didPanic(errLetThrough, "")
	r.Broken = true
	r.Surface()
	r.dropOps()
	r.reason = 0
	_ = r.TakeErrors()
	r.TidyAll()
	h := r.Header()
	h.Leaf, h.State = program.Nowhere, uint8(behavior.Failure)
	r.Phase = Idle
	if r.taking != nil {
		r.taking.take.Marks &^= tape.Gone // not yet
	}
	r.endTake()
	r.Debug.Leave()
}
