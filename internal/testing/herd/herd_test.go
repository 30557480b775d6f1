package herd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/herd"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

const creatures = 500

// What is compared does the same: every creature of a herd begins and ends what the hand-written one does, frame by
// frame, whoever sleeps. In Busy it does it as often, too; in Sleeping only fleeing is done by Ticks.
func TestHerdsDoWhatTheLoopDoes(t *testing.T) {
	for name, tree := range map[string]*herd.Tree{"busy": herd.Busy(), "sleeping": herd.Sleeping()} {
		for _, changing := range []int{0, 2, 50, creatures} {
			h, err := herd.New(tree, creatures, 2)
			require.NoError(t, err)
			loop := herd.NewByHand(creatures)
			loop.Frame()
			loop.Frame() // three frames are behind the herd
			for range 40 {
				require.NoError(t, h.Change(changing))
				require.NoError(t, h.Frame())
				loop.Change(changing)
				loop.Frame()
			}
			for i := range h.Creatures {
				want, got := loop.Creatures[i].Counts, h.Creatures[i].Counts
				if tree == herd.Sleeping() {
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

// Only those are ticked that change, and once more to find out that nothing does.
func TestWhoIsTicked(t *testing.T) {
	h, err := herd.New(herd.Sleeping(), creatures, 1)
	require.NoError(t, err)
	for frame, want := range []int{5, 10, 15, 15, 15} { // scared; and calmed; and settling
		require.NoError(t, h.Change(10))
		require.NoError(t, h.World.Advance(herd.DT))
		r, err := h.Crowd.Tick()
		require.NoError(t, err)
		assert.Equal(t, want, r.Ticked, "frame %d", frame)
	}
	busy, err := herd.New(herd.Busy(), creatures, 1)
	require.NoError(t, err)
	require.NoError(t, busy.World.Advance(herd.DT))
	r, err := busy.Crowd.Tick()
	require.NoError(t, err)
	assert.Equal(t, creatures, r.Ticked)
}

// Packs do what a herd does with as many changing.
func TestPacksDoWhatAHerdDoes(t *testing.T) {
	p, err := herd.NewPacks(herd.Sleeping(), 20, 5, 1)
	require.NoError(t, err)
	h, err := herd.New(herd.Sleeping(), 100, 1)
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
