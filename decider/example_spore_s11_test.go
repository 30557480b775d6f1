package decider_test

import (
	"fmt"
	"os"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// The examples of the sections S11 to S16 of the Spore text, which docs/SOURCES.md refers to. Each is independent.

// A tooltip and debug output at two levels in the form of the Spore text, and an explanation of why a decider does not run.
func Example_s11Debugging() {
	const Dead decider.DecisionFlags = 1 << 0
	patrol := behavior.Behavior[struct{}]{Name: "PATROL", Tick: func(*behavior.Context[struct{}]) behavior.Status { return behavior.Running }}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "DIE", DecisionFlags: decider.Check{All: Dead}, Behavior: &behavior.Behavior[struct{}]{Name: "DIE"}},
			{Name: "GUARD", Children: decider.Children[struct{}]{
				{Name: "GROWL", Decide: func(*behavior.Context[struct{}]) float64 { return 0 }, Behavior: &behavior.Behavior[struct{}]{Name: "GROWL"}},
				{Name: "PATROL", Behavior: &patrol},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 7)
	output := &debugprint.Output{Level: 1, W: os.Stdout, Mode: debugprint.Spore}
	memory.Observe(output)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 1})
	output.Level = 5
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 2, DT: 1})

	fmt.Println(debugprint.DebugPrintState(memory, debugprint.Spore))
	printWhy(memory, "DIE")
	// Output:
	// DT(1) #7 @ 1.000:   activating behavior PATROL/0x36f8d3db with flags 0x0, in decider PATROL/0x36f8d3db
	// DT(3) #7 @ 2.000: **************** starting tree for #7 ****************
	// DT(3) #7 @ 2.000: dt: 1.000000, DecisionFlags: 0x00000000, StimuliAllFlags: 0x00000000
	// DT(5) #7 @ 2.000: processing decider ROOT/0x1e4ede85, flags: 0x0, place: 0
	// DT(4) #7 @ 2.000: visiting current Group decider ROOT/0x1e4ede85, PrioritizedList, 2 children, active child 1, duration 1.000
	// DT(5) #7 @ 2.000:  child 0 (DIE/0x5d19aaf1)...failed DecisionFlags check
	// DT(5) #7 @ 2.000: ChildrenDecide returned with RunIdx -1
	// DT(4) #7 @ 2.000:  continuing child 1 GUARD/0xd39d320e, duration: 1.000000
	// DT(5) #7 @ 2.000:  processing decider GUARD/0xd39d320e, flags: 0x0, place: 2
	// DT(4) #7 @ 2.000:  visiting current Group decider GUARD/0xd39d320e, PrioritizedList, 2 children, active child 1, duration 1.000
	// DT(5) #7 @ 2.000:   child 0 (GROWL/0xe026fe22)...has no preconditions...Decide returned 0.000000
	// DT(5) #7 @ 2.000:  ChildrenDecide returned with RunIdx -1
	// DT(4) #7 @ 2.000:   continuing child 1 PATROL/0x36f8d3db, duration: 1.000000
	// DT(5) #7 @ 2.000:   processing decider PATROL/0x36f8d3db, flags: 0x0, place: 4
	// DT(4) #7 @ 2.000:   visiting current Behavior decider PATROL/0x36f8d3db, duration 1.000
	// DT(3) #7 @ 2.000:   ticking behavior PATROL/0x36f8d3db @ 2.000000 (dt: 1.000000) with flags 0x0, duration 1.000
	// DT(3) #7 @ 2.000:   current behavior PATROL/0x36f8d3db with flags 0x0, in decider PATROL/0x36f8d3db
	// DT(3) #7 @ 2.000: **************** finished tree for #7, 3 active ****************
	// *0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 1.00 [(no group behavior)] idx: 1
	//   *1:GUARD/0xd39d320e (Group, PrioritizedList 0x0) time: 1.00 [(no group behavior)] idx: 1
	//     *1:PATROL/0x36f8d3db (Behavior 0x0) time: 1.00 [PATROL/0x36f8d3db] (0x00000000 0)
	// ROOT > DIE in a tick now (2 s): not active, it said no.
	//   It needs the decision flag 0x1, which is not set.
	//   DIE, asked by ROOT:
	//     no  DecisionFlags: needs the decision flag 0x1, which is not set
}

// Zero values of a struct's fields replace Spore's macros, and aliases replace the generated names.
func Example_s12Macros() {
	type ( // package-level in a game, with DBlock[D], WithBlock[M] and WithDBlock[D, M]
		Creature struct{ Brave bool }
		Decider  = decider.Decider[*Creature]
		Children = decider.Children[*Creature]
		Behavior = behavior.Behavior[*Creature]
		Context  = behavior.Context[*Creature]
	)
	growl := Behavior{Name: "GROWL", Tick: func(c *Context) behavior.Status {
		fmt.Println("growling in", c.DeciderName())
		return behavior.Success
	}}
	short := Decider{Name: "GROWL", Behavior: &growl}
	full := Decider{
		Name:          "GROWL_LOUDLY",
		DecisionFlags: decider.Check{},
		Cooldown:      5,
		Every:         1,
		Decide:        func(c *Context) float64 { return behavior.If(c.Agent.Brave) },
		Behavior:      &growl,
		BehaviorFlags: 1,
	}
	another := full // a declaration is a value: copy it and change what differs
	another.Name, another.Cooldown = "GROWL_AGAIN", 10
	root := Decider{Name: "ROOT", Policy: decider.Sequential, Children: Children{&full, &another, &short}}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, &Creature{Brave: true}, decider.Input{})
	// Output:
	// growling in GROWL_LOUDLY
	// growling in GROWL_AGAIN
	// growling in GROWL
}

// A behavior is declared once, and deciders point to it. Its functions may be in other files.
func Example_s13BehaviorDeclarations() {
	const Raided stimuli.StimuliFlags = 1 << 0
	fight := behavior.Behavior[struct{}]{Name: "FIGHT"} // package-level in a game: var fight = Behavior{…}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "GUARD", StimuliFlags: stimuli.Check{Any: Raided}, Behavior: &fight},
			{Name: "BRAWL", Behavior: &fight},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for cursor := 0; cursor >= 0; {
		state, next := memory.StateAt(cursor, false)
		if next >= 0 && state.Kind == declaration.BehaviorDecider {
			fmt.Println(state.Decider.Name, "runs", state.Behavior)
		}
		cursor = next
	}
	// Output:
	// GUARD runs FIGHT/0x8fc60c69
	// BRAWL runs FIGHT/0x8fc60c69
}

// Activate, Tick and Deactivate are optional. Reason tells Deactivate why the behavior ended.
func Example_s14BehaviorDefinitions() {
	type Context = behavior.Context[struct{}]
	bite := behavior.Behavior[struct{}]{
		Name:     "BITE",
		Activate: func(*Context) behavior.Status { fmt.Println("opens its mouth"); return behavior.Running },
		Tick: func(c *Context) behavior.Status {
			if c.Duration() < 1 {
				fmt.Println("closes in")
				return behavior.Running
			}
			return behavior.Success
		},
		Deactivate: func(c *Context) { fmt.Println("closes its mouth:", c.Reason()) },
	}
	swallow := behavior.Behavior[struct{}]{ // ends in Activate and is never ticked
		Name:     "SWALLOW",
		Activate: func(*Context) behavior.Status { fmt.Println("swallows"); return behavior.Success },
	}
	wait := behavior.Behavior[struct{}]{Name: "WAIT", Deactivate: func(c *Context) { fmt.Println("waits no more:", c.Reason()) }}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Sequential,
		Children: decider.Children[struct{}]{
			{Name: "BITE", Behavior: &bite},
			{Name: "SWALLOW", Behavior: &swallow},
			{Name: "WAIT", Behavior: &wait},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	_ = memory.Reset()
	// Output:
	// opens its mouth
	// closes in
	// closes its mouth: Succeeded
	// swallows
	// waits no more: Reset
}

// BehaviorFlags tell a behavior which decider runs it.
func Example_s15BehaviorFlags() {
	const (
		ToTheDeath behavior.BehaviorFlags = 1 << iota
		Quietly
	)
	fight := behavior.Behavior[struct{}]{
		Name: "FIGHT",
		Tick: func(c *behavior.Context[struct{}]) behavior.Status {
			fmt.Printf("%s: to the death %t, quietly %t\n", c.DeciderName(),
				c.BehaviorFlags&ToTheDeath != 0, c.BehaviorFlags&Quietly != 0)
			return behavior.Success
		},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Sequential,
		Children: decider.Children[struct{}]{
			{Name: "HUNT", Behavior: &fight, BehaviorFlags: Quietly},
			{Name: "GUARD_NEST_FIGHT", Behavior: &fight, BehaviorFlags: ToTheDeath},
			{Name: "BRAWL", Behavior: &fight},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	// Output:
	// HUNT: to the death false, quietly true
	// GUARD_NEST_FIGHT: to the death true, quietly false
	// BRAWL: to the death false, quietly false
}

// A decider that is a variable can stand in several groups, which share its timers. Its name identifies it.
func Example_s16DeciderDeclarations() {
	shout := behavior.Behavior[struct{}]{Name: "SHOUT", Activate: func(c *behavior.Context[struct{}]) behavior.Status {
		fmt.Println(c.Time, "shouting")
		return behavior.Success
	}}
	warn := decider.Decider[struct{}]{Name: "WARN", Every: 3, Behavior: &shout}
	wait := behavior.Behavior[struct{}]{Name: "WAIT", Tick: func(c *behavior.Context[struct{}]) behavior.Status {
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.SequentialLooping,
		Children: decider.Children[struct{}]{
			{Name: "MORNING", Children: decider.Children[struct{}]{&warn, {Name: "MORNING_WAIT", Behavior: &wait}}},
			{Name: "EVENING", Children: decider.Children[struct{}]{&warn, {Name: "EVENING_WAIT", Behavior: &wait}}},
		},
	}
	tree := decider.MustInitializeTreeData(&root)
	memory := tree.NewMemory(nil, 1)
	for time := range 7 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(tree.MemoryRequirements().Deciders, "deciders in", tree.MemoryRequirements().Places, "places")
	// Output:
	// 0 shouting
	// 3 shouting
	// 6 shouting
	// 6 deciders in 7 places
}
