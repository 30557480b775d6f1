package why

import (
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/replay"
)

var key engine.Key

// Now explains why a decider of a live agent runs or does not, without a recording. It rehearses the agent's next
// tick on a copy of its memory, as if no time passed and no input changed, and explains that tick. It also asks a
// decider that the tick does not ask, by itself: see [Place.Would].
//
// Now calls Decide functions, GateKeys, SquadKeys and CanPlays with the Context of the last tick, so these must not change
// anything (Spore S04). Errors and panics in them become part of the explanation. Plug and Reset requests are
// dropped, timers keep running, and no place in a gate or squad is taken. Now does not call behaviors: it assumes
// that the running ones go on, that a Leave needs all its time, and that the children before the running one in a
// reactive group end as they did in the last tick.
//
// Call Now between ticks, in the goroutine that ticks the agent; for an agent of a crowd pass the Memory that View returns.
// The error is an [*UnknownError] that names deciders with a similar name, or that of a memory that cannot be ticked, such
// as [decider.ErrNilMemory], [decider.ErrReentrant] or [decider.ErrClosed]; [decider.ErrNotTicked] before its first tick.
// It allocates.
func Now[A any](m *decider.Memory[A], name string, names ...debugprint.Names) (Explanation, error) {
	r, err := replay.Rehearse(m.Plain(key))
	if err != nil {
		return Explanation{}, err
	}
	s := rehearsed(r, names)
	return s.explained(name)
}

// rehearsed orders the events of a rehearsal.
func rehearsed(r *replay.Rehearsal, names []debugprint.Names) *narrative {
	m := &history.Moment{
		Tick:  history.Tick{Agent: r.Agent, Frame: r.Frame, Time: r.Time, DecisionFlags: r.DecisionFlags, Stimuli: r.Stimuli},
		Asked: r.Frame, Tree: r.Tree, Trees: r.Trees, Before: r.Before, After: r.After, Events: r.Events,
		Gates: r.Gates, Squads: r.Squads,
	}
	for i := range m.Events {
		if err := m.Events[i].Err; err != nil {
			m.Errs = append(m.Errs, err)
		}
	}
	s := newNarrative(m, names)
	s.now, s.values = true, r.Values
	would := *m
	would.Events, would.After = r.Would, r.Before
	s.would = newNarrative(&would, names)
	return s
}

// alone returns p's answer if it is asked by itself; nil if that is not known.
func (s *narrative) alone(p at) *Asked {
	if s.would == nil {
		return nil
	}
	i := s.would.last(p, event.Asked, len(s.would.m.Events))
	if i < 0 {
		return nil
	}
	a := s.would.asked(p, i)
	a.As, a.By = asAlone, ""
	return &a
}
