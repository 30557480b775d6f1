package meter

import (
	"syscall"
	"time"
)

func used(of int) (time.Duration, bool) {
	var r syscall.Rusage
	if syscall.Getrusage(of, &r) != nil {
		return 0, false
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), true
}

// processorTime is what all threads of this process have used together.
func processorTime() (time.Duration, bool) { return used(syscall.RUSAGE_SELF) }

// threadTime is what this thread has used.
func threadTime() (time.Duration, bool) { return used(syscall.RUSAGE_THREAD) }
