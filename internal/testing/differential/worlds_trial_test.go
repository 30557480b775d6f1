package differential_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// worldTrial consists of populations of agents that share a world, which must stay equal: the reference first, then observed
// and unobserved ones.
type worldTrial struct {
	*setup
	sides []population
	flags []decider.DecisionFlags // by agent
	now   float64
	ticks int
	cover coverage
	held  bool // deciders are sometimes forced and forbidden
	log   []string
}

// newWorldTrial returns a trial, or nil if a tree is refused.
func newWorldTrial(s randomtree.Source, cover coverage, crowd bool) *worldTrial {
	st := &setup{set: randomtree.RandomTreeSet(s, without()), crowd: crowd}
	st.roots = append([]*decider.Decider[*randomtree.Subject]{st.set.Root}, st.set.Plugs...)
	for _, root := range st.roots {
		tree, err := decider.InitializeTreeData(root)
		if err != nil {
			cover.refused(err)
			return nil
		}
		st.trees = append(st.trees, tree)
	}
	st.seed, st.clock = uint64(s.Choose(1<<16)), float64(s.Choose(3))
	for range 2 + s.Choose(7) {
		run := 0
		if chance(s, 5) && !crowd {
			run = s.Choose(len(st.roots))
		}
		st.runs = append(st.runs, run)
	}
	st.alike = chance(s, 2)
	if st.hearing = len(st.runs); !crowd {
		st.hearing = s.Choose(len(st.runs) + 1)
	}
	t := &worldTrial{
		setup: st, now: st.clock, cover: cover, flags: make([]decider.DecisionFlags, len(st.runs)),
		sides: []population{st.referenceAgents()},
	}
	if crowd {
		t.sides = append(t.sides, st.crowdAgents(1), st.crowdAgents(3))
	} else {
		t.sides = append(t.sides, st.engineAgents(), st.engineAgents())
	}
	t.held = chance(s, 3)
	if s.Choose(3) == 0 { // recorded agents always take the long way
		t.sides[2].record()
	}
	for i, a := range t.sides[0].agents() {
		a.recorder.Level, a.watched = 5, true
		a.history = newHistory(t.set)
		a.history.own = t.roots[t.runs[i]].Name
		a.Observe(&a.recorder)
	}
	return t
}

func (t *worldTrial) ticked() int { return t.ticks }

func (t *worldTrial) report(m *mismatch) string { return m.report(t.set, t.log) }

func (t *worldTrial) note(format string, what ...any) {
	t.log = append(t.log, fmt.Sprintf(format, what...))
}

// clear clears an agent's logs in all populations.
func (t *worldTrial) clear(agent int) {
	for _, side := range t.sides {
		a := side.agents()[agent]
		a.subject.ClearLog()
		a.recorder.Clear()
		if a.echo != nil {
			a.echo.Clear()
		}
	}
}

// check compares an agent between populations, in which it has returned errs, including its events if observed.
func (t *worldTrial) check(agent int, errs []error, watched bool) *mismatch {
	model := *t.sides[0].agents()[agent]
	if t.crowd {
		model.stimuli = nil // a crowd does not show its sets; calls reveal them
	}
	t.cover.add(model.history, model.recorder.Events, model.subject.Calls)
	for i, side := range t.sides[1:] {
		a := *side.agents()[agent]
		a.watched = a.watched && watched
		if a.echo != nil && !watched && a.echo.err == nil {
			a.echo = nil
		}
		if m, ok := a.interpreter.(*crowdMember); ok && m.gone {
			model.interpreter = m // there is no memory to look at any more
		}
		if m := compare(&model, &a, errs[0], errs[i+1]); m != nil {
			m.whose = fmt.Sprintf("agent %d in engine %d (watched: %v at level %d)", agent+1, i+1, a.watched, a.recorder.Level)
			m.events = model.recorder.Strings()
			m.did = [2][]string{sideEffects(model.subject), sideEffects(a.subject)}
			return m
		}
	}
	return nil
}

// each calls do for an agent in every population and compares the results.
func (t *worldTrial) each(agent int, what string, do func(*actor) error) *mismatch {
	t.note("agent %d: %s", agent+1, what)
	t.clear(agent)
	var errs []error
	for _, side := range t.sides {
		errs = append(errs, do(side.agents()[agent]))
	}
	if m := t.check(agent, errs, !t.crowd); m != nil { // a crowd's view is not observed
		return m
	}
	return t.checkShared()
}

// everywhere calls do for an agent in every population.
func (t *worldTrial) everywhere(agent int, what string, do func(*actor)) {
	t.note("agent %d: %s", agent+1, what)
	for _, side := range t.sides {
		do(side.agents()[agent])
	}
}

// advance begins a frame in all worlds.
func (t *worldTrial) advance(dt float64) *mismatch {
	t.note("advance by %g", dt)
	err := t.sides[0].advance(dt)
	if errors.Is(err, world.ErrSquadTooLarge) {
		t.cover["a squad was larger than its world"]++
	}
	want := advanceLines(err)
	for i, side := range t.sides[1:] {
		if got := advanceLines(side.advance(dt)); !slices.Equal(want, got) {
			return &mismatch{what: "errors of Advance", whose: fmt.Sprintf("engine %d", i+1), want: want, got: got}
		}
	}
	return t.checkShared()
}

// advanceLines returns the errors that Advance has joined, those of squads by their kind.
func advanceLines(err error) (all []string) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			all = append(all, advanceLines(e)...)
		}
		slices.Sort(all)
		return all
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, world.ErrSquadTooLarge):
		return []string{world.ErrSquadTooLarge.Error()}
	}
	return []string{err.Error()}
}

// tick advances and ticks agents in an order.
func (t *worldTrial) tick(dt float64, order []int) *mismatch {
	t.now += dt
	for _, side := range t.sides {
		for _, a := range side.agents() {
			a.stimuli.Clock(engine.Key{}, t.now)
		}
	}
	if m := t.advance(dt); m != nil {
		return m
	}
	errs := make([][]error, len(t.flags))
	for _, i := range order {
		t.ticks++
		t.note("agent %d: tick %g flags %x facts %x", i+1, t.now, uint64(t.flags[i]), t.sides[0].agents()[i].subject.Facts)
		t.clear(i)
		for _, side := range t.sides {
			a := side.agents()[i]
			a.input = decider.Input{Time: t.now, DT: dt, DecisionFlags: t.flags[i], Stimuli: a.stimuli}
		}
	}
	for _, side := range t.sides {
		for i, err := range side.tick(order) {
			errs[i] = append(errs[i], err)
		}
	}
	for _, i := range order {
		if m := t.check(i, errs[i], true); m != nil {
			return m
		}
	}
	return t.checkShared()
}

// checkShared compares the members of all gates and squads.
func (t *worldTrial) checkShared() *mismatch {
	want := t.shared(t.sides[0])
	for i, side := range t.sides[1:] {
		if got := t.shared(side); !slices.Equal(want, got) {
			m := &mismatch{what: "gates and squads", whose: fmt.Sprintf("engine %d", i+1), want: want, got: got}
			for _, a := range t.sides[0].agents() {
				m.events = append(m.events, a.recorder.Strings()...)
			}
			return m
		}
	}
	return nil
}

func (t *worldTrial) shared(side population) (all []string) {
	for key := range uint64(3) {
		for _, g := range t.set.Gates {
			if inside := side.holders(g, key); len(inside) > 0 {
				all = append(all, fmt.Sprintf("gate %s of %d: %v", g.Name, key, inside))
			}
		}
		for _, s := range t.set.Squads {
			for i := range t.runs {
				if names := side.squadOf(s, key, t.id(i)); len(names) > 0 {
					all = append(all, fmt.Sprintf("squad %s of %d: agent %d is in or invited to %v", s.Name, key, i+1, names))
				}
			}
		}
	}
	return append(all, fmt.Sprintf("%d messages undelivered", side.undelivered()))
}

// watch makes the recorder of an agent in one engine observe at a level; a level below 0 removes it.
func (t *worldTrial) watch(side, agent int, level event.Level) {
	t.note("agent %d in engine %d: watched at level %d", agent+1, side, level)
	a := t.sides[side].agents()[agent]
	a.watched, a.recorder.Level = level >= 0, level
	if a.watched {
		a.Observe(&a.recorder)
	} else {
		a.Observe(nil)
	}
}

// addStimulus adds a stimulus to an agent.
func (t *worldTrial) addStimulus(agent int, kind stimuli.StimuliFlags, data uint64, seconds float64) {
	t.note("agent %d: stimulus %x with %d for %g", agent+1, uint64(kind), data, seconds)
	for _, side := range t.sides {
		side.stimulate(agent, stimuli.Kind[uint64](kind).New(data, seconds))
	}
}
