package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// Distances, in metres.
const (
	Reach     = 1.2  // an arm's, and a mouth's, length
	charge    = 4.0  // an enemy this near can be reached in a moment
	homeRange = 12.0 // the guarded range around the nest
	tooClose  = 5.0  // an enemy nearer than this frightens every creature that is not in a crowd
	earshot   = 28.0 // of a cry or a growl
)

// full is the Fullness of a sated creature.
const full = 0.97

// crowded is the number of creatures that a nest can feed, including eggs.
const crowded = 13

// Handful is the load of a creature, in shares of a bush's fruit.
const Handful = 0.25

// Threat is the DBlock from FLEE to run.
type Threat struct{ Enemy world.AgentID }

// Meal is the DBlock from EAT to graze.
type Meal struct{ Bush int32 }

func enemyClose(c *Context) float64 {
	e := c.Agent.Sight.Enemy
	return behavior.If(e != nil && e.Alive() && c.Agent.dist(e) < charge)
}

func enemySeen(c *Context) float64 { return behavior.If(c.Agent.Sight.Enemy != nil) }

// afraid weighs the enemy's distance against the creature's courage.
func afraid(c *Context) float64 {
	me := c.Agent
	e := me.Sight.Enemy
	if e == nil {
		return 0
	}
	courage := float64(0.22 * float64(min(me.Sight.Friends, 4)))
	if c.DecisionFlags&Young != 0 {
		courage = 0
	} else if n := me.home(); n.Eggs > 0 && me.Body.Pos.Dist(n.Pos) < homeRange {
		courage++ // of a parent
	}
	if c.DecisionFlags&Hurt != 0 {
		courage -= 0.4
	}
	if c.Stimuli.Flags()&Mobbing != 0 {
		courage += 0.8
	}
	courage -= nerves(c)
	fear := min(tooClose/max(me.dist(e), 1), 0.95)
	return behavior.If(fear > courage)
}

// nerves returns the courage lost by the frights since the last good sleep.
func nerves(c *Context) float64 { return float64(0.04 * float64(min(*frights.Of(c), 5))) }

func threat(c *Context, t *Threat) float64 {
	e := c.Agent.Sight.Enemy
	if e == nil {
		return 0
	}
	t.Enemy = e.ID
	return 1
}

func someoneNear(c *Context) float64 { return behavior.If(c.Agent.Sight.Friends > 0) }

// nestNeedsMe accepts if there are eggs or an enemy at home and too few other guards.
func nestNeedsMe(c *Context) float64 {
	n := c.Agent.home()
	if !c.Agent.OnGuard && n.Asked != c.Agent.ID {
		return 0
	}
	others, wanted := n.Guards, 0
	if c.Agent.OnGuard {
		others--
	}
	if n.Eggs > 0 {
		wanted = 1 + n.Eggs/3
	}
	if n.Intruder {
		wanted += 2
	}
	return behavior.If(others < wanted && c.Agent.Body.Pos.Dist(n.Pos) < 3*homeRange)
}

// watchGoesOn is called after every round: she stays as long as the nest needs her and she can stay awake. Hunger does
// not end the watch; starvation does, by a decider of higher priority.
func watchGoesOn(c *Context) float64 {
	if c.DecisionFlags&Tired != 0 {
		return 0
	}
	return nestNeedsMe(c)
}

func eggsAreCold(c *Context) float64 {
	n := c.Agent.home()
	return behavior.If(n.Eggs > 0 && n.Warmth < 0.5)
}

func eggsAtHome(c *Context) float64 { return behavior.If(c.Agent.home().Eggs > 0) }

func canLay(c *Context) float64 {
	n := c.Agent.home()
	return behavior.If(c.Agent.Body.Fullness > 0.6 && n.Eggs < MaxEggs && n.Eggs+n.Homes < crowded)
}

// called returns the place of the newest cry for help or growl.
func called(c *Context, d *Call) (value float64) {
	in, ok := helpWanted.Get(c.Stimuli)
	if !ok {
		in, ok = growlHeard.Get(c.Stimuli)
	}
	*d = in
	return behavior.If(ok)
}

// The needs compete in LIVE. Hunger and sleepiness rise faster than activities satisfy them, so a creature finishes one
// activity before the next.

func hunger(c *Context) float64 {
	h := 1.2 - float64(1.2*c.Agent.Body.Fullness)
	if c.DecisionFlags&Starving != 0 {
		h += 2 // exceeds all other needs
	}
	return h
}

func sleepiness(c *Context) float64 {
	s := 0.9 - c.Agent.Body.Energy
	if c.DecisionFlags&Night != 0 {
		s += 0.5
	}
	return s
}

// fun is the value of the best game, times boredom. A creature that is playing continues even at a value that would be
// too small to begin.
func fun(c *Context) float64 {
	f := c.Agent.Body.Boredom
	if c.Stimuli.Flags()&InvitedToPlay != 0 {
		f += 0.5
	}
	if c.DecisionFlags&Night != 0 {
		f -= 0.5
	}
	if f <= 0.3 && c.Duration() == 0 {
		return 0
	}
	return float64(f * min(c.DelegateDecideToChildren(), 1))
}

// larderNear is for the young and for guards, who cannot leave to look for food.
func larderNear(c *Context) float64 {
	n := c.Agent.home()
	return behavior.If(n.Larder > 0.1 && c.Agent.Body.Pos.Dist(n.Pos) < homeRange)
}

// larderLow accepts if the nest has creatures to feed and little food.
func larderLow(c *Context) float64 {
	n := c.Agent.home()
	return behavior.If(n.Larder < FullLarder/2 && n.Homes > 1)
}

func noFoodSeen(c *Context) float64 {
	return behavior.If(!c.Agent.Sight.FoodSeen && c.Agent.Body.Fullness < full)
}

func foodInSight(c *Context) float64 { return behavior.If(c.Agent.Sight.FoodSeen) }

func foodSeen(c *Context, m *Meal) float64 {
	m.Bush = c.Agent.Sight.Food
	return behavior.If(c.Agent.Sight.FoodSeen)
}

func invited(c *Context, d *Invitation) float64 {
	in, ok := invitedToPlay.Get(c.Stimuli)
	*d = in
	if !ok || c.Agent.Land.Find(in.From) == nil {
		return 0
	}
	return 8 // much better than playing alone
}

func playmateSeen(c *Context, d *Invitation) float64 {
	p := c.Agent.Sight.Playmate
	if p == nil {
		return 0
	}
	d.From = p.ID
	return 1
}
