package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/stimuli"
)

func hit() stimuli.Stimulus { return stimuli.Note(nest.HitTaken, 1) }

// pair makes a field with a grazer in its middle, looking east, and a hunter at a distance from it.
func pair(t *testing.T, way nest.Vec) (s *Sim, grazer, hunter *Being) {
	s, err := New(Options{Seed: 1, Agents: 2})
	require.NoError(t, err)
	grazer, hunter = s.beings[0], s.beings[2]
	s.beings = []*Being{grazer, hunter}
	grazer.Body.Pos, grazer.Body.Facing = s.size.Times(0.5), nest.Vec{X: 1}
	hunter.Body.Pos = grazer.Body.Pos.Add(way)
	hunter.Body.Facing = nest.Vec{X: -1}
	s.terrain.discs = nil
	s.terrain.survey(s.size)
	s.people.build(s.size, 2, func(i int) nest.Vec { return s.beings[i].Body.Pos })
	return s, grazer, hunter
}

func TestSight(t *testing.T) {
	for _, c := range []struct {
		name  string
		way   nest.Vec
		light float64
		pose  nest.Pose
		seen  bool
	}{
		{"ahead, by day", nest.Vec{X: 17}, 1, nest.Idling, true},
		{"ahead, too far", nest.Vec{X: 19}, 1, nest.Idling, false},
		{"ahead, by night", nest.Vec{X: 17}, 0, nest.Idling, false},
		{"ahead and near, by night", nest.Vec{X: 9}, 0, nest.Idling, true},
		{"behind", nest.Vec{X: -10}, 1, nest.Idling, false},
		{"behind and near", nest.Vec{X: -6}, 1, nest.Idling, true},
		{"asleep", nest.Vec{X: 6}, 1, nest.Sleeping, false},
		{"asleep and very near", nest.Vec{X: 3}, 1, nest.Sleeping, true},
	} {
		s, grazer, hunter := pair(t, c.way)
		s.Day.Light, grazer.Intent.Pose = c.light, c.pose
		s.look(grazer)
		assert.Equal(t, c.seen, grazer.Sight.Enemy == hunter.Creature, c.name)
		assert.Equal(t, c.seen, s.Sees(grazer, hunter.Body.Pos), c.name)
	}
}

func TestAHunterInItsDenIsNotSeen(t *testing.T) {
	s, grazer, hunter := pair(t, nest.Vec{X: 5})
	s.nests[hunter.Home].Pos = hunter.Body.Pos
	s.look(grazer)
	assert.Nil(t, grazer.Sight.Enemy)
}

func TestAnEnemyAtHomeAlarmsTheNest(t *testing.T) {
	s, grazer, hunter := pair(t, nest.Vec{X: 5})
	s.nests[grazer.Home].Pos = hunter.Body.Pos
	s.look(grazer)
	s.liveOn()
	assert.True(t, s.nests[grazer.Home].Intruder)
}

func TestHearing(t *testing.T) {
	s, grazer, hunter := pair(t, nest.Vec{X: 20})
	heard := func(metres float64) int {
		return len(slices.Collect(land{s}.Earshot(grazer.Creature, metres)))
	}
	assert.Equal(t, 1, heard(21))
	assert.Equal(t, 0, heard(19))
	hunter.Body.Health = 0
	assert.Equal(t, 0, heard(21), "the dead do not hear")
}

// The grid finds the same things as a search through all of them.
func TestGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	size := nest.Vec{X: 130, Y: 70}
	var g grid
	for range 50 {
		places := make([]nest.Vec, r.IntN(200))
		for i := range places {
			places[i] = nest.Vec{X: size.X * r.Float64(), Y: size.Y * r.Float64()}
		}
		g.build(size, len(places), func(i int) nest.Vec { return places[i] })
		from, far := nest.Vec{X: size.X * r.Float64(), Y: size.Y * r.Float64()}, 40*r.Float64()
		var want, got []int32
		for i, p := range places {
			if p.Dist(from) <= far {
				want = append(want, int32(i))
			}
		}
		for i := range g.around(from, far) {
			if places[i].Dist(from) <= far {
				got = append(got, i)
			}
		}
		slices.Sort(got)
		assert.Equal(t, want, got)
	}
}

func TestABangIsHeardAround(t *testing.T) {
	s, grazer, _ := pair(t, nest.Vec{X: 30})
	s.Bang(grazer.Body.Pos.Sub(nest.Vec{X: 10}))
	require.NoError(t, s.Step())
	require.Len(t, s.Marks(), 1)
	assert.Equal(t, Bang, s.Marks()[0].What)
	assert.Equal(t, []*Being{grazer}, slices.Collect(s.listeners(s.Marks()[0].At, bangHeard)), "the hunter is too far")
	runFor(t, s, lingers)
	for _, m := range s.Marks() {
		assert.NotEqual(t, Bang, m.What, "faded")
	}
}

func TestAHunterRustles(t *testing.T) {
	s, _, hunter := pair(t, nest.Vec{X: 12})
	s.bushes = []nest.Bush{{Pos: hunter.Body.Pos}}
	s.shrubs.build(s.size, 1, func(i int) nest.Vec { return s.bushes[i].Pos })
	hunter.Intent.Gait = nest.Walk
	s.rustle(hunter)
	s.rustle(hunter)
	assert.Len(t, s.Marks(), 1, "not at each step")
	assert.Equal(t, Rustle, s.Marks()[0].What)
}
