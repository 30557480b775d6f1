package event

import "github.com/decidertree/decidertree/internal/engine"

// Profiler counts and times the deciders of agents. It is sealed: only *profile.Profile implements it.
type Profiler interface {
	// Attach is for the packages of this module: it returns a meter for the agents that one goroutine ticks. The crowd is ""
	// for an agent that is in none; tree is that of the agents.
	Attach(_ engine.Key, crowd string, tree any) Meter
}

// Meter is for the packages of this module: it receives all events of the ticks that are sampled, whatever the observer's
// level is. One goroutine at a time uses it, and it does not panic.
type Meter interface {
	// Begin begins a sampled tick. Of an agent that is in no crowd the next one is so many ticks later.
	Begin(engine.Key) (next int)
	// Meter receives an event, and the tree that its place is in.
	Meter(_ engine.Key, e *Event, tree any)
	// Every returns how many ticks of a crowd there are to a sampled one.
	Every(engine.Key) int
	// Plain says that so many ticks begin that are not sampled, or with 0 that they have ended.
	Plain(_ engine.Key, ticks int)
	// Label labels the goroutine, if the profile labels at all. It must run no code but a crowd's ticks.
	Label(engine.Key)
	// Labels reports whether it does.
	Labels(engine.Key) bool
}
