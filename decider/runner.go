package decider

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// runner ticks one agent: it holds the inputs of the tick, and points at the agent's memory and at the
// scratch. A Memory has one of its own; what an agent keeps lies behind base and in boxes alone.
type runner[A any] struct {
	self        *runner[A] // its own address, to notice copies; nil in a memory NewMemory did not make
	instance[A]            // the tree it is in: the agent's own, or while a walk is inside a plugged one, that
	context     behavior.Context[A]
	world       *world.World
	observer    Observer
	opens       openObserver // the same, if it wants to know what is open
	seen        bool         // there is an observer, or a recording

	time      float64 // of the last tick, seconds; the least number before the first
	dt        float64 // of the tick, seconds
	tickCount uint32  // ticks so far

	// Of this tick.
	flags     DecisionFlags
	running   place // whose user code runs
	phase     phase
	call      call  // which function of it
	wants     wants // what must be done before the tick is over
	failedIn  place // whose Decide has called Fail since it was asked; else nowhere
	letPanics bool
	viewing   bool      // it is a view of agents of a crowd
	crowd     bool      // the agent lives in a crowd: gates are granted when the world advances
	peeking   bool      // conditions are asked for explanation: nothing is taken
	stirred   bool      // something has changed in this tick
	wake      float64   // the earliest time at which something that was not due in this tick will be
	kept      *rest[A]  // what the agent of a crowd has beside its bytes; else nil
	notices   *[]notice // where what the world is to be told is kept; nil tells it at once
	broken    bool      // a panic was let through: the path is to be taken down first
	reason    behavior.Reason
	level     Level
	aside     Level         // asideHeld if it is held to something, as its level would be
	recording *taping       // nil for none
	tape      *taping       // that, while a take of this agent is open
	playing   *playback     // what it executes again; nil in an agent that lives
	heldTo    *engine.Holds // by tools; nil for nothing
	draws     uint32        // made in the tick drawnIn
	drawnIn   uint32
	entries   int        // deciders entered
	limit     int        // of entries, the loop guard
	turns     [16]uint64 // the deciders entered last: instance.number<<16 | place
	forced    place      // the target a Jump leads to, until it is entered; else nowhere
	jumping   int        // index of that Jump
	targeting bool       // a Jump's target is being asked
	exits     bool       // the visit that begins now is observed to its end
	planned   uint64     // plugs so far
	ops       []op[A]    // what user code asked to be done at the end of the tick, in order
	current   Event      // reused for each event
	errs      []error
	debug     debugState
}

// phase is what may be done with a memory now.
type phase uint8

const (
	unmade  phase = iota // the zero Memory
	idle                 // between ticks
	ticking              // in a tick, a Reset or a Close
	refused              // Memory.refuse tells why
	closed
)

// call is a user function.
type call uint8

const (
	noCall call = iota
	inDecide
	inActivate
	inTick
	inDeactivate
	inLeave
	inWorth    // a Decide asked again while its decider is active (Scored)
	inObserver // not of the agent's: Observe or ObserveLevel
)

func (c call) String() string {
	return [...]string{"engine", "Decide", "Activate", "Tick", "Deactivate", "Leave", "Decide", "Observer"}[c]
}

// wants are the things a tick may have to do at its end. A quiet tick has none.
type wants uint8

const (
	wantUnmask wants = 1 << iota // deciders are masked
	wantTidy                     // another part of the scratch has been written to
	wantReport                   // there are errors
	wantShared                   // the agent has something of gates or squads
	wantLapse                    // and has ticked: what it did not ask for again lapses
	wantOps                      // user code asked for something that waits for the end of the tick
	wantClosed                   // the memory was closed
	wantTape                     // a take is open
)

// scratch is what a tick needs for itself, beside the agent's memory. Between ticks it is clear.
type scratch struct {
	masked bits             // places that finished in this tick
	passed bits             // Every timers passed in this tick
	sought bits             // gates and squads asked for in this tick
	ended  bits             // Jumps whose target ended in this tick
	chosen []choice         // by info.chosen: the child a group delegated to
	handed []unsafe.Pointer // by info.handed: DBlocks
	values []float64        // what weighing groups collect, used as a stack
}

// choice is what asking a group's children in its place came to. The zero choice: they were not asked.
type choice struct {
	asked bool
	child place // nowhere where none would accept
	value float64
}

func newScratch[A any](t *Tree[A]) scratch {
	s := scratch{
		masked: make(bits, wordsFor(len(t.nodes))),
		passed: make(bits, wordsFor(t.layout.everies)),
		sought: make(bits, wordsFor(len(t.gates)+len(t.squads))),
		ended:  make(bits, wordsFor(len(t.jumps))),
		chosen: make([]choice, t.layout.chosen),
		handed: make([]unsafe.Pointer, len(t.layout.handed)),
		values: make([]float64, 0, t.layout.values),
	}
	for i, p := range t.layout.handed {
		s.handed[i] = t.infos[p].dblock.New()
	}
	return s
}

// tidy clears what a tick has written.
func (s *scratch) tidy(w wants) {
	if w&wantUnmask != 0 {
		clear(s.masked)
	}
	if w&wantTidy != 0 {
		clear(s.passed)
		clear(s.sought)
		clear(s.ended)
		clear(s.chosen)
		s.values = s.values[:0]
	}
}

func (in *instance[A]) header() *header { return (*header)(in.base) }

func (r *runner[A]) due(offset uint32) *float64 { return (*float64)(unsafe.Add(r.base, offset)) }

func (r *runner[A]) bits(offset uint32, n int) bits {
	return unsafe.Slice((*uint64)(unsafe.Add(r.base, offset)), wordsFor(n))
}

// count is the count of a Limit.
func (r *runner[A]) count(offset uint32) *uint64 { return (*uint64)(unsafe.Add(r.base, offset)) }

// start is when p became active; meaningful while it is.
func (r *runner[A]) start(p place) *float64 { return r.due(r.tree.nodes[p].frame) }

// frame is the whole frame of a group, or of a leaf that is a Jump's target.
func (r *runner[A]) frame(p place) *frame {
	return (*frame)(unsafe.Add(r.base, r.tree.nodes[p].frame))
}

// spent are a OneOff group's children that had their run.
func (r *runner[A]) spent(p place) bits {
	n := &r.tree.nodes[p]
	return r.bits(n.frame+frameSize, int(n.last-n.first))
}

// bag is the children of a Shuffle group whose turn is left.
func (r *runner[A]) bag(p place) bits {
	n := &r.tree.nodes[p]
	return r.bits(r.tree.infos[p].bag, int(n.last-n.first))
}

func (r *runner[A]) blockOf(p place) unsafe.Pointer {
	n := &r.tree.nodes[p]
	if n.marks&boxed != 0 {
		return r.boxes[n.block]
	}
	return unsafe.Add(r.base, n.block)
}

// startClock forgets what time it is: any finite time may be the next.
func (r *runner[A]) startClock() {
	r.time, r.tickCount = -math.MaxFloat64, 0
	r.drawnIn, r.draws = 0, 0
}

// now is the tick's time, seconds.
func (r *runner[A]) now() float64 { return r.time }

// toldTime is the time that events and errors tell: 0 before the first tick.
func (r *runner[A]) toldTime() float64 {
	if t := r.now(); t != -math.MaxFloat64 {
		return t
	}
	return 0
}

// frameNumber is the tick's number: the world's frame, or else the agent's own count.
func (r *runner[A]) frameNumber() uint64 {
	switch {
	case r.playing != nil && !r.playing.alone:
		return r.playing.frame
	case r.world != nil:
		return r.world.Frame()
	}
	return uint64(r.tickCount)
}

// stamp is the tick's number as a repetition notes it: never 0.
func (r *runner[A]) stamp() uint32 { return max(r.tickCount, 1) }
