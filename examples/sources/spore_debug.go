package main

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
)

// Chris Hecker, SPBehaviorTreeDocs, S11: the creature whose tooltip and debug output the text prints. The times in them fit
// one life.

// CalledForHelp is a note to itself, so that it does not call again too soon.
const CalledForHelp stimuli.StimuliFlags = 1

// What deciders tell their behaviors: the text prints flags 0x2 and 0x3.
const (
	ToTheDeath behavior.BehaviorFlags = 1 << iota
	NearTheNest
)

// nestGuard has the deciders that S11 prints. ROOT has seven children there, but only two are named; the others are from
// Figure 1.
var nestGuard = Decider{
	Name: "ROOT",
	Children: Children{
		{Name: "DIE", DecisionFlags: Check{All: Dead}, Behavior: &die},
		{Name: "GUARD_NEST_GROUP", Options: decider.CallDecideOnRedecide, DecisionFlags: Check{None: NestLost}, Behavior: &guardNest, Children: Children{
			{Name: "GUARD_NEST_HELP", StimuliFlags: stimuli.Check{None: CalledForHelp}, Decide: outnumbered, Behavior: &callForHelp},
			{Name: "GUARD_NEST_FIGHT", Decide: raiderClose, Behavior: &fightForNest, BehaviorFlags: ToTheDeath | NearTheNest},
			{Name: "GUARD_NEST_GROWL", Decide: raiderSeen, Behavior: &growl},
			{Name: "GUARD_NEST_PATROL", Decide: roundDue, Behavior: &patrolNest},
			{Name: "GUARD_NEST_IDLE", Behavior: &idleWalk, BehaviorFlags: NearTheNest},
		}},
		{Name: "FLEE", Decide: predatorNear, Behavior: &flee},
		&fightRaider,
		{Name: "EAT", Decide: hungry, Behavior: &eat},
		{Name: "PLAY", DecisionFlags: Check{None: Tired}, Behavior: &dance},
		&takeRest,
	},
}

func raiderClose(c *Context) float64 {
	return behavior.If(c.Agent.RaiderAt > 0 && c.Agent.RaiderAt < 5)
}
func raiderSeen(c *Context) float64 { return behavior.If(c.Agent.RaiderAt > 0) }
func roundDue(c *Context) float64   { return behavior.If(c.Agent.Round) }

var (
	die          = Behavior{Name: "DIE"}
	guardNest    = Behavior{Name: "GUARD_NEST_GROUP"} // tells the nest that it is guarded
	callForHelp  = Behavior{Name: "CALL_FOR_HELP", Tick: lasting(1)}
	fightForNest = Behavior{Name: "FIGHT", Tick: func(c *Context) behavior.Status { return while(c.Agent.RaiderAt > 0) }}
	growl        = Behavior{Name: "GROWL", Tick: func(c *Context) behavior.Status { return while(c.Agent.RaiderAt > 0) }}
	patrolNest   = Behavior{Name: "PATROL", Tick: func(c *Context) behavior.Status { return while(c.Agent.Round) }}
	idleWalk     = Behavior{Name: "IDLE_WALK", Tick: goesOn}
)

// life is the creature's, at the times that the text prints or that follow from them.
var life = []struct {
	time    float64 // seconds
	event   string
	change  func(*Creature)
	level   event.Level // of the debug output
	tooltip bool
}{
	{3.833, "it is born, and guards the nest", func(*Creature) {}, 1, false},
	{33.643, "a round is due", func(c *Creature) { c.Round = true }, 1, false},
	{38.153, "the tooltip", func(*Creature) {}, 1, true},
	{106.017, "it sees a raider", func(c *Creature) { c.RaiderAt = 20 }, 1, false},
	{106.728, "the raider is close", func(c *Creature) { c.RaiderAt = 2 }, 1, false},
	{110.266, "the raider is gone", func(c *Creature) { c.RaiderAt = 0 }, 1, false},
	{141.363, "the round is done", func(c *Creature) { c.Round = false }, 1, false},
	{149.267, "the whole tick", func(*Creature) {}, 5, false},
}

// guardedLife lives that life. The output has the form of the Spore text.
func guardedLife(t *Transcript) {
	var printed strings.Builder
	output := debugprint.Output{W: &printed, Mode: debugprint.Spore}
	memory := decider.MustInitializeTreeData(&nestGuard).NewMemory(nil, 7)
	memory.Observe(&output)
	t.Text("the tree", debugprint.DebugPrintState(memory, debugprint.WholeTree))

	creature := &Creature{}
	for _, now := range life {
		now.change(creature)
		output.Level = now.level
		if err := decider.TickBehaviorTree(memory, creature, decider.Input{Time: now.time, DT: 0.065555}); err != nil {
			printed.WriteString(err.Error())
		}
		if now.tooltip {
			printed.WriteString(debugprint.DebugPrintState(memory, debugprint.Spore))
		}
		t.Text(fmt.Sprintf("%.3f s, %s", now.time, now.event), printed.String())
		printed.Reset()
	}
}
