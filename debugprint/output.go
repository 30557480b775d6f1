package debugprint

import (
	"bytes"
	"io"
	"sync"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Output writes what happens in agents' ticks as lines of text, as much as its Level asks for. It is a
// [decider.Observer]:
//
//	memory.Observe(&debugprint.Output{Level: 1, W: os.Stderr})
//
// One Output may observe any number of agents, also such as are ticked by several goroutines at once: its
// lines do not mix. The fields may be changed between ticks. The zero Output writes nothing. It must not be
// copied after its first use.
type Output struct {
	Level event.Level   // 0 nothing, 1 and 2 transitions, 3 to 5 every tick; see the package's text
	Agent world.AgentID // whose ticks; 0 for everybody's
	W     io.Writer     // gets each line with one Write; nil for nobody
	Names Names         // of flags; without, they print in hexadecimal
	// Filter, if not nil, is asked for every event and leaves out those for which it is false. It is called
	// in the middle of a tick, never from two goroutines at once, and must not keep the event.
	Filter func(*event.Event) bool

	mu    sync.Mutex
	lines []byte // of the event at hand; kept for its capacity
	err   error
}

// ObserveLevel is Level for the agents that are asked for, 0 for others and once writing has failed.
func (o *Output) ObserveLevel(agent world.AgentID) event.Level {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.levelFor(agent)
}

// levelFor is ObserveLevel, with the lock held.
func (o *Output) levelFor(agent world.AgentID) event.Level {
	if o.W == nil || o.err != nil || o.Agent != 0 && o.Agent != agent {
		return 0
	}
	return o.Level
}

// Observe writes the lines of an event. In a steady state it allocates nothing.
func (o *Output) Observe(e *event.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	level := o.levelFor(e.Agent)
	if e.Kind.Level() > level || o.Filter != nil && !o.Filter(e) {
		return
	}
	o.lines = o.Names.AppendEvent(o.lines[:0], e, level)
	for rest := o.lines; len(rest) > 0 && o.err == nil; {
		end := bytes.IndexByte(rest, '\n') + 1
		written, err := o.W.Write(rest[:end])
		if err == nil && written < end {
			err = io.ErrShortWrite
		}
		o.err = err
		rest = rest[end:]
	}
}

// Err returns the first error of W, nil if there was none. After an error nothing more is written, and agents
// run as if unobserved: an agent's life does not depend on its log.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
