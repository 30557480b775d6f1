//go:build !decider_debug

// The checks of the decider_debug build may allocate.

package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Birth and death allocate nothing once a pool is made. A world's set of used IDs grows now and then, less often than once in
// 65 lives.
func TestPoolsAllocateNothing(t *testing.T) {
	toy := decider.MustInitializeTreeData(&goblinDecider{Name: "ROOT", Keys: decider.Keys{&goblinGold, &goblinFriend}, Policy: decider.Shuffle, Children: goblinChildren{
		{Name: "A", Cooldown: 1, Behavior: &goblinRests}, {Name: "B", Behavior: &goblinRests},
	}})
	input := decider.Input{DecisionFlags: 8}
	for name, in := range map[string]struct {
		tree  *decider.Tree[*goblin]
		world *world.World
	}{"in a world, with gates and squads": {goblinTree(t), world.New(world.Options{})}, "in a world": {toy, world.New(world.Options{})}, "alone": {toy, nil}} {
		const n = 64
		pool := in.tree.NewPool(n)
		living := make([]*goblinMemory, 0, 3*n)
		reused := in.tree.NewMemory(in.world, 1<<40)
		g := &goblin{quiet: true}
		id := world.AgentID(0)
		live := func() {
			for range n {
				id++
				m, err := pool.Get(in.world, id)
				if err != nil || decider.TickBehaviorTree(m, g, input) != nil {
					t.Fatal(name)
				}
				living = append(living, m)
			}
			for i := range living {
				if pool.Put(living[(i*7)%n]) != nil {
					t.Fatal(name)
				}
			}
			living = living[:0]
			id++
			if reused.Reuse(id) != nil || decider.TickBehaviorTree(reused, g, input) != nil {
				t.Fatal(name)
			}
		}
		for range 3 * n { // of new memories, too, also when the pool has grown
			id++
			m, err := pool.Get(in.world, id)
			if err != nil || decider.TickBehaviorTree(m, g, input) != nil {
				t.Fatal(name)
			}
			living = append(living, m)
		}
		some := 1
		assert.Zero(t, testing.AllocsPerRun(1, func() { // calls it twice
			for _, m := range living[:some] {
				if pool.Put(m) != nil {
					t.Fatal(name)
				}
			}
			living = living[some:]
			some = len(living)
		}), name)
		living = make([]*goblinMemory, 0, n)
		live()
		live()
		assert.Zero(t, testing.AllocsPerRun(200, live), name)
	}
}
