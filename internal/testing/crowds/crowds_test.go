package crowds_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

const creatures = 500

// Every creature of a crowd begins and ends the same behaviors as in the loop written by hand, frame by frame. In Busy it
// also ticks them as often; in Sleeping only fleeing has a Tick.
func TestCrowdsMatchTheLoop(t *testing.T) {
	for name, tree := range map[string]*crowds.Tree{"busy": crowds.Busy(), "sleeping": crowds.Sleeping()} {
		for _, changing := range []int{0, 2, 50, creatures} {
			h, err := crowds.New(tree, creatures, 2)
			require.NoError(t, err)
			loop := crowds.NewByHand(creatures)
			loop.Frame()
			loop.Frame() // New runs three frames
			for range 40 {
				require.NoError(t, h.Change(changing))
				require.NoError(t, h.Frame())
				loop.Change(changing)
				loop.Frame()
			}
			for i := range h.Creatures {
				want, got := loop.Creatures[i].Counts, h.Creatures[i].Counts
				if tree == crowds.Sleeping() {
					for leaf := range want.Did {
						if workload.Leaf(leaf) != workload.Flee {
							want.Did[leaf] = 0
						}
					}
				}
				require.Equal(t, want, got, "%s, %d changing, creature %d", name, changing, i)
			}
		}
	}
}

// Only creatures that change are ticked, and once more to find that nothing changes.
func TestTickedCreatures(t *testing.T) {
	h, err := crowds.New(crowds.Sleeping(), creatures, 1)
	require.NoError(t, err)
	for frame, want := range []int{5, 10, 15, 15, 15} { // scared; and calmed; and settling
		require.NoError(t, h.Change(10))
		require.NoError(t, h.World.Advance(crowds.DT))
		r, err := h.Crowd.Tick()
		require.NoError(t, err)
		assert.Equal(t, want, r.Ticked, "frame %d", frame)
	}
	busy, err := crowds.New(crowds.Busy(), creatures, 1)
	require.NoError(t, err)
	require.NoError(t, busy.World.Advance(crowds.DT))
	r, err := busy.Crowd.Tick()
	require.NoError(t, err)
	assert.Equal(t, creatures, r.Ticked)
}

// A Split makes the same ticks as a Game with as many changing creatures.
func TestSplitMatchesGame(t *testing.T) {
	p, err := crowds.NewSplit(crowds.Sleeping(), 20, 5, 1)
	require.NoError(t, err)
	h, err := crowds.New(crowds.Sleeping(), 100, 1)
	require.NoError(t, err)
	for range 70 {
		require.NoError(t, p.Frame())
		require.NoError(t, h.Change(10))
		require.NoError(t, h.Frame())
	}
	for i := range h.Creatures {
		assert.Equal(t, h.Creatures[i].Counts, p.Creatures[i].Counts, "creature %d", i)
	}
}
