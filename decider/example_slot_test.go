package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Monkey is the agent. Its tree contains nothing about balls or ladders.
type Monkey struct {
	Name  string
	Y     int    // how high it has climbed
	Thing *Thing // the thing it has noticed or uses; nil for none
}

// Thing is a smart object: it brings the tree for using it.
type Thing struct {
	Name  string
	HowTo *decider.Tree[*Monkey]
}

type (
	monkeyDecider  = decider.Decider[*Monkey]
	monkeyChildren = decider.Children[*Monkey]
	monkeyBehavior = behavior.Behavior[*Monkey]
	monkeyContext  = behavior.Context[*Monkey]
)

const snakeNear decider.DecisionFlags = 1 << 0

// useThing is the connector. A tree that is plugged in must fit in 256 bytes.
var useThing = decider.Slot[*Monkey]{Name: "USE_THING", Reserve: 256}

// monkeyMind is shared by all monkeys, whatever things they use.
var monkeyMind = monkeyDecider{
	Name: "MONKEY",
	Children: monkeyChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: snakeNear}, Behavior: &fleeSnake},
		{Name: "USE", Options: decider.DelegateDecide, Behavior: &holdThing, Children: monkeyChildren{
			{Name: "USE_THING", Slot: &useThing}, // rejects while nothing is plugged in
		}},
		{Name: "TAKE_UP", Decide: thingNoticed, Behavior: &takeUp},
		{Name: "IDLE", Behavior: &monkeyIdle},
	},
}

func thingNoticed(c *monkeyContext) float64 { return behavior.If(c.Agent.Thing != nil) }

// takeUp plugs in the thing's tree, which runs from the next tick on.
var takeUp = monkeyBehavior{
	Name: "TAKE_UP",
	Activate: func(c *monkeyContext) behavior.Status {
		if err := useThing.Plug(c, c.Agent.Thing.HowTo); err != nil {
			c.Agent.Thing = nil // or the monkey would try again each tick
			return c.Fail(err)
		}
		return behavior.Success
	},
}

// holdThing is a group behavior around the slot: whatever ends the use, the monkey puts the thing down.
var holdThing = monkeyBehavior{
	Name: "HOLD_THING",
	Deactivate: func(c *monkeyContext) {
		fmt.Println(c.Time, c.Agent.Name, "puts the", c.Agent.Thing.Name, "down:", c.Reason())
		c.Agent.Thing = nil
		_ = useThing.Unplug(c) // at the end of the tick
	},
}

var (
	fleeSnake  = monkeyBehavior{Name: "FLEE", Activate: func(c *monkeyContext) behavior.Status { return monkeySays(c, "flees") }}
	monkeyIdle = monkeyBehavior{Name: "IDLE"}
)

// ballHowTo plays with a ball. It comes with the ball, which may be from another package.
var ballHowTo = monkeyDecider{
	Name:   "PLAY_WITH_BALL",
	Policy: decider.Sequence,
	Children: monkeyChildren{
		{Name: "THROW", Modifiers: decider.Modifiers{Repeat: 2}, Behavior: &throwBall},
	},
}

var throwBall = monkeyBehavior{Name: "THROW", Tick: func(c *monkeyContext) behavior.Status {
	monkeySays(c, "throws the ball")
	return behavior.Success
}}

// ladderHowTo climbs a ladder.
var ladderHowTo = monkeyDecider{
	Name:   "CLIMB_LADDER",
	Policy: decider.Sequence,
	Children: monkeyChildren{
		{Name: "GRAB", Behavior: &grabLadder},
		{Name: "CLIMB", Behavior: &climbLadder},
	},
}

var (
	grabLadder = monkeyBehavior{Name: "GRAB", Activate: func(c *monkeyContext) behavior.Status {
		monkeySays(c, "grabs the ladder")
		return behavior.Success
	}}
	climbLadder = monkeyBehavior{
		Name: "CLIMB",
		Tick: func(c *monkeyContext) behavior.Status {
			c.Agent.Y++
			monkeySays(c, fmt.Sprint("is on rung ", c.Agent.Y))
			if c.Agent.Y < 5 {
				return behavior.Running
			}
			return behavior.Success
		},
		Deactivate: func(c *monkeyContext) { monkeySays(c, "lets go") },
	}
)

func monkeySays(c *monkeyContext, what string) behavior.Status {
	fmt.Println(c.Time, c.Agent.Name, what)
	return behavior.Running
}

// Two monkeys share one tree. A ball and a ladder bring the trees for using them (Anguelov, child trees).
func ExampleSlot() {
	mind := decider.MustInitializeTreeData(&monkeyMind)
	ball := &Thing{Name: "ball", HowTo: decider.MustInitializeTreeData(&ballHowTo)}
	ladder := &Thing{Name: "ladder", HowTo: decider.MustInitializeTreeData(&ladderHowTo)}

	monkeys := []*Monkey{{Name: "Mia", Thing: ball}, {Name: "Bo", Thing: ladder}}
	var memories []*decider.Memory[*Monkey]
	for i := range monkeys {
		memories = append(memories, mind.NewMemory(nil, world.AgentID(i+1)))
	}
	for time := range 5 {
		in := decider.Input{Time: float64(time), DT: 1}
		if time == 3 {
			in.DecisionFlags = snakeNear
		}
		for i, monkey := range monkeys {
			if err := decider.TickBehaviorTree(memories[i], monkey, in); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// 1 Mia throws the ball
	// 1 Bo grabs the ladder
	// 1 Bo is on rung 1
	// 2 Mia throws the ball
	// 2 Mia puts the ball down: Succeeded
	// 2 Bo is on rung 2
	// 3 Mia flees
	// 3 Bo lets go
	// 3 Bo puts the ladder down: Interrupted
	// 3 Bo flees
}
