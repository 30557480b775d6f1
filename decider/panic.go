package decider

import "runtime/debug"

// reportPanic records a panic of the user code that was running.
func (r *runner[A]) reportPanic(value any) {
	r.report(r.running, r.call, &PanicError{Value: value, Stack: debug.Stack()})
	r.reason, r.failedIn = 0, nowhere
	r.values = r.values[:0]
}
