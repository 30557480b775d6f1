package nest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// walkOn ticks for a number of seconds and moves the body to its goal at 2 metres per second.
func (m *mind) walkOn(seconds float64, flags behavior.DecisionFlags) (path []string) {
	m.t.Helper()
	for range int(seconds/0.1 + 0.5) {
		path = m.tick(0.1, flags)
		if m.me.Intent.Gait != Still {
			way := m.me.Intent.Goal.Sub(m.me.Body.Pos)
			m.me.Body.Pos = m.me.Body.Pos.Add(way.Unit().Times(min(0.2, way.Len())))
		}
	}
	return path
}

// leaf is what runs, last on the path.
func leaf(path []string) string { return path[len(path)-1] }

func TestGuardLooksIntoANoise(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	m.nests[0].Eggs = 1
	assert.Equal(t, "WATCH_PATROL", leaf(m.tick(0.3, 0)))

	noise := m.nests[0].Pos.Add(Vec{8, 0})
	require.NoError(t, m.ears.Add(Noise(noise)))
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DUTY", "INVESTIGATE", "INVESTIGATE_GO"}, m.tick(0.1, 0))
	assert.Equal(t, Investigating, m.me.Intent.Pose)
	assert.True(t, m.me.OnGuard, "she is still on duty")
	assert.Equal(t, "LOOK_OUT", leaf(m.walkOn(4.5, 0)))
	assert.Less(t, m.me.Body.Pos.Dist(noise), Reach)
	assert.Zero(t, m.ears.Flags()&NoiseHeard)
	m.me.Body.Pos = m.nests[0].Pos // looking around may lead her off, and does not send her back
	assert.Equal(t, "LOOK_OUT", leaf(m.tick(1, 0)))
	assert.Equal(t, "WATCH_PATROL", leaf(m.tick(2, 0)), "nothing there")

	require.NoError(t, m.ears.Add(Noise(Vec{99, 59})))
	assert.Equal(t, "INVESTIGATE_GO", leaf(m.tick(0.1, 0)))
	m.me.Body.Pos = m.nests[0].Pos
	assert.Equal(t, "WATCH_PATROL", leaf(m.tick(12.5, 0)), "too far: she gives up")

	require.NoError(t, m.ears.Add(Noise(noise)))
	m.tick(0.1, 0)
	m.me.Sight.Enemy = m.add(Predator, Vec{57, 30})
	assert.Equal(t, "WARN_OFF", leaf(m.tick(0.1, 0)), "so that is what it was")
}

func TestHunterLooksIntoANoise(t *testing.T) {
	m := newMind(t, &Hunter, Predator)
	m.tick(0.1, 0)
	require.NoError(t, m.ears.Add(Noise(Vec{53, 30})))
	assert.Equal(t, []string{"HUNTER", "ROAM", "INVESTIGATE", "INVESTIGATE_GO"}, m.tick(0.1, 0))
	assert.Equal(t, "LOOK_OUT", leaf(m.walkOn(2, 0)))
	assert.Equal(t, "PROWL", leaf(m.walkOn(3, 0)))
}

// hungryNest makes a mind whose nest needs food, and a bush that has some.
func hungryNest(t *testing.T) *mind {
	m := newMind(t, &Root, Grazer)
	m.nests[0].Homes = 3
	m.bushes = []Bush{{Vec{56, 30}, 1}}
	m.me.Sight.FoodSeen = true
	require.Equal(t, "STOCK_UP_PICK", leaf(m.tick(0.1, AtHome)))
	require.True(t, m.me.Hauling)
	require.NotEqual(t, "FIND_HOME", leaf(m.walkOn(3, 0)))
	require.Equal(t, Pick, m.me.Deed.Act)
	m.me.Body.Laden, m.me.Sight.FoodSeen = true, false
	return m
}

func TestFoodIsCarriedHome(t *testing.T) {
	m := hungryNest(t)
	assert.Equal(t, []string{"ROOT", "CHORES", "STOCK_UP", "STOCK_UP_CARRY", "FOLLOW_WAY"}, m.walkOn(1, 0))
	assert.Equal(t, Carrying, m.me.Intent.Pose)
	assert.Equal(t, "STOCK_UP_STORE", leaf(m.walkOn(5, 0)))
	assert.Equal(t, Store, m.me.Deed.Act)
	m.me.Body.Laden = false
	assert.NotContains(t, m.tick(0.1, 0), "STOCK_UP", "done")
	assert.False(t, m.me.Hauling)
}

func TestFoodIsDroppedInDanger(t *testing.T) {
	m := hungryNest(t)
	assert.Equal(t, "FIND_HOME", leaf(m.tick(0.1, 0)))
	m.me.Sight.Enemy = m.add(Predator, Vec{58, 30})
	assert.Equal(t, "FLEE_RUN", leaf(m.tick(0.1, 0)))
	assert.False(t, m.me.Hauling)
}

func TestGrazingAndLookingUpAtOnce(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	m.bushes = []Bush{{Vec{50, 30}, 1}}
	m.me.Sight.FoodSeen, m.me.Body.Fullness = true, 0.2
	meal := []string{"ROOT", "LIVE", "EAT", "EAT_MEAL", "EAT_GRAZE", "EAT_LOOK_UP"}
	assert.Equal(t, meal, m.tick(1, Hungry))
	assert.Equal(t, Browse, m.me.Intent.Doing.Act)
	before := m.me.Body.Facing
	assert.Equal(t, meal, m.tick(1, Hungry))
	assert.NotEqual(t, before, m.me.Body.Facing, "she has looked up")
	m.me.Body.Fullness = 1
	assert.NotContains(t, m.tick(0.1, 0), "EAT", "full: the meal is over, looking up as well")

	young := newMind(t, &Root, Grazer)
	young.bushes, young.me.Sight.FoodSeen, young.me.Body.Fullness = m.bushes, true, 0.2
	assert.Equal(t, meal[:5], young.tick(0.1, Young|Hungry), "the young only eat")
}

func TestSleeperWakesUpBeforeItRuns(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	m.me.Body.Energy = 0.1
	require.Equal(t, "SLEEP_LIE_DOWN", leaf(m.tick(0.1, Tired|AtHome|Night)))
	m.me.Sight.Enemy = m.add(Predator, Vec{52, 30})
	assert.Equal(t, "SLEEP_LIE_DOWN", leaf(m.tick(0.3, Tired|Night)))
	assert.Equal(t, Waking, m.me.Intent.Pose)
	m.me.Sight.Enemy = nil // hidden by the dark: she knows all the same what woke her
	assert.Equal(t, "FLEE_RUN", leaf(m.tick(0.5, Tired|Night)))
	assert.EqualValues(t, 1, *frights.Of(m.a.Memory))

	m = newMind(t, &Root, Grazer)
	m.me.Body.Energy = 0.1
	require.Equal(t, "SLEEP_LIE_DOWN", leaf(m.tick(0.1, Tired|AtHome|Night)))
	assert.Equal(t, "DIE", leaf(m.tick(0.1, Dead)), "the dead do not wake up")
}

// playful makes a mind that has taken up a toy.
func playful(t *testing.T, how *Decider) *mind {
	m := newMind(t, &Root, Grazer)
	m.toys = []Toy{{Pos: Vec{53, 30}, HowTo: decider.MustInitializeTreeData(how)}}
	m.me.Body.Boredom, m.me.Sight.Toy = 1, 1
	for range 200 { // of all games, it comes to this one
		if path := m.walkOn(0.1, 0); len(path) > 3 && path[3] == "PLAY_TOY" {
			break
		}
		m.ears.Remove(Played)
	}
	m.me.Body.Pos = Vec{50, 30}
	require.Equal(t, []string{"ROOT", "LIVE", "PLAY", "PLAY_TOY", "TOY_GO"}, m.tick(0.1, 0))
	require.Equal(t, "TOY_LEARN", leaf(m.walkOn(1.2, 0)))
	return m
}

func TestMushroomTellsHowToBounce(t *testing.T) {
	m := playful(t, &Mushroom)
	assert.Equal(t, []string{"ROOT", "LIVE", "PLAY", "PLAY_TOY", "TOY_PLAY", "MUSHROOM", "MUSHROOM_CLIMB"}, m.walkOn(0.7, 0))
	assert.Equal(t, "MUSHROOM_BOUNCE", leaf(m.walkOn(0.8, 0)))
	assert.Equal(t, Bouncing, m.me.Intent.Pose)

	m.walkOn(0.9, 0) // down, and up again
	m.me.Sight.Enemy = m.add(Predator, Vec{56, 30})
	assert.Equal(t, "MUSHROOM_BOUNCE", leaf(m.tick(0.1, 0)), "nobody can run in the air")
	assert.Equal(t, "FLEE_RUN", leaf(m.tick(0.9, 0)), "down again")
	m.me.Sight.Enemy = nil
	m.tick(3, 0)
	assert.Zero(t, *toy.Of(m.a.Memory))
	assert.NotContains(t, m.a.Path(), "TOY_PLAY")
}

func TestBallTellsHowToKick(t *testing.T) {
	m := playful(t, &Ball)
	kicked, rounds := 0, map[string]bool{}
	for range 100 {
		path := m.walkOn(0.1, 0)
		rounds[leaf(path)] = true
		if m.me.Deed.Act == Kick {
			kicked++
			m.toys[0].Pos = m.toys[0].Pos.Add(Vec{3, 0})
		}
		if leaf(path) == "BALL_CHEER" {
			break
		}
	}
	assert.Equal(t, 3, kicked)
	assert.True(t, rounds["BALL_CHASE"])
	assert.True(t, rounds["BALL_CHEER"])
	assert.Equal(t, Whoop, m.me.Voice)
	m.walkOn(1.2, 0)
	assert.NotContains(t, m.a.Path(), "PLAY_TOY", "enough")
	assert.NotZero(t, m.ears.Flags()&Played)
}

func TestFrightsAreSleptOff(t *testing.T) {
	m := newMeadow()
	me := m.add(Grazer, Vec{50, 30})
	c, b := context(me), sleepBlock{}
	enemy := m.add(Predator, Vec{58, 30})
	me.Sight.Enemy, me.Sight.Friends = enemy, 3
	assert.Zero(t, afraid(c))
	r := runBlock{}
	for range 5 {
		run.Activate(c, Threat{enemy.ID}, &r)
	}
	run.Tick(c, &r)
	assert.Positive(t, afraid(c), "nervous")
	assert.Equal(t, enemy.Body.Pos, *dangerAt.Of(c))
	assert.Equal(t, behavior.Success, sleep.Tick(c, &b))
	assert.Zero(t, afraid(c), "slept well")
}
