package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// log records the last frame in which each agent entered and left each decider.
type log struct {
	entered, left map[string]map[world.AgentID]uint64
}

func newLog() *log {
	return &log{map[string]map[world.AgentID]uint64{}, map[string]map[world.AgentID]uint64{}}
}

func (l *log) ObserveLevel(world.AgentID) event.Level { return 2 }

func (l *log) Observe(e *event.Event) {
	to := l.entered
	switch e.Kind {
	case event.Left:
		to = l.left
	case event.Entered:
	default:
		return
	}
	if to[e.Decider.Name] == nil {
		to[e.Decider.Name] = map[world.AgentID]uint64{}
	}
	to[e.Decider.Name][e.Agent] = e.Frame
}

// threat makes a field with three adult grazers of one nest and a hunter that stays some metres away.
func threat(t *testing.T) (s *Sim, l *log, three []*Being) {
	l = newLog()
	s, err := New(Options{Seed: 1, Agents: 6, Watch: l})
	require.NoError(t, err)
	s.terrain.discs = nil
	s.terrain.survey(s.size)
	home := s.nests[0].Pos
	s.clutches[0].add(&s.nests[0]) // for which they are brave
	for i, b := range s.beings {
		switch {
		case b.Species == nest.Predator:
			b.Body.Pos, b.Body.Fullness, b.Body.Breath = home.Add(nest.Vec{X: 13}), 1, 0
			b.Body.Energy = 0 // it sleeps, by day
			s.nests[b.Home].Pos = b.Body.Pos.Add(nest.Vec{Y: 2})
		case b.Home == 0:
			b.Body.Pos = home.Add(nest.Vec{X: 5, Y: float64(i)})
			b.Body.Age, b.Body.Fullness, b.Body.Energy = 100, 1, 1
			three = append(three, b)
		default:
			s.die(b.Creature, OldAge)
		}
	}
	require.Len(t, three, 3)
	return s, l, three
}

func TestThreeSurroundAHunterAndChargeAsOne(t *testing.T) {
	s, l, three := threat(t)
	three[0].Body.Health = 0.7 // not sound enough for the front, which would be hers by her ID
	for range int(20 / DT) {
		require.NoError(t, s.Step())
		if len(l.entered["MOB_CHARGE"]) > 0 {
			break
		}
	}
	assert.Len(t, l.entered["MOB_LEFT"], 1)
	assert.Len(t, l.entered["MOB_RIGHT"], 1)
	assert.Len(t, l.entered["MOB_FRONT"], 1)
	assert.NotContains(t, l.entered["MOB_FRONT"], three[0].ID)
	require.Len(t, l.entered["MOB_CHARGE"], 3)
	for _, b := range three {
		assert.Equal(t, l.entered["MOB_CHARGE"][three[0].ID], l.entered["MOB_CHARGE"][b.ID], "all in one frame")
		assert.Equal(t, nest.Fighting, b.Intent.Pose)
	}
}

func TestTwoAreTooFewForAMob(t *testing.T) {
	s, l, three := threat(t)
	for range int(20 / DT) {
		require.NoError(t, s.Step())
		if len(l.entered["MOB"]) == 3 {
			break
		}
	}
	require.Len(t, l.entered["MOB"], 3)
	s.die(three[1].Creature, Killed)
	frame := s.World.Frame()
	runFor(t, s, 4*DT)
	for _, b := range three {
		assert.Greater(t, l.left["MOB"][b.ID], frame, "#%d has left", b.ID)
	}
	runFor(t, s, 3)
	assert.Empty(t, l.entered["MOB_CHARGE"])
}

// A gate lets one creature of each nest haul food, whatever happens to her.
func TestOneHaulerOfEachNest(t *testing.T) {
	s, err := New(Options{Seed: 2, Agents: 60})
	require.NoError(t, err)
	most := 0
	for range int(120 / DT) {
		require.NoError(t, s.Step())
		hauling := map[int32]int{}
		for _, b := range s.beings {
			if b.Hauling {
				hauling[b.Home]++
				require.Equal(t, 1, hauling[b.Home], "nest %d", b.Home)
			}
		}
		most = max(most, len(hauling))
	}
	assert.Greater(t, most, 3, "in several nests at once")
	assert.Greater(t, s.Stats.Stored, 5)
}
