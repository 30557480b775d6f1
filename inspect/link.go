package inspect

import (
	"slices"
	"sync/atomic"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// link is all that the goroutine that ticks and the server have in common. Whatever the game's side does with it never
// waits: it takes a command if there is one, and hands something over if there is room, else it leaves it out.
type link struct {
	commands chan *command         // to the game
	wants    atomic.Pointer[wants] // of all pages together
	status   atomic.Pointer[status]
	census   atomic.Pointer[census]

	wake    chan struct{} // status or census is another: room for one
	copies  chan *copied
	scenes  chan *Map
	blank   chan *Map // maps that are free to be drawn on
	batches chan *batch
	empty   chan *batch
}

func newLink() *link {
	l := &link{
		commands: make(chan *command, 64), wake: make(chan struct{}, 1), copies: make(chan *copied, 1),
		scenes: make(chan *Map, 2), blank: make(chan *Map, 2), batches: make(chan *batch, 6), empty: make(chan *batch, 6),
	}
	for range cap(l.blank) {
		l.blank <- &Map{}
	}
	for range cap(l.empty) {
		l.empty <- &batch{}
	}
	l.wants.Store(&wants{})
	l.status.Store(&status{})
	l.census.Store(&census{})
	return l
}

// ring wakes the server.
func (l *link) ring() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// wants is what pages want to see; it is not changed.
type wants struct {
	pages  bool // there are any
	index  bool // somebody looks at agents, the crowd or the map
	scene  bool
	agents []world.AgentID // whose moments are looked at
}

// same reports whether two want the same.
func (w *wants) same(other *wants) bool {
	return w.pages == other.pages && w.index == other.index && w.scene == other.scene && slices.Equal(w.agents, other.agents)
}

// status is how the world goes; it is not changed.
type status struct {
	frame   uint64
	time    float64
	agents  int
	rate    float64
	spent   float64
	changes int // of what no frame tells: acts while it is paused
	control wire.Control
	turns   int // how often control has changed
	worlds  int // how often another world was looked at
	points  []wire.Breakpoint
	spied   int      // how often these have changed
	errors  []string // of the game's side, the last few
	erred   int      // how many there have been
}

// census is who there is; it is not changed.
type census struct {
	crowds []wire.CrowdInfo
	chosen []world.AgentID // who is recorded, by ID; nil for all
}

// records reports whether an agent's past can be had.
func (c *census) records(id world.AgentID) bool {
	if c.chosen == nil {
		return true
	}
	_, found := slices.BinarySearch(c.chosen, id)
	return found
}

// copied is a copy of what was recorded of the agents that are watched.
type copied struct {
	frame     uint64
	changes   int
	agents    []world.AgentID
	recording *history.Recording
	holds     map[world.AgentID]held
}

// commandKind is what a command costs.
type commandKind uint8

const (
	atOnce commandKind = iota // next to nothing: it is done in the next Frame
	aCopy                     // of what was recorded of an agent
	aFull                     // of all that was recorded
	commandKinds
)

// command is something for the game's side to do in Frame.
type command struct {
	kind   commandKind
	do     func(*game) (any, error)
	state  atomic.Uint32 // see below: who came first
	answer chan result   // room for one
}

// Of a command. One that nobody waits for any more is not done.
const (
	waiting uint32 = iota
	taken
	givenUp
)

type result struct {
	value any
	err   error
}
