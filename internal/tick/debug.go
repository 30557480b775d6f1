//go:build decider_debug

package tick

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/refusal"
)

// debugState detects a memory that two goroutines tick at once. It exists under the decider_debug build tag only,
// because finding the current goroutine costs more than most ticks.
type debugState struct {
	owner atomic.Int64 // the goroutine that ticks; 0 for none
}

func (d *debugState) Enter() error {
	me := goroutine()
	if d.owner.CompareAndSwap(0, me) {
		return nil
	}
	if d.owner.Load() == me {
		return refusal.ErrReentrant
	}
	return refusal.ErrConcurrent
}

func (d *debugState) Leave() { d.owner.Store(0) }

// Clash returns the error with which Enter failed; nil if no goroutine ticks the memory.
func (d *debugState) Clash() error {
	switch d.owner.Load() {
	case 0:
		return nil
	case goroutine():
		return refusal.ErrReentrant
	}
	return refusal.ErrConcurrent
}

// traces are buffers for goroutine, which would otherwise allocate one at each call.
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
