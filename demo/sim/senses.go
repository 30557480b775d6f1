package sim

import (
	"sync"

	"github.com/decidertree/decidertree/demo/nest"
)

// Creatures look around once in this many frames, a part of them in each.
const lookEvery = 6

// Ranges of the senses, in metres.
const (
	grazerNight, grazerDay = 10, 18 // how far it sees, by light
	hunterNight, hunterDay = 19, 14
	burrow                 = 1.5  // a hunter this close to the middle of its den is in it, and not seen
	asleep                 = 3.5  // how far a sleeper notices anything
	company                = 9.0  // friends this close give courage, enemies this close press
	smell                  = 25.0 // of carrion and of eggs, to a hunter
	alarming               = 16.0 // an enemy this close to the nest concerns everybody who lives there
	elbow                  = 1.1  // closer than this is too close
)

// A bush with less fruit is ignored.
const ripe = 0.25

// lookAround updates the Sight of the creatures whose turn it is.
func (s *Sim) lookAround() {
	s.people.build(s.size, len(s.beings), func(i int) nest.Vec { return s.beings[i].Body.Pos })
	s.sortToys()
	turn := s.World.Frame()
	s.share(func(_ int, b *Being) {
		if !b.Alive() {
			b.Sight, b.alarm = nest.Sight{}, false
		} else if !b.looked || (turn+uint64(b.ID))%lookEvery == 0 {
			s.look(b)
			b.looked = true
		}
	})
}

// worthSharing is the number of beings from which a further goroutine pays.
const worthSharing = 500

// share calls f for every being with its index, in several goroutines if there are many. f writes only its own being and reads only
// data of others that f does not write, so the order does not matter.
func (s *Sim) share(f func(int, *Being)) {
	n := min(s.options.Workers, len(s.beings)/worthSharing+1)
	var done sync.WaitGroup
	for i := 1; i < n; i++ {
		done.Go(func() {
			for at := len(s.beings) * i / n; at < len(s.beings)*(i+1)/n; at++ {
				f(at, s.beings[at])
			}
		})
	}
	for at, b := range s.beings[:len(s.beings)/n] {
		f(at, b)
	}
	done.Wait()
}

// look updates one creature's Sight.
func (s *Sim) look(b *Being) {
	me := b.Creature
	me.Sight = nest.Sight{}
	far := s.eyesight(me)
	var enemy, prey, carrion, playmate nearest
	for i := range s.people.around(me.Body.Pos, max(far, company)) {
		other := s.beings[i].Creature
		if other == me {
			continue
		}
		way := other.Body.Pos.Sub(me.Body.Pos)
		d := way.Len()
		if !other.Alive() {
			if other.Species == nest.Grazer && other.Body.Meat > 0 && me.Species == nest.Predator {
				carrion.offer(other, d)
			}
			continue
		}
		if d < elbow && d > 0 {
			me.Sight.Shove = me.Sight.Shove.Sub(way.Times((elbow - d) / d))
		}
		if d < company && other.Species == nest.Grazer && other.Body.Age >= nest.AdultAge && other.Intent.Pose != nest.Sleeping {
			me.Sight.Friends++
		}
		if !inSight(me, way, d, far) {
			continue
		}
		if other.Species == nest.Predator && other.Body.Pos.Dist(s.nests[other.Home].Pos) < burrow {
			continue
		}
		switch {
		case me.Species != other.Species && me.Species == nest.Grazer:
			enemy.offer(other, d)
		case me.Species != other.Species && other.Body.Age < nest.AdultAge:
			prey.offer(other, d) // rather than a grown one not much nearer
		case me.Species != other.Species:
			prey.offer(other, 1.5*d)
		case playful(other):
			playmate.offer(other, d)
		}
	}
	me.Sight.Enemy, me.Sight.Prey = enemy.who, prey.who
	me.Sight.Carrion, me.Sight.Playmate = carrion.who, playmate.who
	if me.Species == nest.Predator {
		s.smellEggs(me)
		return
	}
	s.seeFood(me, far)
	s.seeToy(me, far)
	b.alarm = enemy.who != nil && enemy.who.Body.Pos.Dist(s.nests[me.Home].Pos) < alarming
}

// inSight reports whether a creature with this eyesight notices something at this distance: behind its back, only at
// close range.
func inSight(me *nest.Creature, way nest.Vec, dist, far float64) bool {
	return dist <= far && (dist <= float64(0.4*far) || way.Dot(me.Body.Facing) >= 0)
}

// Sees reports whether a creature would notice another at a place, for drawing.
func (s *Sim) Sees(b *Being, p nest.Vec) bool {
	way := p.Sub(b.Body.Pos)
	return b.Alive() && inSight(b.Creature, way, way.Len(), s.eyesight(b.Creature))
}

// eyesight returns how far a creature sees now, in metres.
func (s *Sim) eyesight(c *nest.Creature) float64 {
	night, day := float64(grazerNight), float64(grazerDay)
	if c.Species == nest.Predator {
		night, day = hunterNight, hunterDay
	}
	if c.Intent.Pose == nest.Sleeping {
		return asleep
	}
	return night + float64((day-night)*s.Day.Light)
}

// playful reports whether a creature's visible activity suggests that it would play.
func playful(c *nest.Creature) bool {
	switch c.Intent.Pose {
	case nest.Idling, nest.Strolling, nest.Watching:
		return !c.OnGuard
	}
	return false
}

// seeFood finds the nearest bush with enough fruit.
func (s *Sim) seeFood(me *nest.Creature, far float64) {
	best := far
	for i := range s.shrubs.around(me.Body.Pos, far) {
		bush := &s.bushes[i]
		if bush.Fruit < ripe {
			continue
		}
		if d := bush.Pos.Dist(me.Body.Pos); d < best {
			best, me.Sight.Food, me.Sight.FoodSeen = d, i, true
		}
	}
}

// smellEggs finds the nearest nest with eggs and few guards.
func (s *Sim) smellEggs(me *nest.Creature) {
	best := smell
	for i := range s.Homes() {
		n := &s.nests[i]
		if n.Eggs == 0 || n.Guards > 1 {
			continue
		}
		if d := n.Pos.Dist(me.Body.Pos); d < best {
			best, me.Sight.Clutch, me.Sight.ClutchSeen = d, int32(i), true
		}
	}
}

// nearest keeps the nearest of the candidates offered.
type nearest struct {
	who  *nest.Creature
	dist float64
}

func (n *nearest) offer(c *nest.Creature, dist float64) {
	if n.who == nil || dist < n.dist {
		n.who, n.dist = c, dist
	}
}
