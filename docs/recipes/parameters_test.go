package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// Guard walks along a wall.
type Guard struct{ X int32 }

type (
	GuardDecider  = decider.Decider[*Guard]
	GuardChildren = decider.Children[*Guard]
	GuardBehavior = behavior.Behavior[*Guard]
	GuardContext  = behavior.Context[*Guard]
)

func (g *Guard) step(to, pace int32) behavior.Status {
	if g.X < to {
		g.X = min(g.X+pace, to)
	} else {
		g.X = max(g.X-pace, to)
	}
	return running(g.X != to)
}

// walkTo makes a behavior for each place: its parameter is what the closure holds.
func walkTo(x int32) *GuardBehavior {
	return &GuardBehavior{
		Name: fmt.Sprint("WALK_TO_", x),
		Tick: func(c *GuardContext) behavior.Status { return c.Agent.step(x, 1) },
	}
}

// Order is what march is told.
type Order struct{ To, Pace int32 }

// march is one behavior for all orders: it keeps its order in its block.
var march = behavior.WithDBlock[*Guard, Order, Order]{
	Name:     "MARCH",
	Activate: func(_ *GuardContext, order Order, b *Order) behavior.Status { *b = order; return behavior.Running },
	Tick:     func(c *GuardContext, b *Order) behavior.Status { return c.Agent.step(b.To, b.Pace) },
}

// given starts a behavior with the same data each time.
func given[A, D any](data D, b behavior.Taker[A, D]) *decider.DBlock[A, D] {
	return &decider.DBlock[A, D]{
		Decide:   func(_ *behavior.Context[A], d *D) float64 { *d = data; return 1 },
		Behavior: b,
	}
}

// post is the parameter of a branch: everything in the branch can read it.
var post = blackboard.Key[int32]{Name: "post", Scope: blackboard.Decider}

// patrol makes a branch. Names are unique in a tree, so those below begin with the branch's own.
func patrol(name string, at int32) *GuardDecider {
	return &GuardDecider{
		Name: name, Keys: decider.Keys{&post}, Policy: decider.Sequence,
		Behavior: &GuardBehavior{
			Name:     name,
			Activate: func(c *GuardContext) behavior.Status { *post.Of(c) = at; return behavior.Running },
		},
		Children: GuardChildren{
			{Name: name + "_WALK", Behavior: &walkToPost},
			{Name: name + "_LOOK", Behavior: &lookFromPost},
		},
	}
}

var walkToPost = GuardBehavior{
	Name: "WALK_TO_POST",
	Tick: func(c *GuardContext) behavior.Status { return c.Agent.step(*post.Of(c), 1) },
}

var lookFromPost = GuardBehavior{
	Name: "LOOK",
	Tick: func(c *GuardContext) behavior.Status {
		fmt.Println(c.Time, "looks out from", *post.Of(c))
		return behavior.Success
	},
}

// Whistle is a flag of behaviors: a decider hands it to its behavior.
const Whistle behavior.BehaviorFlags = 1 << 0

var turn = GuardBehavior{
	Name: "TURN",
	Activate: func(c *GuardContext) behavior.Status {
		fmt.Println(c.Time, "turns at", c.Agent.X, "and whistles:", c.BehaviorFlags&Whistle != 0)
		return behavior.Success
	},
}

// Four ways to give a behavior parameters.
func Example_parameters() {
	root := GuardDecider{
		Name: "ROUND", Policy: decider.Sequence,
		Children: GuardChildren{
			{Name: "TO_GATE", Behavior: walkTo(2)},
			{Name: "TURN_AT_GATE", Behavior: &turn, BehaviorFlags: Whistle},
			{Name: "TO_TOWER", DBlock: given(Order{To: 8, Pace: 3}, &march)},
			{Name: "TURN_AT_TOWER", Behavior: &turn},
			{Name: "HOME", DBlock: given(Order{To: 5, Pace: 1}, &march)},
			patrol("WEST", 4),
			patrol("EAST", 6),
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	guard := &Guard{}
	for time := 0; time == 0 || memory.Status() == behavior.Running; time++ {
		if err := decider.TickBehaviorTree(memory, guard, decider.Input{Time: float64(time), DT: 1}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 1 turns at 2 and whistles: true
	// 2 turns at 8 and whistles: false
	// 4 looks out from 4
	// 5 looks out from 6
}
