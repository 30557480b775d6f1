package main

import (
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// Root is the mole's mind. The more important a decider, the higher it stands.
var Root = Decider{
	Name: "ROOT",
	Children: Children{
		{Name: "HIDE", Decide: shadowAbove, Behavior: &hide},
		{Name: "ANSWER_DOOR", StimuliFlags: stimuli.Check{Any: Knocked}, Behavior: &answerDoor},
		{
			Name:          "EAT",
			DecisionFlags: Check{All: Hungry, None: Night},
			Policy:        decider.Sequential,
			Children: Children{
				{Name: "EAT_DIG", Behavior: &dig},
				{Name: "EAT_WORM", Behavior: &eatWorm},
			},
		},
		{Name: "DOZE", Behavior: &doze},
	},
}
