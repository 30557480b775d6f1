package usercode

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Context is the part of a behavior.Context[A] that does not depend on A. A behavior.Context[A] begins with the same
// fields in the same order, which package behavior asserts, so a pointer to one is a pointer to the other. The engine
// knows only this part, but its pointers always point to a whole behavior.Context[A], in which user code finds its Agent.
type Context struct {
	ID            world.AgentID
	Time          float64 // seconds
	DT            float64 // seconds
	DecisionFlags uint64  // behavior.DecisionFlags
	BehaviorFlags uint64  // behavior.BehaviorFlags
	Stimuli       *stimuli.Set

	Hidden
}

// Hidden holds the fields of a Context that user code does not see.
type Hidden struct {
	Host   Host // nil in a Context made by hand
	World  *world.World
	Err    error  // the last error given to Fail
	Values Values // the blackboard values of a Context made by hand
	rand   *rand.Rand
}

// Renew clears a Context for the memory of another agent. It keeps the source of random numbers, which has no state of its
// own in a Context with a host.
func (c *Context) Renew(host Host) { *c = Context{Hidden: Hidden{Host: host, rand: c.rand}} }

// DelegateDecide is behavior.Context.DelegateDecideToChildren.
func (c *Context) DelegateDecide() float64 {
	if c.Host == nil {
		return 0
	}
	return c.Host.DelegateDecide()
}

// Fail is behavior.Context.Fail; the status it returns is Failure.
func (c *Context) Fail(err error) {
	if err == nil {
		return
	}
	c.Err = err
	if c.Host != nil {
		c.Host.Fail(err)
	}
}

// Duration is behavior.Context.Duration.
func (c *Context) Duration() float64 {
	if c.Host == nil {
		return 0
	}
	return c.Host.Duration()
}

// Reason is behavior.Context.Reason.
func (c *Context) Reason() uint8 {
	if c.Host == nil {
		return 0
	}
	return c.Host.Reason()
}

// DeciderName is behavior.Context.DeciderName.
func (c *Context) DeciderName() string {
	if c.Host == nil {
		return ""
	}
	return c.Host.DeciderName()
}

// Role is behavior.Context.Role.
func (c *Context) Role() world.Role {
	_, role := c.squad()
	return role
}

// Squad is behavior.Context.Squad.
func (c *Context) Squad() iter.Seq2[world.Role, world.AgentID] {
	instance, _ := c.squad()
	if instance == 0 {
		return func(func(world.Role, world.AgentID) bool) {}
	}
	return c.World.Members(engine.Key{}, instance)
}

// squad returns the squad that the running decider stands in, and the agent's role.
func (c *Context) squad() (instance uint64, role world.Role) {
	if c.Host == nil {
		return 0, 0
	}
	instance, r := c.Host.Squad()
	return instance, world.Role(r)
}

// Send is behavior.Context.Send.
func (c *Context) Send(to world.AgentID, s stimuli.Stimulus) {
	c.sent(to, c.World.SendFrom(engine.Key{}, c.ID, to, s))
}

// SendRenew is behavior.Context.SendRenew.
func (c *Context) SendRenew(to world.AgentID, s stimuli.Stimulus) {
	c.sent(to, c.World.SendRenewFrom(engine.Key{}, c.ID, to, s))
}

func (c *Context) sent(to world.AgentID, err error) {
	if err != nil {
		c.Fail(fmt.Errorf("sending to agent %d: %w", to, err))
	}
}

// Rand is behavior.Context.Rand.
func (c *Context) Rand() *rand.Rand {
	if c.rand == nil {
		c.rand = rand.New(&draws{c: c})
	}
	return c.rand
}

// draws is the rand.Source behind Rand.
type draws struct {
	c    *Context
	made uint32 // draws so far, counted without a host only
}

// Uint64 returns the next 64 random bits.
func (d *draws) Uint64() uint64 {
	if h := d.c.Host; h != nil {
		return h.Draw()
	}
	d.made++
	return engine.Draw(0, uint64(d.c.ID), 0, 0, d.made-1)
}
