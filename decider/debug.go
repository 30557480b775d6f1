//go:build decider_debug

package decider

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// debugState notices a memory that is ticked by two goroutines at once. Under the decider_debug build tag only:
// finding out which goroutine this is costs more than most ticks.
type debugState struct {
	owner atomic.Int64 // the goroutine that ticks, 0 for none
}

func (d *debugState) enter() error {
	me := goroutine()
	if d.owner.CompareAndSwap(0, me) {
		return nil
	}
	if d.owner.Load() == me {
		return ErrReentrant
	}
	return ErrConcurrent
}

func (d *debugState) leave() { d.owner.Store(0) }

// traces are for goroutine, which would allocate one each time.
var traces = sync.Pool{New: func() any { return new([64]byte) }}

// goroutine returns the number in the first line of a stack trace: "goroutine 7 [running]:".
func goroutine() (id int64) {
	trace := traces.Get().(*[64]byte)
	defer traces.Put(trace)
	for _, c := range trace[len("goroutine "):runtime.Stack(trace[:], false)] {
		if c < '0' || c > '9' {
			break
		}
		id = 10*id + int64(c-'0')
	}
	return id
}
