package engine

import "unsafe"

// Row is an agent of a crowd as its crew sees it.
type Row[A any] struct {
	Base  unsafe.Pointer // its memory
	Rest  any            // what it has beside it, made by Crew.NewRest; nil where the tree's agents have nothing
	ID    uint64
	Agent A
	Flags uint64         // its DecisionFlags
	Set   unsafe.Pointer // its *stimuli.Set; nil for none
	DT    float64        // seconds since its last tick
	Holds *Holds         // what tools hold; nil for nothing
}

// Outcome is what ticking an agent came to.
type Outcome struct {
	Idle    bool    // ticking it again would change nothing, as long as its inputs are the same and Wake has not come
	Wake    float64 // the time at which something is due that was not; +Inf for never
	Entered int     // deciders that became active
	Err     error
}

// Crew ticks agents whose memories lie elsewhere, one after the other. It belongs to one goroutine at a time.
type Crew[A any] interface {
	// Begin begins a frame of the world.
	Begin(time float64, frame uint64)
	// Tick ticks an agent. The outcome is filled in also if the agent's code ends the goroutine.
	Tick(*Row[A], *Outcome)
	// Observe has a decider.Observer be told of what these agents do, when Tell is called; nil for nobody.
	Observe(observer any)
	// Record has a decider.Recorder record these agents; nil for no more. Still records one as it is.
	Record(recorder any, crowd string) error
	Still(*Row[A])
	// Tell tells the world what the agents of all crews have to do with gates and squads, and their observers what
	// they did, all in the order of the agents' IDs. The error is that of an observer that panicked; it is dropped.
	Tell(all []Crew[A]) error
	// Bytes is the size of an agent's memory, a multiple of 8; Clear makes one as new.
	Bytes() int
	Clear(*Row[A])
	// NewRest makes what an agent has beside its memory; nil for nothing.
	NewRest() any
}
