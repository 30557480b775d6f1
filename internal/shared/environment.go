package shared

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// Environment answers a tick's questions about time, chance, gates and squads. It is a world, a world whose answers are
// recorded, or a recording that is played back. Its methods are those of world.World; a nil *world.World is a valid one.
type Environment interface {
	Frame() uint64
	Seed() uint64
	TryGate(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool
	Granted(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool
	Released(key engine.Key, instance uint64, id world.AgentID) bool
	Dissolved(key engine.Key, instance uint64, id world.AgentID) bool
	Invited(key engine.Key, s *world.Squad, k uint64, id world.AgentID) (instance uint64, role world.Role, ok bool)
}

// Recorded is an Environment whose answers about gates and squads are recorded. Frame and Seed are part of the take and
// of the recording already.
type Recorded struct {
	Environment
	Answers *tape.Writer
}

// TryGate is World.TryGate, recorded.
func (r *Recorded) TryGate(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool {
	return r.record(r.Environment.TryGate(key, g, k, id))
}

// Granted is World.Granted, recorded.
func (r *Recorded) Granted(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool {
	return r.record(r.Environment.Granted(key, g, k, id))
}

// Released is World.Released, recorded.
func (r *Recorded) Released(key engine.Key, instance uint64, id world.AgentID) bool {
	return r.record(r.Environment.Released(key, instance, id))
}

// Dissolved is World.Dissolved, recorded.
func (r *Recorded) Dissolved(key engine.Key, instance uint64, id world.AgentID) bool {
	return r.record(r.Environment.Dissolved(key, instance, id))
}

// Invited is World.Invited, recorded.
func (r *Recorded) Invited(key engine.Key, s *world.Squad, k uint64, id world.AgentID) (instance uint64, role world.Role, ok bool) {
	instance, role, ok = r.Environment.Invited(key, s, k, id)
	if r.record(ok) {
		r.Answers.Number(tape.Number, instance)
		r.Answers.Number(tape.Number, uint64(role))
	}
	return instance, role, ok
}

func (r *Recorded) record(yes bool) bool {
	r.Answers.Bool(yes)
	return yes
}

// tryGate takes a free place of a gate at once.
func (sh *Sharing) tryGate(g *world.Gate, k uint64) bool {
	return sh.Env.TryGate(engine.Key{}, g, k, sh.Context.ID)
}

// granted reports whether a place of a gate is reserved for the agent.
func (sh *Sharing) granted(g *world.Gate, k uint64) bool {
	return sh.Env.Granted(engine.Key{}, g, k, sh.Context.ID)
}

// invitation returns the squad that the agent is invited to.
func (sh *Sharing) invitation(s *world.Squad, k uint64) (instance uint64, role world.Role, ok bool) {
	return sh.Env.Invited(engine.Key{}, s, k, sh.Context.ID)
}
