package inspect

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/internal/stops"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// link is all that the goroutine that ticks and the server share. The game's side never waits: it takes a command if
// there is one, and hands something over if there is room.
type link struct {
	meter    *meter.Meter
	commands chan *command         // to the game
	wants    atomic.Pointer[wants] // of all pages together
	status   atomic.Pointer[status]
	census   atomic.Pointer[census]

	log stops.Log // of log points

	wake    chan struct{} // status or census has changed; room for one
	copies  chan *copied
	scenes  chan *Map
	blank   chan *Map // free maps
	batches chan *batch
	empty   chan *batch
}

func newLink() *link {
	l := &link{
		meter: meter.New(nil), commands: make(chan *command, 64), wake: make(chan struct{}, 1), copies: make(chan *copied, 1),
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

// wants is what pages want to see. It is immutable.
type wants struct {
	pages  bool // a page is open
	index  bool // a page shows agents, the crowd or the map
	scene  bool
	agents []world.AgentID // whose moments are shown
}

// same reports whether two are equal.
func (w *wants) same(other *wants) bool {
	return w.pages == other.pages && w.index == other.index && w.scene == other.scene && slices.Equal(w.agents, other.agents)
}

// status is the state of the world for pages. It is immutable.
type status struct {
	frame   uint64
	time    float64
	agents  int
	seed    uint64 // of the world
	rate    float64
	changes int // that no frame shows: acts while it is paused
	control wire.Control
	turns   int // changes of control so far
	worlds  int // worlds so far
	points  []wire.Breakpoint
	spied   int      // changes of points so far
	errors  []string // the last few
	erred   int      // errors so far
}

// census lists the members of the world. It is immutable.
type census struct {
	crowds []wire.CrowdInfo
}

// copied is a copy of the recordings of watched agents.
type copied struct {
	frame     uint64
	changes   int
	agents    []world.AgentID
	recording *history.Recording
	holds     map[world.AgentID]held
	missing   map[world.AgentID]string // why nothing is recorded of an agent, where that is not about to change
}

// commandKind is the cost of a command.
type commandKind uint8

const (
	atOnce commandKind = iota // next to nothing: it runs in the next Frame
	aCopy                     // a copy of an agent's recording
	aFull                     // a copy of the whole recording
	aPart                     // the same, in steps
	commandKinds
)

// command is a function to run in Frame.
type command struct {
	kind   commandKind
	do     func(*game) (any, error)
	since  time.Time     // it has been postponed
	state  atomic.Uint32 // waiting, taken or givenUp
	answer chan result   // room for one
}

// States of a command. One whose request has timed out is not run.
const (
	waiting uint32 = iota
	taken
	givenUp
)

type result struct {
	value any
	err   error
}
