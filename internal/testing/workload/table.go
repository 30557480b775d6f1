package workload

// row is a leaf in a flat table of function pointers.
type row struct {
	when       func(*Creature) bool
	tick       func(*Creature)
	begin, end func(*Creature)
}

// Table is Figure 1 as a flat table of function pointers, most important first. It is the lower bound for designs in which
// the tree is data and conditions and behaviors are functions. It has no groups, hysteresis, debugging or errors.
type Table struct{ doing *row }

// Frame does the work of the first row whose condition holds.
func (t *Table) Frame(c *Creature) {
	for i := range table {
		r := &table[i]
		if !r.when(c) {
			continue
		}
		if t.doing != r {
			if t.doing != nil {
				t.doing.end(c)
			}
			r.begin(c)
			t.doing = r
		}
		r.tick(c)
		return
	}
}

var table = [...]row{
	{
		when:  func(c *Creature) bool { return c.Predator },
		tick:  func(c *Creature) { c.Did[Flee]++ },
		begin: func(c *Creature) { c.Begun[Flee]++ },
		end:   func(c *Creature) { c.Ended[Flee]++ },
	},
	{
		when:  func(c *Creature) bool { return c.NestRaided && c.Outnumbered },
		tick:  func(c *Creature) { c.Did[YellForHelp]++ },
		begin: func(c *Creature) { c.Begun[YellForHelp]++ },
		end:   func(c *Creature) { c.Ended[YellForHelp]++ },
	},
	{
		when:  func(c *Creature) bool { return c.NestRaided && c.Enemy },
		tick:  func(c *Creature) { c.Did[GuardFight]++ },
		begin: func(c *Creature) { c.Begun[GuardFight]++ },
		end:   func(c *Creature) { c.Ended[GuardFight]++ },
	},
	{
		when:  func(c *Creature) bool { return c.NestRaided },
		tick:  func(c *Creature) { c.Did[Patrol]++ },
		begin: func(c *Creature) { c.Begun[Patrol]++ },
		end:   func(c *Creature) { c.Ended[Patrol]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Enemy },
		tick:  func(c *Creature) { c.Did[Fight]++ },
		begin: func(c *Creature) { c.Begun[Fight]++ },
		end:   func(c *Creature) { c.Ended[Fight]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Hungry && c.FoodGone },
		tick:  func(c *Creature) { c.Did[FindFood]++ },
		begin: func(c *Creature) { c.Begun[FindFood]++ },
		end:   func(c *Creature) { c.Ended[FindFood]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Hungry },
		tick:  func(c *Creature) { c.Did[EatFood]++ },
		begin: func(c *Creature) { c.Begun[EatFood]++ },
		end:   func(c *Creature) { c.Ended[EatFood]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Tired },
		tick:  func(c *Creature) { c.Did[IdleRest]++ },
		begin: func(c *Creature) { c.Begun[IdleRest]++ },
		end:   func(c *Creature) { c.Ended[IdleRest]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Dizzy },
		tick:  func(c *Creature) { c.Did[PlayRest]++ },
		begin: func(c *Creature) { c.Begun[PlayRest]++ },
		end:   func(c *Creature) { c.Ended[PlayRest]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Wild },
		tick:  func(c *Creature) { c.Did[Flip]++ },
		begin: func(c *Creature) { c.Begun[Flip]++ },
		end:   func(c *Creature) { c.Ended[Flip]++ },
	},
	{
		when:  func(c *Creature) bool { return c.Muddy },
		tick:  func(c *Creature) { c.Did[Roll]++ },
		begin: func(c *Creature) { c.Begun[Roll]++ },
		end:   func(c *Creature) { c.Ended[Roll]++ },
	},
	{
		when:  func(c *Creature) bool { return true },
		tick:  func(c *Creature) { c.Did[Dance]++ },
		begin: func(c *Creature) { c.Begun[Dance]++ },
		end:   func(c *Creature) { c.Ended[Dance]++ },
	},
}
