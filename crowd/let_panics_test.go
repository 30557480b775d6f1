package crowd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// panicker counts what it owes, and its functions can panic.
type panicker struct {
	owes  int
	panic bool
}

func (p *panicker) may() {
	if p.panic {
		panic("ouch")
	}
}

// A panic that a view lets through takes its own agent's path down, with gates, and no other's; the recording knows it.
func TestViewLetsPanicsThrough(t *testing.T) {
	gate := world.Gate{Name: "DOOR", Max: 9}
	hand := decider.Slot[*panicker]{Name: "HAND", Reserve: 256}
	stays := func(name string) *behavior.Behavior[*panicker] {
		return &behavior.Behavior[*panicker]{
			Name:       name,
			Activate:   func(c *behavior.Context[*panicker]) behavior.Status { c.Agent.owes++; return behavior.Running },
			Deactivate: func(c *behavior.Context[*panicker]) { c.Agent.owes--; c.Agent.may() },
		}
	}
	toy := decider.MustInitializeTreeData(&decider.Decider[*panicker]{Name: "TOY", Behavior: stays("PLAY")})
	tree := decider.MustInitializeTreeData(&decider.Decider[*panicker]{Name: "ROOT", Behavior: stays("STAND"), Children: decider.Children[*panicker]{
		{Name: "IN", Gate: &gate, Behavior: stays("IN"), Children: decider.Children[*panicker]{{Name: "USE", Slot: &hand}}},
	}})
	type scene struct {
		world *world.World
		crowd *crowd.Crowd[*panicker]
		view  *decider.Memory[*panicker]
		id    world.AgentID
	}
	for name, call := range map[string]func(s *scene) error{
		"Reset":      func(s *scene) error { return s.view.Reset() },
		"ResetBelow": func(s *scene) error { return s.view.ResetBelow("USE") },
		"Plug":       func(s *scene) error { return s.view.Plug(&hand, toy) },
		"Unplug":     func(s *scene) error { return s.view.Unplug(&hand) },
		"Remove":     func(s *scene) error { return s.crowd.Remove(s.id) },
		"Close":      func(s *scene) error { return s.world.Close() },
	} {
		for _, observed := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				s := &scene{world: world.New(world.Options{})}
				var err error
				s.crowd, err = crowd.New(s.world, tree, crowd.Options[*panicker]{Name: "CROWD", Workers: 1})
				require.NoError(t, err)
				rec := history.New(history.Options{})
				require.NoError(t, s.crowd.Record(rec))
				all := make([]panicker, 4)
				var ids []world.AgentID
				for i := range all {
					id, err := s.crowd.Add(&all[i])
					require.NoError(t, err)
					ids = append(ids, id)
					s.view, err = s.crowd.View(id)
					require.NoError(t, err)
					require.NoError(t, s.view.Plug(&hand, toy))
				}
				frame := func() {
					require.NoError(t, s.world.Advance(1))
					_, err := s.crowd.Tick()
					require.NoError(t, err)
				}
				frame()
				frame()
				for i := range all {
					require.Equal(t, 3, all[i].owes)
				}
				if observed {
					require.NoError(t, s.crowd.Observe(&event.Hooks{Close: func(*event.Visit) {}}))
				}
				s.id = ids[0]
				s.view, err = s.crowd.View(s.id)
				require.NoError(t, err)
				s.view.LetPanics(true)
				all[0].panic = true
				assert.PanicsWithValue(t, "ouch", func() { _ = call(s) })
				all[0].panic = false
				assert.Zero(t, all[0].owes)
				if name == "Close" {
					for i := range all {
						assert.Zero(t, all[i].owes)
					}
					return
				}
				holders := 0
				for range s.world.Holders(&gate, 0) {
					holders++
				}
				assert.Equal(t, 3, holders)
				v, err := s.crowd.View(ids[1])
				require.NoError(t, err)
				assert.Equal(t, behavior.Running, v.Status())
				require.NoError(t, v.Unplug(&hand))
				assert.Equal(t, 2, all[1].owes, "nothing but the toy")
				require.NoError(t, v.Plug(&hand, toy))
				frame()
				frame()
				for i := range all[1:] {
					assert.Equal(t, 3, all[1+i].owes)
				}
				if name != "Remove" {
					assert.Positive(t, all[0].owes, "it goes on")
				}
				for f := uint64(1); f <= s.world.Frame(); f++ {
					for i, id := range ids {
						if _, err := rec.Recording().At(id, f); name != "Remove" || i > 0 {
							assert.NoError(t, err, "agent %d in frame %d", id, f)
						}
					}
				}
				require.NoError(t, s.world.Close())
				for i := range all {
					assert.Zero(t, all[i].owes)
				}
			})
		}
	}
}

// World.Close takes down a single agent that lets panics through, and the agents after it.
func TestCloseLetsPanicsThrough(t *testing.T) {
	var all [3]panicker
	tree := decider.MustInitializeTreeData(&decider.Decider[*panicker]{Name: "ROOT", Behavior: counter(), Children: decider.Children[*panicker]{
		{Name: "A", Behavior: counter()},
	}})
	w := world.New(world.Options{})
	for i := range all {
		m := tree.NewMemory(w, w.NewAgent())
		m.LetPanics(true)
		require.NoError(t, decider.TickBehaviorTree(m, &all[i], decider.Input{}))
		require.Equal(t, 2, all[i].owes)
		all[i].panic = i < 2
	}
	assert.PanicsWithValue(t, "ouch", func() { _ = w.Close() })
	for i := range all {
		assert.Zero(t, all[i].owes)
	}
}

func counter() *behavior.Behavior[*panicker] {
	return &behavior.Behavior[*panicker]{
		Name:       "COUNT",
		Activate:   func(c *behavior.Context[*panicker]) behavior.Status { c.Agent.owes++; return behavior.Running },
		Deactivate: func(c *behavior.Context[*panicker]) { c.Agent.owes--; c.Agent.may() },
	}
}
