package decider_test

import (
	"bytes"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

// A digger is saved in the middle of its work, and goes on in a tree that has got a new branch meanwhile.
func ExampleMemory_Snapshot() {
	type Context = behavior.Context[string]
	type Decider = decider.Decider[string]
	type Children = decider.Children[string]
	type strokes struct{ Done int32 }
	dig := behavior.WithBlock[string, strokes]{
		Name:     "DIG",
		Activate: func(c *Context, _ *strokes) behavior.Status { fmt.Println(c.Agent, "begins"); return behavior.Running },
		Tick: func(c *Context, b *strokes) behavior.Status {
			b.Done++
			fmt.Println(c.Time, c.Agent, "stroke", b.Done)
			return behavior.Running
		},
	}
	flee := behavior.Behavior[string]{Name: "FLEE"}
	before := decider.MustInitializeTreeData(&Decider{Name: "MOLE", Children: Children{
		{Name: "DIG", Behavior: &dig},
	}})
	after := decider.MustInitializeTreeData(&Decider{Name: "MOLE", Children: Children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Behavior: &flee}, // new
		{Name: "DIG", Behavior: &dig},
	}})

	memory := before.NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, "Mo", decider.Input{Time: float64(time), DT: 1})
	}
	var saved bytes.Buffer
	if err := memory.Snapshot(&saved); err != nil {
		fmt.Println(err)
	}

	restored := after.NewMemory(nil, 1)
	migration, err := restored.Restore(&saved, "Mo", decider.Restoring[string]{Rebase: true, Now: 100})
	fmt.Println(migration, migration.Changed, err)
	_ = decider.TickBehaviorTree(restored, "Mo", decider.Input{Time: 101, DT: 1})
	fmt.Println(debugprint.DebugPrintState(restored, debugprint.ActivePath))
	// Output:
	// Mo begins
	// 0 Mo stroke 1
	// 1 Mo stroke 2
	// 2 Mo stroke 3
	// everything was kept true <nil>
	// 101 Mo stroke 4
	// *0:MOLE/0x63cc65a (Group, PrioritizedList 0x0) time: 3.00 [(no group behavior)] idx: 1
	//   *1:DIG/0x5b19a7cb (Behavior 0x0) time: 3.00 [DIG/0x5b19a7cb] (0x00000000 4)
}
