package crowd_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// migrating returns a recorded agent that lets panics through and is active in ROOT > OLD, and a tree without OLD.
func migrating(t *testing.T) (w *world.World, a *asker, m *decider.Memory[*asker], to *decider.Tree[*asker], rec *history.Recorder) {
	treeOf := func(name string) *decider.Tree[*asker] {
		return decider.MustInitializeTreeData(&decider.Decider[*asker]{Name: "ROOT", Behavior: asking("STAND"), Children: decider.Children[*asker]{
			{Name: name, Behavior: asking(name)},
		}})
	}
	w, a, rec = world.New(world.Options{}), &asker{}, history.New(history.Options{})
	m = treeOf("OLD").NewMemory(w, w.NewAgent())
	require.NoError(t, m.Record(rec))
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{Time: 1}))
	require.Equal(t, 2, a.owes)
	m.LetPanics(true)
	return w, a, m, treeOf("NEW"), rec
}

// An agent that lets panics through stays in its tree when a Deactivate breaks Migrate. The recording has what was
// deactivated by then.
func TestRecordedMigrateThatBreaks(t *testing.T) {
	for name, breaks := range map[string]func(){"panic": func() { panic("ouch") }, "Goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			w, a, m, to, rec := migrating(t)
			a.breaks = breaks
			was := m.Tree()
			apart(func() {
				defer func() { _ = recover() }()
				_, _ = m.Migrate(to)
			})
			a.breaks = nil
			assert.Same(t, was, m.Tree())
			assert.Equal(t, 1, a.owes, "OLD is down, and ROOT goes down next")
			require.NoError(t, w.Advance(1))
			require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{Time: 2}))
			assert.Equal(t, 2, a.owes)
			for _, err := range rec.Recording().Events(m.ID(), 1, 2, 5) {
				require.NoError(t, err)
			}
		})
	}
}

// shyObserver panics when it is asked for its level.
type shyObserver struct{}

func (shyObserver) ObserveLevel(world.AgentID) event.Level { panic("no level") }
func (shyObserver) Observe(*event.Event)                   {}

// A panic of the observer at the beginning of Migrate that is let through changes nothing.
func TestMigrateWhereTheObserverPanics(t *testing.T) {
	_, a, m, to, _ := migrating(t)
	was := m.Tree()
	m.Observe(shyObserver{})
	assert.PanicsWithValue(t, "no level", func() { _, _ = m.Migrate(to) })
	assert.Same(t, was, m.Tree())
	m.Observe(nil)
	_, err := m.Migrate(to)
	require.NoError(t, err)
	assert.Equal(t, 1, a.owes)
}

// endObserver panics when a behavior ends.
type endObserver struct{}

func (endObserver) ObserveLevel(world.AgentID) event.Level { return 2 }
func (endObserver) Observe(e *event.Event) {
	if e.Kind == event.Deactivated {
		panic("no end")
	}
}

// A panic of the observer that is let through keeps no Deactivate from being called.
func TestDeactivateWhereTheObserverPanics(t *testing.T) {
	w, a, m, _, rec := migrating(t)
	m.Observe(endObserver{})
	assert.PanicsWithValue(t, "no end", func() { _ = m.Reset() })
	assert.Equal(t, 1, a.owes)
	m.Observe(nil)
	require.NoError(t, m.Reset())
	assert.Zero(t, a.owes)
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(m, a, decider.Input{Time: 2}))
	for _, err := range rec.Recording().Events(m.ID(), 1, 2, 5) {
		require.NoError(t, err)
	}
}

// breakingObserver panics at an event.
type breakingObserver struct{ left int }

func (o *breakingObserver) ObserveLevel(world.AgentID) event.Level { return 5 }
func (o *breakingObserver) Observe(*event.Event) {
	if o.left--; o.left < 0 {
		panic("no more")
	}
}

// A tick or Reset that a panic of the observer breaks off is recorded as the state it leaves, whatever the event.
func TestRecordedObserverPanics(t *testing.T) {
	for events := range 24 {
		w, a, m, _, rec := migrating(t)
		m.Observe(&breakingObserver{events})
		tick := func() error { return decider.TickBehaviorTree(m, a, decider.Input{Time: w.Time()}) }
		for n := range 4 {
			require.NoError(t, w.Advance(1))
			apart(func() {
				defer func() { _ = recover() }()
				_ = []func() error{tick, m.Reset}[n%2]()
			})
		}
		m.Observe(nil)
		require.NoError(t, w.Advance(1))
		require.NoError(t, tick())
		for _, err := range rec.Recording().Events(m.ID(), 1, w.Frame(), 5) {
			require.NoError(t, err, "an observer that panics after %d events", events)
		}
	}
}

// A crowd's view lets panics through after Migrate as before.
func TestMigrateKeepsLetPanics(t *testing.T) {
	w := world.New(world.Options{})
	tree := decider.MustInitializeTreeData(&decider.Decider[*asker]{Name: "ROOT", Behavior: asking("STAND")})
	c, err := crowd.New(w, tree, crowd.Options[*asker]{Name: "CROWD", Workers: 1})
	require.NoError(t, err)
	id, err := c.Add(&asker{breaks: func() { panic("ouch") }})
	require.NoError(t, err)
	require.NoError(t, w.Advance(1))
	_, err = c.Tick()
	require.NoError(t, err)
	view, err := c.View(id)
	require.NoError(t, err)
	view.LetPanics(true)
	_, err = c.Migrate(tree)
	require.NoError(t, err)
	view, err = c.View(id)
	require.NoError(t, err)
	assert.PanicsWithValue(t, "ouch", func() { _ = view.Reset() })
}
