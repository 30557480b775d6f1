// Package herd is many creatures of Figure 1 in a crowd, for the benchmarks of this module and of the benchmark module
// beside it: how much a frame costs while nobody, some or all of them have something to do, beside the loop that a
// programmer would write by hand.
package herd

import (
	"sync"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// DT is the seconds of a frame; a power of two, so that time adds up exactly.
const DT = 1.0 / 64

// The trees a herd can have. In Busy every behavior has a Tick, so every creature is ticked every frame; in Sleeping
// only those that flee are.
var (
	Busy     = sync.OnceValue(func() *Tree { return decider.MustInitializeTreeData(&workload.Flags) })
	Sleeping = sync.OnceValue(func() *Tree { return decider.MustInitializeTreeData(&workload.Sleeping) })
)

// Tree is what the creatures run.
type Tree = decider.Tree[*workload.Creature]

// Herd is creatures in a slice of structs and the crowd that ticks them.
type Herd struct {
	World     *world.World
	Crowd     *crowd.Crowd[*workload.Creature]
	Creatures []workload.Creature
	ids       []world.AgentID

	Window
}

// New makes a herd whose creatures eat, as in the figure, and have settled down to it.
func New(tree *Tree, creatures, workers int) (*Herd, error) {
	w := world.New(world.Options{Seed: 1})
	c, err := crowd.New(w, tree, crowd.Options[*workload.Creature]{Name: "HERD", Workers: workers})
	if err != nil {
		return nil, err
	}
	h := &Herd{World: w, Crowd: c, Creatures: make([]workload.Creature, creatures), ids: make([]world.AgentID, creatures), Window: Over(creatures)}
	for i := range h.Creatures {
		h.Creatures[i].Hungry = true
		if h.ids[i], err = c.Add(&h.Creatures[i]); err != nil {
			return nil, err
		}
		if err := c.SetFlags(h.ids[i], workload.IsHungry, 0); err != nil {
			return nil, err
		}
	}
	for range 3 { // they begin, find that nothing changes, and sleep
		if err := h.Frame(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Frame is a frame of the game.
func (h *Herd) Frame() error {
	if err := h.World.Advance(DT); err != nil {
		return err
	}
	_, err := h.Crowd.Tick()
	return err
}

// Change has so many creatures change, as [Window.Move] says.
func (h *Herd) Change(changing int) error {
	scared, calmed := h.Move(changing)
	for i := range scared.All() {
		if err := h.Crowd.SetFlags(h.ids[i], workload.Predator, 0); err != nil {
			return err
		}
	}
	for i := range calmed.All() {
		if err := h.Crowd.SetFlags(h.ids[i], 0, workload.Predator); err != nil {
			return err
		}
	}
	return nil
}
