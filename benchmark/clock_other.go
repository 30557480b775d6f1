//go:build !linux && !darwin

package main

import "time"

var started = time.Now()

// spent approximates the processor time of this process.
func spent() time.Duration { return time.Since(started) }
