package history

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// MostWorlds is the largest number of worlds of a sweep.
const MostWorlds = 10_000

// ErrSweep is wrapped by the error for a sweep that makes no sense.
var ErrSweep = errors.New("history: not a sweep")

// Question is what a [Checkpoints.Sweep] asks of each world: whether Decider of Agent becomes active, or if Until is set,
// whether that returns true after a frame. Until is called in the goroutine of its world, and must not change it.
type Question struct {
	Agent   world.AgentID
	Decider string
	Until   func(*Branch) bool
}

// SweepOptions say which worlds a sweep makes. World number 0 has the seed Seed, the next one Seed+1, and so on; with Later
// chance is that of the game, and each world makes the change so many frames later than the one before.
type SweepOptions struct {
	After   uint64 // the frame after which the worlds go their own ways
	Frames  int    // that each of them runs for; 0 is 300
	Worlds  int    // 0 is 20, MostWorlds is the most
	Seed    uint64 // 0 is 1
	Later   int    // frames
	Workers int    // worlds that run at once; 0 is 1. Each takes the memory of a game
	Record  Options
	Change  func(*Branch) error // made in each world; nil for none
	Done    func(w SweptWorld)  // called after each world, one at a time and in any order; nil for none
}

// SweptWorld is the answer of one world of a sweep.
type SweptWorld struct {
	Number int
	Seed   uint64 // for ForkOptions.Seed; 0 if chance is that of the game
	After  uint64 // for ForkOptions.After: the frame after which the change was made
	Yes    bool
	Frame  uint64 // in which the answer was yes; 0 for no
}

// Sweep is the result of [Checkpoints.Sweep].
type Sweep struct {
	Original SweptWorld   // without the change, with the chance of the game; its Number is -1
	Worlds   []SweptWorld // by number
	Yes      int          // of Worlds
}

func (s *Sweep) String() string { return fmt.Sprintf("in %d of %d worlds", s.Yes, len(s.Worlds)) }

// Sweep forks a game many times from one frame, with a change or without, and asks each world the same question: "in 17 of
// 20 worlds it flees". Worlds differ by chance: see [Reseeder]. A world ends with its first yes. Fork with the seed of a world
// repeats it with recordings.
//
// First the game runs on without a change, as in [Checkpoints.Fork], and with its errors: the worlds of a game that is not
// deterministic would say nothing about the change. Errors of the question wrap [ErrSweep], [world.ErrGone] or
// [decider.ErrNoDecider]. Sweep may be called in any goroutine. It keeps nothing of its worlds but the answers.
func (c *Checkpoints) Sweep(ctx context.Context, original *Recording, o SweepOptions, ask Question) (*Sweep, error) {
	if c == nil || c.game == nil || c.world == nil {
		return nil, ErrNoAgentState
	}
	o.Frames, o.Worlds, o.Workers, o.Seed = orElse(o.Frames, 300), orElse(o.Worlds, 20), orElse(o.Workers, 1), cmp.Or(o.Seed, 1)
	switch {
	case o.Worlds > MostWorlds:
		return nil, fmt.Errorf("%w: %d worlds are too many; %d is the most", ErrSweep, o.Worlds, MostWorlds)
	case o.Later < 0:
		return nil, fmt.Errorf("%w: a change cannot be made %d frames earlier in each world; let After be the first frame", ErrSweep, -o.Later)
	case ask.Until == nil && (ask.Agent == 0 || ask.Decider == ""):
		return nil, fmt.Errorf("%w: a Question has an Agent and a Decider, or an Until", ErrSweep)
	case o.Seed+uint64(o.Worlds) < o.Seed:
		return nil, fmt.Errorf("%w: there are no %d seeds from %d on", ErrSweep, o.Worlds, o.Seed)
	}
	base, err := c.way(original, o.After, o.Frames)
	if err != nil {
		return nil, err
	}
	defer c.release(base.from)
	s := &Sweep{Worlds: make([]SweptWorld, o.Worlds)}
	control := base
	control.record = &o.Record
	if ask.Agent != 0 {
		control.agents = []world.AgentID{ask.Agent}
	}
	s.Original = SweptWorld{Number: -1, After: o.After}
	same, err := ask.run(ctx, control, nil, &s.Original, false)
	if err != nil {
		return nil, err
	}
	if err := sameTakes(original, same, base.from.frame, control.last); err != nil {
		return nil, err
	}
	for i := range s.Worlds {
		s.Worlds[i] = SweptWorld{Number: i, Seed: o.Seed + uint64(i), After: o.After + uint64(i*o.Later)}
		if o.Later > 0 {
			s.Worlds[i].Seed = 0
		}
	}
	if err := s.runAll(ctx, base, o, ask); err != nil {
		return nil, err
	}
	for _, w := range s.Worlds {
		if w.Yes {
			s.Yes++
		}
	}
	return s, nil
}

func orElse(n, otherwise int) int {
	if n <= 0 {
		return otherwise
	}
	return n
}

// runAll runs the worlds, so many at once. The first error ends them.
func (s *Sweep) runAll(ctx context.Context, base way, o SweepOptions, ask Question) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex // of next and Done
	var work sync.WaitGroup
	next := 0
	for range min(o.Workers, len(s.Worlds)) {
		work.Go(func() {
			for {
				mu.Lock()
				at := next
				next++
				mu.Unlock()
				if at >= len(s.Worlds) || ctx.Err() != nil {
					return
				}
				w, one := &s.Worlds[at], base
				one.seed, one.after, one.last = w.Seed, w.After, w.After+uint64(o.Frames)
				if _, err := ask.run(ctx, one, o.Change, w, true); err != nil {
					cancel(fmt.Errorf("world %d, seed %d: %w", w.Number, w.Seed, err))
					return
				}
				if o.Done != nil {
					mu.Lock()
					o.Done(*w)
					mu.Unlock()
				}
			}
		})
	}
	work.Wait()
	return context.Cause(ctx)
}

// run runs a world until the answer is yes, or with short unset to its end.
func (q *Question) run(ctx context.Context, w way, change func(*Branch) error, to *SweptWorld, short bool) (*Recording, error) {
	var watched *entries
	w.each = func(b *Branch) bool {
		frame := b.World().Frame()
		switch {
		case to.Yes:
			return short
		case q.Until != nil:
			to.Yes = q.Until(b)
		case watched != nil && watched.hit:
			to.Yes = true
		}
		if to.Yes {
			to.Frame = frame
		}
		return to.Yes && short
	}
	var bad error // of the question, which is no fault of the game
	rec, err := w.run(ctx, func(b *Branch) error {
		if q.Until == nil {
			watched = &entries{agent: q.Agent, decider: q.Decider}
			if bad = watched.watch(b); bad != nil {
				return bad
			}
		}
		if change == nil {
			return nil
		}
		return change(b)
	})
	return rec, cmp.Or(bad, err)
}

// entries notices when a decider of an agent becomes active.
type entries struct {
	agent   world.AgentID
	decider string
	hit     bool
}

var _ event.Observer = (*entries)(nil)

// watch observes the agent. Nobody else is observed, so that a crowd stays as fast as it is.
func (e *entries) watch(b *Branch) error {
	m, err := b.member(e.agent)
	if err != nil {
		return err
	}
	if err := hasDecider(m, e.decider); err != nil {
		return err
	}
	return m.Spy(e)
}

// ObserveLevel is that of entries for the agent.
func (e *entries) ObserveLevel(agent world.AgentID) event.Level {
	if agent == e.agent && !e.hit {
		return event.Entered.Level()
	}
	return 0
}

// Observe notes an entry.
func (e *entries) Observe(x *event.Event) {
	if x.Kind == event.Entered && x.Agent == e.agent && x.Decider.Name == e.decider {
		e.hit = true
	}
}
