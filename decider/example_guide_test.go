package decider_test

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// docs/GUIDE.md shows the examples of this file and others.

// The same behavior, written with decide-first and with run-first groups. Both print the same.
func Example_guideBothWays() {
	type Squirrel struct {
		X       int  // its hollow is at 0
		Nut     int  // where it sees one; 0 for none
		InMouth bool // it has the nut
		Dog     bool // one is near
	}
	type Context = behavior.Context[*Squirrel]
	type Behavior = behavior.Behavior[*Squirrel]
	type Decider = decider.Decider[*Squirrel]
	type Children = decider.Children[*Squirrel]

	// The behaviors, used by both trees.
	say := func(c *Context, what string) { fmt.Println(c.Time, what, c.Agent.X) }
	walk := func(c *Context, to int) behavior.Status {
		if c.Agent.X < to {
			c.Agent.X++
		} else if c.Agent.X > to {
			c.Agent.X--
		}
		say(c, "walks to")
		if c.Agent.X != to {
			return behavior.Running
		}
		return behavior.Success
	}
	goToNut := Behavior{Name: "GO_TO_NUT", Tick: func(c *Context) behavior.Status { return walk(c, c.Agent.Nut) }}
	goHome := Behavior{Name: "GO_HOME", Tick: func(c *Context) behavior.Status { return walk(c, 0) }}
	pickUp := Behavior{Name: "PICK_UP", Activate: func(c *Context) behavior.Status {
		say(c, "picks up the nut at")
		c.Agent.InMouth, c.Agent.Nut = true, 0
		return behavior.Success
	}}
	hideNut := Behavior{Name: "HIDE_NUT", Activate: func(c *Context) behavior.Status {
		say(c, "hides the nut at")
		c.Agent.InMouth = false
		return behavior.Success
	}}
	freeze := Behavior{Name: "FREEZE", Tick: func(c *Context) behavior.Status {
		if !c.Agent.Dog {
			return behavior.Success
		}
		say(c, "freezes at")
		return behavior.Running
	}}
	idle := Behavior{Name: "IDLE", Activate: func(c *Context) behavior.Status {
		say(c, "idles at")
		return behavior.Running
	}}

	// The conditions.
	dogNear := func(c *Context) float64 { return behavior.If(c.Agent.Dog) }
	nutSeen := func(c *Context) float64 { return behavior.If(c.Agent.Nut != 0 && !c.Agent.InMouth) }
	nutHere := func(c *Context) float64 { return behavior.If(c.Agent.Nut != 0 && c.Agent.X == c.Agent.Nut) }
	nutInMouth := func(c *Context) float64 { return behavior.If(c.Agent.InMouth) }
	homeWithNut := func(c *Context) float64 { return behavior.If(c.Agent.InMouth && c.Agent.X == 0) }

	// Decide-first: each step knows when it applies; the last step stands first.
	decideFirst := Decider{
		Name: "STORE_NUT", Options: decider.DelegateDecide,
		Children: Children{
			{Name: "HIDE_NUT", Decide: homeWithNut, Behavior: &hideNut},
			{Name: "GO_HOME", Decide: nutInMouth, Behavior: &goHome},
			{Name: "PICK_UP", Decide: nutHere, Behavior: &pickUp},
			{Name: "GO_TO_NUT", Decide: nutSeen, Behavior: &goToNut},
		},
	}

	// Run-first: the steps stand in the order in which they run.
	runFirst := Decider{
		Name: "STORE_NUT", Policy: decider.Sequence,
		Decide: func(c *Context) float64 { return nutSeen(c) + nutInMouth(c) },
		Children: Children{
			{Name: "GET_NUT", Policy: decider.Selector, Children: Children{
				{Name: "HAVE_NUT", Decide: nutInMouth},
				{Name: "FETCH_NUT", Policy: decider.Sequence, Children: Children{
					{Name: "GO_TO_NUT", Behavior: &goToNut},
					{Name: "PICK_UP", Behavior: &pickUp},
				}},
			}},
			{Name: "GO_HOME", Behavior: &goHome},
			{Name: "HIDE_NUT", Behavior: &hideNut},
		},
	}

	// Either one fits in the same mind.
	for _, storeNut := range []*Decider{&decideFirst, &runFirst} {
		fmt.Println(storeNut.Policy)
		root := Decider{
			Name: "ROOT",
			Children: Children{
				{Name: "FREEZE", Decide: dogNear, Behavior: &freeze},
				storeNut,
				{Name: "IDLE", Behavior: &idle},
			},
		}
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
		squirrel := &Squirrel{Nut: 2}
		for time := range 5 {
			squirrel.Dog = time == 2
			_ = decider.TickBehaviorTree(memory, squirrel, decider.Input{Time: float64(time), DT: 1})
		}
	}
	// Output:
	// PrioritizedList
	// 0 walks to 1
	// 1 walks to 2
	// 1 picks up the nut at 2
	// 1 walks to 1
	// 2 freezes at 1
	// 3 walks to 0
	// 3 hides the nut at 0
	// 3 idles at 0
	// Sequence
	// 0 walks to 1
	// 1 walks to 2
	// 1 picks up the nut at 2
	// 1 walks to 1
	// 2 freezes at 1
	// 3 walks to 0
	// 3 hides the nut at 0
	// 3 idles at 0
}

// Four kinds of memory: the agent's own fields, a stimulus, a blackboard key and a block.
func Example_guideMemory() {
	type Wolf struct {
		Meals   int32       // the game draws a fat wolf, and saves this
		Stimuli stimuli.Set // what happened to it, and its own notes
	}
	type Context = behavior.Context[*Wolf]
	type Behavior = behavior.Behavior[*Wolf]
	type Decider = decider.Decider[*Wolf]
	type Children = decider.Children[*Wolf]
	const Sated stimuli.StimuliFlags = 1 << 0 // expires by itself

	prey := blackboard.Key[int32]{Name: "prey", Scope: blackboard.Decider} // which sheep: shared by the steps of a hunt
	type strides struct{ Taken int32 }                                     // only STALK needs it

	choose := Behavior{Name: "CHOOSE", Activate: func(c *Context) behavior.Status {
		*prey.Of(c) = c.Agent.Meals + 7
		return behavior.Success
	}}
	stalk := behavior.WithBlock[*Wolf, strides]{Name: "STALK", Tick: func(c *Context, b *strides) behavior.Status {
		b.Taken++
		fmt.Println(c.Time, "stalks sheep", *prey.Of(c), "with stride", b.Taken)
		if b.Taken < 2 {
			return behavior.Running
		}
		return behavior.Success
	}}
	eat := Behavior{Name: "EAT", Activate: func(c *Context) behavior.Status {
		c.Agent.Meals++
		fmt.Println(c.Time, "eats sheep", *prey.Of(c))
		if err := c.Stimuli.Add(stimuli.Note(Sated, 2.5)); err != nil {
			return c.Fail(err)
		}
		return behavior.Success
	}}
	root := Decider{
		Name: "ROOT",
		Children: Children{
			{
				Name:         "HUNT",
				StimuliFlags: stimuli.Check{None: Sated}, // asked without a call
				Keys:         decider.Keys{&prey},        // seen by everything below
				Policy:       decider.Sequence,
				Children: Children{
					{Name: "CHOOSE", Behavior: &choose},
					{Name: "STALK", Behavior: &stalk},
					{Name: "EAT", Behavior: &eat},
				},
			},
			{Name: "DOZE", Behavior: &Behavior{Name: "DOZE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	wolf := &Wolf{}
	for time := range 6 {
		wolf.Stimuli.Update(1)
		in := decider.Input{Time: float64(time), DT: 1, Stimuli: &wolf.Stimuli}
		if err := decider.TickBehaviorTree(memory, wolf, in); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 0 stalks sheep 7 with stride 1
	// 1 stalks sheep 7 with stride 2
	// 1 eats sheep 7
	// 4 stalks sheep 8 with stride 1
	// 5 stalks sheep 8 with stride 2
	// 5 eats sheep 8
}

// Plug puts a tree into a slot from outside, between ticks. A tree that does not fit is refused with both sizes.
func ExampleMemory_Plug() {
	type Context = behavior.Context[struct{}]
	type route struct{ Points [100]int32 }
	say := behavior.Behavior[struct{}]{Name: "SAY", Activate: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.DeciderName())
		return behavior.Running
	}}
	job := decider.Slot[struct{}]{Name: "JOB", Reserve: 128}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "JOB", Slot: &job},
			{Name: "LOITER", Behavior: &say},
		},
	}
	bake := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "BAKE", Behavior: &say})
	deliver := decider.MustInitializeTreeData(&decider.Decider[struct{}]{
		Name: "DELIVER", Behavior: &behavior.WithBlock[struct{}, route]{Name: "DELIVER"},
	})
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)

	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 0, DT: 1})
	fmt.Println(errors.Is(memory.Plug(&job, deliver), decider.ErrSlotOverflow))
	fmt.Println(memory.Plug(&job, bake))
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 1})
	fmt.Println(memory.Unplug(&job))
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 2, DT: 1})
	// Output:
	// 0 LOITER
	// true
	// <nil>
	// 1 BAKE
	// <nil>
	// 2 LOITER
}
