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

// The numbers of a tree are patched while an agent runs it, which goes on with what it was doing.
func ExampleMemory_Migrate() {
	type Context = behavior.Context[string]
	type Decider = decider.Decider[string]
	rest := behavior.Behavior[string]{Name: "REST", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent, "rests")
		return behavior.Running
	}}
	look := behavior.Behavior[string]{Name: "LOOK", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent, "looks round")
		return behavior.Running
	}}
	play := behavior.Behavior[string]{Name: "PLAY", Deactivate: func(c *Context) { fmt.Println(c.Time, c.Agent, "stops playing:", c.Reason()) }}
	resting := func(seconds float64) Decider {
		return Decider{Name: "REST", Cooldown: 9, Modifiers: decider.Modifiers{Timeout: seconds}, Behavior: &rest}
	}
	long, short := resting(60), resting(3)
	tree := decider.MustInitializeTreeData(&Decider{Name: "CAT", Children: decider.Children[string]{
		&long, {Name: "PLAY", Behavior: &play},
	}})
	patched := decider.MustInitializeTreeData(&Decider{Name: "CAT", Children: decider.Children[string]{
		&short, {Name: "LOOK", Behavior: &look}, // PLAY is gone
	}})

	memory := tree.NewMemory(nil, 1)
	tick := func(time float64) {
		_ = decider.TickBehaviorTree(memory, "Tom", decider.Input{Time: time, DT: 1})
	}
	tick(0)
	tick(1)
	migration, err := memory.Migrate(patched)
	fmt.Println(migration, err)
	tick(2)
	tick(3)

	other := tree.NewMemory(nil, 2)
	_ = decider.TickBehaviorTree(other, "Kit", decider.Input{Time: 0, DT: 1})
	_ = decider.TickBehaviorTree(other, "Kit", decider.Input{Time: 60, DT: 60})
	migration, err = other.Migrate(patched)
	fmt.Println(migration, err)
	// Output:
	// 0 Tom rests
	// everything was kept <nil>
	// 3 Tom looks round
	// 0 Kit rests
	// 60 Kit stops playing: Restored
	// not kept:
	// 	activity of CAT > PLAY: the tree has no such decider <nil>
}
