package why_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

var (
	throw = world.Gate{Name: "GRENADE", Max: 1, Cooldown: 3}
	flank = world.Squad{Name: "FLANK", Agents: 2}
)

// Soldiers in a crowd: who holds the gate, who waits for the squad, and with which role.
func TestExplainCompany(t *testing.T) {
	tree, err := decider.InitializeTreeData(&node{Name: "SOLDIER", Children: children{
		{Name: "THROW", Decide: worth, Gate: &throw, Behavior: does("THROW")},
		{Name: "FLANK", Decide: worth, Squad: &flank, Children: children{
			{Name: "LEAD", Role: 1, Behavior: does("LEAD")},
			{Name: "FOLLOW", Role: 2, Behavior: does("FOLLOW")},
		}},
		{Name: "SHOOT", Behavior: does("SHOOT")},
	}})
	require.NoError(t, err)
	w := world.New(world.Options{Seed: 3})
	c, err := crowd.New(w, tree, crowd.Options[*actor]{Name: "SOLDIERS", Workers: 1})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 16})
	require.NoError(t, c.Record(r))
	soldiers, ids := make([]*actor, 3), make([]world.AgentID, 3)
	for i := range soldiers {
		soldiers[i] = &actor{worth: worths("THROW", 0.0, "FLANK", 0.0)}
		ids[i], err = c.Add(soldiers[i])
		require.NoError(t, err)
	}
	step := func() {
		require.NoError(t, w.Advance(0.5))
		_, err := c.Tick()
		require.NoError(t, err)
	}
	because := func(i int, name string) string {
		e, err := why.Explain(r.Recording(), ids[i-1], w.Frame(), name)
		require.NoError(t, err)
		return e.Places[0].Because
	}
	step()
	soldiers[0].worth["THROW"], soldiers[1].worth["THROW"] = 1, 1
	step() // both claim
	assert.Equal(t, "It claims a place in the gate GRENADE, which the world gives out when it advances: 0 of 1 held.", because(1, "THROW"))
	step() // the first is in
	assert.Contains(t, because(1, "THROW"), "SOLDIER asked it, and it said yes")
	assert.Equal(t, fmt.Sprintf("It got no place in the gate GRENADE: 1 of 1 held by #%d.", ids[0]), because(2, "THROW"))
	soldiers[0].status = map[string]behavior.Status{"THROW": behavior.Success}
	soldiers[0].worth["THROW"] = 0
	step()
	step()
	assert.Equal(t, "It got no place in the gate GRENADE, which is shut for 2.50 s more.", because(2, "THROW"))
	soldiers[1].worth["THROW"], soldiers[2].worth["FLANK"] = 0, 1
	step()
	assert.Equal(t, "It waits for its squad FLANK: 1 of 2 agents want it.", because(3, "FLANK"))
	soldiers[1].worth["FLANK"] = 1
	step()
	step()
	assert.Contains(t, because(3, "FLANK"), "SOLDIER asked it, and it said yes")
	assert.Equal(t, "It needs the role 1 in its squad, and has 2.", because(2, "LEAD")) // 3 has waited for longer
	e, err := why.Explain(r.Recording(), ids[2], w.Frame(), "FLANK")
	require.NoError(t, err)
	checks := e.Places[0].Tries[0].Checks
	assert.Equal(t, fmt.Sprintf("is in the squad FLANK with #%d", ids[1]), checks[len(checks)-1].Words)
	assert.Equal(t, ids[1:], checks[len(checks)-1].Holders)
}

// Whatever the creatures of the demo do is explained, in every tick, as it happened.
func TestExplainNest(t *testing.T) {
	frames := trials.Count(60, 400)
	s, err := sim.New(sim.Options{Seed: 15, Agents: 8})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 18})
	require.NoError(t, s.Record(r))
	for range frames {
		require.NoError(t, s.Step())
	}
	rec := r.Recording()
	told := map[string]int{}
	for _, id := range rec.Agents() {
		first, last, ok := rec.Span(id)
		if !ok {
			continue
		}
		for frame := first; frame <= last; frame += 7 {
			m, err := rec.At(id, frame)
			require.NoError(t, err)
			said := map[string]event.Verdict{}
			for i := range m.Events {
				if e := &m.Events[i]; e.Kind == event.Asked {
					said[e.Tree.Name+e.Decider.Name] = e.Verdict
				}
			}
			for _, e := range why.All(m) {
				p := e.Places[0]
				told[string(p.Outcome)]++
				assert.NotEmpty(t, p.Because, p.Path)
				if p.Missed != nil {
					assert.NotEqual(t, "Unknown", p.Missed.Why, "%v in frame %d of %d: %s", p.Path, frame, id, p.Because)
				}
				for _, b := range p.Began {
					assert.NotEqual(t, "Unexplained", b.How, "%v in frame %d of %d", p.Path, frame, id)
				}
			}
		}
		_, err := why.Oscillations(rec, id, 1)
		require.NoError(t, err)
		_, err = rec.Timeline(id, 0, math.MaxUint64)
		require.NoError(t, err)
	}
	assert.Positive(t, told["Rejected"])
	assert.Positive(t, told["WentOn"])
	assert.Positive(t, told["Began"])
}
