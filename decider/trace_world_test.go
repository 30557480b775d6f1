package decider_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// This file is the world of a trace and its systems.

// time is the world's clock.
func (r *traceRun) time() float64 {
	if r.shared != nil {
		return r.shared.Time()
	}
	return r.world.Time()
}

// advance begins a frame of the world.
func (r *traceRun) advance(dt float64) {
	r.dt = dt
	var err error
	if r.shared != nil || !r.trace.crowd || r.mode.reference { // crowds keep their agents' stimuli themselves
		for _, a := range r.actors {
			a.set.Update(dt)
		}
	}
	switch {
	case r.closed:
		err = world.ErrClosed
	case r.shared != nil:
		err = r.shared.Advance(dt)
	default:
		err = r.world.Advance(dt)
	}
	for _, sentinel := range []error{world.ErrTime, world.ErrSquadTooLarge, world.ErrUndelivered, world.ErrClosed} {
		if errors.Is(err, sentinel) {
			_, what, _ := strings.Cut(sentinel.Error(), ": ")
			r.add("error of the world: " + what)
			err = nil
		}
	}
	require.NoError(r.t, err)
}

func (r *traceRun) frame() uint64 {
	if r.shared != nil {
		return r.shared.Frame()
	}
	return r.world.Frame()
}

// closeWorld ends the world, with everybody in it.
func (r *traceRun) closeWorld() {
	r.closed = true
	if r.mode.reference {
		for _, a := range r.actors {
			require.NoError(r.t, a.self.Close())
		}
	}
	for _, c := range r.crowds {
		view, err := c.View(r.forest.ids[r.actors[0].name])
		if err == nil && r.mode.level > 0 {
			view.Observe(traceObserver{r})
		}
	}
	if r.shared == nil {
		require.NoError(r.t, r.world.Close())
	}
}

// serve is what a system does.
func (r *traceRun) serve(words []string) {
	name, number, _ := strings.Cut(words[1], "#")
	s := r.forest.systems[name]
	require.NotNil(r.t, s, "system %s", name)
	switch words[0] {
	case "launched":
		most := 0
		if len(words) > 2 {
			var err error
			most, err = strconv.Atoi(words[2])
			require.NoError(r.t, err)
		}
		for token, request := range s.Launched(r.world, most) {
			r.handed[name]++
			label := fmt.Sprintf("%s#%d", name, r.handed[name])
			r.tokens[label] = token
			r.add(label + " " + request)
		}
	case "cancelled":
		for token := range s.Cancelled(r.world) {
			for label, t := range r.tokens {
				if t == token {
					r.add(label)
				}
			}
		}
	case "complete":
		r.refused(nil, s.Complete(r.world, r.tokens[name+"#"+number], strings.Join(words[2:], " ")))
	case "failed":
		r.refused(nil, s.Fail(r.world, r.tokens[name+"#"+number], errOutOfBreath))
	}
}

// holders is who is inside a gate, given as NAME or NAME/KEY.
func (r *traceRun) holders(words string) string {
	name, number, divided := strings.Cut(words, "/")
	gateKey := uint64(0)
	if divided {
		var err error
		gateKey, err = strconv.ParseUint(number, 10, 64)
		require.NoError(r.t, err)
	}
	line := "holders " + words
	for _, id := range r.inside(r.forest.gates[name], gateKey) {
		line += " " + r.who(id)
	}
	return line
}

func (r *traceRun) inside(g *world.Gate, gateKey uint64) []world.AgentID {
	if r.shared != nil {
		return r.shared.Holders(g, gateKey)
	}
	return slices.Collect(r.world.Holders(g, gateKey))
}

// left is the member that was the first to leave an agent's squad too soon, its role and its reason.
func (r *traceRun) left(agent, squad string) string {
	s, id := r.forest.squads[squad], r.forest.ids[agent]
	var left world.SquadLeft
	if r.shared != nil {
		left = r.shared.LeftOf(s, 0, id)
	} else {
		left = r.world.GlanceSquad(engine.Key{}, s, 0, id).Left
	}
	line := "left " + agent + " " + squad
	if left.Agent == 0 {
		return line
	}
	line += fmt.Sprintf(" %s %d", r.who(left.Agent), left.Role)
	if left.Reason != 0 {
		line += " " + behavior.Reason(left.Reason).String()
	}
	return line
}
