package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// peers are several agents of one tree in one world.
type peers struct {
	t        *testing.T
	world    *world.World
	agents   []*scripted
	memories []*scriptedMemory
}

func newPeers(t *testing.T, n int, root *scriptedDecider) *peers {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	q := tree.MemoryRequirements()
	checkRequirements(t, &q, tree.String())
	w := world.New(world.Options{})
	c := &peers{t: t, world: w}
	for range n {
		c.agents = append(c.agents, &scripted{values: map[string]float64{}})
		c.memories = append(c.memories, tree.NewMemory(w, w.NewAgent()))
	}
	return c
}

func (c *peers) tick(i int) {
	require.NoError(c.t, decider.TickBehaviorTree(c.memories[i], c.agents[i], decider.Input{Time: c.world.Time(), DT: c.world.DT()}))
}

// Requirements tell of what gates, squads and Periods need.
func TestRequirementsOfWhatIsShared(t *testing.T) {
	root := &scriptedDecider{Name: "ROOT", Children: scriptedChildren{
		{Name: "G", Squad: &world.Squad{Name: "PAIR", Agents: 2}, Gate: &world.Gate{Name: "DOOR", Max: 1}, Children: scriptedChildren{
			{Name: "A", Gate: &world.Gate{Name: "SEAT", Max: 1}, Behavior: &scriptedBehavior{Name: "SLOWLY", Period: 2, Tick: scriptedDone.Tick}},
		}},
	}}
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	q := tree.MemoryRequirements()
	checkRequirements(t, &q, tree.String())
	assert.Equal(t, 24+16+16, q.Shared)
	assert.Equal(t, []int{0, 40, 16}, []int{q.Rows[0].Shared, q.Rows[1].Shared, q.Rows[2].Shared})
	assert.Equal(t, []int{0, 0, 8}, []int{q.Rows[0].Extra, q.Rows[1].Extra, q.Rows[2].Extra}, "when it was ticked last")
	assert.Contains(t, q.String(), "shared 56")
}

// States hold an agent's gates, squads, Periods and requests as data.
func TestStateOfWhatIsShared(t *testing.T) {
	door, pair := &world.Gate{Name: "DOOR", Max: 3}, &world.Squad{Name: "PAIR", Agents: 2}
	c := newPeers(t, 2, &scriptedDecider{Name: "ROOT", Children: scriptedChildren{
		{Name: "MEET", Squad: pair, Children: scriptedChildren{{Name: "HERE", Options: decider.Barrier}}},
		{Name: "GO", Gate: door, Behavior: &scriptedBehavior{Name: "WALK", Period: 4, Tick: scriptedSteered.Tick}},
		{Name: "REST", Gate: door, GateKey: func(*scriptedContext) uint64 { panic("not called for this") }, Behavior: &scriptedIdle},
	}})
	stateOf := func(name string) state.Decider {
		for s, next := c.memories[0].StateAt(0, false); next >= 0; s, next = c.memories[0].StateAt(next, false) {
			if s.Decider.Name == name {
				return s
			}
		}
		t.Fatal(name)
		return state.Decider{}
	}
	require.NoError(t, c.world.Advance(1))
	c.tick(0)
	assert.Equal(t, state.Squad{Name: "PAIR", Known: true, Part: state.PartWanting, SquadGlance: world.SquadGlance{Needed: 2, Wanting: 1}}, stateOf("MEET").Squad)
	assert.Equal(t, state.Gate{Name: "DOOR", Known: true, Pass: state.PassInside, GateGlance: world.GateGlance{
		Max: 3, Held: 1, Holders: [world.Glanced]world.AgentID{c.memories[0].ID()},
	}}, stateOf("GO").Gate)
	assert.InDelta(t, 4, stateOf("GO").Period, 0)
	assert.InDelta(t, 4, stateOf("GO").NextTick, 0)
	assert.Equal(t, state.Gate{Name: "DOOR"}, stateOf("REST").Gate)
	c.tick(1)
	require.NoError(t, c.world.Advance(1))
	assert.Equal(t, state.PartInvited, stateOf("MEET").Squad.Part)
	assert.Equal(t, world.Role(1), stateOf("MEET").Squad.Role)
	c.tick(0)
	meet := stateOf("MEET").Squad
	assert.Equal(t, state.PartInside, meet.Part)
	assert.Equal(t, event.LabelOf("HERE"), meet.At)
	assert.Equal(t, []int{2, 1}, []int{meet.Size, meet.Arrived})
	assert.Equal(t, state.PassNone, stateOf("GO").Gate.Pass)
	assert.Equal(t, c.memories[1].ID(), stateOf("GO").Gate.Holders[0], "the other one, which is not ticked yet")
}
