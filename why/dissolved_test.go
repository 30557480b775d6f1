package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// TestDissolvedSquads explains why members of squads were reset: who had left first, and why.
func TestDissolvedSquads(t *testing.T) {
	type mate struct{}
	const (
		hurt decider.DecisionFlags = 1 << iota
		busy
	)
	stay := func(name string) *behavior.Behavior[mate] { return &behavior.Behavior[mate]{Name: name} }
	trio := world.Squad{Name: "TRIO", Agents: 3}
	tree := decider.MustInitializeTreeData(&decider.Decider[mate]{Name: "ROOT", Children: decider.Children[mate]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: hurt}, Behavior: &behavior.Behavior[mate]{Name: "FLEE", Tick: func(c *behavior.Context[mate]) behavior.Status {
			if decider.DecisionFlags(c.DecisionFlags)&hurt != 0 {
				return behavior.Running
			}
			return behavior.Success
		}}},
		{Name: "FLANK", DecisionFlags: decider.Check{None: busy}, Squad: &trio, Children: decider.Children[mate]{
			{Name: "LEAD", Role: 1, Behavior: stay("LEAD")}, {Name: "FOLLOW", Behavior: stay("FOLLOW")},
		}},
		{Name: "WAIT", Behavior: stay("WAIT")},
	}})
	w := world.New(world.Options{})
	rec := history.New(history.Options{Names: debugprint.Names{NameOf: func(id world.AgentID) string {
		if id == 2 {
			return "Ogg"
		}
		return ""
	}}})
	var all []*decider.Memory[mate]
	for range 3 {
		m := tree.NewMemory(w, w.NewAgent())
		require.NoError(t, m.Record(rec))
		all = append(all, m)
	}
	flags := make([]decider.DecisionFlags, len(all))
	frame := func(but int) {
		require.NoError(t, w.Advance(1))
		for i := len(all) - 1; i >= 0; i-- {
			if i != but {
				require.NoError(t, decider.TickBehaviorTree(all[i], mate{}, decider.Input{Time: w.Time(), DT: 1, DecisionFlags: flags[i]}))
			}
		}
	}
	explain := func(name string) why.Place {
		e, err := why.Explain(rec.Recording(), 1, w.Frame(), name)
		require.NoError(t, err)
		return e.Places[0]
	}
	const everyone = -1
	frame(everyone)
	frame(everyone)
	flags[1], flags[2] = hurt, hurt
	frame(everyone) // agent 3 ticks before agent 2
	see, err := rec.Recording().At(1, w.Frame())
	require.NoError(t, err)
	assert.Contains(t, debugprint.DebugPrintState(see, debugprint.WholeTree), "#2 left its role 2 (Interrupted)")
	frame(everyone)
	assert.Equal(t, "It was ended after 2 s: its squad TRIO was dissolved, as Ogg #2 left its role 2 (Interrupted).", explain("LEAD").Ended[0].Words)
	assert.Equal(t, "It was ended after 2 s: its squad TRIO was dissolved, as Ogg #2 left its role 2 (Interrupted).", explain("FLANK").Ended[0].Words)
	tries := explain("FLANK").Tries
	assert.Contains(t, tries[len(tries)-1].Words, "; the one it was in was dissolved, as Ogg #2 left its role 2 (Interrupted)")

	// The others have left, too, when the frame is over: nobody is in the squad any more.
	flags[1], flags[2] = 0, 0
	frame(everyone)
	frame(2)
	flags[0] = busy
	frame(2)
	assert.Equal(t, "It was ended after 1 s: its squad TRIO was dissolved, as #3 did not take its role 3.", explain("LEAD").Ended[0].Words)

	// A game that resets it is another matter.
	flags[0] = 0
	frame(everyone)
	frame(everyone)
	require.NoError(t, all[0].Reset())
	e, err := why.Explain(rec.Recording(), 1, w.Frame(), "LEAD")
	require.NoError(t, err)
	for _, end := range e.Places[0].Ended {
		assert.NotContains(t, end.Words, "dissolved")
	}
}
