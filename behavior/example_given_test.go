package behavior_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A game's aliases for its agent *guard.
type (
	guard                struct{ At spot }
	spot                 struct{ X, Y int }
	guardContext         = behavior.Context[*guard]
	withDBlock[D, M any] = behavior.WithDBlock[*guard, D, M]
	given[D any]         = behavior.Given[*guard, D]
)

// moveTo walks to whatever spot it is given, a step each tick.
var moveTo = withDBlock[spot, spot]{
	Name:     "MOVE_TO",
	Activate: func(_ *guardContext, to spot, b *spot) behavior.Status { *b = to; return behavior.Running },
	Tick: func(c *guardContext, b *spot) behavior.Status {
		at := &c.Agent.At
		at.X, at.Y = at.X+min(1, max(-1, b.X-at.X)), at.Y+min(1, max(-1, b.Y-at.Y))
		if *at != *b {
			return behavior.Running
		}
		fmt.Println(c.DeciderName(), *at)
		return behavior.Success
	},
}

// rounds is five deciders with one behavior, and data as a whole.
var rounds = decider.Decider[*guard]{
	Name: "ROUNDS", Policy: decider.Sequence,
	Children: decider.Children[*guard]{
		{Name: "GATE", Behavior: &given[spot]{Value: spot{4, 0}, Behavior: &moveTo}},
		{Name: "TOWER", Behavior: &given[spot]{Value: spot{4, 6}, Behavior: &moveTo}},
		{Name: "WELL", Behavior: &given[spot]{Value: spot{2, 3}, Behavior: &moveTo}},
		{Name: "STABLE", Behavior: &given[spot]{Value: spot{0, 5}, Behavior: &moveTo}},
		{Name: "DOOR", Behavior: &given[spot]{Behavior: &moveTo}},
	},
}

// One behavior walks to five places, which the tree names.
func ExampleGiven() {
	memory := decider.MustInitializeTreeData(&rounds).NewMemory(nil, 1)
	agent := &guard{}
	for i := range 25 {
		_ = decider.TickBehaviorTree(memory, agent, decider.Input{Time: float64(i), DT: 1})
		if memory.Status() != behavior.Running {
			break
		}
	}
	// Output:
	// GATE {4 0}
	// TOWER {4 6}
	// WELL {2 3}
	// STABLE {0 5}
	// DOOR {0 0}
}
