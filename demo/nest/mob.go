package nest

import (
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// mob is the attack of three creatures of a nest on a hunter in sight: they surround it, wait for each other and charge
// together. Only a sound creature stands in front. One that wants to attack waits for two more and meanwhile continues
// with deciders further down. When one of the three gives up, is frightened or dies, the others are reset, since two are
// too few.
var mob = Decider{
	Name: "MOB", DecisionFlags: Check{All: EnemySeen, None: Young | Hurt | Starving},
	StimuliFlags: StimuliCheck{None: Winded}, Cooldown: 20, Decide: bold,
	Squad: &ring, SquadKey: sameHunter, CanPlay: sides, Behavior: &rally,
	Modifiers: decider.Modifiers{Timeout: 20}, Keys: decider.Keys{&quarry},
	Policy: decider.Sequence, Children: Children{
		{Name: "MOB_SURROUND", Policy: decider.Selector, Children: Children{
			{Name: "MOB_LEFT", Role: Left, Behavior: &flank},
			{Name: "MOB_RIGHT", Role: Right, Behavior: &flank},
			{Name: "MOB_FRONT", Role: Front, Behavior: &flank},
		}},
		{Name: "MOB_READY", Options: decider.Barrier, Behavior: &hold},
		{Name: "MOB_CHARGE", Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess}, Behavior: &chargeAll},
	},
}

// The roles in a mob: the side of the hunter, seen from the nest.
const (
	Left world.Role = 1 + iota
	Right
	Front // between it and the nest
)

var ring = world.Squad{Name: "RING", Agents: 3, Roles: []world.Role{Front, Left, Right}}
