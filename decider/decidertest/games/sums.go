package games

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file checks what must hold after every operation.

// documented are the errors that the documentation of the API names.
var documented = []error{
	decider.ErrNilTree, decider.ErrOtherTree, decider.ErrReentrant, decider.ErrClosed, decider.ErrTime, decider.ErrInCrowd, decider.ErrSlotOverflow,
	decider.ErrSlotCycle, decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider, decider.ErrNotReset, decider.ErrClock, decider.ErrNotANumber,
	decider.ErrStatus, decider.ErrPanic, decider.ErrRedecideLoop, decider.ErrKey, refusal.ErrUnfinished,
	world.ErrTime, world.ErrUndelivered, world.ErrClosed, world.ErrTicking, world.ErrGone, world.ErrNameTwice, world.ErrSquadTooLarge, world.ErrToken,
	world.ErrCompleted, world.ErrRequestLost, crowd.ErrNoAgent, crowd.ErrNotAdvanced, crowd.ErrRate, stimuli.ErrFull, stimuli.ErrKind, stimuli.ErrNilSet,
	history.ErrNotRecorded, history.ErrRoom,
}

// check checks that an error consists of documented ones and of what user code has failed with.
func (m *match) check(what string, err error) {
	var walk func(error)
	walk = func(part error) {
		switch e := part.(type) {
		case nil:
		case *event.PanicError:
			if !isOurs(e.Value) && (e.Value != nil || m.exits.Load() == 0) {
				m.report.fail("%s: the engine panicked: %v\n%s", what, err, e.Stack)
			}
		case interface{ Unwrap() []error }:
			for _, one := range e.Unwrap() {
				walk(one)
			}
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		default:
			_, is := e.(mischief)
			is = is || slices.Contains(documented, part) || strings.HasPrefix(e.Error(), "subject failed") ||
				strings.HasPrefix(e.Error(), mischief("").Error()) || // a restored world has a system's errors as text
				part == crowd.ErrNoStimuli && what != "World.Advance"
			if !is {
				m.report.fail("%s: an error that is not documented: %v (%T)", what, err, part)
			}
		}
	}
	walk(err)
}

// sums checks agents, activations and gates.
func (m *match) sums(after string) {
	fail := func(format string, what ...any) {
		m.report.fail("after %s, in frame %d: %s", after, m.world.Frame(), fmt.Sprintf(format, what...))
	}
	for _, a := range m.singles() {
		if a.ended || m.world.Closed() {
			if err := a.memory.Override("", 0); errors.Is(err, decider.ErrClosed) {
				a.gone = true
			} else if a.ended = false; !a.letPanics { // a panic that is let through drops what was requested

				fail("agent %d is not closed: %v", a.id, err)
			}
		}
	}
	if m.world.Closed() {
		for _, h := range m.herds {
			for _, a := range slices.Clone(h.actors) {
				a.leave()
			}
		}
	}
	inside := map[string][]*actor{}
	for _, a := range m.actors {
		if a.gone {
			if len(a.up) > 0 {
				fail("agent %d is gone and owes the Deactivates of %v", a.id, a.up)
			}
			continue
		}
		if memory := a.look(); memory != nil {
			up, gates := active(memory)
			for _, name := range gates {
				inside[name] = append(inside[name], a)
			}
			if !maps.Equal(up, a.up) {
				fail("agent %d is at %v, its code was activated and not deactivated in %v", a.id, up, a.up)
			}
		}
	}
	m.gates(inside, fail)
	for _, h := range m.herds {
		if n := h.crowd.Len(); n != len(h.actors) {
			fail("crowd %s has %d agents, not %d", h.name, n, len(h.actors))
		}
		for _, a := range h.actors {
			if s, err := h.crowd.Agent(a.id); err != nil || s != a.subject {
				fail("crowd %s has lost agent %d: %v", h.name, a.id, err)
			}
		}
	}
}

// active returns how often each decider is active whose behavior tells of its activations, and the gates of all that are.
func active(memory *decider.Memory[*subject]) (up map[string]int, gates []string) {
	up = map[string]int{}
	for s := range states(memory, true) {
		if name := s.Behavior.Name; (strings.HasPrefix(name, "act") || strings.HasPrefix(name, "deferred")) && (!s.Resting || s.Kind == declaration.GroupDecider) {
			up[s.Decider.Name]++
		}
		if s.Gate.Name != "" {
			gates = append(gates, s.Gate.Name)
		}
	}
	return up, gates
}

// states iterates over the deciders of an agent.
func states(memory *decider.Memory[*subject], activeOnly bool) iter.Seq[*state.Decider] {
	return func(yield func(*state.Decider) bool) {
		for s, next := memory.StateAt(0, activeOnly); next >= 0 && yield(&s); s, next = memory.StateAt(next, activeOnly) {
		}
	}
}

// gates checks that agents inside of a gate are its holders, and that there are not too many.
func (m *match) gates(inside map[string][]*actor, fail func(string, ...any)) {
	if m.world.Closed() {
		return
	}
	for name, gate := range m.forest.gates {
		held := map[world.AgentID]bool{}
		for key := range uint64(3) {
			n := 0
			for id := range m.world.Holders(gate, key) {
				held[id] = true
				n++
			}
			if n > gate.Max {
				fail("gate %s has %d holders of key %d, at most %d may be inside", name, n, key, gate.Max)
			}
		}
		for _, a := range inside[name] {
			if !held[a.id] {
				fail("agent %d is inside gate %s and does not hold it", a.id, name)
			}
		}
		for _, a := range m.actors {
			if held[a.id] && a.gone {
				fail("agent %d is gone and holds gate %s", a.id, name)
			}
		}
	}
}

// leave makes a removed agent gone.
func (a *actor) leave() {
	a.gone = true
	a.herd.actors = slices.DeleteFunc(a.herd.actors, func(b *actor) bool { return a == b })
}
