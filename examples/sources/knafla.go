package main

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Bjoern Knafla, Behavior Tree Entrails: which actions are cancelled, and when; requests of deferred actions.

// parade is a concurrent decider: it runs as long as a child runs and none fails.
var parade = Decider{
	Name: "PARADE", Policy: decider.Concurrent,
	Children: Children{
		{Name: "MARCH", Behavior: &march},
		{Name: "SALUTE", Behavior: Succeed{}},
		{Name: "DRUM", Behavior: &beatDrum},
		{Name: "CARRY_FLAG", Behavior: &carryFlag},
	},
}

var (
	march    = Behavior{Name: "MARCH", Tick: goesOn}
	beatDrum = Behavior{Name: "DRUM", Tick: func(c *Context) behavior.Status {
		if !c.Agent.Drum {
			return behavior.Failure
		}
		return behavior.Running
	}}
	carryFlag = Behavior{Name: "CARRY_FLAG", Tick: goesOn}
)

// headDown is on the blackboard: grazing lowers the head, and raises it when it ends.
var headDown = blackboard.Key[bool]{Name: "head down"}

const (
	PredatorNear decider.DecisionFlags = 1 << iota
	Alarmed
)

// prey is a priority selector.
var prey = Decider{
	Name: "PREY", Policy: decider.ReactiveSelector, Keys: decider.Keys{&headDown},
	Children: Children{
		{Name: "HIDE", DecisionFlags: Check{All: PredatorNear}, Behavior: Fail{Name: "FIND_HOLE"}},
		{Name: "RUN", DecisionFlags: Check{All: PredatorNear | Alarmed}, Behavior: &bolt},
		{Name: "WARN", DecisionFlags: Check{All: Alarmed}, Behavior: &warn},
		{Name: "GRAZE", Behavior: &graze},
	},
}

var (
	bolt = Behavior{Name: "RUN", Tick: func(c *Context) behavior.Status {
		if *headDown.Of(c) {
			c.Agent.Says("starts, with its head down") // GRAZE has not been cancelled yet
		} else {
			c.Agent.Says("runs")
		}
		return while(c.DecisionFlags&PredatorNear != 0)
	}}
	warn = Behavior{Name: "WARN", Tick: func(c *Context) behavior.Status {
		c.Agent.Says("whistles")
		return behavior.Success
	}}
	graze = Behavior{
		Name:       "GRAZE",
		Activate:   func(c *Context) behavior.Status { *headDown.Of(c) = true; return behavior.Running },
		Tick:       goesOn,
		Deactivate: func(c *Context) { *headDown.Of(c) = false; c.Agent.Says("raises its head") },
	}
)

// routes is a system of the game. It finds ways.
var routes = world.System[int, int]{Name: "ROUTES"}

// scout asks for a way, a deferred action, and drums until it knows it. Whichever ends first decides.
var scout = Decider{
	Name: "SCOUT", Policy: decider.Concurrent, SucceedAt: 1,
	Children: Children{
		{Name: "FIND_WAY", Behavior: &findWay},
		{Name: "DRUM", Behavior: &beatDrum},
	},
}

var findWay = behavior.Deferred[*Creature, struct{}, int, int]{
	Name: "FIND_WAY", System: &routes,
	Launch: func(c *Context, _ *struct{}) int { return c.Agent.Target },
	Done: func(c *Context, _ *struct{}, metres int) behavior.Status {
		c.Agent.Says("knows the way,", metres, "metres")
		return behavior.Success
	},
}

// Serve is the system's part of a frame: it notes its new requests and the cancelled ones. With answer it completes the new
// ones at once.
func (m *Match) Serve(answer bool) {
	for token, target := range routes.Launched(m.World, 0) {
		m.Note("system", fmt.Sprint("is asked for a way to ", target))
		if answer {
			if err := routes.Complete(m.World, token, 3*target); err != nil {
				m.Note("error", err.Error())
			}
		}
	}
	for range routes.Cancelled(m.World) {
		m.Note("system", "is told to stop")
	}
}

var knafla = []scene{
	{
		name: "knafla/concurrent", place: "Knafla, decider guards, the first kind of cancellation",
		says: `A concurrent decider fails with the first child that does. Its running children are cancelled, both those that this update
has visited and those that it has not come to.`,
		play: func(t *Transcript) {
			c := t.Cast(&parade, 3)
			c.Drum = true
			c.Frame("the drum is whole")
			c.Frame("nothing has changed")
			c.Drum = false
			c.Frame("the drum is broken")
		},
	},
	{
		name: "knafla/selector", place: "Knafla, decider guards, the second kind of cancellation, and step 3",
		says: `When a more important child of a priority selector runs or succeeds, the child that ran before is not visited, and its
actions are cancelled. The new actions may run first, so they must cope with side effects on the blackboard.`,
		play: func(t *Transcript) {
			c := t.Cast(&prey, 3)
			c.Frame("all is quiet")
			c.Flags = PredatorNear
			c.Frame("a predator, but there is no hole to hide in, and no alarm")
			c.Flags = PredatorNear | Alarmed
			c.Frame("a predator and an alarm")
			c.Frame("nothing has changed")
			c.Flags = 0
			c.Frame("all is quiet")
			c.Frame("nothing has changed")
			c.Flags = Alarmed
			c.Frame("an alarm")
		},
	},
	{
		name: "knafla/deferred", place: "Knafla, deferred actions: the actor, cancellation and the buffers",
		says: `Requests are collected and handed over after the update. If a concurrent decider fails, the requests that it has launched
in this update are rolled back and not submitted; actions from an earlier update are cancelled by a request. A result is in the
actor's state before the next update, which reacts to it.`,
		play: func(t *Transcript) {
			m := t.Match(&scout, "")
			m.Actors[0].Target = 7
			m.Frame("the drum is broken: DRUM fails in the tick that launches")
			m.Serve(false)
			m.Actors[0].Drum = true
			m.Frame("the drum is whole")
			m.Serve(false)
			m.Actors[0].Drum = false
			m.Frame("the drum is broken")
			m.Serve(false)
			m.Actors[0].Drum = true
			m.Frame("the drum is whole")
			m.Serve(true)
			m.Frame("the system has answered")
		},
	},
}
