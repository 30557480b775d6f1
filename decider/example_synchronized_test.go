package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// A gate allows one grenade at a time, and none for three seconds after it (Anguelov, gates).
func Example_gate() {
	type Soldier struct{ Name string }
	type Context = behavior.Context[*Soldier]
	grenade := world.Gate{Name: "GRENADE", Max: 1, Cooldown: 3}
	throw := behavior.Behavior[*Soldier]{Name: "THROW", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, "throws")
		return behavior.Success
	}}
	charge := behavior.Behavior[*Soldier]{Name: "CHARGE"}
	tree := decider.MustInitializeTreeData(&decider.Decider[*Soldier]{Name: "COMBAT", Children: decider.Children[*Soldier]{
		{Name: "THROW_GRENADE", Gate: &grenade, Behavior: &throw},
		{Name: "CHARGE", Behavior: &charge},
	}})
	match := world.New(world.Options{})
	soldiers := []*Soldier{{"Ann"}, {"Bob"}, {"Cat"}}
	var memories []*decider.Memory[*Soldier]
	for range soldiers {
		memories = append(memories, tree.NewMemory(match, match.NewAgent()))
	}
	for range 8 {
		_ = match.Advance(1)
		for i, m := range memories {
			_ = decider.TickBehaviorTree(m, soldiers[i], decider.Input{Time: match.Time(), DT: 1})
		}
	}
	// Output:
	// 1 Ann throws
	// 4 Ann throws
	// 7 Ann throws
}

// Two wolves hunt together or not at all, each in a role. They wait for each other before they pounce (Anguelov,
// synchronized trees).
func Example_squad() {
	type Wolf struct{ Name string }
	type Context = behavior.Context[*Wolf]
	hunters := world.Squad{Name: "HUNTERS", Agents: 2}
	sneak := behavior.Behavior[*Wolf]{
		Name: "SNEAK",
		Activate: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.Agent.Name, c.DeciderName())
			return behavior.Running
		},
		Tick: func(c *Context) behavior.Status {
			if c.Duration() < float64(c.Role()) { // the way around the prey is longer
				return behavior.Running
			}
			return behavior.Success
		},
	}
	pounce := behavior.Behavior[*Wolf]{Name: "POUNCE", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, c.DeciderName())
		return behavior.Success
	}}
	roam := behavior.Behavior[*Wolf]{Name: "ROAM"}
	tree := decider.MustInitializeTreeData(&decider.Decider[*Wolf]{Name: "WOLF", Children: decider.Children[*Wolf]{
		{Name: "HUNT", Policy: decider.Sequence, Squad: &hunters, Children: decider.Children[*Wolf]{
			{Name: "TAKE_POSITION", Policy: decider.Selector, Children: decider.Children[*Wolf]{
				{Name: "FRONT", Role: 1, Behavior: &sneak},
				{Name: "AROUND", Role: 2, Behavior: &sneak},
			}},
			{Name: "LURK", Options: decider.Barrier},
			{Name: "POUNCE", Behavior: &pounce},
		}},
		{Name: "ROAM", Behavior: &roam},
	}})
	forest := world.New(world.Options{})
	wolves := []*Wolf{{"Grey"}, {"White"}, {"Black"}}
	var memories []*decider.Memory[*Wolf]
	for range wolves {
		memories = append(memories, tree.NewMemory(forest, forest.NewAgent()))
	}
	for range 5 {
		_ = forest.Advance(1)
		for i, m := range memories {
			_ = decider.TickBehaviorTree(m, wolves[i], decider.Input{Time: forest.Time(), DT: 1})
		}
	}
	// Output:
	// 2 Grey FRONT
	// 2 White AROUND
	// 5 Grey POUNCE
	// 5 White POUNCE
}
