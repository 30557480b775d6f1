package herd

import (
	"fmt"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// Packs is a herd of which, in each frame, only those that change are in the crowds that are ticked. It does the same
// ticks as a [Herd] with that many changing, in as much memory, and none of the work of having others beside them: what
// those cost is the difference.
type Packs struct {
	World     *world.World
	Creatures []workload.Creature
	packs     []pack
	at        int // the pack the predator comes to next
}

type pack struct {
	crowd *crowd.Crowd[*workload.Creature]
	ids   []world.AgentID
}

// NewPacks makes packs, 3 or more, of so many creatures each.
func NewPacks(tree *Tree, packs, creatures, workers int) (*Packs, error) {
	p := &Packs{World: world.New(world.Options{Seed: 1}), Creatures: make([]workload.Creature, packs*creatures)}
	for i := range packs {
		c, err := crowd.New(p.World, tree, crowd.Options[*workload.Creature]{Name: fmt.Sprint("PACK_", i), Workers: workers})
		if err != nil {
			return nil, err
		}
		ids := make([]world.AgentID, creatures)
		for k := range ids {
			creature := &p.Creatures[i*creatures+k]
			creature.Hungry = true
			if ids[k], err = c.Add(creature); err != nil {
				return nil, err
			}
			if err := c.SetFlags(ids[k], workload.IsHungry, 0); err != nil {
				return nil, err
			}
		}
		p.packs = append(p.packs, pack{c, ids})
	}
	for range 2 { // they begin, and find that nothing changes
		if err := p.World.Advance(DT); err != nil {
			return nil, err
		}
		for i := range p.packs {
			if _, err := p.packs[i].crowd.Tick(); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// Frame has one pack scared, the one before it calmed, and the one before that find that nothing changes any more.
func (p *Packs) Frame() error {
	scared, calmed, settling := p.pack(0), p.pack(-1), p.pack(-2)
	if err := scared.set(workload.Predator, 0); err != nil {
		return err
	}
	if err := calmed.set(0, workload.Predator); err != nil {
		return err
	}
	if err := p.World.Advance(DT); err != nil {
		return err
	}
	for _, k := range []*pack{scared, calmed, settling} {
		if _, err := k.crowd.Tick(); err != nil {
			return err
		}
	}
	p.at++
	return nil
}

func (p *Packs) pack(from int) *pack {
	return &p.packs[(p.at+from+len(p.packs))%len(p.packs)]
}

func (k *pack) set(set, clear decider.DecisionFlags) error {
	for _, id := range k.ids {
		if err := k.crowd.SetFlags(id, set, clear); err != nil {
			return err
		}
	}
	return nil
}
