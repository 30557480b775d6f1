package crowd_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// leaver counts what it owes, and its Deactivate can end the goroutine, as a failed assertion in a test does.
type leaver struct {
	owes  int
	exits bool
}

func leaving(name string) *behavior.Behavior[*leaver] {
	return &behavior.Behavior[*leaver]{
		Name:     name,
		Activate: func(c *behavior.Context[*leaver]) behavior.Status { c.Agent.owes++; return behavior.Running },
		Deactivate: func(c *behavior.Context[*leaver]) {
			c.Agent.owes--
			if c.Agent.exits {
				runtime.Goexit()
			}
		},
	}
}

// apart calls a function that ends its goroutine.
func apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// A Deactivate that ends the goroutine while the world closes does not keep the agents after it.
func TestCloseWhereDeactivatesEndTheGoroutine(t *testing.T) {
	gate := world.Gate{Name: "DOOR", Max: 99}
	tree := decider.MustInitializeTreeData(&decider.Decider[*leaver]{Name: "ROOT", Behavior: leaving("STAND"), Children: decider.Children[*leaver]{
		{Name: "A", Gate: &gate, Behavior: leaving("GO")},
	}})
	w := world.New(world.Options{})
	all := make([]leaver, 20)
	var memories []*decider.Memory[*leaver]
	var crowds []*crowd.Crowd[*leaver]
	for _, name := range []string{"ONE", "TWO"} {
		c, err := crowd.New(w, tree, crowd.Options[*leaver]{Name: name, Workers: 1})
		require.NoError(t, err)
		crowds = append(crowds, c)
	}
	for i := range all {
		if i < 5 {
			memories = append(memories, tree.NewMemory(w, w.NewAgent()))
			continue
		}
		_, err := crowds[i%2].Add(&all[i])
		require.NoError(t, err)
	}
	for range 2 {
		require.NoError(t, w.Advance(1))
		for i, m := range memories {
			require.NoError(t, decider.TickBehaviorTree(m, &all[i], decider.Input{Time: w.Time()}))
		}
		for _, c := range crowds {
			_, err := c.Tick()
			require.NoError(t, err)
		}
	}
	for i := range all {
		require.Equal(t, 2, all[i].owes)
		all[i].exits = i%3 == 1
	}
	returned := false
	apart(func() { _ = w.Close(); returned = true })
	assert.False(t, returned, "what the Deactivate wanted still happens")
	for i := range all {
		assert.Zero(t, all[i].owes, "agent %d", i)
	}
	for range w.Holders(&gate, 0) {
		t.Error("an agent still has the gate")
	}
	for _, c := range crowds {
		assert.Zero(t, c.Len())
		_, err := c.Add(&leaver{})
		assert.ErrorIs(t, err, world.ErrClosed)
	}
}

// A Deactivate that ends the goroutine in Migrate does not keep any agent from the new tree.
func TestMigrateWhereDeactivatesEndTheGoroutine(t *testing.T) {
	treeOf := func(name string) *decider.Tree[*leaver] {
		return decider.MustInitializeTreeData(&decider.Decider[*leaver]{Name: "ROOT", Behavior: leaving("STAND"), Children: decider.Children[*leaver]{
			{Name: name, Behavior: leaving(name)},
		}})
	}
	before, after := treeOf("OLD"), treeOf("NEW")
	w := world.New(world.Options{})
	c, err := crowd.New(w, before, crowd.Options[*leaver]{Name: "CROWD", Workers: 1})
	require.NoError(t, err)
	all := make([]leaver, 7)
	for i := range all {
		all[i].exits = i%2 == 1
		_, err := c.Add(&all[i])
		require.NoError(t, err)
	}
	single := leaver{exits: true}
	m := before.NewMemory(w, w.NewAgent())
	require.NoError(t, w.Advance(1))
	_, err = c.Tick()
	require.NoError(t, err)
	require.NoError(t, decider.TickBehaviorTree(m, &single, decider.Input{Time: 1}))
	apart(func() { _, _ = c.Migrate(after) })
	apart(func() { _, _ = m.Migrate(after) })
	assert.Same(t, after, c.Tree())
	assert.Same(t, after, m.Tree())
	require.NoError(t, w.Advance(1))
	_, err = c.Tick()
	require.NoError(t, err)
	require.NoError(t, decider.TickBehaviorTree(m, &single, decider.Input{Time: 2}))
	for i := range all {
		assert.Equal(t, 2, all[i].owes, "agent %d has ROOT and NEW", i)
	}
	assert.Equal(t, 2, single.owes)
	apart(func() { _ = w.Close() })
	for i := range all {
		assert.Zero(t, all[i].owes, "agent %d", i)
	}
	assert.Zero(t, single.owes)
}

// A Deactivate that ends the goroutine while a panic takes its agent down does not keep the Tick from its end: the other
// agents are ticked, and the panic is in the Report.
func TestTickWhereAPanicsDeactivateEndsTheGoroutine(t *testing.T) {
	for _, workers := range []int{1, 2} {
		stand, ticked := leaving("STAND"), 0
		stand.Tick = func(c *behavior.Context[*leaver]) behavior.Status {
			ticked++ // the few agents of this crowd are one member's
			if c.Agent.exits {
				panic("ouch")
			}
			return behavior.Running
		}
		tree := decider.MustInitializeTreeData(&decider.Decider[*leaver]{Name: "ROOT", Behavior: stand})
		w := world.New(world.Options{})
		c, err := crowd.New(w, tree, crowd.Options[*leaver]{Name: "LEAVERS", Workers: workers})
		require.NoError(t, err)
		all := []*leaver{{}, {exits: true}, {}, {exits: true}, {}}
		for _, one := range all {
			_, err := c.Add(one)
			require.NoError(t, err)
		}
		for frame := range 3 {
			require.NoError(t, w.Advance(1))
			apart(func() {
				report, err := c.Tick()
				assert.NoError(t, err) // with one worker the goroutine of the Tick is the one that ends
				assert.Len(t, report.Errors, 2)
				for _, err := range report.Errors {
					assert.ErrorIs(t, err, decider.ErrPanic)
				}
			})
			assert.Equal(t, 5*(frame+1), ticked)
			for i, one := range all {
				assert.Equal(t, map[bool]int{true: 0, false: 1}[one.exits], one.owes, "agent %d", i)
			}
		}
		report, err := c.Tick() // the world has not advanced
		assert.ErrorIs(t, err, crowd.ErrNotAdvanced)
		assert.Nil(t, report)
	}
}
