package main

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Rabbit is the agent: the field and the rabbit's own entity. User code may read and write this entity's components, and
// read data that no tick writes. It must not create or remove entities or components; systems do that between
// ticks.
type Rabbit struct {
	In *Field
	ecs.Entity
}

type (
	Decider  = decider.Decider[Rabbit]
	Children = decider.Children[Rabbit]
	Behavior = behavior.Behavior[Rabbit]
	Context  = behavior.Context[Rabbit]
)

// Flags that the systems set for the minds.
const (
	FoxNear decider.DecisionFlags = 1 << iota
	Hungry
)

// rabbitMind tests only flags, so the crowd skips resting rabbits, and ticks one that eats once in two seconds.
var rabbitMind = Decider{
	Name: "RABBIT",
	Children: Children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: FoxNear}, Behavior: &flee},
		{Name: "EAT", DecisionFlags: decider.Check{All: Hungry}, Behavior: &eat},
		{Name: "REST", Behavior: &rest},
	},
}

// flee runs away from the fox, at 10 metres a second.
var flee = Behavior{Name: "FLEE", Tick: func(c *Context) behavior.Status {
	if c.DecisionFlags&FoxNear == 0 {
		return behavior.Success
	}
	f := c.Agent.In
	p := f.positions.Get(c.Agent.Entity)
	if far := distance(*p, f.Fox); far > 0 {
		p.X += (p.X - f.Fox.X) / far * 10 * c.DT
		p.Y += (p.Y - f.Fox.Y) / far * 10 * c.DT
	}
	return behavior.Running
}}

// eat grazes until there is no more hunger.
var eat = Behavior{Name: "EAT", Period: 2, Tick: func(c *Context) behavior.Status {
	if c.DecisionFlags&Hungry == 0 {
		return behavior.Success
	}
	c.Agent.In.energies.Get(c.Agent.Entity).Left += c.DT
	return behavior.Running
}}

// rest does nothing.
var rest = Behavior{Name: "REST"}
