package main

import (
	"io"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/picture"
	"github.com/decidertree/decidertree/world"
)

type (
	node     = decider.Decider[struct{}]
	children = decider.Children[struct{}]
	flags    = decider.Check
)

const (
	predator decider.DecisionFlags = 1 << iota
	raid
	outnumbered
	hungry
	foodGone
	tired
)

var act = behavior.Behavior[struct{}]{Name: "ACT"}

// root is Figure 1 of the Spore text.
var root = node{Name: "ROOT", Children: children{
	{Name: "FLEE", DecisionFlags: flags{All: predator}, Behavior: &act},
	{Name: "GUARD", DecisionFlags: flags{All: raid}, Children: children{
		{Name: "YELL_FOR_HELP", DecisionFlags: flags{All: outnumbered}, Behavior: &act},
		&fight,
		{Name: "PATROL", DecisionFlags: flags{None: tired}, Behavior: &act},
		&rest,
	}},
	&fight,
	{Name: "EAT", DecisionFlags: flags{All: hungry}, Children: children{
		{Name: "FIND_FOOD", DecisionFlags: flags{All: foodGone}, Behavior: &act},
		{Name: "EAT_FOOD", Behavior: &act},
	}},
	{Name: "IDLE", Children: children{
		{Name: "PLAY", Policy: decider.Random, DecisionFlags: flags{None: tired}, Children: children{
			{Name: "FLIP", Behavior: &act},
			{Name: "ROLL", Behavior: &act},
			{Name: "DANCE", Behavior: &act},
		}},
		&rest,
	}},
}}

var (
	fight = node{Name: "FIGHT", DecisionFlags: flags{All: raid}, Behavior: &act}
	rest  = node{Name: "REST", Behavior: &act}
)

// figure1 draws the tree while a creature eats: the README's figure.
func figure1(w io.Writer) error {
	tree, err := decider.InitializeTreeData(&root)
	if err != nil {
		return err
	}
	memory := tree.NewMemory(nil, 1)
	var asked askedPlaces
	for time := range 2 {
		if time == 1 {
			memory.Observe(&asked)
		}
		err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: hungry})
		if err != nil {
			return err
		}
	}
	return picture.SVG(w, tree.Describe(), picture.Options{
		Title: "A tree of deciders: the creature eats", NamesOnly: true, States: picture.States(memory),
		Marked: asked, Mark: "asked in this tick, and might interrupt",
	})
}

// askedPlaces observes who is asked.
type askedPlaces []int

// ObserveLevel asks for everything.
func (askedPlaces) ObserveLevel(world.AgentID) event.Level { return 5 }

// Observe notes the place.
func (a *askedPlaces) Observe(e *event.Event) {
	if e.Kind == event.Asked {
		*a = append(*a, e.Place)
	}
}
