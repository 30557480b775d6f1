package nest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
)

func TestFightBitesInReachAtItsPace(t *testing.T) {
	m := newMeadow()
	me, enemy := m.add(Grazer, Vec{50, 30}), m.add(Predator, Vec{52, 30})
	me.Sight.Enemy = enemy
	c, b := context(me), fightBlock{}

	require.Equal(t, behavior.Running, fight.Tick(c, &b))
	assert.Equal(t, NoAct, me.Deed.Act, "too far to bite")
	assert.Equal(t, Run, me.Intent.Gait)

	enemy.Body.Pos = Vec{51, 30}
	bites := 0
	for range 30 { // 3 seconds
		me.Deed = Doing{}
		require.Equal(t, behavior.Running, fight.Tick(c, &b))
		if me.Deed.Act == Strike {
			bites++
		}
	}
	assert.InDelta(t, 3/biteEvery, bites, 1.5)
}

func TestFightEnds(t *testing.T) {
	m := newMeadow()
	me, enemy := m.add(Grazer, Vec{50, 30}), m.add(Predator, Vec{51, 30})
	c, b := context(me), fightBlock{}
	assert.Equal(t, behavior.Success, fight.Tick(c, &b), "nobody to fight")

	me.Sight.Enemy = enemy
	c.DecisionFlags = Hurt
	assert.Equal(t, behavior.Failure, fight.Tick(c, &b), "a bad wound")
	c.BehaviorFlags = ToTheDeath
	assert.Equal(t, behavior.Running, fight.Tick(c, &b), "to the death")

	enemy.Body.Health = 0
	assert.Equal(t, behavior.Success, fight.Tick(c, &b), "the enemy is dead")
}

func TestFightToTheDeathIsEnragedWhileItLasts(t *testing.T) {
	me := newMeadow().add(Grazer, Vec{50, 30})
	c, b := context(me), fightBlock{}
	fight.Activate(c, &b)
	assert.Zero(t, c.Stimuli.Flags()&Enraged, "only to the death")

	c.BehaviorFlags = ToTheDeath
	fight.Activate(c, &b)
	c.Stimuli.Update(1e6)
	assert.NotZero(t, c.Stimuli.Flags()&Enraged)
	fight.Deactivate(c, &b)
	assert.Zero(t, c.Stimuli.Flags()&Enraged)
}

func TestRunGetsAwayAndStaysInTheField(t *testing.T) {
	m := newMeadow()
	me, enemy := m.add(Grazer, Vec{3, 3}), m.add(Predator, Vec{9, 9}) // in a corner
	me.Sight.Enemy = enemy
	c, b := context(me), runBlock{}
	require.Equal(t, behavior.Running, run.Activate(c, Threat{enemy.ID}, &b))
	for range 50 {
		me.Deed = Doing{}
		require.Equal(t, behavior.Running, run.Tick(c, &b))
		assert.Equal(t, me.Intent.Goal, m.Footing(me.Intent.Goal))
		assert.Greater(t, me.Intent.Goal.Dist(me.Body.Pos), 2.0, "there is always a way on")
		me.Body.Pos = me.Body.Pos.Add(me.Intent.Goal.Sub(me.Body.Pos).Unit().Times(0.5))
	}
	assert.Greater(t, me.dist(enemy), 12.0)

	me.Sight.Enemy = nil // out of sight
	status, ticks := until(me, 100, func() behavior.Status { return run.Tick(c, &b) })
	assert.Equal(t, behavior.Success, status)
	assert.InDelta(t, 1.5/c.DT, ticks, 2)
}

func TestRunOutOfBreathTakesANote(t *testing.T) {
	m := newMeadow()
	me, enemy := m.add(Grazer, Vec{50, 30}), m.add(Predator, Vec{55, 30})
	me.Sight.Enemy, me.Body.Breath = enemy, 0
	c, b := context(me), runBlock{From: enemy.ID}
	for range 100 {
		run.Tick(c, &b)
	}
	assert.NotZero(t, c.Stimuli.Flags()&Winded)
	assert.Equal(t, 1, c.Stimuli.Len(), "one note, not one each frame")
}

func TestPatrolGoesRoundTheNest(t *testing.T) {
	m := newMeadow()
	me := m.add(Grazer, Vec{53, 32})
	c, b := context(me), patrolBlock{}
	require.Equal(t, behavior.Running, patrol.Activate(c, &b))
	require.Len(t, b.Route, 4)
	home := m.nests[0].Pos
	for _, p := range b.Route {
		assert.InDelta(t, 5.5, p.Dist(home), 1.6)
	}
	status, _ := until(me, 1000, func() behavior.Status { return patrol.Tick(c, &b) })
	assert.Equal(t, behavior.Success, status)

	room := &b.Route[0]
	patrol.Reset(&b)
	assert.Empty(t, b.Route)
	assert.Zero(t, b.Next)
	patrol.Activate(c, &b)
	assert.Same(t, room, &b.Route[0], "Reset keeps the room")
}

func TestGrazeEatsAndGoesOnToTheNextBush(t *testing.T) {
	m := newMeadow()
	m.bushes = []Bush{{Vec{51, 30}, 1}, {Vec{56, 30}, 1}}
	me := m.add(Grazer, Vec{50, 30})
	me.Body.Fullness = 0.3
	c, b := context(me), Meal{}
	graze.Activate(c, Meal{Bush: 0}, &b)
	require.Equal(t, behavior.Running, graze.Tick(c, &b))
	assert.Equal(t, Intent{Pose: Eating, Doing: Doing{Act: Browse, What: 0}}, me.Intent)

	m.bushes[0].Fruit = 0
	me.Sight.Food, me.Sight.FoodSeen = 1, true
	require.Equal(t, behavior.Running, graze.Tick(c, &b))
	assert.Equal(t, m.bushes[1].Pos, me.Intent.Goal)

	me.Sight.FoodSeen, m.bushes[1].Fruit = false, 0
	assert.Equal(t, behavior.Failure, graze.Tick(c, &b), "nothing left")
	me.Body.Fullness = 1
	assert.Equal(t, behavior.Success, graze.Tick(c, &b), "enough")
}

func TestSleepLastsThroughTheNight(t *testing.T) {
	me := newMeadow().add(Grazer, Vec{50, 30})
	c, b := context(me), sleepBlock{}
	assert.Equal(t, behavior.Success, sleep.Tick(c, &b), "rested, by day")
	c.DecisionFlags = Night
	assert.Equal(t, behavior.Running, sleep.Tick(c, &b))
	assert.Equal(t, Rest, me.Intent.Doing.Act)
	c.BehaviorFlags = Nocturnal
	assert.Equal(t, behavior.Success, sleep.Tick(c, &b), "a hunter wakes")
}

func TestHelpHasAnsweredWhenItIsThere(t *testing.T) {
	me := newMeadow().add(Grazer, Vec{50, 30})
	c := context(me)
	require.NoError(t, c.Stimuli.Add(helpWanted.New(Call{At: Vec{56, 30}}, 100)))
	var at Call
	require.Positive(t, called(c, &at))
	require.Equal(t, behavior.Running, help.Activate(c, at, &at))
	status, _ := until(me, 200, func() behavior.Status { return help.Tick(c, &at) })
	assert.Equal(t, behavior.Success, status)
	assert.Less(t, me.Body.Pos.Dist(Vec{56, 30}), Reach)
	assert.Zero(t, c.Stimuli.Flags())
}

func TestCourage(t *testing.T) {
	m := newMeadow()
	me, enemy := m.add(Grazer, Vec{80, 30}), m.add(Predator, Vec{88, 30})
	c := context(me)
	assert.Zero(t, afraid(c), "of nobody")
	me.Sight.Enemy = enemy
	assert.Positive(t, afraid(c), "alone")
	me.Sight.Friends = 3
	assert.Zero(t, afraid(c), "among friends")
	c.DecisionFlags = Hurt
	assert.Positive(t, afraid(c), "hurt")
	c.DecisionFlags = Young
	assert.Positive(t, afraid(c), "young")

	me.Body.Pos, enemy.Body.Pos, me.Sight.Friends, c.DecisionFlags = Vec{52, 30}, Vec{60, 30}, 0, 0
	assert.Positive(t, afraid(c), "alone, for an empty nest")
	m.nests[0].Eggs = 2
	assert.Zero(t, afraid(c), "for her eggs")
}

func TestNestNeedsAsManyGuardsAsThereIsDanger(t *testing.T) {
	m := newMeadow()
	me := m.add(Grazer, Vec{50, 30})
	c, n := context(me), &m.nests[0]
	assert.Zero(t, nestNeedsMe(c), "nothing to guard")
	n.Eggs = 1
	assert.Positive(t, nestNeedsMe(c))
	n.Guards = 1
	assert.Zero(t, nestNeedsMe(c), "another is there")
	me.OnGuard = true
	assert.Positive(t, nestNeedsMe(c), "it is she")
	me.OnGuard, n.Intruder = false, true
	assert.Positive(t, nestNeedsMe(c), "danger")
	n.Asked = 77
	assert.Zero(t, nestNeedsMe(c), "another's turn to volunteer")
}

func TestEveryUtteranceFitsAStimulus(t *testing.T) {
	for _, s := range []stimuli.Stimulus{helpWanted.New(Call{}, 1), growlHeard.New(Call{}, 1), invitedToPlay.New(Invitation{}, 1)} {
		assert.NoError(t, s.Err())
	}
}
