package decidertest

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Given is what a behavior or a Decide under test finds besides the Context's fields. The zero value is what a
// Context made by hand has.
type Given struct {
	World    *world.World    // to send through; nil for none
	Duration float64         // what Context.Duration returns, seconds
	Reason   behavior.Reason // what Context.Reason returns
	Decider  string          // what Context.DeciderName returns
	Children float64         // what Context.DelegateDecideToChildren returns
	Role     world.Role      // what Context.Role tells
	Draws    []uint64        // what Context.Rand is fed, over and over; nil for what a Context made by hand draws
}

// Provide makes a Context answer as given, so that a behavior that looks at its Duration or sends stimuli is
// tested without a tree:
//
//	c := decidertest.Provide(&Context{Agent: creature}, decidertest.Given{Duration: 3})
//	status := growl.Tick(c)
//
// An error given to Context.Fail is kept in Context.Err. Blackboard values are set before and looked at after
// as in any Context made by hand: *hunger.Of(c) = 0.8.
func Provide[A any](c *behavior.Context[A], g Given) *behavior.Context[A] {
	plain := c.Plain(engine.Key{})
	plain.Host, plain.World = &given{Given: g, id: c.ID}, g.World
	return c
}

// given is the usercode.Host of a provided Context.
type given struct {
	Given
	id   world.AgentID
	made uint32
}

func (g *given) Duration() float64       { return g.Given.Duration }
func (g *given) Reason() uint8           { return uint8(g.Given.Reason) }
func (g *given) DeciderName() string     { return g.Decider }
func (g *given) DelegateDecide() float64 { return g.Children }
func (g *given) Fail(error)              {}
func (g *given) Tree() any               { return nil }
func (g *given) Squad() (uint64, uint8)  { return 0, uint8(g.Role) }

func (g *given) Draw() uint64 {
	g.made++
	if n := uint32(len(g.Draws)); n > 0 {
		return g.Draws[(g.made-1)%n]
	}
	return engine.Draw(g.World.Seed(), uint64(g.id), 0, 0, g.made-1)
}

func (g *given) Value(uint32) (unsafe.Pointer, error) { return nil, usercode.ErrByHand }
func (g *given) Plug(_, _ any) error                  { return decider.ErrNoMemory }
func (g *given) ResetBelow(string) error              { return decider.ErrNoMemory }
