package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// One grenade at a time, and none for three seconds after it (Anguelov, gates).
func Example_gate() {
	type Context = behavior.Context[string]
	grenade := world.Gate{Name: "GRENADE", Max: 1, Cooldown: 3}
	throw := behavior.Behavior[string]{Name: "THROW", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent, "throws")
		return behavior.Success
	}}
	charge := behavior.Behavior[string]{Name: "CHARGE"}
	tree := decider.MustInitializeTreeData(&decider.Decider[string]{Name: "COMBAT", Children: decider.Children[string]{
		{Name: "THROW_GRENADE", Gate: &grenade, Behavior: &throw},
		{Name: "CHARGE", Behavior: &charge},
	}})
	match := world.New(world.Options{})
	names := []string{"Ann", "Bob", "Cat"}
	var soldiers []*decider.Memory[string]
	for range names {
		soldiers = append(soldiers, tree.NewMemory(match, match.NewAgent()))
	}
	for range 8 {
		_ = match.Advance(1)
		for i, m := range soldiers {
			_ = decider.TickBehaviorTree(m, names[i], decider.Input{Time: match.Time(), DT: 1})
		}
	}
	// Output:
	// 1 Ann throws
	// 4 Ann throws
	// 7 Ann throws
}

// Two wolves hunt together or not at all. Each has its part; they wait for each other before they pounce (Anguelov,
// synchronized trees).
func Example_squad() {
	type Context = behavior.Context[string]
	hunters := world.Squad{Name: "HUNTERS", Agents: 2}
	sneak := behavior.Behavior[string]{
		Name: "SNEAK",
		Activate: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.Agent, c.DeciderName())
			return behavior.Running
		},
		Tick: func(c *Context) behavior.Status {
			if c.Duration() < float64(c.Role()) { // the way around the prey is longer
				return behavior.Running
			}
			return behavior.Success
		},
	}
	pounce := behavior.Behavior[string]{Name: "POUNCE", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent, c.DeciderName())
		return behavior.Success
	}}
	roam := behavior.Behavior[string]{Name: "ROAM"}
	tree := decider.MustInitializeTreeData(&decider.Decider[string]{Name: "WOLF", Children: decider.Children[string]{
		{Name: "HUNT", Policy: decider.Sequence, Squad: &hunters, Children: decider.Children[string]{
			{Name: "TAKE_POSITION", Policy: decider.Selector, Children: decider.Children[string]{
				{Name: "FRONT", Role: 1, Behavior: &sneak},
				{Name: "AROUND", Role: 2, Behavior: &sneak},
			}},
			{Name: "LURK", Flags: decider.Barrier},
			{Name: "POUNCE", Behavior: &pounce},
		}},
		{Name: "ROAM", Behavior: &roam},
	}})
	forest := world.New(world.Options{})
	names := []string{"Grey", "White", "Black"}
	var wolves []*decider.Memory[string]
	for range names {
		wolves = append(wolves, tree.NewMemory(forest, forest.NewAgent()))
	}
	for range 5 {
		_ = forest.Advance(1)
		for i, m := range wolves {
			_ = decider.TickBehaviorTree(m, names[i], decider.Input{Time: forest.Time(), DT: 1})
		}
	}
	// Output:
	// 2 Grey FRONT
	// 2 White AROUND
	// 5 Grey POUNCE
	// 5 White POUNCE
}
