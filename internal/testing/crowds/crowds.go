// Package crowds runs many creatures of Figure 1 in a crowd, for benchmarks: what a frame costs while none, some or all
// of them have something to do, compared with a loop written by hand.
package crowds

import (
	"sync"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

// DT is the length of a frame in seconds: a power of two, so that time adds up exactly.
const DT = 1.0 / 64

// The trees that the creatures can run. In Busy every behavior has a Tick, so every creature is ticked every frame; in
// Sleeping only fleeing creatures are.
var (
	Busy     = sync.OnceValue(func() *Tree { return decider.MustInitializeTreeData(&workload.Flags) })
	Sleeping = sync.OnceValue(func() *Tree { return decider.MustInitializeTreeData(&workload.Sleeping) })
)

// Tree is a tree for creatures.
type Tree = decider.Tree[*workload.Creature]

// Game holds creatures in a slice of structs and the crowd that ticks them.
type Game struct {
	World     *world.World
	Crowd     *crowd.Crowd[*workload.Creature]
	Creatures []workload.Creature
	ids       []world.AgentID

	Window
}

// New returns a game whose creatures eat, as in the figure, and in which nothing changes any more.
func New(tree *Tree, creatures, workers int) (*Game, error) {
	w := world.New(world.Options{Seed: 1})
	c, err := crowd.New(w, tree, crowd.Options[*workload.Creature]{Name: "CREATURES", Workers: workers})
	if err != nil {
		return nil, err
	}
	g := &Game{World: w, Crowd: c, Creatures: make([]workload.Creature, creatures), ids: make([]world.AgentID, creatures), Window: Over(creatures)}
	for i := range g.Creatures {
		g.Creatures[i].Hungry = true
		if g.ids[i], err = c.Add(&g.Creatures[i]); err != nil {
			return nil, err
		}
		if err := c.SetFlags(g.ids[i], workload.IsHungry, 0); err != nil {
			return nil, err
		}
	}
	for range 3 { // they begin, find that nothing changes, and sleep
		if err := g.Frame(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Frame runs one frame of the game.
func (g *Game) Frame() error {
	if err := g.World.Advance(DT); err != nil {
		return err
	}
	_, err := g.Crowd.Tick()
	return err
}

// Change makes the given number of creatures change; see [Window.Move].
func (g *Game) Change(changing int) error {
	scared, calmed := g.Move(changing)
	for i := range scared.All() {
		if err := g.Crowd.SetFlags(g.ids[i], workload.Predator, 0); err != nil {
			return err
		}
	}
	for i := range calmed.All() {
		if err := g.Crowd.SetFlags(g.ids[i], 0, workload.Predator); err != nil {
			return err
		}
	}
	return nil
}
