package decider_test

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// The examples of the sections S06 to S10 of the Spore text, which docs/SOURCES.md refers to. Each is independent.

// Timers, flags and stimuli are checked before Decide, in any combination.
func Example_s06PreconditionsAndStimuli() {
	const (
		Adult decider.DecisionFlags = 1 << iota
		Night
	)
	type Invitation struct{ From int32 }
	const InvitedToPlay stimuli.StimuliFlags = 1 << 0
	const invitedToPlay = stimuli.Kind[Invitation](InvitedToPlay) // what an invitation carries

	type Context = behavior.Context[struct{}]
	play := behavior.Behavior[struct{}]{
		Name: "PLAY",
		Tick: func(c *Context) behavior.Status {
			invitation, _ := invitedToPlay.Get(c.Stimuli)
			fmt.Printf("%v s: playing with %d\n", c.Time, invitation.From)
			return behavior.Success
		},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{
				Name:          "PLAY",
				Every:         10,
				DecisionFlags: decider.Check{All: Adult, None: Night},
				StimuliFlags:  stimuli.Check{Any: InvitedToPlay},
				Behavior:      &play,
			},
			{Name: "IDLE", Behavior: &behavior.Behavior[struct{}]{Name: "IDLE"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	var set stimuli.Set
	_ = set.Add(invitedToPlay.New(Invitation{From: 7}, 15)) // lives for 15 seconds
	for time := 0.0; time < 40; time += 5 {
		set.Update(5)
		in := decider.Input{Time: time, DT: 5, DecisionFlags: Adult, Stimuli: &set}
		_ = decider.TickBehaviorTree(memory, struct{}{}, in)
		if time == 20 {
			_ = set.Add(invitedToPlay.New(Invitation{From: 8}, 10))
		}
	}
	// Output:
	// 0 s: playing with 7
	// 25 s: playing with 8
}

// A check has "any" and "all" with 1 or 0 bits required: All and Any with flags that are set, None (all are 0) and NotAll
// (any is 0) with flags that are not.
func Example_s06AnyAndAll() {
	const (
		Night decider.DecisionFlags = 1 << iota
		Cold
		Tired
	)
	rest := behavior.Behavior[struct{}]{Name: "REST"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "SLEEP", DecisionFlags: decider.Check{All: Night | Tired}, Behavior: &rest},
			{Name: "SHIVER", DecisionFlags: decider.Check{All: Cold, NotAll: Night | Tired}, Behavior: &rest},
			{Name: "PLAY", DecisionFlags: decider.Check{None: Night | Tired}, Behavior: &rest},
			{Name: "DOZE", DecisionFlags: decider.Check{Any: Night | Tired}, Behavior: &rest},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, flags := range []decider.DecisionFlags{0, Tired, Tired | Cold, Tired | Cold | Night} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
		state, _ := memory.StateAt(1, true)
		fmt.Println(state.Decider.Name)
		_ = memory.Reset()
	}
	// Output:
	// PLAY
	// DOZE
	// SHIVER
	// SLEEP
}

// A behavior's block is zero each time the behavior begins, and siblings share the bytes.
func Example_s07MemoryAndBlocks() {
	type Context = behavior.Context[struct{}]
	type steps struct{ Count, Goal int64 }
	walk := behavior.WithBlock[struct{}, steps]{
		Name: "WALK",
		Tick: func(c *Context, b *steps) behavior.Status {
			b.Count++
			fmt.Println(c.DeciderName(), b.Count)
			if b.Count == 2 {
				return behavior.Success
			}
			return behavior.Running
		},
	}
	root := decider.Decider[struct{}]{
		Name:   "ROOT",
		Policy: decider.SequentialLooping,
		Children: decider.Children[struct{}]{
			{Name: "THERE", Behavior: &walk},
			{Name: "BACK", Behavior: &walk},
		},
	}
	tree := decider.MustInitializeTreeData(&root)
	memory := tree.NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Print(tree.MemoryRequirements())
	// Output:
	// THERE 1
	// THERE 2
	// BACK 1
	// BACK 2
	// THERE 1
	// decider  at  frame  block  type
	// ROOT     8   16
	//   THERE  24  8      16     decider_test.steps
	//   BACK   24  8      16     decider_test.steps
	// agent: 48 bytes (header 8, path 40); scratch 8
	// tree: 1868 bytes for 3 deciders in 3 places, 2 levels; a tick calls Decide 0 times at most while no behavior ends, and enters 22 deciders at most
}

// A small state machine fits better in one behavior than spread over the tree. The block is its memory.
func Example_s08Behaviors() {
	type Creature struct{ X float64 }
	type Context = behavior.Context[*Creature]
	type state uint8
	const (
		walking state = iota
		looking
		returning
	)
	type patrolBlock struct {
		State state
		Since float64
	}
	patrol := behavior.WithBlock[*Creature, patrolBlock]{
		Name: "PATROL",
		Tick: func(c *Context, b *patrolBlock) behavior.Status {
			next := b.State
			switch b.State {
			case walking:
				if c.Agent.X += 2 * c.DT; c.Agent.X >= 4 {
					next = looking
				}
			case looking:
				if c.Time-b.Since >= 1 {
					next = returning
				}
			case returning:
				if c.Agent.X -= 2 * c.DT; c.Agent.X <= 0 {
					next = walking
				}
			}
			if next != b.State {
				fmt.Printf("%v s at %v m: state %d\n", c.Time, c.Agent.X, next)
				b.State, b.Since = next, c.Time
			}
			return behavior.Running
		},
	}
	root := decider.Decider[*Creature]{Name: "PATROL", Behavior: &patrol} // a tree of one decider
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	creature := &Creature{}
	for time := 0.5; time <= 6; time += 0.5 {
		_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: time, DT: 0.5})
	}
	// Output:
	// 2 s at 4 m: state 1
	// 3 s at 4 m: state 2
	// 5 s at 0 m: state 0
}

// The tree is initialized once, each agent gets a memory, and the loop updates stimuli and flags before each tick.
func Example_s09InitializingAndTicking() {
	type Mole struct{ X, Y float64 }
	type Context = behavior.Context[*Mole]
	const Winded stimuli.StimuliFlags = 1 << 0
	faulty := decider.Decider[*Mole]{
		Name:     "ROOT",
		Children: decider.Children[*Mole]{{Name: "REST", StimuliFlags: stimuli.Check{Any: Winded}}, {Name: "RUN", Every: -1, Behavior: &behavior.Behavior[*Mole]{Name: "RUN"}}},
	}
	_, err := decider.InitializeTreeData(&faulty)
	fmt.Println(err)
	fmt.Println("nothing to run:", errors.Is(err, declaration.Empty))

	root := decider.Decider[*Mole]{
		Name: "ROOT",
		Children: decider.Children[*Mole]{
			{Name: "REST", StimuliFlags: stimuli.Check{Any: Winded}, Behavior: &behavior.Behavior[*Mole]{
				Name: "REST",
				Tick: func(c *Context) behavior.Status {
					if c.Stimuli.Flags()&Winded == 0 {
						return behavior.Success
					}
					return behavior.Running
				},
			}},
			{Name: "RUN", Behavior: &behavior.Behavior[*Mole]{Name: "RUN"}},
		},
	}
	tree, err := decider.InitializeTreeData(&root)
	if err != nil {
		fmt.Println(err)
		return
	}
	agent, set := &Mole{}, stimuli.NewSet(8)
	memory := tree.NewMemory(nil, 1)
	for time := 0.0; time < 4; time++ {
		if time == 1 {
			_ = set.Add(stimuli.Note(Winded, 2))
		}
		set.Update(1)
		if err := decider.TickBehaviorTree(memory, agent, decider.Input{Time: time, DT: 1, Stimuli: set}); err != nil {
			fmt.Println(err)
		}
		state, _ := memory.StateAt(1, true)
		fmt.Println(time, state.Decider.Name)
	}
	_ = memory.Close()
	// Output:
	// decider: the tree has 2 fault(s):
	// 	ROOT > REST: Empty: it has conditions but nothing to run, and its group "ROOT" is a PrioritizedList; give it a Behavior, a DBlock, Children, a Jump, a Slot or a Copy, or put it below a run-first or a Concurrent group, where conditions suffice
	// 	ROOT > RUN: BadNumber: Every is -1; make it a finite number, 0 or more
	// nothing to run: true
	// 0 RUN
	// 1 REST
	// 2 RUN
	// 3 RUN
}

// A DBlock saves a second search, and a behavior that repeats something does so inside Tick.
func Example_s10Performance() {
	type Creature struct{ Searches int }
	type Context = behavior.Context[*Creature]
	type Food struct{ Bites int }
	graze := behavior.WithDBlock[*Creature, Food, Food]{
		Name:     "GRAZE",
		Activate: func(_ *Context, found Food, b *Food) behavior.Status { *b = found; return behavior.Running },
		Tick: func(_ *Context, b *Food) behavior.Status {
			if b.Bites--; b.Bites == 0 {
				return behavior.Success
			}
			return behavior.Running // continues instead of ending and being chosen again
		},
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "GRAZE", DBlock: &decider.DBlock[*Creature, Food]{
				Decide: func(c *Context, d *Food) float64 {
					c.Agent.Searches++ // expensive
					d.Bites = 100
					return 1
				},
				Behavior: &graze,
			}},
		},
	}
	tree := decider.MustInitializeTreeData(&root)
	memory := tree.NewMemory(nil, 1)
	creature := &Creature{}
	for time := range 99 {
		_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println("99 ticks of grazing, searches:", creature.Searches)
	fmt.Println("most calls of Decide in a tick in which nothing ends:", tree.MemoryRequirements().Consults)
	// Output:
	// 99 ticks of grazing, searches: 1
	// most calls of Decide in a tick in which nothing ends: 1
}
