package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/nest"
)

// ball makes a field with one ball, in front of a grazer.
func ball(t *testing.T) (*Sim, *Being) {
	s, grazer, hunter := pair(t, nest.Vec{X: 30})
	hunter.Body.Health = 0
	s.toys = nil
	s.PutToy(Ball, grazer.Body.Pos.Add(nest.Vec{X: 1}))
	return s, grazer
}

func TestABallRollsAwayAndStops(t *testing.T) {
	s, grazer := ball(t)
	at := s.toys[0].Pos
	s.kick(grazer.Creature, 1)
	s.roll()
	assert.InDelta(t, kickOff*DT, s.toys[0].Pos.Dist(at), 1e-9)
	for range int(3 / DT) {
		s.roll()
	}
	assert.Zero(t, s.toys[0].Speed)
	assert.InDelta(t, kickOff*kickOff/(2*rolling), s.toys[0].Pos.Dist(at), 0.3)
	s.kick(grazer.Creature, 1)
	assert.Zero(t, s.toys[0].Speed, "out of reach")
}

func TestABallComesBackFromTheEdge(t *testing.T) {
	s, _ := ball(t)
	s.toys[0].Pos, s.toys[0].Speed = nest.Vec{X: 2, Y: 9}, nest.Vec{X: -kickOff}
	for range int(3 / DT) {
		s.roll()
		assert.Equal(t, s.toys[0].Pos, s.toys[0].Pos.Within(s.size))
	}
	assert.Greater(t, s.toys[0].Pos.X, 4.0)
}

func TestToysAreSeenNearby(t *testing.T) {
	s, grazer := ball(t)
	require.NoError(t, s.Step())
	s.look(grazer)
	assert.EqualValues(t, 1, grazer.Sight.Toy)
	assert.Same(t, &s.toys[0].Toy, land{s}.Toy(1))
	assert.Nil(t, land{s}.Toy(0))
	assert.Nil(t, land{s}.Toy(2))
	s.PutToy(Mushroom, nest.Vec{X: -5, Y: 1e9})
	assert.Equal(t, s.toys[1].Pos, s.toys[1].Pos.Within(s.size), "where it can be reached")
	s.toys[0].Pos = grazer.Body.Pos.Add(nest.Vec{X: tempting + 1})
	s.sortToys()
	grazer.Sight = nest.Sight{}
	s.seeToy(grazer.Creature, 18)
	assert.Zero(t, grazer.Sight.Toy, "too far to bother")
}

func TestFoodGoesFromBushToNest(t *testing.T) {
	s, grazer, _ := pair(t, nest.Vec{X: 30})
	me, n := grazer.Creature, &s.nests[grazer.Home]
	s.bushes = []nest.Bush{{Pos: me.Body.Pos, Fruit: 0.6}}
	want := func(a nest.Act, what int32) {
		s.do(me, nest.Doing{Act: a, What: what})
		s.letGo(me)
	}
	want(nest.Pick, 0)
	assert.False(t, me.Body.Laden, "who is not fetching does not pick")
	me.Hauling = true
	want(nest.Pick, 0)
	want(nest.Pick, 0)
	assert.True(t, me.Body.Laden)
	assert.InDelta(t, 0.6-nest.Handful, s.bushes[0].Fruit, 1e-9, "one mouthful")

	want(nest.Store, me.Home)
	assert.Zero(t, n.Larder, "not from afar")
	me.Body.Pos = n.Pos
	want(nest.Store, me.Home)
	assert.InDelta(t, handMeal, n.Larder, 1e-9)
	assert.False(t, me.Body.Laden)
	me.Body.Fullness = 0.2
	want(nest.Nibble, me.Home)
	assert.Less(t, n.Larder, handMeal)
	assert.Greater(t, me.Body.Fullness, 0.2)

	me.Body.Laden, me.Hauling = true, false
	want(nest.NoAct, 0)
	assert.False(t, me.Body.Laden)
	require.Len(t, s.Marks(), 1)
	assert.Equal(t, Mark{At: me.Body.Pos, What: Dropped, Left: rots}, s.Marks()[0])
	assert.Equal(t, 1, s.Stats.Dropped)
}
