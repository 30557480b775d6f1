package why_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// mates is several agents of one tree in one world, and what asking why says of some deciders.
type mates struct {
	t        *testing.T
	world    *world.World
	agents   []*wonder
	memories []*wonderMemory
	looked   func() string // at the world
	b        strings.Builder
}

func newMates(t *testing.T, n int, root *wonderDecider, looked func(*world.World) string) *mates {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	w := world.New(world.Options{})
	c := &mates{t: t, world: w, looked: func() string { return looked(w) }}
	for range n {
		c.agents = append(c.agents, &wonder{values: map[string]float64{}})
		c.memories = append(c.memories, tree.NewMemory(w, w.NewAgent()))
	}
	return c
}

// frame ticks all of them.
func (c *mates) frame(dt float64) {
	require.NoError(c.t, c.world.Advance(dt))
	for i := range c.memories {
		c.tick(i)
	}
}

func (c *mates) tick(i int) {
	require.NoError(c.t, decider.TickBehaviorTree(c.memories[i], c.agents[i], decider.Input{Time: c.world.Time(), DT: c.world.DT()}))
}

// ask asks an agent why; that must change nothing, neither in the agent nor in the world.
func (c *mates) ask(when string, i int, names ...string) {
	m := c.memories[i]
	fmt.Fprintf(&c.b, "-- agent %d, %s\n", m.ID(), when)
	before, world := memoryText(m), c.looked()
	for _, name := range names {
		c.b.WriteString(nowOf(c.t, m, name).String())
	}
	assert.Equal(c.t, before, memoryText(m))
	assert.Equal(c.t, world, c.looked())
}

func TestNowOfGates(t *testing.T) {
	grenade := &world.Gate{Name: "GRENADE", Max: 1, Cooldown: 2, AgentCooldown: 5}
	key := engine.Key{}
	c := newMates(t, 3, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "THROW", Decide: wonderDecide, Gate: grenade, GateKey: func(c *wonderContext) uint64 {
			if c.Agent.panics {
				panic("ouch")
			}
			return uint64(c.Agent.values["TEAM"])
		}, Behavior: &wonderIdle},
		{Name: "DUCK", Behavior: &wonderIdle},
	}}, func(w *world.World) string {
		return fmt.Sprint(w.GlanceGate(key, grenade, 7, 1), w.GlanceGate(key, grenade, 7, 2), w.GlanceGate(key, grenade, 8, 2))
	})
	for _, a := range c.agents {
		a.values["THROW"], a.values["TEAM"] = 1, 7
	}
	require.Empty(t, slices.Collect(c.world.Holders(grenade, 7)))
	c.frame(1)
	c.ask("which throws", 0, "THROW")
	c.ask("which ducks", 1, "THROW")
	c.agents[1].values["TEAM"] = 8
	c.ask("another team's", 1, "THROW")
	c.agents[1].values["TEAM"] = 7
	c.agents[1].panics = true
	c.ask("whose GateKey panics", 1, "THROW")
	c.agents[1].panics = false
	require.NoError(t, c.memories[0].Reset())
	c.ask("which threw", 0, "THROW")
	c.ask("when it is shut", 1, "THROW")
	golden.Equal(t, "now_gates.golden", c.b.String())

	said := nowOf(t, c.memories[0], "THROW").Places[0].Tries[0]
	assert.Equal(t, event.FailedGate, said.Verdict)
}

// An agent that can play no role is told from one that waits for somebody who can.
func TestNowOfRoles(t *testing.T) {
	breach := &world.Squad{Name: "BREACH", Agents: 2}
	c := newMates(t, 3, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "BREACH", Decide: wonderDecide, Squad: breach, CanPlay: func(c *wonderContext) world.RoleSet { return world.RoleSet(c.Agent.values["CAN"]) },
			Children: wonderChildren{{Name: "SHOOT", Behavior: &wonderIdle}}},
		{Name: "DUCK", Behavior: &wonderIdle},
	}}, func(w *world.World) string { return fmt.Sprint(w.States(engine.Key{})) })
	for i, a := range c.agents {
		a.values["BREACH"], a.values["CAN"] = 1, []float64{2, 2, 0}[i]
	}
	c.frame(1)
	c.frame(1)
	because := func(i int) string { return nowOf(t, c.memories[i], "BREACH").Places[0].Because }
	assert.Equal(t, "It waits for its squad BREACH: 2 of 2 agents want it, and none of them can play role 1.", because(0))
	assert.Equal(t, "It can play none of the roles in the squad BREACH.", because(2))
	c.agents[2].values["CAN"] = 1
	c.frame(1)
	c.frame(1)
	assert.Contains(t, because(2), "It is in the squad BREACH with the role 1, beside #1.")
}

func TestNowOfSquads(t *testing.T) {
	key := engine.Key{}
	flank := &world.Squad{Name: "FLANK", Agents: 2, Roles: []world.Role{5, 6}}
	ask := []string{"FLANKING", "LEAD", "MEET", "FIRE"}
	c := newMates(t, 2, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "FLANKING", Decide: wonderDecide, Squad: flank, Policy: decider.Sequence, Children: wonderChildren{
			{Name: "MEET", Options: decider.Barrier},
			{Name: "ATTACK", Children: wonderChildren{
				{Name: "LEAD", Role: 5, Behavior: &wonderIdle}, {Name: "FIRE", Role: 6, Behavior: &wonderIdle},
			}},
		}},
		{Name: "PATROL", Behavior: &wonderIdle},
	}}, func(w *world.World) string {
		return fmt.Sprint(w.GlanceSquad(key, flank, 0, 1), w.GlanceSquad(key, flank, 0, 2))
	})
	c.agents[0].values["FLANKING"] = 1
	c.frame(1)
	c.ask("which waits alone", 0, ask...)
	c.ask("which does not want to", 1, ask...)
	c.agents[1].values["FLANKING"] = 1
	c.frame(1)
	require.NoError(t, c.world.Advance(1))
	c.ask("which is invited", 1, ask...)
	c.tick(0)
	c.ask("which is there first", 0, ask...)
	c.tick(1)
	c.ask("when both are there", 1, ask...)
	c.frame(1)
	c.ask("after the Barrier", 0, ask...)
	require.NoError(t, c.memories[1].Reset())
	require.NoError(t, c.world.Advance(1))
	c.ask("whose squad is dissolved", 0, ask...)
	golden.Equal(t, "now_squads.golden", c.b.String())
}

// A decider that a Jump asks a second time in one tick, at another key, keeps the gate of the first.
func TestNowOfTwoKeys(t *testing.T) {
	door, asked := &world.Gate{Name: "DOOR", Max: 1}, uint64(0)
	c := newMates(t, 1, &wonderDecider{Name: "ROOT", Policy: decider.Scored, Children: wonderChildren{
		{Name: "OPEN", Gate: door, GateKey: func(c *wonderContext) uint64 {
			asked++
			return 1 + (asked+1)%2
		}, Behavior: &wonderIdle},
		{Name: "CALL", Jump: "OPEN"},
		{Name: "WAIT", Weight: 9, Behavior: &wonderIdle},
	}}, func(w *world.World) string { return "" })
	c.frame(1)
	tries := nowOf(t, c.memories[0], "OPEN").Places[0].Tries
	require.Len(t, tries, 2)
	words := func(i int) string { return tries[i].Checks[len(tries[i].Checks)-1].Words }
	assert.Equal(t, "got a place in the gate DOOR(1)", words(0))
	assert.Equal(t, "got no place in the gate DOOR(2): it holds one in DOOR(1) since it was asked before in this tick", words(1))
}
