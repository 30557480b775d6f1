package sim

import (
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/stimuli"
)

// What acts bring, per second or a bite or an egg, in shares of the whole.
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

// hitFelt is how long one knows of having been bitten, in seconds.
const hitFelt = 2.5

// carryOut does what the living want, in the order they came, and moves them.
func (s *Sim) carryOut() {
	for _, b := range s.beings {
		if b.Alive() {
			s.act(b.Creature)
		}
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

func (s *Sim) act(c *nest.Creature) {
	want, body := &c.Intent, &c.Body
	switch want.Act {
	case nest.Strike:
		s.bite(c, want.Who)
	case nest.Browse:
		if bush := &s.bushes[want.What]; near(c, bush.Pos) && bush.Fruit > 0 {
			bush.Fruit = max(bush.Fruit-float64(DT*bares), 0)
			body.Fullness = min(body.Fullness+float64(DT*browses), 1)
			s.Stats.Eaten += DT * browses
		}
	case nest.Feed:
		if meat := &want.Who.Body; near(c, meat.Pos) && meat.Meat > 0 {
			meat.Meat -= DT * strips
			body.Fullness = min(body.Fullness+float64(DT*feeds), 1)
		}
	case nest.Steal:
		if n := &s.nests[want.What]; near(c, n.Pos) && n.Eggs > 0 {
			s.clutches[want.What].takeFirst(n)
			body.Fullness = min(body.Fullness+eggMeal, 1)
			s.Stats.Stolen++
			s.tell(News{Who: c.ID, What: Robbed})
		}
	case nest.Warm:
		s.warm(c, want.What, DT*warms)
	case nest.TurnEggs:
		s.warm(c, want.What, DT*turns)
	case nest.LayEgg:
		if n := &s.nests[want.What]; near(c, n.Pos) && n.Eggs < nest.MaxEggs {
			s.clutches[want.What].add(n)
			n.Warmth = max(n.Warmth, 0.8)
			body.Fullness = max(body.Fullness-layingCost, 0)
			s.Stats.Laid++
		}
	case nest.Pick:
		if bush := &s.bushes[want.What]; near(c, bush.Pos) && bush.Fruit >= nest.Handful && c.Hauling && !body.Laden {
			bush.Fruit -= nest.Handful
			body.Laden = true
		}
	case nest.Store:
		if n := &s.nests[want.What]; near(c, n.Pos) && body.Laden {
			n.Larder = min(n.Larder+handMeal, nest.FullLarder)
			body.Laden = false
			s.Stats.Stored++
		}
	case nest.Nibble:
		if n := &s.nests[want.What]; near(c, n.Pos) && n.Larder > 0 {
			n.Larder = max(n.Larder-float64(DT*browses), 0)
			body.Fullness = min(body.Fullness+float64(DT*browses), 1)
		}
	case nest.Kick:
		s.kick(c, want.What)
	}
}

func near(c *nest.Creature, p nest.Vec) bool { return c.Body.Pos.Dist(p) < farthest }

func (s *Sim) warm(c *nest.Creature, i int32, by float64) {
	if n := &s.nests[i]; near(c, n.Pos) {
		n.Warmth = min(n.Warmth+by, 1)
	}
}

func (s *Sim) bite(c, victim *nest.Creature) {
	if victim == nil || !victim.Alive() || !near(c, victim.Body.Pos) {
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
	// It hurts at the next frame's Advance, by the same way cries and growls take.
	_ = s.World.Send(victim.ID, stimuli.Note(nest.HitTaken, hitFelt))
	if victim.Body.Health <= 0 {
		s.die(victim, Killed)
	}
}

// die ends a life. The mind learns of it by its flags.
func (s *Sim) die(c *nest.Creature, of Cause) {
	c.Body.Health, c.Body.Meat = 0, 1
	if c.Body.Age < nest.AdultAge {
		c.Body.Meat = 0.5
	}
	c.OnGuard = false
	s.Stats.Died[of]++
	s.tell(News{Who: c.ID, What: deaths[of]})
}

// move takes a creature a frame closer to where it wants to be, and out of others' way.
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
	body.Pos = pos.Within(s.size)
}
