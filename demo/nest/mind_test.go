package nest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// mind is a creature with its mind in a meadow; bodies do not move by themselves here.
type mind struct {
	*meadow
	me   *Creature
	ears *stimuli.Set
	w    *world.World
	a    *decidertest.Agent[*Creature]
	t    *testing.T
}

func newMind(t *testing.T, root *Decider, species Species) *mind {
	m := newMeadow()
	me := m.add(species, Vec{50, 30})
	w := world.New(world.Options{})
	return &mind{meadow: m, me: me, ears: stimuli.NewSet(12), w: w, a: decidertest.NewIn(t, w, me.ID, root, me), t: t}
}

// tick advances a number of seconds in steps of a tenth, and returns the active path.
func (m *mind) tick(seconds float64, flags behavior.DecisionFlags) []string {
	m.t.Helper()
	for now := 0.0; now < seconds; now += 0.1 {
		m.begin()
		seen := flags
		if m.me.Sight.Enemy != nil {
			seen |= EnemySeen
		}
		m.a.Tick(decider.Input{DT: 0.1, DecisionFlags: seen, Stimuli: m.ears})
	}
	return m.a.Path()
}

// begin begins a frame. All paths are straight here.
func (m *mind) begin() {
	for token, r := range Paths.Launched(m.w, 0) {
		require.NoError(m.t, Paths.Complete(m.w, token, Path{Legs: 1, Place: [6]Vec{r.To}}))
	}
	if err := m.w.Advance(0.1); err != nil {
		require.ErrorIs(m.t, err, world.ErrSquadTooLarge) // she is alone
	}
	m.ears.Update(0.1)
	m.me.Deed = Doing{}
}

func TestMindOfAGrazer(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	assert.Equal(t, []string{"ROOT", "LIVE", "IDLE"}, m.tick(0.1, 0)[:3], "nothing to do")
	assert.Equal(t, []string{"ROOT", "CHORES", "CHORE_LAY"}, m.tick(0.1, AtHome))

	m.nests[0].Eggs, m.nests[0].Warmth = 2, 0.2
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_BROOD"}, m.tick(0.1, AtHome))
	assert.True(t, m.me.OnGuard)
	m.nests[0].Warmth = 1
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DUTY", "GUARD_WATCH", "WATCH_PATROL"}, m.tick(0.1, AtHome))

	hunter := m.add(Predator, Vec{57, 30})
	m.me.Sight.Enemy = hunter
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DEFEND", "WARN_OFF"}, m.tick(0.1, AtHome))
	assert.Equal(t, Growl, m.me.Voice)
	hunter.Body.Pos = Vec{52, 30}
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DEFEND", "GUARD_FIGHT"}, m.tick(0.1, AtHome))
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DEFEND", "GUARD_FIGHT"}, m.tick(1, AtHome|Hurt), "to the death")
	m.me.Sight.Enemy = nil
	assert.Equal(t, []string{"ROOT", "GUARD_NEST", "GUARD_DUTY", "GUARD_WATCH", "WATCH_PATROL"}, m.tick(0.1, AtHome))

	assert.Equal(t, []string{"ROOT", "GUARD_NEST"}, m.tick(0.1, Hungry)[:2], "a watch outlasts hunger")
	m.me.Body.Fullness = 0.2
	assert.Equal(t, []string{"ROOT", "LIVE", "EAT", "EAT_SEARCH"}, m.tick(0.1, Hungry|Starving), "not starvation")
	assert.False(t, m.me.OnGuard)
	assert.Equal(t, []string{"ROOT", "DIE"}, m.tick(0.1, Dead))
}

func TestMindFleesAndThenFightsInACorner(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	m.me.Sight.Enemy = m.add(Predator, Vec{54, 30})
	m.me.Sight.Friends = 1
	assert.Equal(t, []string{"ROOT", "FLEE", "FLEE_RUN"}, m.tick(0.1, 0))
	assert.Equal(t, HelpCry, m.me.Voice, "cried, and runs in the same tick")

	m.me.Body.Breath = 0
	m.tick(0.1, 0)
	require.NoError(t, m.ears.Add(stimuli.Note(HitTaken, 2)))
	m.me.Body.Pos = Vec{53, 30}
	assert.Equal(t, []string{"ROOT", "CORNERED"}, m.tick(0.1, 0))
}

func TestMindAnswersInvitations(t *testing.T) {
	m := newMind(t, &Root, Grazer)
	m.me.Body.Boredom = 0.25
	mate := m.add(Grazer, Vec{53, 30})
	assert.NotContains(t, m.tick(0.1, 0), "PLAY_TAG")
	require.NoError(t, m.ears.Add(invitedToPlay.New(Invitation{From: mate.ID}, 5)))
	answer := stimuli.NewSet(4)
	other := decidertest.NewIn(t, m.w, mate.ID, &Hunter, mate) // any mind will do: who has ticked can hear
	other.Tick(decider.Input{Stimuli: answer})
	for range 20 {
		m.tick(0.1, 0)
	}
	assert.NotZero(t, answer.Flags()&InvitedToPlay, "it plays along")
}

func TestMindOfAHunter(t *testing.T) {
	m := newMind(t, &Hunter, Predator)
	assert.Equal(t, []string{"HUNTER", "ROAM", "PROWL"}, m.tick(0.1, 0))
	prey := m.add(Grazer, Vec{54, 30})
	m.me.Sight.Prey = prey
	assert.Equal(t, []string{"HUNTER", "HUNT"}, m.tick(0.1, 0))
	prey.Body.Health, prey.Body.Meat = 0, 1
	m.me.Sight.Prey, m.me.Sight.Carrion = nil, prey
	m.me.Body.Fullness = 0.5
	assert.Equal(t, []string{"HUNTER", "FEED"}, m.tick(0.1, 0))
	m.me.Sight.Friends, m.me.Body.Health = 6, 0.6
	require.NoError(t, m.ears.Add(stimuli.Note(HitTaken, 5)))
	assert.Equal(t, []string{"HUNTER", "RETREAT"}, m.tick(0.1, 0))
}
