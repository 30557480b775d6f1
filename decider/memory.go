package decider

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Memory is one agent's: its path through the tree, timers, and the blocks of its behaviors, in one block of
// fixed size. Make it with [Tree.NewMemory], keep it beside the agent, and do not copy it. It keeps the agent
// it was last ticked with, so that Reset and Close can call Deactivate.
//
// A Memory is used by one goroutine at a time. Ticking one from two at once is undetected in ordinary builds;
// the decider_debug build tag makes it the error [ErrConcurrent].
type Memory[A any] struct {
	runner[A]
	block  []uint64
	refuse error // why every tick is refused; nil for a sound memory
}

// NewMemory makes the memory of one agent. It allocates here and never after. w may be nil for an agent
// without a world; id must be new in w, best from [world.World.NewAgent], and is what random draws, messages
// and output go by.
//
// It always returns a memory: a nil tree, or an id that was used before in w, is reported by its ticks.
func (t *Tree[A]) NewMemory(w *world.World, id world.AgentID) *Memory[A] {
	m := &Memory[A]{}
	m.self = &m.runner
	m.phase, m.failedIn = idle, nowhere
	m.context.ID = id
	m.context.Bind(key, (*host[A])(&m.runner), w)
	m.world = w
	if t == nil {
		m.refuse, m.phase = ErrNilTree, refused
		return m
	}
	if w != nil {
		if err := w.Join(key, id); err != nil {
			m.refuse, m.phase = err, refused
		}
	}
	m.tree = t
	m.block = make([]uint64, t.layout.size/wordSize)
	m.base = unsafe.Pointer(unsafe.SliceData(m.block))
	m.slots = make([]unsafe.Pointer, len(t.layout.slots))
	for i, p := range t.layout.slots {
		m.slots[i] = t.infos[p].calls.Block.New()
	}
	m.makeBoxes()
	m.scratch = newScratch(t)
	m.clearMemory()
	return m
}

// Tree returns the tree the memory was made for; nil for a memory that NewMemory did not make.
func (m *Memory[A]) Tree() *Tree[A] {
	if m == nil {
		return nil
	}
	return m.tree
}

// ID returns the agent's ID.
func (m *Memory[A]) ID() world.AgentID {
	if m == nil {
		return 0
	}
	return m.context.ID
}

// Status returns what the root's visit returned in the last tick: Running while something is active,
// Success or Failure when the whole tree finished, 0 before the first tick and after Reset.
func (m *Memory[A]) Status() behavior.Status {
	if m == nil || m.tree == nil {
		return 0
	}
	return behavior.Status(m.header().state)
}

// Reset ends everything active, deepest first, with the reason Reset, and makes the memory as new: timers,
// cursors, bags and the clock. It returns the errors of the Deactivates. Called by the agent's own code
// inside a tick it takes effect at the tick's end, which returns those errors.
func (m *Memory[A]) Reset() error { return m.end(wantReset, behavior.Reset) }

// Close is Reset with the reason Closed, and for good: the agent leaves its world, and later ticks are the
// error [ErrClosed]. Closing twice is no error.
func (m *Memory[A]) Close() error { return m.end(wantClose, behavior.Closed) }

func (m *Memory[A]) end(want wants, reason behavior.Reason) (err error) {
	switch {
	case m == nil:
		return ErrNilMemory
	case m.phase == closed && want == wantClose:
		return nil
	case m.phase == ticking:
		if m.wants&(wantReset|wantClose) == 0 {
			m.first = reason
		}
		m.wants |= want
		return nil
	case m.phase != idle || m.self != &m.runner:
		return m.refusal(Input{})
	}
	m.askLevel() // before anything is changed: it may panic through
	m.wants |= want
	m.first = reason
	defer func() {
		if m.phase == ticking { // a Deactivate has called runtime.Goexit
			err = m.finish()
		}
	}()
	return m.finish()
}

// LetPanics chooses what a panic of the agent's user code does: contained, which is the default, it becomes an
// error of the tick and takes down this agent's path alone; let through, it goes up to the caller of the tick
// untouched, where a debugger stops at it. The next call then takes the path down first.
func (m *Memory[A]) LetPanics(through bool) { m.letPanics = through }

// Observe tells o what happens in this agent's ticks from now on; nil for nobody. For several observers see
// [Observers].
func (m *Memory[A]) Observe(o Observer) {
	m.observer = o
	if o == nil {
		m.level = 0
	}
}

// clearMemory makes the agent's bytes as new.
func (r *runner[A]) clearMemory() {
	l := &r.tree.layout
	r.drawnIn, r.draws = 0, 0
	clear(unsafe.Slice((*uint64)(r.base), l.size/wordSize))
	*r.header() = header{time: -math.MaxFloat64, leaf: nowhere} // any finite time may be the first
	for _, offset := range l.timers {
		*r.due(offset) = math.Inf(-1)
	}
	for _, b := range l.bags {
		r.bits(b.offset, b.children).fill(b.children)
	}
	r.clearKeys()
}

// Inspect is for the packages of this module: what an agent's memory holds.
func (m *Memory[A]) Inspect(engine.Key) engine.Inspection {
	in := engine.Inspection{Every: map[string]float64{}, Cooldown: map[string]float64{}, Blocks: map[int][]byte{}, Values: m.valueTexts()}
	for p := range m.tree.nodes {
		info, n := &m.tree.infos[p], &m.tree.nodes[p]
		if o := info.everyDue; o != 0 && !math.IsInf(*m.due(o), -1) {
			in.Every[info.label.Name] = *m.due(o)
		}
		if o := n.cooldown; o != 0 && !math.IsInf(*m.due(o), -1) {
			in.Cooldown[info.label.Name] = *m.due(o)
		}
	}
	for p := m.rootIfUp(); p != nowhere; p = m.childOf(p) {
		in.Path = append(in.Path, int(p))
		if n := &m.tree.nodes[p]; n.marks&acting != 0 && n.marks&slotted == 0 {
			size := m.tree.infos[p].calls.Block.Size
			in.Blocks[int(p)] = append([]byte{}, unsafe.Slice((*byte)(m.blockOf(p)), size)...)
		}
	}
	return in
}
