package world

import "sync/atomic"

// Stats counts messages and results that had no effect, since the world was made.
type Stats struct {
	Undelivered uint64 // messages to agents that are gone or have no stimuli
	Overflowed  uint64 // messages to an agent whose set was full, so that a stimulus was dropped
	Stale       uint64 // results of requests that were cancelled
}

// counts are the live counters of Stats.
type counts struct {
	undelivered, overflowed atomic.Uint64
	stale                   atomic.Uint64 // any goroutine may add to it
}

// Stats returns the counts since the world was made; zeros for a nil World. It is safe for concurrent use.
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
