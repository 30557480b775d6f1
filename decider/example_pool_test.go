package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// A spawner takes memories from a pool and gives them back: once the pool is made, births and deaths allocate nothing in
// the engine.
func ExamplePool() {
	type Ghost struct {
		memory *decider.Memory[*Ghost]
		hours  int
	}
	type Context = behavior.Context[*Ghost]
	haunt := behavior.Behavior[*Ghost]{
		Name: "HAUNT",
		Tick: func(c *Context) behavior.Status {
			c.Agent.hours--
			fmt.Println(c.Time, "ghost", c.ID, "has", c.Agent.hours, "hours left")
			return behavior.Running
		},
		Deactivate: func(c *Context) { fmt.Println(c.Time, "ghost", c.ID, "ends:", c.Reason()) },
	}
	root := decider.Decider[*Ghost]{Name: "GHOST", Behavior: &haunt}
	w := world.New(world.Options{})

	pool := decider.MustInitializeTreeData(&root).NewPool(2)
	spawn := func(hours int) (*Ghost, error) {
		memory, err := pool.Get(w, w.NewAgent())
		return &Ghost{memory, hours}, err
	}
	ghost, err := spawn(2)
	for range 3 {
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = w.Advance(1)
		err = decider.TickBehaviorTree(ghost.memory, ghost, decider.Input{Time: w.Time(), DT: w.DT()})
		if ghost.hours == 0 { // after its tick
			_ = pool.Put(ghost.memory)
			ghost, err = spawn(9)
		}
	}
	// Output:
	// 1 ghost 1 has 1 hours left
	// 2 ghost 1 has 0 hours left
	// 2 ghost 1 ends: Closed
	// 3 ghost 2 has 8 hours left
}

// Without a pool, one memory serves one agent after the other.
func ExampleMemory_Reuse() {
	type Context = behavior.Context[string]
	sing := behavior.Behavior[string]{
		Name:       "SING",
		Activate:   func(c *Context) behavior.Status { fmt.Println(c.ID, c.Agent, "sings"); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println(c.ID, c.Agent, "falls silent") },
	}
	root := decider.Decider[string]{Name: "SING", Behavior: &sing}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, "a thrush", decider.Input{Time: 100})
	_ = memory.Reuse(2)
	_ = decider.TickBehaviorTree(memory, "a wren", decider.Input{Time: 0}) // with a clock of its own
	// Output:
	// 1 a thrush sings
	// 1 a thrush falls silent
	// 2 a wren sings
}
