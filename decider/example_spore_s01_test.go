package decider_test

import (
	"fmt"
	"os"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
)

// The examples of the sections S01 to S05 of the Spore text, which docs/SOURCES.md refers to. Each is independent.

// A more important decider interrupts; when one ends, the group asks the others.
func Example_s01Overview() {
	type Creature struct {
		Raided bool
		Food   int
	}
	type Context = behavior.Context[*Creature]
	type Behavior = behavior.Behavior[*Creature]
	type Children = decider.Children[*Creature]
	begin := func(c *Context) behavior.Status { fmt.Println("begin", c.DeciderName()); return behavior.Running }
	end := func(c *Context) { fmt.Println("end  ", c.DeciderName(), c.Reason()) }
	eat := func(c *Context) behavior.Status {
		if c.Agent.Food == 0 {
			return behavior.Failure
		}
		c.Agent.Food--
		return behavior.Running
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: Children{
			{
				Name:   "GUARD",
				Decide: func(c *Context) float64 { return behavior.If(c.Agent.Raided) },
				Behavior: &Behavior{Name: "GUARD", Activate: begin, Deactivate: end, Tick: func(c *Context) behavior.Status {
					if !c.Agent.Raided {
						return behavior.Success
					}
					return behavior.Running
				}},
			},
			{
				Name: "EAT",
				Children: Children{{
					Name:     "EAT_FOOD",
					Decide:   func(c *Context) float64 { return behavior.If(c.Agent.Food > 0) },
					Behavior: &Behavior{Name: "EAT_FOOD", Activate: begin, Tick: eat, Deactivate: end},
				}},
				Options: decider.DelegateDecide,
			},
			{Name: "IDLE", Behavior: &Behavior{Name: "IDLE", Activate: begin, Deactivate: end}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	creature := &Creature{Food: 2}
	for time := range 6 {
		creature.Raided = time == 1
		fmt.Println("tick", time)
		if err := decider.TickBehaviorTree(memory, creature, decider.Input{Time: float64(time), DT: 1}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// tick 0
	// begin EAT_FOOD
	// tick 1
	// end   EAT_FOOD Interrupted
	// begin GUARD
	// tick 2
	// end   GUARD Succeeded
	// begin EAT_FOOD
	// tick 3
	// end   EAT_FOOD Failed
	// begin IDLE
	// tick 4
	// tick 5
}

// One literal is the whole tree, fields with default values are left out, and conditions that are data call no function.
func Example_s02DesignPrinciples() {
	const Dead decider.DecisionFlags = 1 << 0
	calls := 0
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{
				Name:          "DIE",
				DecisionFlags: decider.Check{All: Dead},
				Decide:        func(*behavior.Context[struct{}]) float64 { calls++; return 1 },
				Behavior:      &behavior.Behavior[struct{}]{Name: "DIE"},
			},
			{Name: "LIVE", Behavior: &behavior.Behavior[struct{}]{Name: "LIVE"}}, // all defaults: it runs until it is interrupted
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	in := decider.Input{DT: 0.02}
	for range 1000 {
		in.Time += in.DT
		_ = decider.TickBehaviorTree(memory, struct{}{}, in)
	}
	fmt.Println("a thousand ticks, calls of Decide:", calls)
	in.DecisionFlags = Dead
	_ = decider.TickBehaviorTree(memory, struct{}{}, in)
	fmt.Println("dead, calls of Decide:", calls)
	// Output:
	// a thousand ticks, calls of Decide: 0
	// dead, calls of Decide: 1
}

// Two deciders share one behavior, and the preconditions of the running decider are not asked again.
func Example_s03DifferencesFromHalo() {
	const Night decider.DecisionFlags = 1 << 0
	type Context = behavior.Context[struct{}]
	rest := behavior.Behavior[struct{}]{
		Name: "REST",
		Tick: func(c *Context) behavior.Status {
			fmt.Println("resting in", c.DeciderName())
			return behavior.Running
		},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "SLEEP", DecisionFlags: decider.Check{All: Night}, Behavior: &rest},
			{Name: "LAZE", Behavior: &rest},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for i, flags := range []decider.DecisionFlags{0, Night, 0} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(i), DT: 1, DecisionFlags: flags})
	}
	// Output:
	// resting in LAZE
	// resting in SLEEP
	// resting in SLEEP
}

// Preconditions are checked before Decide without a call. A decider without a Decide accepts with the value 1.
func Example_s04HowDecidersDecide() {
	const Squad decider.DecisionFlags = 1 << 0
	type Context = behavior.Context[struct{}]
	idle := &behavior.Behavior[struct{}]{Name: "IDLE"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "FOLLOW", DecisionFlags: decider.Check{All: Squad}, Decide: func(*Context) float64 { return 1 }, Behavior: idle},
			{Name: "FLEE", Decide: func(*Context) float64 { return 0 }, Behavior: idle},
			{Name: "PLAY", Options: decider.DelegateDecide, Children: decider.Children[struct{}]{
				{Name: "ROLL", Weight: 0.5, Behavior: idle},
			}},
			{Name: "IDLE", Behavior: idle},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	recorder := &decidertest.Recorder{Level: 5}
	memory.Observe(recorder)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	for _, e := range recorder.Events {
		if e.Kind == event.Asked {
			fmt.Println(decidertest.EventString(&e))
		}
	}
	// Output:
	// ask FOLLOW failed DecisionFlags
	// ask FLEE failed Decide 0
	// ask ROLL accepted 0.5
	// ask PLAY accepted 0.5
}

// A group that accepts where no child would is reported by name. Delegation repairs it.
func Example_s05SubsetRule() {
	type Creature struct{ Stranger, Armed bool }
	type Context = behavior.Context[*Creature]
	act := &behavior.Behavior[*Creature]{Name: "ACT"}
	guard := decider.Decider[*Creature]{
		Name:   "GUARD",
		Decide: func(c *Context) float64 { return behavior.If(c.Agent.Stranger) }, // accepts more than its only child does
		Children: decider.Children[*Creature]{
			{Name: "FIGHT", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Stranger && c.Agent.Armed) }, Behavior: act},
		},
	}
	root := decider.Decider[*Creature]{
		Name:     "ROOT",
		Children: decider.Children[*Creature]{&guard, {Name: "IDLE", Behavior: act}},
	}
	for _, flags := range []decider.Options{0, decider.DelegateDecide} {
		guard.Options = flags
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
		memory.Observe(&debugprint.Output{Level: 1, W: os.Stdout, Mode: debugprint.Spore})
		fmt.Println("GUARD with flags", flags)
		_ = decider.TickBehaviorTree(memory, &Creature{Stranger: true}, decider.Input{})
	}
	// Output:
	// GUARD with flags 0
	// DT(1) #1 @ 0.000:  Subset Rule broken: GUARD/0xd39d320e was entered and no child accepts
	// DT(1) #1 @ 0.000:  activating behavior ACT/0x6f868beb with flags 0x0, in decider IDLE/0xc0f30393
	// GUARD with flags DelegateDecide
	// DT(1) #1 @ 0.000:  activating behavior ACT/0x6f868beb with flags 0x0, in decider IDLE/0xc0f30393
}
