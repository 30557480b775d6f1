package decider_test

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
)

// The examples of the sections S17 to S23 of the Spore text, which docs/SOURCES.md refers to. Each is independent.

// A decider can have a behavior, a DBlock, children or a Jump.
func Example_s17DeciderDefinitions() {
	type Context = behavior.Context[struct{}]
	type Route struct{ Length float64 }
	rest := behavior.Behavior[struct{}]{Name: "REST"}
	walk := behavior.WithDBlock[struct{}, Route, Route]{
		Name: "WALK",
		Activate: func(_ *Context, found Route, b *Route) behavior.Status {
			*b = found
			return behavior.Running
		},
		Tick: func(c *Context, b *Route) behavior.Status {
			if b.Length -= c.DT; b.Length > 0 {
				return behavior.Running
			}
			return behavior.Success
		},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "HURRY", DecisionFlags: decider.Check{All: 1}, Jump: "HOME_REST"},
			{Name: "HOME", Policy: decider.Sequential, Children: decider.Children[struct{}]{
				{Name: "HOME_WALK", DBlock: &decider.DBlock[struct{}, Route]{
					Decide:   func(_ *Context, d *Route) float64 { d.Length = 9; return 1 },
					Behavior: &walk,
				}},
				{Name: "HOME_REST", Behavior: &rest},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	recorder := &decidertest.Recorder{Level: decidertest.Transitions}
	memory.Observe(recorder)
	for time, flags := range []decider.DecisionFlags{0, 1} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
	}
	for _, event := range recorder.Strings() {
		fmt.Println(event)
	}
	// Output:
	// enter ROOT
	// enter HOME
	// enter HOME_WALK
	// activate HOME_WALK/behavior WALK
	// jump HURRY to HOME_REST
	// deactivate HOME_WALK Interrupted
	// leave HOME_WALK Interrupted
	// enter HOME_REST
	// activate HOME_REST/behavior REST
}

// Every function takes the Context: the agent, the inputs of the tick, and Fail to report an error.
func Example_s18FunctionDefinitions() {
	type Creature struct{ Name string }
	type Context = behavior.Context[*Creature]
	errNoPath := errors.New("no path")

	hungry := func(c *Context) float64 { return behavior.If(c.DecisionFlags&1 != 0) } // looks but sets nothing
	findPath := func(c *Context) behavior.Status {
		fmt.Printf("%s: %s at %v s, dt %v s\n", c.Agent.Name, c.DeciderName(), c.Time, c.DT)
		return c.Fail(errNoPath)
	}
	arrived := func(c *Context) { fmt.Println("active for", c.Duration(), "s, ended because", c.Reason()) }

	goEat := behavior.Behavior[*Creature]{Name: "GO_EAT", Tick: findPath, Deactivate: arrived}
	root := decider.Decider[*Creature]{
		Name:     "ROOT",
		Children: decider.Children[*Creature]{{Name: "EAT", Decide: hungry, Behavior: &goEat}},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 7)
	err := decider.TickBehaviorTree(memory, &Creature{Name: "Mole"}, decider.Input{Time: 4, DT: 0.5, DecisionFlags: 1})
	fmt.Println(err)
	fmt.Println(errors.Is(err, errNoPath), memory.Status())

	// The same function in a test, without a tree:
	c := &Context{Agent: &Creature{Name: "Test"}, DecisionFlags: 1}
	fmt.Println(hungry(c))
	// Output:
	// Mole: EAT at 4 s, dt 0.5 s
	// active for 0 s, ended because Failed
	// agent 7 @ 4.000: Tick of ROOT > EAT: no path
	// true Failure
	// 1
}

// The agent has any type the game chooses: a pointer, a handle into columns, or struct{}.
func Example_s19TheAgentPointer() {
	type Match struct{ Health []float64 } // column storage
	type Unit struct {                    // a handle: a match and one of its rows
		*Match
		Row int32
	}
	type Context = behavior.Context[Unit]
	heal := behavior.Behavior[Unit]{Name: "HEAL", Tick: func(c *Context) behavior.Status {
		c.Agent.Health[c.Agent.Row] += c.DT
		return behavior.Running
	}}
	root := decider.Decider[Unit]{Name: "HEAL", Behavior: &heal}
	tree := decider.MustInitializeTreeData(&root)
	match := &Match{Health: []float64{10, 20}}
	for row := range match.Health {
		memory := tree.NewMemory(nil, 0)
		_ = decider.TickBehaviorTree(memory, Unit{match, int32(row)}, decider.Input{Time: 0.5, DT: 0.5})
	}
	fmt.Println(match.Health)
	// Output:
	// [10.5 20.5]
}

// A block is typed, zero at each Activate, and stored in the agent's fixed bytes.
func Example_s20BasicBlocks() {
	type Context = behavior.Context[struct{}]
	type blink struct{ Times int32 }
	signal := behavior.WithBlock[struct{}, blink]{
		Name: "SIGNAL",
		Activate: func(_ *Context, b *blink) behavior.Status {
			fmt.Println("begins with", b.Times)
			return behavior.Running
		},
		Tick: func(_ *Context, b *blink) behavior.Status {
			if b.Times++; b.Times < 3 {
				return behavior.Running
			}
			return behavior.Success
		},
		Deactivate: func(_ *Context, b *blink) { fmt.Println("ends with", b.Times) },
	}
	root := decider.Decider[struct{}]{Name: "SIGNAL", Behavior: &signal}
	tree := decider.MustInitializeTreeData(&root)
	memory := tree.NewMemory(nil, 1)
	for time := range 6 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println("bytes of an agent:", tree.MemoryRequirements().Bytes)
	// Output:
	// begins with 0
	// ends with 3
	// begins with 0
	// ends with 3
	// bytes of an agent: 24
}

// A block may contain pointers. Reset keeps the capacity of its slice, so that a steady state allocates nothing.
func Example_s21AdvancedBlocks() {
	type Context = behavior.Context[struct{}]
	type route struct {
		Points []int
		Next   int
	}
	follow := behavior.WithBlock[struct{}, route]{
		Name: "FOLLOW",
		Activate: func(_ *Context, b *route) behavior.Status {
			fmt.Println("room for", cap(b.Points))
			b.Points = append(b.Points, 1, 2, 3, 4)
			return behavior.Running
		},
		Tick: func(_ *Context, b *route) behavior.Status {
			if b.Next++; b.Next < len(b.Points)/2 {
				return behavior.Running
			}
			return behavior.Success
		},
	}
	root := decider.Decider[struct{}]{Name: "FOLLOW", Behavior: &follow}
	run := func() {
		tree := decider.MustInitializeTreeData(&root)
		memory := tree.NewMemory(nil, 1)
		for time := range 4 {
			_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
		}
		fmt.Println("boxes beside the fixed bytes:", tree.MemoryRequirements().Boxes)
	}
	run()
	follow.Reset = func(b *route) { *b = route{Points: b.Points[:0]} }
	run()
	// Output:
	// room for 0
	// room for 0
	// boxes beside the fixed bytes: 1
	// room for 0
	// room for 4
	// boxes beside the fixed bytes: 1
}

// A DBlock carries what Decide found to the behavior it starts, and exists only between the two.
func Example_s22DBlocks() {
	type Creature struct{ Enemies []string }
	type Context = behavior.Context[*Creature]
	type Target struct{ Name string }
	fight := behavior.WithDBlock[*Creature, Target, struct{}]{
		Name: "FIGHT",
		Activate: func(_ *Context, target Target, _ *struct{}) behavior.Status {
			fmt.Println("fights", target.Name)
			return behavior.Running
		},
	}
	nearest := func(c *Context, target *Target) float64 {
		if len(c.Agent.Enemies) == 0 {
			return 0
		}
		target.Name = c.Agent.Enemies[0]
		return 1
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "FIGHT", DBlock: &decider.DBlock[*Creature, Target]{Decide: nearest, Behavior: &fight}},
			{Name: "IDLE", Behavior: &behavior.Behavior[*Creature]{Name: "IDLE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	creature := &Creature{}
	_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: 0})
	creature.Enemies = []string{"wolf", "bear"}
	_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: 1, DT: 1})
	// Output:
	// fights wolf
}

// A group behavior sets up before anything below it runs, and cleans up afterwards, whatever ends the group.
func Example_s23GroupBehaviors() {
	type Creature struct{ Safe bool }
	type Context = behavior.Context[*Creature]
	notifyNest := behavior.Behavior[*Creature]{
		Name:     "NOTIFY_NEST",
		Activate: func(*Context) behavior.Status { fmt.Println("the nest is guarded"); return behavior.Running },
		Tick: func(c *Context) behavior.Status {
			if c.Agent.Safe {
				return behavior.Success // ends the whole group
			}
			return behavior.Running
		},
		Deactivate: func(c *Context) { fmt.Println("the nest is not guarded:", c.Reason()) },
	}
	patrol := behavior.Behavior[*Creature]{
		Name:       "PATROL",
		Activate:   func(*Context) behavior.Status { fmt.Println("patrols"); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println("patrols no more:", c.Reason()) },
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{
				Name:     "GUARD_NEST",
				Decide:   func(c *Context) float64 { return behavior.If(!c.Agent.Safe) },
				Behavior: &notifyNest,
				Children: decider.Children[*Creature]{{Name: "GUARD_NEST_PATROL", Behavior: &patrol}},
			},
			{Name: "IDLE", Behavior: &behavior.Behavior[*Creature]{Name: "IDLE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	creature := &Creature{}
	_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: 0})
	creature.Safe = true
	_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: 1, DT: 1})
	// Output:
	// the nest is guarded
	// patrols
	// patrols no more: Cancelled
	// the nest is not guarded: Succeeded
}
