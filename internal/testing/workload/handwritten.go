package workload

// Frame is Figure 1 written by hand: the nested if that a programmer would write without a framework. It is not inlined,
// like the update of a creature in a game, so that the compiler cannot merge it into a benchmark's loop.
//
//go:noinline
func (c *Creature) Frame() {
	if c.Predator {
		c.Act(Flee)
	} else if c.NestRaided {
		if c.Outnumbered {
			c.Act(YellForHelp)
		} else if c.Enemy {
			c.Act(GuardFight)
		} else {
			c.Act(Patrol)
		}
	} else if c.Enemy {
		c.Act(Fight)
	} else if c.Hungry {
		if c.FoodGone {
			c.Act(FindFood)
		} else {
			c.Act(EatFood)
		}
	} else if c.Tired {
		c.Act(IdleRest)
	} else if c.Dizzy {
		c.Act(PlayRest)
	} else if c.Wild {
		c.Act(Flip)
	} else if c.Muddy {
		c.Act(Roll)
	} else {
		c.Act(Dance)
	}
}

// Wanted is the same nested if for contenders that need the leaf without its work.
func (c *Creature) Wanted() Leaf {
	switch {
	case c.Predator:
		return Flee
	case c.NestRaided && c.Outnumbered:
		return YellForHelp
	case c.NestRaided && c.Enemy:
		return GuardFight
	case c.NestRaided:
		return Patrol
	case c.Enemy:
		return Fight
	case c.Hungry && c.FoodGone:
		return FindFood
	case c.Hungry:
		return EatFood
	case c.Tired:
		return IdleRest
	case c.Dizzy:
		return PlayRest
	case c.Wild:
		return Flip
	case c.Muddy:
		return Roll
	}
	return Dance
}
