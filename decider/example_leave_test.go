package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A creature that lies down must get up before it runs. FLEE waits until SLEEP has ended its Leave.
func Example_leave() {
	type Creature struct{ Predator bool }
	type Context = behavior.Context[*Creature]
	type pose struct{ Height int32 } // of the head: 0 lying, 2 standing
	sleep := behavior.WithBlock[*Creature, pose]{
		Name:     "SLEEP",
		Activate: func(c *Context, _ *pose) behavior.Status { fmt.Println(c.Time, "lies down"); return behavior.Running },
		Leave: func(c *Context, b *pose) behavior.Status {
			b.Height++
			fmt.Println(c.Time, "gets up,", b.Height, "of 2")
			if b.Height < 2 {
				return behavior.Running
			}
			return behavior.Success
		},
		LeaveTimeout: 3,
		Deactivate:   func(c *Context, _ *pose) { fmt.Println(c.Time, "sleeps no more:", c.Reason()) },
	}
	flee := behavior.Behavior[*Creature]{
		Name:     "FLEE",
		Activate: func(c *Context) behavior.Status { fmt.Println(c.Time, "runs"); return behavior.Running },
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "FLEE", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Predator) }, Behavior: &flee},
			{Name: "SLEEP", Behavior: &sleep},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, predator := range []bool{false, true, true} {
		_ = decider.TickBehaviorTree(memory, &Creature{Predator: predator}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 lies down
	// 1 gets up, 1 of 2
	// 2 gets up, 2 of 2
	// 2 sleeps no more: Interrupted
	// 2 runs
}

// A chosen child that waits for a Leave already counts as running: only a more important one replaces it. The Leave goes
// on meanwhile, and LeaveTimeout ends a Leave that would never end.
func Example_leavePending() {
	const (
		Predator decider.DecisionFlags = 1 << iota
		Fire
	)
	type Context = behavior.Context[struct{}]
	dig := behavior.Behavior[struct{}]{
		Name:         "DIG",
		Leave:        func(c *Context) behavior.Status { fmt.Println(c.Time, "is stuck in its hole"); return behavior.Running },
		LeaveTimeout: 3,
		Deactivate:   func(c *Context) { fmt.Println(c.Time, "is out:", c.Reason()) },
	}
	run := behavior.Behavior[struct{}]{
		Name:     "RUN",
		Activate: func(c *Context) behavior.Status { fmt.Println(c.Time, c.DeciderName()); return behavior.Running },
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "FLEE_FIRE", DecisionFlags: decider.Check{All: Fire}, Behavior: &run},
			{Name: "FLEE_PREDATOR", DecisionFlags: decider.Check{All: Predator}, Behavior: &run},
			{Name: "DIG", Behavior: &dig},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, flags := range []decider.DecisionFlags{0, Predator, Predator | Fire, 0, 0} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
	}
	// Output:
	// 1 is stuck in its hole
	// 2 is stuck in its hole
	// 3 is stuck in its hole
	// 4 is out: Interrupted
	// 4 FLEE_FIRE
}
