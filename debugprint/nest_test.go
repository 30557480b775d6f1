package debugprint_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
)

// The Spore text's guard of a nest (S11), small enough to follow in the goldens.
type (
	guard    struct{ Enemy float64 } // distance to an enemy in metres; 0 for none in sight
	Decider  = decider.Decider[*guard]
	Children = decider.Children[*guard]
	Behavior = behavior.Behavior[*guard]
	Context  = behavior.Context[*guard]
	Check    = decider.Check
)

const (
	Dead decider.DecisionFlags = 1 << iota
	Night
)

const (
	HelpWanted stimuli.StimuliFlags = 1 << iota
	InvitedToPlay
)

const (
	Quietly behavior.BehaviorFlags = 1 << iota
	ToTheDeath
)

var names = debugprint.Names{
	Decision: debugprint.BitNames{"Dead", "Night"},
	Stimuli:  debugprint.BitNames{"HelpWanted", "InvitedToPlay"},
	Behavior: debugprint.BitNames{"Quietly", "ToTheDeath"},
}

var root = Decider{
	Name: "ROOT",
	Children: Children{
		{Name: "DIE", DecisionFlags: Check{All: Dead}, Behavior: &die},
		{
			Name:     "GUARD_NEST",
			Options:  decider.CallDecideOnRedecide,
			Decide:   func(c *Context) float64 { return behavior.If(c.DecisionFlags&Night == 0) },
			Behavior: &notifyNest,
			Children: Children{
				{Name: "GUARD_NEST_HELP", StimuliFlags: stimuli.Check{Any: HelpWanted}, Behavior: &help},
				{Name: "GUARD_NEST_FIGHT", Decide: enemyWithin(5), Behavior: &fight, BehaviorFlags: ToTheDeath},
				{Name: "GUARD_NEST_GROWL", DecisionFlags: Check{None: Night}, Every: 1, Decide: enemyWithin(20), Behavior: &growl},
				{Name: "GUARD_NEST_PATROL", Behavior: &patrol},
			},
		},
		{Name: "FLEE_HOME", Every: 60, Decide: enemyWithin(50), Jump: "IDLE_HOME"},
		{
			Name:   "IDLE",
			Policy: decider.Sequential,
			Children: Children{
				{Name: "IDLE_WALK", Behavior: &walk},
				{Name: "IDLE_HOME", Behavior: &rest},
			},
		},
	},
}

func enemyWithin(metres float64) func(*Context) float64 {
	return func(c *Context) float64 { return behavior.If(c.Agent.Enemy > 0 && c.Agent.Enemy < metres) }
}

var (
	die        = Behavior{Name: "DIE"}
	notifyNest = Behavior{Name: "NOTIFY_NEST"}
	help       = Behavior{Name: "HELP", Tick: untilQuiet}
	fight      = Behavior{Name: "FIGHT", Tick: untilAlone}
	growl      = Behavior{Name: "GROWL", Tick: untilAlone}
	patrol     = behavior.WithBlock[*guard, struct{ Waypoint, Rounds int32 }]{Name: "PATROL"}
	walk       = Behavior{Name: "WALK"}
	rest       = Behavior{Name: "REST"}
)

func untilAlone(c *Context) behavior.Status {
	if c.Agent.Enemy == 0 {
		return behavior.Success
	}
	return behavior.Running
}

func untilQuiet(c *Context) behavior.Status {
	if c.Stimuli.Flags()&HelpWanted == 0 {
		return behavior.Success
	}
	return behavior.Running
}

// day is a guard's day: what happens to it, tick by tick, every half a second.
var day = []struct {
	enemy float64
	flags decider.DecisionFlags
	heard stimuli.StimuliFlags
}{
	{},                        // patrols
	{},                        // goes on
	{enemy: 15},               // growls
	{enemy: 4},                // fights
	{enemy: 4},                // goes on
	{},                        // the enemy is gone: patrols
	{heard: HelpWanted},       // helps
	{enemy: 30, flags: Night}, // help is no longer wanted, and nobody guards at night: goes home
	{enemy: 30, flags: Night}, // rests there
	{flags: Night | Dead},     // dies
}

// live lives the day with an observer and returns the guard's memory.
func live(t *testing.T, o event.Observer) *decider.Memory[*guard] {
	t.Helper()
	tree, err := decider.InitializeTreeData(&root)
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	m.Observe(o)
	var g guard
	for i, d := range day {
		g.Enemy = d.enemy
		var heard stimuli.Set
		if d.heard != 0 {
			require.NoError(t, heard.Add(stimuli.Note(d.heard, 1)))
		}
		in := decider.Input{Time: 100 + float64(i)/2, DT: 0.5, DecisionFlags: d.flags, Stimuli: &heard}
		require.NoError(t, decider.TickBehaviorTree(m, &g, in))
	}
	return m
}
