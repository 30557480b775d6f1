package sim

import (
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
)

// Rates of the body, in shares of the whole per second.
const (
	hungers   = 1.0 / 200 // awake and walking
	tires     = 1.0 / 170
	bores     = 1.0 / 45
	amuses    = 1.0 / 8
	rests     = 1.0 / 25
	heals     = 1.0 / 80 // unless hungry; asleep it heals faster
	starves   = 1.0 / 45
	breathes  = 1.0 / 10 // while not running
	grazerRun = 1.0 / 5  // breath that running takes
	hunterRun = 1.0 / 7.5
)

// Speeds, in metres per second.
const (
	walking       = 1.8
	grazerRunning = 4.6
	hunterRunning = 6.0
	breathless    = 2.4
)

// liveOn advances bodies and nests by a frame.
func (s *Sim) liveOn() {
	for i := range s.nests {
		n := &s.nests[i]
		s.clutches[i].Lived = n.Homes
		n.Homes, n.Guards, n.Intruder = 0, 0, false
	}
	s.grazersLeft, s.huntersLeft = 0, 0
	for _, b := range s.beings {
		if !b.Alive() {
			b.dead += DT
			s.inform(b, nest.Dead)
			s.pace(b)
			continue
		}
		if s.metabolise(b); !b.Alive() {
			s.inform(b, nest.Dead)
			continue
		}
		s.inform(b, s.flagsOf(b))
		s.pace(b)
		if b.Species == nest.Predator {
			s.huntersLeft++
			continue
		}
		s.grazersLeft++
		n, c := &s.nests[b.Home], &s.clutches[b.Home]
		if b.OnGuard {
			n.Guards++
		}
		n.Intruder = n.Intruder || b.alarm
		if n.Homes == int(s.World.Frame()%uint64(max(c.Lived, 1))) {
			n.Asked = b.ID
		}
		n.Homes++
	}
	for i := range s.bushes {
		s.bushes[i].Fruit = min(s.bushes[i].Fruit+float64(DT/60), 1)
	}
}

// metabolise advances one body by a frame.
func (s *Sim) metabolise(b *Being) {
	body, want := &b.Body, &b.Intent
	body.Age += DT
	b.VoiceFor = max(b.VoiceFor-DT, 0)
	if b.VoiceFor == 0 {
		b.Voice = nest.Silent
	}

	effort, heal := 1.0, heals
	switch {
	case want.Gait == nest.Run:
		effort = 1.6
		breath := grazerRun
		if b.Species == nest.Predator {
			breath = hunterRun
		}
		body.Breath -= float64(DT * breath)
	default:
		body.Breath += float64(DT * breathes)
	}
	if want.Doing.Act == nest.Rest {
		effort, heal = 0.4, 3*heals
		body.Energy += float64(DT * rests)
	} else {
		body.Energy -= float64(DT * tires * effort)
	}
	body.Fullness -= float64(DT * hungers * effort)
	switch want.Pose {
	case nest.Tagging, nest.Inviting, nest.Flipping, nest.Rolling, nest.Dancing, nest.Kicking, nest.Bouncing:
		body.Boredom -= DT * amuses
	default:
		body.Boredom += DT * bores
	}
	switch {
	case body.Fullness <= 0:
		body.Health -= DT * starves
	case body.Fullness > 0.25:
		body.Health += float64(DT * heal)
	}
	body.Health = min(body.Health, 1)
	body.Fullness = min(max(body.Fullness, 0), 1)
	body.Energy = min(max(body.Energy, 0), 1)
	body.Breath = min(max(body.Breath, 0), 1)
	body.Boredom = min(max(body.Boredom, 0), 1)

	switch {
	case body.Age > body.Lifespan:
		s.die(b.Creature, OldAge)
	case body.Health <= 0:
		s.die(b.Creature, Starvation)
	}
}

// flagsOf returns the decision flags of a living creature: the state of its body and the time of day.
func (s *Sim) flagsOf(b *Being) (f decider.DecisionFlags) {
	body := &b.Body
	for _, is := range [...]struct {
		flag decider.DecisionFlags
		so   bool
	}{
		{nest.Young, body.Age < nest.AdultAge},
		{nest.Hungry, body.Fullness < 0.5},
		{nest.Starving, body.Fullness < 0.25},
		{nest.Sated, body.Fullness > 0.8},
		{nest.Tired, body.Energy < 0.3},
		{nest.Hurt, body.Health < 0.4},
		{nest.Night, s.Day.Night()},
		{nest.AtHome, body.Pos.Dist(s.nests[b.Home].Pos) < 6},
		{nest.EnemySeen, b.Sight.Enemy != nil},
	} {
		if is.so {
			f |= is.flag
		}
	}
	return f
}

// speed returns a creature's speed at the gait it wants.
func speed(c *nest.Creature) float64 {
	v := walking
	switch {
	case c.Intent.Gait == nest.Still:
		return 0
	case c.Intent.Gait == nest.Run && c.Body.Breath <= 0:
		v = breathless
	case c.Intent.Gait == nest.Run && c.Species == nest.Predator:
		v = hunterRunning
	case c.Intent.Gait == nest.Run:
		v = grazerRunning
	}
	if c.Body.Age < nest.AdultAge && c.Species == nest.Grazer {
		v = float64(0.85 * v)
	}
	return v
}
