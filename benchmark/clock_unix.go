//go:build linux || darwin

package main

import (
	"syscall"
	"time"
)

// spent is the processor time of this process, all its goroutines together. Other programs that use the machine do not
// add to it.
func spent() time.Duration {
	var r syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
