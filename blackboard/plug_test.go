package blackboard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
)

// A tree that is plugged in sees the agent's values, and has its own of scope Tree and Decider as long as it stays.
func TestValuesOfPluggedTrees(t *testing.T) {
	var (
		hunger = blackboard.Key[int]{Name: "hunger"}
		unseen = blackboard.Key[int]{Name: "unseen"}
		mood   = blackboard.Key[[]int]{Name: "mood", Scope: blackboard.Tree}
		tries  = blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
		hand   = decider.Slot[*creature]{Name: "HAND", Reserve: 256}
	)
	toy := decider.MustInitializeTreeData(&node{
		Name: "TOY", Keys: decider.Keys{&hunger, &mood}, Children: children{leaf("SHAKE", &tries)},
	})
	use := group("USE", decider.Keys{&tries})
	use.Slot = &hand
	m := born(t, root(decider.Keys{&hunger, &unseen, &mood}, use, leaf("REST")))
	play := code{
		"SHAKE": func(c *context) {
			*hunger.Of(c)++
			*unseen.Of(c) = 5 // its tree does not list it, the agent's does
			*mood.Of(c) = append(*mood.Of(c), 1)
			*tries.Of(c) = 7
			assert.Same(t, hunger.Of(m), hunger.Of(c))
			assert.NotSame(t, mood.Of(m), mood.Of(c))
		},
		"USE?": func(c *context) { *tries.Of(c) = 2; *mood.Of(c) = []int{9} },
	}
	require.NoError(t, m.Plug(&hand, toy))
	require.NoError(t, tick(m, play))
	require.NoError(t, tick(m, play))
	assert.Equal(t, 2, *hunger.Of(m))
	assert.Equal(t, []int{9}, *mood.Of(m))
	assert.Equal(t, map[string]string{
		"hunger@0": "2", "unseen@0": "5", "mood@0": "[9]", "tries@1": "2", "mood@65536": "[1 1]", "tries@65537": "7",
	}, see.Inspect(m.Plain(engine.Key{})).Values)
	assert.Equal(t, `*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 0
    hunger: 2
    unseen: 5
    mood: [9]`, firstLines(debugprint.DebugPrintState(m, debugprint.Spore), 4))
	var told []string
	for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
		told = append(told, v.Tree.Name+" "+v.Decider.Name+" "+v.String())
	}
	assert.Equal(t, []string{
		"ROOT ROOT hunger: 2", "ROOT ROOT unseen: 5", "ROOT ROOT mood: [9]", "ROOT USE tries: 2",
		"TOY TOY mood: [1 1]", "TOY SHAKE tries: 7",
	}, told)
	for _, mode := range []debugprint.Mode{debugprint.ActivePath, debugprint.WholeTree} {
		shown := debugprint.DebugPrintState(m, mode|debugprint.Spore)
		assert.Regexp(t, `(?s)USE/.*\n      tries: 2\n.*TOY/.*\n        mood: \[1 1\]\n.*SHAKE/[^\n]*\n          tries: 7(\n|$)`, shown)
	}

	require.NoError(t, m.Unplug(&hand))
	require.NoError(t, m.Plug(&hand, toy))
	assert.Equal(t, "[]", see.Inspect(m.Plain(engine.Key{})).Values["mood@65536"], "as new")
	assert.Equal(t, 2, *hunger.Of(m), "the agent's stays")
}

// A plugged tree cannot bring values of scope Agent that the agent does not have.
func TestPluggingMissingKeys(t *testing.T) {
	var (
		hunger = blackboard.Key[int]{Name: "hunger"}
		thirst = blackboard.Key[int]{Name: "thirst"}
		other  = blackboard.Key[int]{Name: "hunger"}
		hand   = decider.Slot[*creature]{Name: "HAND", Reserve: 256}
	)
	toy := decider.MustInitializeTreeData(&node{Name: "TOY", Keys: decider.Keys{&hunger, &thirst}, Behavior: leaf("SHAKE").Behavior})
	use := group("USE", nil)
	use.Slot = &hand
	m := born(t, root(decider.Keys{&other}, use, leaf("REST")))
	err := m.Plug(&hand, toy)
	require.ErrorIs(t, err, decider.ErrKey)
	assert.ErrorContains(t, err, `"hunger" in TOY: its scope is Agent, and the agent's own tree ROOT/0x1e4ede85 declares another key of this name; list one variable in both trees, or rename one`)
	assert.ErrorContains(t, err, `"thirst" in TOY: its scope is Agent, and the agent's own tree ROOT/0x1e4ede85 does not declare it; list it in the Keys of ROOT as well`)
	assert.ErrorIs(t, m.Unplug(&hand), decider.ErrNotPlugged, "nothing was changed")
}

// ResetBelow clears the values of the deciders at and below it, and no others.
func TestResetBelowClearsItsValues(t *testing.T) {
	hunger := blackboard.Key[int]{Name: "hunger"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	route := blackboard.Key[[]int]{Name: "route", Scope: blackboard.Decider}
	none := blackboard.Key[struct{}]{Name: "none", Scope: blackboard.Decider}
	m := born(t, root(decider.Keys{&tries}, group("NEST", decider.Keys{&tries, &route, &none}, leaf("EAT", &hunger, &tries)), leaf("REST", &tries)))
	all := code{"EAT": func(c *context) { *hunger.Of(c), *tries.Of(c), *route.Of(c) = 1, 2, []int{3} }}
	set := func(c *context) { *tries.Of(c) = 4 }
	require.NoError(t, tick(m, code{"REST": set, "NEST?": set}, "REST"))
	require.NoError(t, tick(m, all, "NEST", "EAT"))
	before := map[string]string{"hunger@0": "1", "tries@0": "0", "tries@1": "4", "route@1": "[3]", "none@1": "{}", "tries@2": "4", "tries@3": "2"}
	assert.Equal(t, before, see.Inspect(m.Plain(engine.Key{})).Values)
	require.NoError(t, m.ResetBelow("NEST"))
	after := map[string]string{"hunger@0": "1", "tries@0": "0", "tries@1": "0", "route@1": "[]", "none@1": "{}", "tries@2": "4", "tries@3": "0"}
	assert.Equal(t, after, see.Inspect(m.Plain(engine.Key{})).Values)
}
