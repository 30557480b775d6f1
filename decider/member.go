package decider

import (
	"errors"
	"iter"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
)

// Tool is for the packages of this module: the agent as tools see it.
func (m *Memory[A]) Tool(engine.Key) engine.Member { return (*tool[A])(m) }

// tool is a single agent with the methods that tools call.
type tool[A any] Memory[A]

var _ engine.Member = (*tool[struct{}])(nil)

func (t *tool[A]) memory() *Memory[A] { return (*Memory[A])(t) }

func (t *tool[A]) Name() string { return "" }
func (t *tool[A]) Tree() any    { return t.memory().Tree().Describe() }
func (t *tool[A]) Len() int     { return 1 }

func (t *tool[A]) Fingerprint() uint64 { return t.memory().Tree().fingerprint() }

func (t *tool[A]) Glances(cursor int, into []engine.Glance) (n, next int) {
	if cursor == 0 && len(into) > 0 {
		into[0] = t.memory().Glance(key)
		return 1, -1
	}
	return 0, -1
}

func (t *tool[A]) Still(uint64) error {
	if t.recording != nil {
		t.takeStill()
	}
	return nil
}

func (t *tool[A]) Agents() iter.Seq[uint64] {
	return func(yield func(uint64) bool) { yield(uint64(t.context.ID)) }
}

func (t *tool[A]) Record(recorder any) error {
	rec, _ := recorder.(Recorder)
	return t.memory().Record(rec)
}

func (t *tool[A]) Spy(observer any) error {
	t.spy, _ = observer.(Observer)
	t.memory().observeBoth()
	return nil
}

func (t *tool[A]) Holds(uint64) *engine.Holds { return t.heldTo }

func (t *tool[A]) Hold(_ uint64, holds *engine.Holds) error {
	t.hold(holds)
	return nil
}

var errDeaf = errors.New("decider: the agent has no stimuli: its ticks are given none")

func (t *tool[A]) Stimulate(_ uint64, stimulus any) error {
	s, _ := stimulus.(stimuli.Stimulus)
	if t.context.Stimuli == nil {
		return errDeaf
	}
	return t.context.Stimuli.Add(s)
}

func (t *tool[A]) Reset(uint64) error { return t.memory().Reset() }

// Glance is for the packages of this module: the agent from afar.
func (m *Memory[A]) Glance(engine.Key) engine.Glance {
	return engine.Glance{
		Agent: uint64(m.context.ID), Flags: uint64(m.flags), Stimuli: uint64(m.context.Stimuli.Flags()),
		Leaf: int32(m.deepest()), Status: uint8(m.Status()),
	}
}

// deepest is the place of the deepest decider that is active in the agent's own tree, of several the first in order; -1
// where nothing is.
func (m *Memory[A]) deepest() int {
	if m == nil || m.tree == nil || m.at != nil || !m.header().up {
		return -1
	}
	p := place(0)
	for q := m.childOf(p); q != nowhere; q = m.childOf(p) {
		p = q
	}
	return int(p)
}

// RecordView is for package crowd: Record of a view.
func (m *Memory[A]) RecordView(_ engine.Key, rec Recorder, crowd string) error {
	return m.record(rec, crowd)
}

// Has is for package crowd: whether a tree of the agent, its own or one that is plugged in, has a decider of a name.
func (m *Memory[A]) Has(_ engine.Key, name string) bool { return m.knows(name) }
