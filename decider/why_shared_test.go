package decider_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/golden"
	"github.com/decidertree/decidertree/world"
)

// company is several agents of one tree in one world, and what asking why says of some deciders.
type company struct {
	t        *testing.T
	world    *world.World
	agents   []*wonder
	memories []*wonderMemory
	looked   func() string // at the world
	b        strings.Builder
}

func newCompany(t *testing.T, n int, root *wonderDecider, looked func(*world.World) string) *company {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	q := tree.MemoryRequirements()
	checkRequirements(t, &q, tree.String())
	w := world.New(world.Options{})
	c := &company{t: t, world: w, looked: func() string { return looked(w) }}
	for range n {
		c.agents = append(c.agents, &wonder{values: map[string]float64{}})
		c.memories = append(c.memories, tree.NewMemory(w, w.NewAgent()))
	}
	return c
}

// frame ticks all of them.
func (c *company) frame(dt float64) {
	require.NoError(c.t, c.world.Advance(dt))
	for i := range c.memories {
		c.tick(i)
	}
}

func (c *company) tick(i int) {
	require.NoError(c.t, decider.TickBehaviorTree(c.memories[i], c.agents[i], decider.Input{Time: c.world.Time(), DT: c.world.DT()}))
}

// ask asks an agent why; that must change nothing, neither in the agent nor in the world.
func (c *company) ask(when string, i int, names ...string) {
	m := c.memories[i]
	fmt.Fprintf(&c.b, "-- agent %d, %s\n", m.ID(), when)
	before, world := memoryText(m), c.looked()
	for _, name := range names {
		e := m.Why(name)
		require.NoError(c.t, e.Err)
		c.b.WriteString(e.String())
	}
	assert.Equal(c.t, before, memoryText(m))
	assert.Equal(c.t, world, c.looked())
}

func TestWhyOfGates(t *testing.T) {
	grenade := &world.Gate{Name: "GRENADE", Max: 1, Cooldown: 2, AgentCooldown: 5}
	key := engine.Key{}
	c := newCompany(t, 3, &wonderDecider{Name: "ROOT", Children: wonderChildren{
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
	c.ask("before anything", 0, "THROW")
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
	golden.Equal(t, "why_gates.golden", c.b.String())

	e := c.memories[0].Why("THROW").Places[0].Asked[0]
	assert.Equal(t, decider.FailedGate, e.Verdict)
	last := e.Checks[len(e.Checks)-1]
	assert.Equal(t, decider.GateView{Name: "GRENADE", Key: 7, Known: true, GateGlance: world.GateGlance{Max: 1, Left: 2, AgentLeft: 5}}, *last.Gate)
}

func TestWhyOfSquads(t *testing.T) {
	key := engine.Key{}
	flank := &world.Squad{Name: "FLANK", Agents: 2, Roles: []world.Role{5, 6}}
	ask := []string{"FLANKING", "LEAD", "MEET", "FIRE"}
	c := newCompany(t, 2, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "FLANKING", Decide: wonderDecide, Squad: flank, Policy: decider.Sequence, Children: wonderChildren{
			{Name: "MEET", Flags: decider.Barrier},
			{Name: "ATTACK", Children: wonderChildren{
				{Name: "LEAD", Role: 5, Behavior: &wonderIdle}, {Name: "FIRE", Role: 6, Behavior: &wonderIdle},
			}},
		}},
		{Name: "PATROL", Behavior: &wonderIdle},
	}}, func(w *world.World) string {
		return fmt.Sprint(w.GlanceSquad(key, flank, 0, 1), w.GlanceSquad(key, flank, 0, 2))
	})
	c.ask("before anything", 0, ask...)
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
	golden.Equal(t, "why_squads.golden", c.b.String())
}

// Requirements tell of what gates, squads and Periods need.
func TestRequirementsOfWhatIsShared(t *testing.T) {
	root := &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "G", Squad: &world.Squad{Name: "PAIR", Agents: 2}, Gate: &world.Gate{Name: "DOOR", Max: 1}, Children: wonderChildren{
			{Name: "A", Gate: &world.Gate{Name: "SEAT", Max: 1}, Behavior: &wonderBehavior{Name: "SLOWLY", Period: 2, Tick: wonderDone.Tick}},
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

// What there is to see of an agent's gates, squads, Periods and requests as data.
func TestStateOfWhatIsShared(t *testing.T) {
	door, pair := &world.Gate{Name: "DOOR", Max: 3}, &world.Squad{Name: "PAIR", Agents: 2}
	c := newCompany(t, 2, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "MEET", Squad: pair, Children: wonderChildren{{Name: "HERE", Flags: decider.Barrier}}},
		{Name: "GO", Gate: door, Behavior: &wonderBehavior{Name: "WALK", Period: 4, Tick: wonderSteered.Tick}},
		{Name: "REST", Gate: door, GateKey: func(*wonderContext) uint64 { panic("not called for this") }, Behavior: &wonderIdle},
	}}, func(*world.World) string { return "" })
	state := func(name string) decider.State {
		for s, next := c.memories[0].StateAt(0, false); next >= 0; s, next = c.memories[0].StateAt(next, false) {
			if s.Decider.Name == name {
				return s
			}
		}
		t.Fatal(name)
		return decider.State{}
	}
	require.NoError(t, c.world.Advance(1))
	c.tick(0)
	assert.Equal(t, decider.SquadView{Name: "PAIR", Known: true, Part: decider.PartWanting, SquadGlance: world.SquadGlance{Needed: 2, Wanting: 1}}, state("MEET").Squad)
	assert.Equal(t, decider.GateView{Name: "DOOR", Known: true, Pass: decider.PassInside, GateGlance: world.GateGlance{
		Max: 3, Held: 1, Holders: [world.Glanced]world.AgentID{c.memories[0].ID()},
	}}, state("GO").Gate)
	assert.InDelta(t, 4, state("GO").Period, 0)
	assert.InDelta(t, 4, state("GO").NextTick, 0)
	assert.Equal(t, decider.GateView{Name: "DOOR"}, state("REST").Gate)
	c.tick(1)
	require.NoError(t, c.world.Advance(1))
	assert.Equal(t, decider.PartInvited, state("MEET").Squad.Part)
	assert.Equal(t, world.Role(1), state("MEET").Squad.Role)
	c.tick(0)
	meet := state("MEET").Squad
	assert.Equal(t, decider.PartInside, meet.Part)
	assert.Equal(t, decider.LabelOf("HERE"), meet.At)
	assert.Equal(t, []int{2, 1}, []int{meet.Size, meet.Arrived})
	assert.Equal(t, decider.PassNone, state("GO").Gate.Pass)
	assert.Equal(t, c.memories[1].ID(), state("GO").Gate.Holders[0], "the other one, which is not ticked yet")
}
