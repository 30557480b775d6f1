package decidertest

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Given are the results of a Context's methods for a behavior or Decide under test. The zero value gives those of a
// Context made by hand.
type Given struct {
	World    *world.World    // returned by Context.World, and used by Send; nil for none
	Duration float64         // returned by Context.Duration, in seconds
	Reason   behavior.Reason // returned by Context.Reason
	Decider  string          // returned by Context.DeciderName
	Children float64         // returned by Context.DelegateDecideToChildren
	Role     world.Role      // returned by Context.Role
	Draws    []uint64        // the numbers behind Context.Rand, used in turn, over and over; nil for those of a Context made by hand
}

// Provide makes a Context return the given values, so that a behavior that uses Duration or sends stimuli can be
// tested without a tree:
//
//	c := decidertest.Provide(&Context{Agent: creature}, decidertest.Given{Duration: 3})
//	status := growl.Tick(c)
//
// Context.Err returns the error passed to Context.Fail. Set and check blackboard values as in any Context made by
// hand: *hunger.Of(c) = 0.8.
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
