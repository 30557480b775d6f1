package main

import (
	"github.com/mlange-42/ark/ecs"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Rabbit is what a rabbit's functions know of it: where the entities are, and which one it is. They may read and write
// this entity's components, and read what no tick writes; they must not create or remove entities or components, which
// is for systems, between ticks.
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

// What the systems tell the minds.
const (
	FoxNear decider.DecisionFlags = 1 << iota
	Hungry
)

// rabbitMind asks for flags only, so a rabbit that rests sleeps, and one that eats is awake once in two seconds.
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

// rest is nothing to do at all.
var rest = Behavior{Name: "REST"}
