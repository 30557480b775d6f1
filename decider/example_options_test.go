package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
)

// The group asks its own Decide before it asks its children again, so the children need not repeat its checks.
func ExampleOptions_callDecideOnRedecide() {
	type Creature struct{ Raiders int }
	type Context = behavior.Context[*Creature]
	fight := behavior.Behavior[*Creature]{Name: "FIGHT", Tick: func(c *Context) behavior.Status {
		c.Agent.Raiders--
		return behavior.Success
	}}
	patrol := behavior.Behavior[*Creature]{Name: "PATROL"}
	guard := decider.Decider[*Creature]{
		Name:   "GUARD",
		Decide: func(c *Context) float64 { return behavior.If(c.Agent.Raiders > 0) },
		Children: decider.Children[*Creature]{
			{Name: "FIGHT", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Raiders > 0) }, Behavior: &fight},
			{Name: "PATROL", Behavior: &patrol},
		},
	}
	root := decider.Decider[*Creature]{
		Name:     "ROOT",
		Children: decider.Children[*Creature]{&guard, {Name: "IDLE", Behavior: &behavior.Behavior[*Creature]{Name: "IDLE"}}},
	}
	for _, flags := range []decider.Options{0, decider.CallDecideOnRedecide} {
		guard.Options = flags
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
		_ = decider.TickBehaviorTree(memory, &Creature{Raiders: 1}, decider.Input{})
		state, _ := memory.StateAt(1, true)
		fmt.Println("after the only raider is gone, with flags", flags, "the creature is in", state.Decider.Name)
	}
	// Output:
	// after the only raider is gone, with flags 0 the creature is in GUARD
	// after the only raider is gone, with flags CallDecideOnRedecide the creature is in IDLE
}

// A group that only divides a long list has no condition of its own: it accepts when a child would.
func ExampleOptions_delegateDecide() {
	type Creature struct{ Thirsty bool }
	type Context = behavior.Context[*Creature]
	act := behavior.Behavior[*Creature]{Name: "ACT"}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "NEEDS", Options: decider.DelegateDecide, Children: decider.Children[*Creature]{
				{Name: "EAT", Decide: func(*Context) float64 { return 0 }, Behavior: &act},
				{Name: "DRINK", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Thirsty) }, Behavior: &act},
			}},
			{Name: "IDLE", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	recorder := &decidertest.Recorder{Level: decidertest.Transitions}
	memory.Observe(recorder)
	_ = decider.TickBehaviorTree(memory, &Creature{}, decider.Input{Time: 0})
	_ = decider.TickBehaviorTree(memory, &Creature{Thirsty: true}, decider.Input{Time: 1, DT: 1})
	for _, event := range recorder.Strings() {
		fmt.Println(event)
	}
	// Output:
	// enter ROOT
	// enter IDLE
	// activate IDLE/behavior ACT
	// deactivate IDLE Interrupted
	// leave IDLE Interrupted
	// enter NEEDS
	// enter DRINK
	// activate DRINK/behavior ACT
}

// The group ends with the first child that ends, and with its status.
func ExampleOptions_finishWithChild() {
	type Context = behavior.Context[struct{}]
	trick := behavior.Behavior[struct{}]{Name: "TRICK", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.DeciderName())
		return behavior.Success
	}}
	play := decider.Decider[struct{}]{
		Name:     "PLAY",
		Policy:   decider.Sequential,
		Children: decider.Children[struct{}]{{Name: "FLIP", Behavior: &trick}, {Name: "ROLL", Behavior: &trick}},
	}
	for _, flags := range []decider.Options{0, decider.FinishWithChild} {
		play.Options = flags
		fmt.Println("flags", flags)
		memory := decider.MustInitializeTreeData(&play).NewMemory(nil, 1)
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	}
	// Output:
	// flags 0
	// FLIP
	// ROLL
	// flags FinishWithChild
	// FLIP
}

// A Jump is asked where it stands and enters its target elsewhere, without asking the groups on the way.
func ExampleDecider_jump() {
	const Starving decider.DecisionFlags = 1 << 0
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "STARVING", DecisionFlags: decider.Check{All: Starving}, Jump: "EAT"}, // more important than GUARD
			{Name: "GUARD", Decide: func(*behavior.Context[struct{}]) float64 { return 1 }, Behavior: &act},
			{Name: "LIVE", Children: decider.Children[struct{}]{
				{Name: "EAT", Decide: func(*behavior.Context[struct{}]) float64 { return 1 }, Behavior: &act},
				{Name: "SLEEP", Behavior: &act},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	recorder := &decidertest.Recorder{Level: decidertest.Transitions}
	for time, flags := range []decider.DecisionFlags{0, Starving} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
		memory.Observe(recorder) // from the second tick on
	}
	for _, event := range recorder.Strings() {
		fmt.Println(event)
	}
	// Output:
	// jump STARVING to EAT
	// deactivate GUARD Interrupted
	// leave GUARD Interrupted
	// enter LIVE
	// enter EAT
	// activate EAT/behavior ACT
}

// Every limits how often Decide is called, in seconds, whether it then accepts or not.
func ExampleDecider_every() {
	type Context = behavior.Context[struct{}]
	look := func(c *Context) float64 { fmt.Println(c.Time, "looks for something to do"); return 0 }
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "EXPLORE", Every: 2, Decide: look, Behavior: &behavior.Behavior[struct{}]{Name: "EXPLORE"}},
			{Name: "IDLE", Behavior: &behavior.Behavior[struct{}]{Name: "IDLE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := 0.0; time < 5; time += 0.5 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: time, DT: 0.5})
	}
	// Output:
	// 0 looks for something to do
	// 2 looks for something to do
	// 4 looks for something to do
}

// Cooldown counts the seconds since the decider ended, however it ended.
func ExampleDecider_cooldown() {
	type Context = behavior.Context[struct{}]
	growl := behavior.Behavior[struct{}]{Name: "GROWL", Tick: func(c *Context) behavior.Status {
		if c.Duration() < 1 {
			return behavior.Running
		}
		fmt.Println(c.Time, "done growling")
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "GROWL", Cooldown: 3, Behavior: &growl},
			{Name: "IDLE", Behavior: &behavior.Behavior[struct{}]{Name: "IDLE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 10 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 1 done growling
	// 5 done growling
	// 9 done growling
}
