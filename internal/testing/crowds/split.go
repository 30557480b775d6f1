package crowds

import (
	"fmt"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// Split spreads its creatures over many small crowds and ticks, in each frame, only the crowds in which something
// changes. It makes the same ticks as a [Game] with as many changing creatures and takes as much memory, without the
// work for the creatures that do not change: the difference in time is their cost.
type Split struct {
	World     *world.World
	Creatures []workload.Creature
	parts     []part
	at        int // index of the part that the predator comes to next
}

// part is one of the crowds.
type part struct {
	crowd *crowd.Crowd[*workload.Creature]
	ids   []world.AgentID
}

// NewSplit returns a Split of 3 or more parts with the given number of creatures each.
func NewSplit(tree *Tree, parts, creatures, workers int) (*Split, error) {
	p := &Split{World: world.New(world.Options{Seed: 1}), Creatures: make([]workload.Creature, parts*creatures)}
	for i := range parts {
		c, err := crowd.New(p.World, tree, crowd.Options[*workload.Creature]{Name: fmt.Sprint("CROWD_", i), Workers: workers})
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
		p.parts = append(p.parts, part{c, ids})
	}
	for range 2 { // they begin, and find that nothing changes
		if err := p.World.Advance(DT); err != nil {
			return nil, err
		}
		for i := range p.parts {
			if _, err := p.parts[i].crowd.Tick(); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// Frame runs one frame: the creatures of one part are scared, those of the part before it calm down, and those of the
// part before that find that nothing changes any more.
func (p *Split) Frame() error {
	scared, calmed, settling := p.part(0), p.part(-1), p.part(-2)
	if err := scared.set(workload.Predator, 0); err != nil {
		return err
	}
	if err := calmed.set(0, workload.Predator); err != nil {
		return err
	}
	if err := p.World.Advance(DT); err != nil {
		return err
	}
	for _, k := range []*part{scared, calmed, settling} {
		if _, err := k.crowd.Tick(); err != nil {
			return err
		}
	}
	p.at++
	return nil
}

func (p *Split) part(from int) *part {
	return &p.parts[(p.at+from+len(p.parts))%len(p.parts)]
}

func (k *part) set(set, clear decider.DecisionFlags) error {
	for _, id := range k.ids {
		if err := k.crowd.SetFlags(id, set, clear); err != nil {
			return err
		}
	}
	return nil
}
