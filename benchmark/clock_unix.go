//go:build linux || darwin

package main

import (
	"syscall"
	"time"
)

// spent returns the processor time of this process, of all its goroutines together. Other programs on the machine do not
// affect it.
func spent() time.Duration {
	var r syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
