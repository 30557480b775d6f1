package shared

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// environment is whom a tick asks about time, chance, gates and squads: its world, its world as a recording takes it
// down, or a recording that answers in its place. Its methods are those of a world.World, of which a nil one will do.
type Environment interface {
	Frame() uint64
	Seed() uint64
	TryGate(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool
	Granted(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool
	Released(key engine.Key, instance uint64, id world.AgentID) bool
	Dissolved(key engine.Key, instance uint64, id world.AgentID) bool
	Invited(key engine.Key, s *world.Squad, k uint64, id world.AgentID) (instance uint64, role world.Role, ok bool)
}

// recorded is an environment whose answers about gates and squads are taken down. Frame and Seed stand in the take and in
// the recording.
type Recorded struct {
	Environment
	Answers *tape.Writer
}

func (r *Recorded) TryGate(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool {
	return r.note(r.Environment.TryGate(key, g, k, id))
}

func (r *Recorded) Granted(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool {
	return r.note(r.Environment.Granted(key, g, k, id))
}

func (r *Recorded) Released(key engine.Key, instance uint64, id world.AgentID) bool {
	return r.note(r.Environment.Released(key, instance, id))
}

func (r *Recorded) Dissolved(key engine.Key, instance uint64, id world.AgentID) bool {
	return r.note(r.Environment.Dissolved(key, instance, id))
}

func (r *Recorded) Invited(key engine.Key, s *world.Squad, k uint64, id world.AgentID) (instance uint64, role world.Role, ok bool) {
	instance, role, ok = r.Environment.Invited(key, s, k, id)
	if r.note(ok) {
		r.Answers.Number(tape.Number, instance)
		r.Answers.Number(tape.Number, uint64(role))
	}
	return instance, role, ok
}

func (r *Recorded) note(yes bool) bool {
	r.Answers.Bool(yes)
	return yes
}

// tryGate asks for a place behind a gate, at once.
func (sh *Sharing) tryGate(g *world.Gate, k uint64) bool {
	return sh.Env.TryGate(engine.Key{}, g, k, sh.Context.ID)
}

// granted reports whether a place behind a gate is kept for the agent.
func (sh *Sharing) granted(g *world.Gate, k uint64) bool {
	return sh.Env.Granted(engine.Key{}, g, k, sh.Context.ID)
}

// invitation is the squad that has been made up with the agent in it.
func (sh *Sharing) invitation(s *world.Squad, k uint64) (instance uint64, role world.Role, ok bool) {
	return sh.Env.Invited(engine.Key{}, s, k, sh.Context.ID)
}
