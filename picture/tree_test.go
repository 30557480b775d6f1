package picture_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/picture"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type (
	node     = decider.Decider[*creature]
	children = decider.Children[*creature]
	context  = behavior.Context[*creature]
	creature struct{ afraid bool }
)

const (
	hungry decider.DecisionFlags = 1 << iota
	night
)

const called stimuli.StimuliFlags = 1

var names = debugprint.Names{Decision: debugprint.BitNames{"Hungry", "Night"}, Stimuli: debugprint.BitNames{"Called"}}

func afraid(c *context) float64 { return behavior.If(c.Agent.afraid) }

func targetOf(*context) uint64 { return 1 }

// mind is a tree with something of everything a picture shows.
func mind() *node {
	act := &behavior.Behavior[*creature]{Name: "ACT"}
	rest := &node{Name: "REST", DecisionFlags: decider.Check{Any: night | 1<<7}, Behavior: &behavior.Behavior[*creature]{Name: "REST"}}
	return &node{Name: "ROOT", Children: children{
		{Name: "FLEE", Decide: afraid, Cooldown: 5, Behavior: act},
		{Name: "HELP", StimuliFlags: stimuli.Check{All: called}, Every: 0.5, Jump: "EAT_FOOD"},
		{Name: "HUNT", DecisionFlags: decider.Check{All: hungry | night}, Policy: decider.Sequence,
			Squad: &world.Squad{Name: "PACK", Agents: 2, Roles: []world.Role{1, 2}}, SquadKey: targetOf, Children: children{
				{Name: "HUNT_LEAD", Role: 1, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess}, Behavior: act},
				{Name: "HUNT_READY", Options: decider.Barrier},
				{Name: "HUNT_BRAVE", Decide: afraid, Modifiers: decider.Modifiers{Limit: 9}},
			}},
		{Name: "EAT", DecisionFlags: decider.Check{All: hungry, None: night}, Policy: decider.Scored, Options: decider.DelegateDecide, Margin: 0.25, Children: children{
			{Name: "EAT_FOOD", Gate: &world.Gate{Name: "BOWL", Max: 3}, Modifiers: decider.Modifiers{Repeat: 3, Until: decider.UntilFailure, Timeout: 20, Limit: 4}, Behavior: act},
			rest,
		}},
		{Name: "TOY", DecisionFlags: decider.Check{NotAll: hungry | night}, Slot: &decider.Slot[*creature]{Name: "HAND", Reserve: 128}},
		{Name: "IDLE", Policy: decider.Concurrent, SucceedAt: 1, FailAt: 2, Children: children{
			{Name: "STROLL", Decide: func(*context) float64 { return 1 }, Behavior: act},
			rest,
		}},
	}}
}

var ball = node{Name: "BALL", Children: children{{Name: "ROLL", Behavior: &behavior.Behavior[*creature]{Name: "ROLL"}}}}

// living is the mind of a creature that idles, and what it is doing.
func living(t *testing.T) (*description.Tree, picture.Options) {
	t.Helper()
	tree, err := decider.InitializeTreeData(mind())
	require.NoError(t, err)
	w := world.New(world.Options{})
	memory := tree.NewMemory(w, w.NewAgent())
	for i := range 5 {
		require.NoError(t, w.Advance(0.5))
		require.NoError(t, decider.TickBehaviorTree(memory, &creature{}, decider.Input{Time: float64(i) / 2, DT: 0.5, DecisionFlags: night}))
	}
	return tree.Describe(), picture.Options{Title: "A creature idles", States: picture.States(memory), Names: names, Marked: []int{1, 2}, Mark: "asked"}
}
