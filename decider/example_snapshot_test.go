package decider_test

import (
	"bytes"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

// A mole is saved in the middle of its work and continues in a tree that has a new branch.
func ExampleMemory_Snapshot() {
	type Mole struct{ Name string }
	type Context = behavior.Context[*Mole]
	type Decider = decider.Decider[*Mole]
	type Children = decider.Children[*Mole]
	type strokes struct{ Done int32 }
	dig := behavior.WithBlock[*Mole, strokes]{
		Name: "DIG",
		Activate: func(c *Context, _ *strokes) behavior.Status {
			fmt.Println(c.Agent.Name, "begins")
			return behavior.Running
		},
		Tick: func(c *Context, b *strokes) behavior.Status {
			b.Done++
			fmt.Println(c.Time, c.Agent.Name, "stroke", b.Done)
			return behavior.Running
		},
	}
	flee := behavior.Behavior[*Mole]{Name: "FLEE"}
	before := decider.MustInitializeTreeData(&Decider{Name: "MOLE", Children: Children{
		{Name: "DIG", Behavior: &dig},
	}})
	after := decider.MustInitializeTreeData(&Decider{Name: "MOLE", Children: Children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Behavior: &flee}, // new
		{Name: "DIG", Behavior: &dig},
	}})

	mo := &Mole{"Mo"}
	memory := before.NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, mo, decider.Input{Time: float64(time), DT: 1})
	}
	var saved bytes.Buffer
	if err := memory.Snapshot(&saved); err != nil {
		fmt.Println(err)
	}

	restored := after.NewMemory(nil, 1)
	migration, err := restored.Restore(&saved, mo, decider.Restoring[*Mole]{Rebase: true, Now: 100})
	fmt.Println(migration, migration.Changed, err)
	_ = decider.TickBehaviorTree(restored, mo, decider.Input{Time: 101, DT: 1})
	fmt.Println(debugprint.DebugPrintState(restored, debugprint.ActivePath))
	// Output:
	// Mo begins
	// 0 Mo stroke 1
	// 1 Mo stroke 2
	// 2 Mo stroke 3
	// everything was kept true <nil>
	// 101 Mo stroke 4
	// MOLE   3.0 s
	//   DIG  3.0 s
}

// Migrate moves a live agent to a changed tree, where it continues what it was doing if that still exists.
func ExampleMemory_Migrate() {
	type Cat struct{ Name string }
	type Context = behavior.Context[*Cat]
	type Decider = decider.Decider[*Cat]
	rest := behavior.Behavior[*Cat]{Name: "REST", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, "rests")
		return behavior.Running
	}}
	look := behavior.Behavior[*Cat]{Name: "LOOK", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, "looks round")
		return behavior.Running
	}}
	play := behavior.Behavior[*Cat]{Name: "PLAY", Deactivate: func(c *Context) { fmt.Println(c.Time, c.Agent.Name, "stops playing:", c.Reason()) }}
	resting := func(seconds float64) Decider {
		return Decider{Name: "REST", Cooldown: 9, Modifiers: decider.Modifiers{Timeout: seconds}, Behavior: &rest}
	}
	long, short := resting(60), resting(3)
	tree := decider.MustInitializeTreeData(&Decider{Name: "CAT", Children: decider.Children[*Cat]{
		&long, {Name: "PLAY", Behavior: &play},
	}})
	patched := decider.MustInitializeTreeData(&Decider{Name: "CAT", Children: decider.Children[*Cat]{
		&short, {Name: "LOOK", Behavior: &look}, // PLAY is gone
	}})

	tom, kit := &Cat{"Tom"}, &Cat{"Kit"}
	memory := tree.NewMemory(nil, 1)
	tick := func(time float64) {
		_ = decider.TickBehaviorTree(memory, tom, decider.Input{Time: time, DT: 1})
	}
	tick(0)
	tick(1)
	migration, err := memory.Migrate(patched)
	fmt.Println(migration, err)
	tick(2)
	tick(3)

	other := tree.NewMemory(nil, 2)
	_ = decider.TickBehaviorTree(other, kit, decider.Input{Time: 0, DT: 1})
	_ = decider.TickBehaviorTree(other, kit, decider.Input{Time: 60, DT: 60})
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
