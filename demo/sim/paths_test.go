package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/nest"
)

// legs returns the places of a path and checks that straight walks connect them.
func legs(t *testing.T, g *terrain, r nest.PathRequest) []nest.Vec {
	var f finder
	p := f.find(g, r)
	at := r.From
	for _, next := range p.Place[:p.Legs] {
		assert.True(t, g.straight(at, next), "%v to %v", at, next)
		at = next
	}
	if p.Legs > 0 {
		assert.Equal(t, r.To, at)
	}
	return p.Place[:p.Legs]
}

func TestWaysLeadRound(t *testing.T) {
	from, to := nest.Vec{X: 20, Y: 20}, nest.Vec{X: 40, Y: 20}
	there := nest.PathRequest{From: from, To: to}
	assert.Equal(t, []nest.Vec{to}, legs(t, ground(), there), "nothing is in the way")

	way := legs(t, ground(wall(30, 12, 24)...), there)
	require.Greater(t, len(way), 1)
	long := from.Dist(way[0])
	for i, p := range way[1:] {
		long += p.Dist(way[i])
	}
	assert.InDelta(t, 23.5, long, 1.5, "the shorter way, in the south")

	assert.Empty(t, legs(t, ground(wall(30, 0, 40)...), there), "no way")
	far := nest.PathRequest{From: from, To: nest.Vec{X: 20 + farAfield + 1, Y: 20}}
	var f finder
	assert.EqualValues(t, 1, f.find(ground(wall(30, 12, 24)...), far).Legs, "too far to look for one")
}

func TestASearchLeavesNothingBehind(t *testing.T) {
	g := ground(wall(30, 12, 24)...)
	there := nest.PathRequest{From: nest.Vec{X: 20, Y: 20}, To: nest.Vec{X: 40, Y: 20}}
	back := nest.PathRequest{From: there.To, To: there.From}
	var used, fresh finder
	used.find(g, back)
	used.find(g, nest.PathRequest{From: nest.Vec{X: 2, Y: 2}, To: nest.Vec{X: 55, Y: 35}})
	assert.Equal(t, fresh.find(g, there), used.find(g, there))
}

// All go home at once. Their requests are served in turn, and all arrive.
func TestSoManyWaysAFrame(t *testing.T) {
	s, err := New(Options{Seed: 1, Agents: 200})
	require.NoError(t, err)
	for _, b := range s.beings {
		b.Body.Energy, b.Body.Fullness, b.Body.Pos = 0, 1, s.terrain.footing(b.Body.Pos.Add(nest.Vec{X: 15}))
		if b.Species == nest.Predator {
			s.die(b.Creature, OldAge)
		}
	}
	served := 0
	for range 30 {
		require.NoError(t, s.Step())
		assert.LessOrEqual(t, s.Paths.Served, pathsEach)
		served = max(served, s.Paths.Served)
	}
	assert.Equal(t, pathsEach, served, "they queue")
	assert.Greater(t, s.Paths.Asked, 150)
}
