//go:build decider_debug

package decider

import (
	"bytes"
	"runtime"
	"strconv"
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

// goroutine returns the number in the first line of a stack trace: "goroutine 7 [running]:".
func goroutine() int64 {
	var buf [64]byte
	fields := bytes.Fields(buf[:runtime.Stack(buf[:], false)])
	n, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}
