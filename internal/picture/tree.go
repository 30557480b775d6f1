package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
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
		{Name: "PATROL", Behavior: &act},
	}},
	&fight,
	{Name: "EAT", DecisionFlags: flags{All: hungry}, Children: children{
		{Name: "FIND_FOOD", DecisionFlags: flags{All: foodGone}, Behavior: &act},
		{Name: "EAT_FOOD", Behavior: &act},
	}},
	{Name: "IDLE", Children: children{
		&rest,
		{Name: "PLAY", Children: children{
			&rest,
			{Name: "FLIP", DecisionFlags: flags{None: tired}, Behavior: &act},
			{Name: "ROLL", DecisionFlags: flags{None: tired}, Behavior: &act},
			{Name: "DANCE", Behavior: &act},
		}, Policy: decider.Random},
	}},
}}

var (
	fight = node{Name: "FIGHT", DecisionFlags: flags{All: raid}, Behavior: &act}
	rest  = node{Name: "REST", DecisionFlags: flags{All: tired}, Behavior: &act}
)

// place is one decider of the picture.
type place struct {
	decider.State
	asked bool // in the tick that is drawn
}

// ticked is the tree as it is while a creature eats: each place in the order of the declaration.
func ticked() ([]place, error) {
	tree, err := decider.InitializeTreeData(&root)
	if err != nil {
		return nil, err
	}
	memory := tree.NewMemory(nil, 1)
	asked := map[int]bool{}
	for time := range 2 {
		if time == 1 {
			memory.Observe(askedPlaces(asked))
		}
		err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: hungry})
		if err != nil {
			return nil, err
		}
	}
	var places []place
	for state, next := memory.StateAt(0, false); next >= 0; state, next = memory.StateAt(next, false) {
		places = append(places, place{state, asked[state.Place]})
	}
	return places, nil
}

// askedPlaces observes who is asked.
type askedPlaces map[int]bool

func (askedPlaces) ObserveLevel(world.AgentID) decider.Level { return 5 }

func (a askedPlaces) Observe(e *decider.Event) {
	if e.Kind == decider.Asked {
		a[e.Place] = true
	}
}
