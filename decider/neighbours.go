package decider

import (
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// This file is what a tick asks its world about gates, squads and chance. It is taken down where the agent is recorded,
// and read from there where a tick is executed again.

func (r *runner[A]) tryGate(g *world.Gate, k uint64) bool {
	if r.playing != nil {
		return r.playing.yes()
	}
	return r.gaveBool(r.world.TryGate(key, g, k, r.context.ID))
}

func (r *runner[A]) granted(g *world.Gate, k uint64) bool {
	if r.playing != nil {
		return r.playing.yes()
	}
	return r.gaveBool(r.world.Granted(key, g, k, r.context.ID))
}

func (r *runner[A]) isReleased(instance uint64) bool {
	if r.playing != nil {
		return r.playing.yes()
	}
	return r.gaveBool(r.world.Released(key, instance, r.context.ID))
}

func (r *runner[A]) isDissolved(instance uint64) bool {
	if r.playing != nil {
		return r.playing.yes()
	}
	return r.gaveBool(r.world.Dissolved(key, instance, r.context.ID))
}

// invitation is the squad that has been made up with the agent in it.
func (r *runner[A]) invitation(s *world.Squad, k uint64) (instance uint64, role world.Role, ok bool) {
	if r.playing != nil {
		return r.playing.invitation()
	}
	instance, role, ok = r.world.Invited(key, s, k, r.context.ID)
	if r.gaveBool(ok) && r.tape != nil {
		r.tape.answers.Number(tape.Number, instance)
		r.tape.answers.Number(tape.Number, uint64(role))
	}
	return instance, role, ok
}

// seed is that of the world's random draws.
func (r *runner[A]) seed() uint64 {
	if r.playing != nil {
		return r.playing.seed
	}
	return r.world.Seed()
}
