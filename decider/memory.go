package decider

import (
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
	game   Observer // the one given to Observe
	spy    Observer // of tools
	refuse error    // why every tick is refused; nil for a sound memory
}

// NewMemory makes the memory of one agent. It allocates here, so that ticks need not; what is plugged in later is
// allocated then. w may be nil for an agent without a world; id must be new in w, best from
// [world.World.NewAgent], and is what random draws, messages and output go by.
//
// It always returns a memory: a nil tree, an id that was used before in w, a closed world, or none for a tree with
// gates or squads, is reported by its ticks.
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
	if err := t.bind(w); err != nil {
		m.refuse, m.phase = err, refused
	} else if w != nil {
		if err := w.Join(key, id, m); err != nil {
			m.refuse, m.phase = err, refused
		}
	}
	m.block = make([]uint64, t.layout.size/wordSize)
	m.instance = newInstance(t, unsafe.Pointer(unsafe.SliceData(m.block)))
	m.limit = activationLimit(len(t.nodes))
	m.ops = make([]op[A], 0, 4)
	m.startClock()
	m.clearMemory()
	return m
}

// CloseMember is for the packages of this module: Close, by the world.
func (m *Memory[A]) CloseMember(engine.Key) error { return m.Close() }

// Tree returns the tree the memory was made for; nil for a memory that NewMemory did not make.
func (m *Memory[A]) Tree() *Tree[A] {
	if m == nil {
		return nil
	}
	return m.outermost().tree
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
	return behavior.Status(m.outermost().header().state)
}

// LetPanics chooses what a panic of the agent's user code does: contained, which is the default, it becomes an
// error of the tick and takes down this agent's path alone; let through, it goes up to the caller of the tick
// untouched, where a debugger stops at it. The next call then takes the path down first.
func (m *Memory[A]) LetPanics(through bool) { m.letPanics = through }

// Observe tells o what happens in this agent's ticks from now on; nil for nobody. For several observers see
// [Observers].
func (m *Memory[A]) Observe(o Observer) {
	m.game = o
	m.observeBoth()
}

// observeBoth has the game's observer told, and the one of tools.
func (m *Memory[A]) observeBoth() {
	o := Both(key, m.game, m.spy)
	m.observer = o
	m.setSeen()
	m.opens, _ = o.(openObserver)
	if o == nil {
		m.level = 0
	}
}

// Both is for the packages of this module: an observer for two, of whom either may be nil.
func Both(_ engine.Key, a, b Observer) Observer {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return Observers{a, b}
}
