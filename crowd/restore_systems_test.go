package crowd_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// This file restores worlds with requests to a system that nothing in the new world uses, or not yet.

var (
	atHome  = decider.MustInitializeTreeData(&decider.Decider[*miner]{Name: "MINER", Behavior: &behavior.Behavior[*miner]{Name: "SIT"}})
	toolBox = decider.Slot[*miner]{Name: "TOOLS", Reserve: 4096}
	holder  = decider.MustInitializeTreeData(&decider.Decider[*miner]{Name: "HOLDER", Children: decider.Children[*miner]{
		{Name: "USE", Slot: &toolBox}, {Name: "SIT", Behavior: &behavior.Behavior[*miner]{Name: "SIT"}},
	}})
)

// walkers is a tree whose agents ask for a way.
func walkers() *decider.Tree[*miner] {
	return minerTree(func(root *decider.Decider[*miner]) { root.Children = root.Children[2:] })
}

func mineOf(t *testing.T, tree *decider.Tree[*miner], agents map[world.AgentID]*miner, trees ...*decider.Tree[*miner]) *minerWorld {
	m := &minerWorld{t: t, world: world.New(world.Options{}), miners: agents}
	var err error
	m.crowd, err = crowd.New(m.world, tree, crowd.Options[*miner]{Name: "MINERS", Workers: 1, Trees: trees,
		Agent: func(id world.AgentID) (*miner, bool) { a, ok := m.miners[id]; return a, ok }})
	require.NoError(t, err)
	return m
}

func (m *minerWorld) add(n int) {
	for range n {
		a := &miner{}
		id, err := m.crowd.Add(a)
		require.NoError(m.t, err)
		m.miners[id] = a
	}
}

func (m *minerWorld) restore(data []byte) world.Migration {
	m.t.Helper()
	lost, err := m.world.Restore(bytes.NewReader(data))
	require.NoError(m.t, err)
	return lost
}

// answer completes all requests.
func answer(t *testing.T, w *world.World, way string) {
	for token := range ways.Launched(w, 0) {
		require.NoError(t, ways.Complete(w, token, wayToOre{[]byte(way)}))
	}
}

// The tree has lost its only deferred behavior. Its requests are cancelled, and their tokens are not used again.
func TestRestoreWithoutTheSystem(t *testing.T) {
	old := mineOf(t, walkers(), map[world.AgentID]*miner{})
	old.add(3)
	old.frame()
	var tokens []world.Token
	for token := range ways.Launched(old.world, 2) {
		tokens = append(tokens, token)
	}
	require.NoError(t, ways.Complete(old.world, tokens[1], wayToOre{[]byte("east")}))

	m := mineOf(t, atHome, old.miners)
	lost := m.restore(old.saved())
	assert.Equal(t, world.Loss{
		Part: world.LostRequest, Name: "WAYS", Path: "its system", Why: "no agent in a crowd has a behavior of it now", Agent: 1024, Agents: 3,
	}, lost.Lost[len(lost.Lost)-1])
	again := mineOf(t, atHome, old.miners)
	assert.Equal(t, "everything was kept", again.restore(m.saved()).String(), "saved again, there is nothing more to lose")
	for _, m := range []*minerWorld{m, again} {
		m.frame()
		third := mineOf(t, atHome, old.miners)
		third.restore(m.saved())
		for _, w := range []*world.World{m.world, third.world} {
			assert.Equal(t, tokens[:1], slices.Collect(ways.Cancelled(w)))
			for range ways.Launched(w, 0) {
				t.Error("a request that nobody waits for")
			}
			require.NoError(t, ways.Complete(w, tokens[0], wayToOre{}), "it was cancelled")
			assert.EqualValues(t, 1, w.Stats().Stale)
			require.ErrorIs(t, ways.Complete(w, tokens[1], wayToOre{}), world.ErrCompleted)
			single := walkers().NewMemory(w, w.NewAgent())
			require.NoError(t, decider.TickBehaviorTree(single, &miner{}, decider.Input{Time: w.Time()}))
			n := 0
			for token := range ways.Launched(w, 0) {
				n++
				assert.NotContains(t, tokens, token)
			}
			assert.Equal(t, 1, n)
		}
	}
}

// Only a plugged tree uses the system.
func TestRestoreSystemOfPluggedTree(t *testing.T) {
	tool := walkers()
	old := mineOf(t, holder, map[world.AgentID]*miner{}, tool)
	old.add(1)
	v, err := old.crowd.View(1024)
	require.NoError(t, err)
	require.NoError(t, v.Plug(&toolBox, tool))
	old.frame()
	m := mineOf(t, holder, old.miners, tool)
	assert.Equal(t, "everything was kept", m.restore(old.saved()).String())
	answer(t, m.world, "west")
	m.frame()
	assert.Equal(t, []string{"walks west"}, m.heard())

	bare := mineOf(t, holder, old.miners) // the tree is not among Options.Trees
	lost := bare.restore(old.saved()).Lost
	assert.Equal(t, world.LostRequest, lost[len(lost)-1].Part)
}

// A single agent that uses the system is made after the world is restored, and after its request was completed.
func TestRestoreSystemOfSingle(t *testing.T) {
	tree := walkers()
	old := mineOf(t, atHome, map[world.AgentID]*miner{})
	single := tree.NewMemory(old.world, old.world.NewAgent())
	a := &miner{}
	require.NoError(t, decider.TickBehaviorTree(single, a, decider.Input{}))
	var mind bytes.Buffer
	require.NoError(t, single.Snapshot(&mind))
	data := old.saved()
	for name, before := range map[string]bool{"made before it is completed": true, "made after": false} {
		t.Run(name, func(t *testing.T) {
			m := mineOf(t, atHome, old.miners)
			assert.Equal(t, "everything was kept", m.restore(data).String())
			if !before {
				answer(t, m.world, "north")
			}
			back := tree.NewMemory(m.world, single.ID())
			_, err := back.Restore(bytes.NewReader(mind.Bytes()), a, decider.Restoring[*miner]{})
			require.NoError(t, err)
			if before {
				answer(t, m.world, "north")
			}
			require.NoError(t, m.world.Advance(1))
			require.NoError(t, decider.TickBehaviorTree(back, a, decider.Input{Time: 1}))
			assert.Equal(t, []string{"walks north"}, a.said)
			a.said = nil
		})
	}

	m := mineOf(t, atHome, old.miners)
	m.restore(data)
	require.NoError(t, m.world.Advance(1))
	for range ways.Launched(m.world, 0) {
		t.Error("it did not come back by the first Advance")
	}
}

// The system's only user was closed long ago, and nothing is pending.
func TestRestoreSystemWithoutRequests(t *testing.T) {
	old := mineOf(t, atHome, map[world.AgentID]*miner{})
	single := walkers().NewMemory(old.world, old.world.NewAgent())
	require.NoError(t, decider.TickBehaviorTree(single, &miner{}, decider.Input{}))
	require.NoError(t, single.Close())
	old.frame()
	m := mineOf(t, atHome, old.miners)
	assert.Equal(t, "everything was kept", m.restore(old.saved()).String())
	m.frame()
}
