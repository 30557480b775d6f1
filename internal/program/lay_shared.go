package program

import (
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// keepShared gives each place with a gate or a squad what its agents have of it.
func (c *compiler) keepShared() {
	t := c.tree
	for i, d := range c.decided {
		if d.Gate != nil {
			t.Conditions[i].Gate = len(t.Gates)
			t.Gates = append(t.Gates, gated{Place(i), d.Gate, d.GateKey})
			t.Parts[i].Pass = c.room(PassSize)
		}
		if d.Squad != nil {
			t.Conditions[i].Squad = len(t.Squads)
			t.Squads = append(t.Squads, squaded{Place(i), d.Squad, d.SquadKey})
			t.Parts[i].Member = c.room(MembershipSize)
		}
	}
	for _, p := range t.Order {
		if t.Spots[p].Marks&Barrier != 0 {
			t.Bars = append(t.Bars, p)
		}
	}
}

// bind has a world know the tree's gates, squads and systems.
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

// needs are the gates and squads of the tree, each once.
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
