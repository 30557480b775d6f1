package sim

import (
	"sync"

	"github.com/decidertree/decidertree/demo/nest"
)

// A creature looks around every so many frames, not all in the same.
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

// A bush with less is not worth the way.
const ripe = 0.25

// lookAround puts what they can see into the sight of those whose turn it is.
func (s *Sim) lookAround() {
	s.people.build(s.size, len(s.beings), func(i int) nest.Vec { return s.beings[i].Body.Pos })
	s.sortToys()
	turn := s.World.Frame()
	s.share(func(b *Being) {
		if !b.Alive() {
			b.Sight, b.alarm = nest.Sight{}, false
		} else if !b.looked || (turn+uint64(b.ID))%lookEvery == 0 {
			s.look(b)
			b.looked = true
		}
	})
}

// worthSharing is from how many beings on it is worth a goroutine to share the work.
const worthSharing = 500

// share calls f for every being, in several goroutines where there are many. It writes its own being only, and reads
// of others what it does not write, so it does not matter who comes first.
func (s *Sim) share(f func(*Being)) {
	n := min(s.options.Workers, len(s.beings)/worthSharing+1)
	var done sync.WaitGroup
	for i := 1; i < n; i++ {
		done.Go(func() {
			for _, b := range s.beings[len(s.beings)*i/n : len(s.beings)*(i+1)/n] {
				f(b)
			}
		})
	}
	for _, b := range s.beings[:len(s.beings)/n] {
		f(b)
	}
	done.Wait()
}

// look is one creature's look around.
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

// inSight reports whether a creature that sees so far notices what is so far away: behind its back, only what is
// near.
func inSight(me *nest.Creature, way nest.Vec, dist, far float64) bool {
	return dist <= far && (dist <= float64(0.4*far) || way.Dot(me.Body.Facing) >= 0)
}

// Sees reports whether a creature would notice somebody at a place, for who draws it.
func (s *Sim) Sees(b *Being, p nest.Vec) bool {
	way := p.Sub(b.Body.Pos)
	return b.Alive() && inSight(b.Creature, way, way.Len(), s.eyesight(b.Creature))
}

// eyesight is how far a creature sees now.
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

// playful tells, by what it is seen to do, whether somebody might like to play.
func playful(c *nest.Creature) bool {
	switch c.Intent.Pose {
	case nest.Idling, nest.Strolling, nest.Watching:
		return !c.OnGuard
	}
	return false
}

// seeFood finds the nearest bush with enough on it.
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

// smellEggs finds the nearest nest with eggs that hardly anybody guards.
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

// nearest keeps the nearest of those offered.
type nearest struct {
	who  *nest.Creature
	dist float64
}

func (n *nearest) offer(c *nest.Creature, dist float64) {
	if n.who == nil || dist < n.dist {
		n.who, n.dist = c, dist
	}
}
