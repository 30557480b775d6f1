package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Animal is the agent of the tree: whatever all its behaviors need.
type Animal interface{ Name() string }

type Sheep struct{ WolfNear bool }

type Wolf struct{ Hunger float64 }

func (*Sheep) Name() string { return "sheep" }
func (*Wolf) Name() string  { return "wolf" }

// The kinds are flags like any others.
const (
	IsSheep decider.DecisionFlags = 1 << iota
	IsWolf
	AtNight
)

var animal = decider.Decider[Animal]{
	Name: "ANIMAL",
	Children: decider.Children[Animal]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: IsSheep}, Decide: wolfNear, Behavior: &live},
		{Name: "HUNT", DecisionFlags: decider.Check{All: IsWolf | AtNight}, Behavior: &live},
		{Name: "SLEEP", DecisionFlags: decider.Check{All: AtNight}, Behavior: &live},
		{Name: "GRAZE", DecisionFlags: decider.Check{All: IsSheep}, Behavior: &live},
		{Name: "DOZE", Behavior: &live},
	},
}

// wolfNear is called for sheep only, because the flags are tested first.
func wolfNear(c *behavior.Context[Animal]) float64 {
	return behavior.If(c.Agent.(*Sheep).WolfNear)
}

var live = behavior.Behavior[Animal]{
	Name: "LIVE",
	Activate: func(c *behavior.Context[Animal]) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name(), c.DeciderName())
		return behavior.Running
	},
	Tick: func(c *behavior.Context[Animal]) behavior.Status {
		switch c.DeciderName() {
		case "HUNT", "SLEEP":
			return running(c.DecisionFlags&AtNight != 0)
		case "FLEE":
			return running(c.Agent.(*Sheep).WolfNear)
		}
		return behavior.Running
	},
}

// One tree for two kinds of agents.
func Example_kinds() {
	tree := decider.MustInitializeTreeData(&animal)
	dolly, fenrir := &Sheep{}, &Wolf{}
	agents := []struct {
		Animal
		kind   decider.DecisionFlags
		memory *decider.Memory[Animal]
	}{
		{dolly, IsSheep, tree.NewMemory(nil, 1)},
		{fenrir, IsWolf, tree.NewMemory(nil, 2)},
	}
	for time, flags := range []decider.DecisionFlags{0, AtNight, AtNight} {
		dolly.WolfNear = time == 2
		for _, a := range agents {
			in := decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags | a.kind}
			if err := decider.TickBehaviorTree(a.memory, a.Animal, in); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// 0 sheep GRAZE
	// 0 wolf DOZE
	// 1 sheep SLEEP
	// 1 wolf HUNT
	// 2 sheep FLEE
}

// sleep is a branch for the tree of any agent that can tire.
func sleep[A interface{ Tiredness() float64 }]() *decider.Decider[A] {
	return &decider.Decider[A]{
		Name:     "SLEEP",
		Decide:   func(c *behavior.Context[A]) float64 { return behavior.If(c.Agent.Tiredness() > 0.8) },
		Behavior: &behavior.Behavior[A]{Name: "SLEEP"},
	}
}

type Cat struct{ Tired float64 }

type Robot struct{ Battery float64 }

func (c *Cat) Tiredness() float64   { return c.Tired }
func (r *Robot) Tiredness() float64 { return 1 - r.Battery }

// One branch in the trees of two types of agents.
func Example_sharedBranch() {
	cats := decider.MustInitializeTreeData(&decider.Decider[*Cat]{Name: "CAT", Children: decider.Children[*Cat]{
		sleep[*Cat](),
		{Name: "PLAY", Behavior: &behavior.Behavior[*Cat]{Name: "PLAY"}},
	}})
	robots := decider.MustInitializeTreeData(&decider.Decider[*Robot]{Name: "ROBOT", Children: decider.Children[*Robot]{
		sleep[*Robot](),
		{Name: "WELD", Behavior: &behavior.Behavior[*Robot]{Name: "WELD"}},
	}})
	cat, robot := cats.NewMemory(nil, 1), robots.NewMemory(nil, 2)
	_ = decider.TickBehaviorTree(cat, &Cat{Tired: 0.9}, decider.Input{DT: 1})
	_ = decider.TickBehaviorTree(robot, &Robot{Battery: 0.9}, decider.Input{DT: 1})
	fmt.Println(leaf(cat), leaf(robot))
	// Output:
	// SLEEP WELD
}
