package world

import "sync/atomic"

// Stats count what came to nothing, since the world was made.
type Stats struct {
	Undelivered uint64 // messages that reached nobody: to agents that are gone, or that never listened
	Overflowed  uint64 // messages that found their receiver's set full, so that one was dropped
	Stale       uint64 // results for requests that had been cancelled
}

// counts are Stats as they grow.
type counts struct {
	undelivered, overflowed atomic.Uint64
	stale                   atomic.Uint64 // grows in any goroutine
}

// Stats returns the counts since the world was made; none for a nil World. Safe for concurrent use.
func (w *World) Stats() Stats {
	if w == nil {
		return Stats{}
	}
	return Stats{
		Undelivered: w.counts.undelivered.Load(),
		Overflowed:  w.counts.overflowed.Load(),
		Stale:       w.counts.stale.Load(),
	}
}
