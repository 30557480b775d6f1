package crowd_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// visitor is an agent whose functions do something to their crowd, once.
type visitor struct {
	owes   int
	meddle func()
}

func (v *visitor) called() {
	if f := v.meddle; f != nil {
		v.meddle = nil
		f()
	}
}

// guest is a blackboard value that can be written only by its own code.
type guest struct{ of *visitor }

func (g guest) MarshalBinary() ([]byte, error) {
	if g.of != nil {
		g.of.called()
	}
	return nil, nil
}
func (g *guest) UnmarshalBinary([]byte) error { return nil }

// lodge is a crowd of visitors.
type lodge struct {
	*testing.T
	world *world.World
	crowd *crowd.Crowd[*visitor]
	tree  *decider.Tree[*visitor]
	slot  *decider.Slot[*visitor]
	toy   *decider.Tree[*visitor]
	all   []*visitor
	ids   []world.AgentID
}

func newLodge(t *testing.T) *lodge {
	l := &lodge{T: t, slot: &decider.Slot[*visitor]{Name: "HAND", Reserve: 256}}
	stays := func(name string) *behavior.Behavior[*visitor] {
		return &behavior.Behavior[*visitor]{
			Name:       name,
			Activate:   func(c *behavior.Context[*visitor]) behavior.Status { c.Agent.owes++; return behavior.Running },
			Deactivate: func(c *behavior.Context[*visitor]) { c.Agent.owes--; c.Agent.called() },
		}
	}
	key := &blackboard.Key[guest]{Name: "GUEST"}
	l.toy = decider.MustInitializeTreeData(&decider.Decider[*visitor]{Name: "TOY", Behavior: stays("PLAY")})
	l.tree = decider.MustInitializeTreeData(&decider.Decider[*visitor]{
		Name: "ROOT", Behavior: stays("STAND"), Keys: decider.Keys{key}, Children: decider.Children[*visitor]{
			{Name: "NO", Behavior: stays("NO"), Decide: func(c *behavior.Context[*visitor]) float64 { c.Agent.called(); return 0 }},
			{Name: "USE", Slot: l.slot, DecisionFlags: decider.Check{None: 1}},
			{Name: "STAY", Behavior: stays("STAY")},
		}})
	l.world = world.New(world.Options{})
	l.crowd = l.make(l.world)
	for range 3 {
		v := &visitor{}
		id, err := l.crowd.Add(v)
		require.NoError(t, err)
		l.all, l.ids = append(l.all, v), append(l.ids, id)
		view, err := l.crowd.View(id)
		require.NoError(t, err)
		require.NoError(t, view.Plug(l.slot, l.toy))
		key.Of(view).of = v
	}
	l.step()
	return l
}

func (l *lodge) make(w *world.World) *crowd.Crowd[*visitor] {
	c, err := crowd.New(w, l.tree, crowd.Options[*visitor]{
		Name: "LODGE", Workers: 1, StimuliEach: 1, Trees: []*decider.Tree[*visitor]{l.toy},
		Agent: func(id world.AgentID) (*visitor, bool) {
			v := l.all[id-l.ids[0]]
			v.called()
			return v, true
		},
	})
	require.NoError(l, err)
	return c
}

func (l *lodge) step() {
	require.NoError(l, l.world.Advance(1))
	_, err := l.crowd.Tick()
	require.NoError(l, err)
}

// meddles does all that could change the crowd, and wants it refused.
func (l *lodge) meddles(c *crowd.Crowd[*visitor], w *world.World) {
	_, addErr := c.Add(&visitor{})
	_, tickErr := c.Tick()
	_, viewErr := c.View(l.ids[1])
	_, migrateErr := c.Migrate(l.tree)
	_, restoreErr := w.Restore(bytes.NewReader(nil))
	for what, err := range map[string]error{
		"Add": addErr, "Tick": tickErr, "View": viewErr, "Migrate": migrateErr, "Restore": restoreErr, "Snapshot": w.Snapshot(io.Discard),
		"Remove of itself": c.Remove(l.ids[0]), "Remove": c.Remove(l.ids[1]), "Move": c.Move(l.ids[1], nil), "SetFlags": c.SetFlags(l.ids[1], 1, 0),
		"SetRate": c.SetRate(l.ids[1], 1), "Stimulate": c.Stimulate(l.ids[1], stimuli.Note(noise, 1)), "Wake": c.Wake(l.ids[1]),
		"Override": c.Override(l.ids[1], "STAY", event.Forbidden), "Observe": c.Observe(nil), "Record": c.Record(nil), "Close": w.Close(), "Advance": w.Advance(1),
	} {
		assert.ErrorIs(l, err, world.ErrTicking, what)
	}
}

// User code that is called on behalf of a crowd cannot change it, as in a tick.
func TestFromInsideWhatACrowdCalls(t *testing.T) {
	view := func(l *lodge) *decider.Memory[*visitor] {
		v, err := l.crowd.View(l.ids[0])
		require.NoError(l, err)
		return v
	}
	for name, call := range map[string]func(l *lodge) error{
		"View.Reset":      func(l *lodge) error { return view(l).Reset() },
		"View.ResetBelow": func(l *lodge) error { return view(l).ResetBelow("USE") },
		"View.Plug":       func(l *lodge) error { return view(l).Plug(l.slot, l.toy) },
		"View.Unplug":     func(l *lodge) error { return view(l).Unplug(l.slot) },
		"why.Now":         func(l *lodge) error { _, err := why.Now(view(l), "STAY"); return err },
		"Remove":          func(l *lodge) error { return l.crowd.Remove(l.ids[0]) },
		"Migrate": func(l *lodge) error {
			_, err := l.crowd.Migrate(decider.MustInitializeTreeData(&decider.Decider[*visitor]{Name: "ROOT", Behavior: &behavior.Behavior[*visitor]{Name: "OTHER"}}))
			return err
		},
		"World.Snapshot": func(l *lodge) error { return l.world.Snapshot(io.Discard) },
	} {
		t.Run(name, func(t *testing.T) {
			l := newLodge(t)
			called := false
			l.all[0].meddle = func() { called = true; l.meddles(l.crowd, l.world) }
			require.NoError(t, call(l))
			assert.True(t, called)
			if name != "Migrate" {
				for i := range l.all[1:] {
					assert.Equal(t, 2, l.all[1+i].owes)
				}
			}
			require.NoError(t, l.crowd.Wake(l.ids[1]), "it is over")
			l.step()
			require.NoError(t, l.world.Close())
			for i := range l.all {
				assert.Zero(t, l.all[i].owes)
			}
		})
	}
}

// The same while a world is restored: by Options.Agent.
func TestFromInsideRestore(t *testing.T) {
	l := newLodge(t)
	var saved bytes.Buffer
	require.NoError(t, l.world.Snapshot(&saved))
	w := world.New(world.Options{})
	c := l.make(w)
	called := false
	l.all[2].meddle = func() { called = true; l.meddles(c, w) }
	_, err := w.Restore(&saved)
	require.NoError(t, err)
	assert.True(t, called)
	assert.Equal(t, 3, c.Len())
}

// What the Deactivates of a removed agent ask for does not reach the agent that gets its place in the crowd.
func TestRequestsOfRemovedAgentsAreDropped(t *testing.T) {
	for name, request := range map[string]func(l *lodge, c *behavior.Context[*visitor]) error{
		"Plug":       func(l *lodge, c *behavior.Context[*visitor]) error { return l.slot.Plug(c, l.toy) },
		"ResetBelow": func(_ *lodge, c *behavior.Context[*visitor]) error { return decider.ResetBelow(c, "STAY") },
	} {
		t.Run(name, func(t *testing.T) {
			l := &lodge{T: t, slot: &decider.Slot[*visitor]{Name: "HAND", Reserve: 256}}
			l.toy = decider.MustInitializeTreeData(&decider.Decider[*visitor]{Name: "TOY", Behavior: &behavior.Behavior[*visitor]{Name: "PLAY"}})
			asked := 0
			l.tree = decider.MustInitializeTreeData(&decider.Decider[*visitor]{Name: "ROOT", Children: decider.Children[*visitor]{
				{Name: "USE", Slot: l.slot},
				{Name: "STAY", Behavior: &behavior.Behavior[*visitor]{Name: "STAY", Deactivate: func(c *behavior.Context[*visitor]) {
					asked++
					require.NoError(t, request(l, c))
				}}},
			}})
			l.world = world.New(world.Options{})
			l.crowd = l.make(l.world)
			first, err := l.crowd.Add(&visitor{})
			require.NoError(t, err)
			l.step()
			require.NoError(t, l.crowd.Remove(first))
			require.Equal(t, 1, asked)
			second, err := l.crowd.Add(&visitor{})
			require.NoError(t, err)
			v, err := l.crowd.View(second)
			require.NoError(t, err)
			require.ErrorIs(t, v.Unplug(l.slot), decider.ErrNotPlugged)
			l.step()
			require.NoError(t, l.crowd.Remove(second))
			assert.Equal(t, 2, asked)
		})
	}
}
