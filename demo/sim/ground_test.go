package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/nest"
)

// ground makes a field with the given discs.
func ground(discs ...Disc) *terrain {
	t := &terrain{discs: discs}
	t.survey(nest.Vec{X: 60, Y: 40})
	return t
}

// wall returns a row of rocks from north to south.
func wall(x, from, to float64) (discs []Disc) {
	for y := from; y <= to; y++ {
		discs = append(discs, Disc{nest.Vec{X: x, Y: y}, 1, Rock})
	}
	return discs
}

func TestFootingIsDryAndNear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		var discs []Disc
		for range 12 {
			discs = append(discs, Disc{nest.Vec{X: 60 * r.Float64(), Y: 40 * r.Float64()}, 1 + 2*r.Float64(), Water})
		}
		g := ground(discs...)
		wet := 0
		for range 500 {
			p := nest.Vec{X: 80*r.Float64() - 10, Y: 60*r.Float64() - 10}
			f := g.footing(p)
			assert.Equal(t, f, f.Within(g.size), "in the field")
			if d, on := g.under(f); on && d.Radius-d.At.Dist(f) > 1e-3 {
				wet++ // where discs overlap in a corner of the field
			}
			if _, on := g.under(p.Within(g.size)); !on {
				assert.Equal(t, p.Within(g.size), f, "who stands well stays")
			}
			assert.Less(t, f.Dist(p.Within(g.size)), 12.0)
		}
		assert.Less(t, wet, 30)
	}
}

func TestNothingStandsInAPond(t *testing.T) {
	s, err := New(Options{Seed: 3, Agents: 200})
	require.NoError(t, err)
	require.NotEmpty(t, s.terrain.discs)
	for i := range s.nests {
		assert.Equal(t, Meadow, s.Ground(s.nests[i].Pos))
	}
	for range 300 {
		require.NoError(t, s.Step())
		for _, b := range s.beings {
			d, on := s.terrain.under(b.Body.Pos)
			require.False(t, on && d.Radius-d.At.Dist(b.Body.Pos) > 0.1, "#%d swims", b.ID)
		}
	}
}
