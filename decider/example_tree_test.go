package decider_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// InitializeTreeData reports all faults at once, each with a code, a path and a remedy.
func ExampleInitializeTreeData() {
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "IDLE", Behavior: &act},
			{Name: "EAT", Behavior: &act},
			{Name: "FLEE", DecisionFlags: decider.Check{All: 1, None: 1}, Behavior: &act},
		},
	}
	_, err := decider.InitializeTreeData(&root)
	var faults declaration.Faults
	if errors.As(err, &faults) {
		for _, fault := range faults {
			fmt.Println(fault.Code, "at", fault.Path)
			fmt.Println("  ", fault.Detail)
			fmt.Println("  ", fault.Remedy)
		}
	}
	// Output:
	// decider: NeverPasses at ROOT > FLEE
	//    its DecisionFlags ask for flags that None forbids
	//    take them out of None
	// decider: NeverRuns at ROOT > EAT
	//    "IDLE" above it always accepts and would interrupt it at once
	//    give "IDLE" a condition or move it to the end
	// decider: NeverRuns at ROOT > FLEE
	//    "IDLE" above it always accepts and would interrupt it at once
	//    give "IDLE" a condition or move it to the end
}

// Errors contain the agent, the time and the path. A panic takes down only this agent's path.
func ExampleTickBehaviorTree() {
	type Mouth struct{ Bites int }
	type Context = behavior.Context[*Mouth]
	root := decider.Decider[*Mouth]{
		Name: "ROOT",
		Children: decider.Children[*Mouth]{
			{Name: "EAT", DecisionFlags: decider.Check{All: 1}, Behavior: &behavior.Behavior[*Mouth]{
				Name: "EAT",
				Tick: func(c *Context) behavior.Status { c.Agent.Bites++; return behavior.Running }, // of a nil pointer
			}},
			{Name: "IDLE", Behavior: &behavior.Behavior[*Mouth]{
				Name:       "IDLE",
				Deactivate: func(c *Context) { fmt.Println("IDLE:", c.Reason()) },
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 7)
	_ = decider.TickBehaviorTree(memory, nil, decider.Input{Time: 1, DT: 1})
	err := decider.TickBehaviorTree(memory, nil, decider.Input{Time: 2, DT: 1, DecisionFlags: 1})
	fmt.Println(err)
	fmt.Println(errors.Is(err, decider.ErrPanic), memory.Status())
	err = decider.TickBehaviorTree(memory, nil, decider.Input{Time: 3, DT: -1})
	fmt.Println(err)
	// Output:
	// IDLE: Interrupted
	// agent 7 @ 2.000: Tick of ROOT > EAT: decider: user code panicked at decider/example_tree_test.go:56: runtime error: invalid memory address or nil pointer dereference
	// true Failure
	// decider: bad time: DT is -1; it must be finite, 0 or more
}

// MemoryRequirements lists the memory that an agent of the tree needs, place by place.
func ExampleTree_MemoryRequirements() {
	type waypoint struct{ X, Y float32 }
	walk := behavior.WithBlock[struct{}, waypoint]{Name: "WALK"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "PATROL", Every: 30, Behavior: &walk},
			{Name: "PLAY", Policy: decider.Shuffle, Children: decider.Children[struct{}]{
				{Name: "CHASE", Behavior: &walk},
				{Name: "DANCE", Behavior: &behavior.Behavior[struct{}]{Name: "DANCE"}},
			}},
		},
	}
	fmt.Print(decider.MustInitializeTreeData(&root).MemoryRequirements())
	// Output:
	// decider    at  frame  block  timers  bag  type
	// ROOT       24  16
	//   PATROL   40  8      8      8            decider_test.waypoint
	//   PLAY     40  16                    8
	//     CHASE  56  8      8                   decider_test.waypoint
	//     DANCE  56  8
	// agent: 72 bytes (header 8, timers 8, bags 8, path 48); scratch 24
	// tree: 2740 bytes for 5 deciders in 5 places, 3 levels; a tick calls Decide 0 times at most while no behavior ends, and enters 26 deciders at most
}

// String is the compiled tree as text, for people: the checks of each place, and where it keeps its state.
func ExampleTree_String() {
	idle := behavior.Behavior[struct{}]{Name: "IDLE"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "FLEE", DecisionFlags: decider.Check{All: 2}, Behavior: &idle},
			{Name: "IDLE", Behavior: &idle},
		},
	}
	text := decider.MustInitializeTreeData(&root).String()
	first, _, _ := strings.Cut(text, "\n") // two to five lines follow for each place
	fmt.Println(first)
	// Output:
	// tree ROOT/0x1e4ede85: 3 places, 32 bytes an agent
}

// Tick refuses a memory that was made for another tree.
func ExampleTree_Tick() {
	wolf := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "WOLF", Behavior: &behavior.Behavior[struct{}]{Name: "HUNT"}})
	sheep := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "SHEEP", Behavior: &behavior.Behavior[struct{}]{Name: "GRAZE"}})
	memory := wolf.NewMemory(nil, 1)
	err := sheep.Tick(memory, struct{}{}, decider.Input{})
	fmt.Println(errors.Is(err, decider.ErrOtherTree))
	// Output:
	// true
}

// A world issues the IDs of its agents, and delivers their messages to each other at its next Advance.
func ExampleTree_NewMemory() {
	type Creature struct {
		Stimuli stimuli.Set
		Friend  world.AgentID
	}
	type Context = behavior.Context[*Creature]
	const HelpWanted stimuli.StimuliFlags = 1 << 0
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "HELP", StimuliFlags: stimuli.Check{Any: HelpWanted}, Behavior: &behavior.Behavior[*Creature]{
				Name:     "HELP",
				Activate: func(c *Context) behavior.Status { fmt.Println(c.ID, "comes to help"); return behavior.Running },
			}},
			{Name: "CALL", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Friend != 0) }, Behavior: &behavior.Behavior[*Creature]{
				Name: "CALL",
				Activate: func(c *Context) behavior.Status {
					fmt.Println(c.ID, "calls for help")
					c.Send(c.Agent.Friend, stimuli.Note(HelpWanted, 5))
					return behavior.Running
				},
			}},
			{Name: "IDLE", Behavior: &behavior.Behavior[*Creature]{Name: "IDLE"}},
		},
	}
	tree := decider.MustInitializeTreeData(&root)
	w := world.New(world.Options{Seed: 7})
	var memories []*decider.Memory[*Creature]
	for range 2 {
		memories = append(memories, tree.NewMemory(w, w.NewAgent()))
	}
	creatures := []*Creature{{Friend: memories[1].ID()}, {}}
	for range 2 {
		if err := w.Advance(0.5); err != nil { // the frame begins
			fmt.Println(err)
		}
		for i, creature := range creatures {
			in := decider.Input{Time: w.Time(), DT: 0.5, Stimuli: &creature.Stimuli}
			_ = decider.TickBehaviorTree(memories[i], creature, in)
		}
	}
	// Output:
	// 1 calls for help
	// 2 comes to help
}

// A behavior that hatches a creature needs the tree for its memory. TreeOf avoids an initialization cycle.
func ExampleTreeOf() {
	type Creature struct{ Young []*decider.Memory[*Creature] }
	layEgg := behavior.Behavior[*Creature]{Name: "LAY_EGG", Tick: func(c *behavior.Context[*Creature]) behavior.Status {
		tree := decider.TreeOf(c)
		c.Agent.Young = append(c.Agent.Young, tree.NewMemory(nil, 2))
		return behavior.Success
	}}
	root := decider.Decider[*Creature]{Name: "LAY_EGG", Behavior: &layEgg}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	mother := &Creature{}
	_ = decider.TickBehaviorTree(memory, mother, decider.Input{})
	fmt.Println(mother.Young[0].Tree() == memory.Tree())
	// Output:
	// true
}
