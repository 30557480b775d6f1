package debugprint

import (
	"bytes"
	"io"
	"sync"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Output writes what happens in agents' ticks as lines of text, up to its Level. It is an [event.Observer]:
//
//	memory.Observe(&debugprint.Output{W: os.Stderr})
//
// One Output may observe any number of agents, even if several goroutines tick them at once: its lines do not mix.
// The fields may be changed between ticks. Do not copy an Output after its first use.
type Output struct {
	Level event.Level   // 1 and 2 transitions, 3 to 5 every tick; 0 is 2. See the package documentation
	Agent world.AgentID // the only agent observed; 0 for all
	W     io.Writer     // gets each line with one Write; nil for no output
	Names Names         // of flags and agents; unknown flags print in hexadecimal
	Mode  Mode          // Spore writes the lines of the Spore text; other bits do not matter
	// Filter, if not nil, is called for every event and drops those for which it returns false. It is called in the
	// middle of a tick, never from two goroutines at once, and must not keep the event.
	Filter func(*event.Event) bool

	mu    sync.Mutex
	lines []byte // of the current event; kept for its capacity
	last  told
	err   error
}

// ObserveLevel is Level for selected agents, and 0 for others and after a write error.
func (o *Output) ObserveLevel(agent world.AgentID) event.Level {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.levelFor(agent)
}

// levelFor is ObserveLevel. The lock must be held.
func (o *Output) levelFor(agent world.AgentID) event.Level {
	if o.W == nil || o.err != nil || o.Agent != 0 && o.Agent != agent {
		return 0
	}
	if o.Level == 0 {
		return transitions
	}
	return o.Level
}

// transitions is the default level.
const transitions event.Level = 2

// Observe writes the lines of an event. It does not allocate once its buffer has grown.
func (o *Output) Observe(e *event.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	level := o.levelFor(e.Agent)
	if e.Kind.Level() > level || o.Filter != nil && !o.Filter(e) {
		return
	}
	o.lines = o.Names.appendLines(o.lines[:0], e, level, o.Mode, &o.last)
	o.last = toldOf(e)
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

// Err returns the first error of W; nil for none. After an error nothing more is written, and agents run unobserved:
// an agent does not depend on its log.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
