package meter

import (
	"runtime"
	"time"
)

// Work measures the processor time of one goroutine, which other programs on a busy machine do not make longer. Where the
// system cannot tell, it measures real time.
type Work struct {
	began time.Time
	cpu   time.Duration
	known bool
}

// Begin begins to measure. Call End in the same goroutine: until then it stays on its thread.
func Begin() Work {
	runtime.LockOSThread()
	w := Work{began: time.Now()}
	w.cpu, w.known = threadTime()
	return w
}

// Took is the time so far.
func (w Work) Took() time.Duration {
	if !w.known {
		return time.Since(w.began)
	}
	cpu, _ := threadTime()
	return max(cpu-w.cpu, 0)
}

// Now is the time as if the goroutine had had a processor since Begin.
func (w Work) Now() time.Time { return w.began.Add(w.Took()) }

// End returns the time that the work took. waited is the time in which it only waited, which is left out of real time.
func (w Work) End(waited time.Duration) time.Duration {
	defer runtime.UnlockOSThread()
	if !w.known {
		return max(w.Took()-waited, 0)
	}
	return w.Took()
}
