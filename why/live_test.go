package why_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// live makes moments of an agent as it is ticked, as a recording would tell them.
type live[A any] struct {
	t      *testing.T
	world  *world.World
	id     world.AgentID
	tree   *decider.Tree[A]
	memory *decider.Memory[A]
	trees  map[string]*description.Tree
	now    float64
	stims  stimuli.StimuliFlags
	flags  decider.DecisionFlags
	events []event.Event
	errs   []error
	err    error
}

func newLive[A any](t *testing.T, root *decider.Decider[A], plugs ...*decider.Tree[A]) *live[A] {
	t.Helper()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	return liveIn(t, nil, 7, tree, plugs...)
}

// liveIn is newLive in a world, which its user advances.
func liveIn[A any](t *testing.T, w *world.World, id world.AgentID, tree *decider.Tree[A], plugs ...*decider.Tree[A]) *live[A] {
	l := &live[A]{t: t, world: w, id: id, tree: tree, memory: tree.NewMemory(w, id)}
	l.memory.Observe(l)
	l.trees = map[string]*description.Tree{}
	for _, p := range plugs {
		d := p.Describe()
		l.trees[d.Name] = d
	}
	return l
}

func (l *live[A]) ObserveLevel(world.AgentID) event.Level { return 5 }
func (l *live[A]) Observe(e *event.Event) {
	if e.Kind == event.TickStarted {
		l.stims, l.flags = e.Stimuli, e.DecisionFlags
	}
	if e.Err != nil {
		l.errs = append(l.errs, e.Err)
	}
	l.events = append(l.events, *e)
}

// tick ticks the agent after so many seconds.
func (l *live[A]) tick(agent A, dt float64, flags decider.DecisionFlags, set *stimuli.Set) *history.Moment {
	if l.now += dt; l.world != nil {
		l.now = l.world.Time()
	}
	if set != nil {
		set.Update(dt)
	}
	return l.moment(dt, func() {
		l.err = decider.TickBehaviorTree(l.memory, agent, decider.Input{Time: l.now, DT: dt, DecisionFlags: flags, Stimuli: set})
	})
}

// moment makes one of whatever is done.
func (l *live[A]) moment(dt float64, do func()) *history.Moment {
	m := &history.Moment{Tree: l.tree.Describe(), Trees: l.trees, Before: statesOf(l.memory)}
	l.events, l.errs = nil, nil
	do()
	m.After, m.Events, m.Errs = statesOf(l.memory), l.events, l.errs
	m.Tick = history.Tick{Agent: l.id, Time: l.now, DT: dt, DecisionFlags: l.flags, Stimuli: l.stims}
	m.Operation = true
	for i := range m.Events {
		m.Frame = m.Events[i].Frame
		m.Operation = m.Operation && m.Events[i].Kind != event.TickStarted
	}
	m.Asked = m.Frame
	return m
}

func statesOf(s debugprint.Stater) (all []state.Decider) {
	for state, next := s.StateAt(0, false); next >= 0; state, next = s.StateAt(next, false) {
		all = append(all, state)
	}
	return all
}

// explain is ExplainTick without an error.
func (l *live[A]) explain(m *history.Moment, name string, names ...debugprint.Names) why.Explanation {
	l.t.Helper()
	e, err := why.ExplainTick(m, name, names...)
	require.NoError(l.t, err)
	return e
}
