package decider

import (
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// keepShared gives each place with a gate or a squad what its agents have of it.
func (c *compiler[A]) keepShared() {
	t := c.tree
	for i, d := range c.decided {
		in := &t.infos[i]
		if d.Gate != nil {
			in.gate = len(t.gates)
			t.gates = append(t.gates, gated[A]{place(i), d.Gate, d.GateKey, c.room(passSize)})
		}
		if d.Squad != nil {
			in.squad = len(t.squads)
			t.squads = append(t.squads, squaded[A]{place(i), d.Squad, d.SquadKey, c.room(membershipSize)})
		}
	}
	for _, p := range t.order {
		if t.nodes[p].marks&barrier != 0 {
			t.bars = append(t.bars, p)
		}
	}
}

// system is a deferred behavior: it makes room for its system in a world.
type system interface {
	Open(engine.Key, *world.World) error
}

// bind has a world know the tree's gates, squads and systems.
func (t *Tree[A]) bind(w *world.World) error {
	for _, s := range t.systems {
		if err := s.Open(key, w); err != nil {
			return err
		}
	}
	if len(t.gates)+len(t.squads) == 0 {
		return nil
	}
	gates, squads := t.needs()
	return w.Bind(key, gates, squads)
}

// needs are the gates and squads of the tree, each once.
func (t *Tree[A]) needs() (gates []*world.Gate, squads []*world.Squad) {
	for i := range t.gates {
		if !slices.Contains(gates, t.gates[i].gate) {
			gates = append(gates, t.gates[i].gate)
		}
	}
	for i := range t.squads {
		if !slices.Contains(squads, t.squads[i].squad) {
			squads = append(squads, t.squads[i].squad)
		}
	}
	return gates, squads
}
