package workload

import "github.com/decidertree/decidertree/behavior"

// Every behavior counts what it does, by leaf.

func (c *Creature) begin(l Leaf) behavior.Status {
	c.Begun[l&15]++
	return behavior.Running
}

func (c *Creature) end(l Leaf) { c.Ended[l&15]++ }

// goOn is a Tick: it does the leaf's work while there is a reason for it.
func (c *Creature) goOn(l Leaf, reason bool) behavior.Status {
	if !reason {
		return behavior.Success
	}
	c.Did[l&15]++
	return behavior.Running
}

func beginFlee(c *context) behavior.Status        { return c.Agent.begin(Flee) }
func beginYellForHelp(c *context) behavior.Status { return c.Agent.begin(YellForHelp) }
func beginGuardFight(c *context) behavior.Status  { return c.Agent.begin(GuardFight) }
func beginPatrol(c *context) behavior.Status      { return c.Agent.begin(Patrol) }
func beginFight(c *context) behavior.Status       { return c.Agent.begin(Fight) }
func beginFindFood(c *context) behavior.Status    { return c.Agent.begin(FindFood) }
func beginEatFood(c *context) behavior.Status     { return c.Agent.begin(EatFood) }
func beginIdleRest(c *context) behavior.Status    { return c.Agent.begin(IdleRest) }
func beginPlayRest(c *context) behavior.Status    { return c.Agent.begin(PlayRest) }
func beginFlip(c *context) behavior.Status        { return c.Agent.begin(Flip) }
func beginRoll(c *context) behavior.Status        { return c.Agent.begin(Roll) }
func beginDance(c *context) behavior.Status       { return c.Agent.begin(Dance) }

func endFlee(c *context)        { c.Agent.end(Flee) }
func endYellForHelp(c *context) { c.Agent.end(YellForHelp) }
func endGuardFight(c *context)  { c.Agent.end(GuardFight) }
func endPatrol(c *context)      { c.Agent.end(Patrol) }
func endFight(c *context)       { c.Agent.end(Fight) }
func endFindFood(c *context)    { c.Agent.end(FindFood) }
func endEatFood(c *context)     { c.Agent.end(EatFood) }
func endIdleRest(c *context)    { c.Agent.end(IdleRest) }
func endPlayRest(c *context)    { c.Agent.end(PlayRest) }
func endFlip(c *context)        { c.Agent.end(Flip) }
func endRoll(c *context)        { c.Agent.end(Roll) }
func endDance(c *context)       { c.Agent.end(Dance) }
