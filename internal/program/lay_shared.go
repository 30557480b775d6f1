package program

import (
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// keepShared lays out the pass of each place with a gate and the membership of each place with a squad.
func (c *compiler) keepShared() {
	t := c.tree
	for i, d := range c.decided {
		if d.Gate != nil {
			t.Condition(Place(i)).Gate = len(t.Gates)
			t.Gates = append(t.Gates, gateAt{Place(i), d.Gate, d.GateKey})
			t.PartsOf(Place(i)).Pass = c.room(PassSize)
		}
		if d.Squad != nil {
			t.Condition(Place(i)).Squad = len(t.Squads)
			t.Squads = append(t.Squads, squadAt{Place(i), d.Squad, d.SquadKey, d.CanPlay})
			t.PartsOf(Place(i)).Member = c.room(MembershipSize)
		}
	}
	for i := range t.Asks {
		if len(t.Gates)+len(t.Squads) > 0 && t.PartsOf(Place(i)).Chosen >= 0 {
			t.Asks[i].Kind = AskFull // its Decide may delegate to a child that is pending
		}
	}
	for _, p := range t.Order {
		if t.Spots[p].Marks&Barrier != 0 {
			t.Barriers = append(t.Barriers, p)
		}
	}
}

// Bind registers the tree's gates, squads and systems with a world.
func (t *Tree) Bind(w *world.World) error {
	for _, open := range t.systems {
		if err := open(w); err != nil {
			return err
		}
	}
	if len(t.Gates)+len(t.Squads) == 0 {
		return nil
	}
	gates, squads := t.needs()
	return w.Bind(engine.Key{}, gates, squads)
}

// needs returns the gates and squads of the tree, each once.
func (t *Tree) needs() (gates []*world.Gate, squads []*world.Squad) {
	for i := range t.Gates {
		if !slices.Contains(gates, t.Gates[i].Gate) {
			gates = append(gates, t.Gates[i].Gate)
		}
	}
	for i := range t.Squads {
		if !slices.Contains(squads, t.Squads[i].Squad) {
			squads = append(squads, t.Squads[i].Squad)
		}
	}
	return gates, squads
}
