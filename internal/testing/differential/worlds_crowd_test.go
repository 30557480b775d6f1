package differential_test

import (
	"errors"
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// TestDifferentialCrowd is TestDifferentialWorlds with crowds of one and of several workers as engines: gates are claimed,
// actions on gates and squads take effect in the next frame, and unobserved agents are skipped while nothing can change for
// them.
func TestDifferentialCrowd(t *testing.T) {
	need := []string{
		event.FailedRole.String(), event.FailedSquad.String(), event.FailedGate.String(), event.FailedOverride.String(), "forced Accepted", "a claim was granted",
		"a gate was shut for all", "a gate was shut for an agent", "a squad of 2 was made up", "a squad of 3 was made up",
		"an older claim was granted before one of a lower ID", "an older want came before one of a lower ID",
		"an agent was passed over for the roles it can play", "an agent got a later role for the sake of another",
		"a member was done", "a member of a dissolved squad was told", "a barrier opened for 2", "did send", "did squad", "did panic", event.Waiting.String(),
		"pending " + event.FailedSquad.String(), "pending " + event.FailedGate.String(), "pending " + event.FailedChildren.String(), "pending " + event.FailedTarget.String(),
		"left " + behavior.Removed.String(), "left " + behavior.Reset.String(),
	}
	differ(t, func(s randomtree.Source, cover coverage) (played, *mismatch) {
		if tr, m := playWorlds(s, cover, true); tr != nil {
			return tr, m
		}
		return nil, nil
	}, need)
}

// crowdPopulation is a crowd.
type crowdPopulation struct {
	individuals
	world *world.World
	crowd *crowd.Crowd[*randomtree.Subject]
}

func (p *crowdPopulation) advance(dt float64) error { return p.world.Advance(dt) }

// tick ticks all, whatever the order. A removed agent has no tick.
func (p *crowdPopulation) tick(order []int) []error {
	errs := make([]error, len(p.individuals))
	for i, a := range p.individuals {
		m := a.interpreter.(*crowdMember)
		if m.gone {
			errs[i] = decider.ErrClosed
			continue
		}
		check(p.crowd.SetFlags(m.id, a.input.DecisionFlags, ^a.input.DecisionFlags))
	}
	report, err := p.crowd.Tick()
	check(err)
	for _, err := range report.Errors {
		var e *decider.TickError
		if errors.As(err, &e) {
			errs[e.Agent-p.individuals[0].interpreter.(*crowdMember).id] = err
		}
	}
	return errs
}

// check panics if something fails that cannot.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

func (p *crowdPopulation) holders(g *world.Gate, key uint64) []world.AgentID {
	return (&enginePopulation{world: p.world}).holders(g, key)
}

func (p *crowdPopulation) squadOf(s *world.Squad, key uint64, id world.AgentID) []string {
	return (&enginePopulation{world: p.world}).squadOf(s, key, id)
}

func (p *crowdPopulation) stimulate(agent int, s stimuli.Stimulus) {
	if m := p.individuals[agent].interpreter.(*crowdMember); !m.gone {
		_ = p.crowd.Stimulate(m.id, s)
	}
}

func (p *crowdPopulation) undelivered() uint64 { return p.world.Stats().Undelivered }

// record makes the crowd's workers record to an echo for each agent.
func (p *crowdPopulation) record() {
	all := echoes{}
	for _, a := range p.individuals {
		a.echo = &echo{asleep: true}
		all[uint64(a.interpreter.(*crowdMember).id)] = a.echo
	}
	check(p.crowd.Record(all))
}

// echoes are the echoes of a crowd's agents by ID. They are only read while the agents tick.
type echoes map[uint64]*echo

func (all echoes) Sink(_ engine.Key, from tape.Source) (tape.Sink, error) {
	for _, e := range all {
		if e.player != nil {
			continue
		}
		if _, err := e.Sink(engine.Key{}, from); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (all echoes) Tree(fingerprint uint64, describe func() any) {
	for _, e := range all {
		e.mu.Lock()
		e.Tree(fingerprint, describe)
		e.mu.Unlock()
	}
}

func (all echoes) Wants(uint64) uint64 { return ^uint64(0) }

func (all echoes) Take(t *tape.Take) {
	e := all[t.Agent]
	e.mu.Lock()
	defer e.mu.Unlock()
	e.Take(t)
}

// ObserveLevel and Observe hand each agent's events to its recorder.
func (p *crowdPopulation) ObserveLevel(id world.AgentID) event.Level {
	if a := p.individuals[id-p.individuals[0].interpreter.(*crowdMember).id]; a.watched {
		return a.recorder.Level
	}
	return 0
}

func (p *crowdPopulation) Observe(e *event.Event) {
	p.individuals[e.Agent-p.individuals[0].interpreter.(*crowdMember).id].recorder.Observe(e)
}

// crowdMember is one agent of a crowd, seen through its view.
type crowdMember struct {
	population *crowdPopulation
	id         world.AgentID
	gone       bool
}

func (m *crowdMember) view() *decider.Memory[*randomtree.Subject] {
	v, err := m.population.crowd.View(m.id)
	check(err)
	return v
}

func (m *crowdMember) do(do func(*decider.Memory[*randomtree.Subject]) error) error {
	if m.gone {
		return decider.ErrClosed
	}
	return do(m.view())
}

func (m *crowdMember) Tick(*randomtree.Subject, decider.Input) error {
	panic("a crowd ticks all its agents")
}

func (m *crowdMember) Reset() error {
	return m.do(func(v *decider.Memory[*randomtree.Subject]) error { return v.Reset() })
}

// Close removes the agent from the crowd.
func (m *crowdMember) Close() error {
	if m.gone {
		return nil
	}
	m.gone = true
	return m.population.crowd.Remove(m.id)
}

func (m *crowdMember) Status() behavior.Status {
	if m.gone {
		return 0
	}
	return m.view().Status()
}

// Observe makes the crowd ask its observer for levels again.
func (m *crowdMember) Observe(event.Observer) { check(m.population.crowd.Observe(m.population)) }

func (m *crowdMember) Plug(s *decider.Slot[*randomtree.Subject], tree *decider.Tree[*randomtree.Subject]) error {
	return m.do(func(v *decider.Memory[*randomtree.Subject]) error { return v.Plug(s, tree) })
}

func (m *crowdMember) Unplug(s *decider.Slot[*randomtree.Subject]) error {
	return m.do(func(v *decider.Memory[*randomtree.Subject]) error { return v.Unplug(s) })
}

func (m *crowdMember) ResetBelow(name string) error {
	return m.do(func(v *decider.Memory[*randomtree.Subject]) error { return v.ResetBelow(name) })
}

func (m *crowdMember) Override(name string, o event.Override) error {
	if m.gone {
		return decider.ErrClosed
	}
	return m.population.crowd.Override(m.id, name, o)
}

func (m *crowdMember) inspect() engine.Inspection {
	if m.gone {
		return engine.Inspection{}
	}
	return see.Inspect(m.view().Plain(engine.Key{}))
}

func (m *crowdMember) turns() []state.Decider {
	if m.gone {
		return nil
	}
	return turnsOf(m.view())
}

// crowdAgents returns the agents in a crowd, all of which run the first tree.
func (s *setup) crowdAgents(workers int) *crowdPopulation {
	p := &crowdPopulation{world: world.New(world.Options{Seed: s.seed, Time: s.clock})}
	var err error
	p.crowd, err = crowd.New(p.world, s.trees[0], crowd.Options[*randomtree.Subject]{Name: "ALL", Workers: workers, StimuliEach: stimuliEach})
	check(err)
	for i := range s.runs {
		a := s.actor(i)
		a.stimuli = nil // the crowd's
		id, err := p.crowd.Add(a.subject)
		check(err)
		if id != s.id(i) {
			panic("crowds take other IDs now")
		}
		a.interpreter = &crowdMember{population: p, id: id}
		p.individuals = append(p.individuals, a)
	}
	return p
}

// removedMember is a member of the reference's crowd.
type removedMember struct{ plain }

// Close removes the agent from the crowd.
func (r removedMember) Close() error { return r.Remove() }
