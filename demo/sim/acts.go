package sim

import (
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/stimuli"
)

// Effects of acts, per second, bite or egg, in shares of the whole.
const (
	grazerBite = 0.03
	youngBite  = 0.01
	hunterBite = 0.34
	browses    = 0.15 // of the stomach, per second
	bares      = 0.06 // of the bush, per second
	feeds      = 0.10 // of the stomach, per second
	strips     = 0.12 // of the carcass, per second
	eggMeal    = 0.25
	handMeal   = 0.3 // what a creature carries home, in stomachs
	layingCost = 0.20
	warms      = 0.15 // of the eggs, per second of sitting on them
	turns      = 0.05
	farthest   = 2 * nest.Reach // between who does something and whom or what it is done to, in metres
)

// hitFelt is how long the stimulus of a bite lasts, in seconds.
const hitFelt = 2.5

// carryOut carries out the intents of the living, in the order in which they came, and moves them.
func (s *Sim) carryOut() {
	for _, b := range s.beings {
		if b.Alive() {
			s.do(b.Creature, b.Deed)
			s.do(b.Creature, b.Intent.Doing)
		}
		b.Deed = nest.Doing{}
	}
	for _, b := range s.beings {
		s.letGo(b.Creature)
		if b.Alive() {
			s.move(b.Creature)
			if b.Species == nest.Predator {
				s.rustle(b)
			}
		}
	}
}

func (s *Sim) do(c *nest.Creature, what nest.Doing) {
	switch what.Act {
	case nest.NoAct, nest.Rest:
	case nest.Strike:
		if victim := (land{s}).Find(what.Who); victim != nil {
			s.bite(c, victim)
		}
	case nest.Feed:
		if dead := (land{s}).Find(what.Who); dead != nil {
			s.feed(c, dead)
		}
	case nest.Kick:
		s.kick(c, what.What)
	case nest.Browse, nest.Pick:
		if bush := &s.bushes[what.What]; near(c, bush.Pos) {
			s.pluck(c, what.Act, bush)
		}
	default:
		if n := &s.nests[what.What]; near(c, n.Pos) {
			s.doAtNest(c, what.Act, n, &s.clutches[what.What])
		}
	}
}

func (s *Sim) feed(c, dead *nest.Creature) {
	if meat := &dead.Body; near(c, meat.Pos) && meat.Meat > 0 {
		meat.Meat -= DT * strips
		c.Body.Fullness = min(c.Body.Fullness+float64(DT*feeds), 1)
	}
}

// pluck eats from a bush or takes a load of its fruit.
func (s *Sim) pluck(c *nest.Creature, act nest.Act, bush *nest.Bush) {
	switch body := &c.Body; {
	case act == nest.Browse && bush.Fruit > 0:
		bush.Fruit = max(bush.Fruit-float64(DT*bares), 0)
		body.Fullness = min(body.Fullness+float64(DT*browses), 1)
		s.Stats.Eaten += DT * browses
	case act == nest.Pick && bush.Fruit >= nest.Handful && c.Hauling && !body.Laden:
		bush.Fruit -= nest.Handful
		body.Laden = true
	}
}

func (s *Sim) doAtNest(c *nest.Creature, act nest.Act, n *nest.Nest, eggs *clutch) {
	body := &c.Body
	switch {
	case act == nest.Warm:
		n.Warmth = min(n.Warmth+float64(DT*warms), 1)
	case act == nest.TurnEggs:
		n.Warmth = min(n.Warmth+float64(DT*turns), 1)
	case act == nest.Steal && n.Eggs > 0:
		eggs.takeFirst(n)
		body.Fullness = min(body.Fullness+eggMeal, 1)
		s.Stats.Stolen++
		s.tell(News{Who: c.ID, What: Robbed})
	case act == nest.LayEgg && n.Eggs < nest.MaxEggs:
		eggs.add(n)
		n.Warmth = max(n.Warmth, 0.8)
		body.Fullness = max(body.Fullness-layingCost, 0)
		s.Stats.Laid++
	case act == nest.Store && body.Laden:
		n.Larder = min(n.Larder+handMeal, nest.FullLarder)
		body.Laden = false
		s.Stats.Stored++
	case act == nest.Nibble && n.Larder > 0:
		n.Larder = max(n.Larder-float64(DT*browses), 0)
		body.Fullness = min(body.Fullness+float64(DT*browses), 1)
	}
}

func near(c *nest.Creature, p nest.Vec) bool { return c.Body.Pos.Dist(p) < farthest }

func (s *Sim) bite(c, victim *nest.Creature) {
	if !victim.Alive() || !near(c, victim.Body.Pos) {
		return
	}
	s.Stats.Bites++
	hurt := grazerBite
	switch {
	case c.Species == nest.Predator:
		hurt = hunterBite
	case c.Body.Age < nest.AdultAge:
		hurt = youngBite
	}
	if victim.Body.Age < nest.AdultAge && victim.Species == nest.Grazer {
		hurt = 2 * hurt
	}
	victim.Body.Health -= hurt
	// The stimulus arrives at the next frame's Advance, as cries and growls do.
	_ = s.World.Send(victim.ID, stimuli.Note(nest.HitTaken, hitFelt))
	if victim.Body.Health <= 0 {
		s.die(victim, Killed)
	}
}

// die ends a life. The flags tell the mind.
func (s *Sim) die(c *nest.Creature, of Cause) {
	c.Body.Health, c.Body.Meat = 0, 1
	if c.Body.Age < nest.AdultAge {
		c.Body.Meat = 0.5
	}
	c.OnGuard = false
	s.Stats.Died[of]++
	s.tell(News{Who: c.ID, What: deaths[of]})
}

// move moves a creature toward its goal for a frame, and out of the way of others.
func (s *Sim) move(c *nest.Creature) {
	body := &c.Body
	pos := body.Pos.Add(c.Sight.Shove.Times(DT))
	if v := float64(speed(c) * DT); v > 0 {
		way := c.Intent.Goal.Sub(body.Pos)
		if d := way.Len(); d > 0 {
			body.Facing = way.Unit()
			pos = pos.Add(body.Facing.Times(min(v, d)))
		}
	}
	body.Pos = s.terrain.footing(pos)
}
