package differential_test

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// population is the agents of one world: in the reference, in the engine with a memory each, or in a crowd.
type population interface {
	advance(dt float64) error
	// tick ticks agents, each with its input, in the given order if the order matters, and returns the errors by agent.
	tick(order []int) []error
	agents() []*actor
	holders(*world.Gate, uint64) []world.AgentID
	squadOf(*world.Squad, uint64, world.AgentID) []string
	// stimulate adds a stimulus to an agent that has a set. A full set drops one, the same in every population.
	stimulate(agent int, s stimuli.Stimulus)
	undelivered() uint64
	// record starts recording and replaying all agents of an engine.
	record()
}

const stimuliEach = 5

// individuals are agents that are ticked one by one.
type individuals []*actor

func (p individuals) agents() []*actor { return p }

func (p individuals) stimulate(agent int, s stimuli.Stimulus) {
	if set := p[agent].stimuli; set != nil {
		_ = set.Add(s)
	}
}

func (p individuals) tick(order []int) []error {
	errs := make([]error, len(p))
	for _, i := range order {
		errs[i] = p[i].Tick(p[i].subject, p[i].input)
	}
	return errs
}

// referencePopulation is in the reference. In a crowd, actions take effect in the next frame only.
type referencePopulation struct {
	individuals
	world *reference.ReferenceWorld
	crowd bool
}

func (p *referencePopulation) advance(dt float64) error { return p.world.Advance(dt) }

func (p *referencePopulation) tick(order []int) []error {
	errs := p.individuals.tick(order)
	if p.crowd {
		p.world.CrowdTicked()
	}
	return errs
}

func (p *referencePopulation) holders(g *world.Gate, key uint64) []world.AgentID {
	return p.world.Holders(g, key)
}

func (p *referencePopulation) squadOf(s *world.Squad, key uint64, id world.AgentID) []string {
	if names := p.world.SquadOf(s, key, id); names != nil {
		return append(names, fmt.Sprint(p.world.LeftOf(s, key, id)))
	}
	return nil
}

func (p *referencePopulation) undelivered() uint64 { return p.world.Undelivered() }

func (p *referencePopulation) record() {}

// enginePopulation is in the engine, each agent with its own memory.
type enginePopulation struct {
	individuals
	world *world.World
}

func (p *enginePopulation) advance(dt float64) error { return p.world.Advance(dt) }

func (p *enginePopulation) holders(g *world.Gate, key uint64) []world.AgentID {
	return slices.Collect(p.world.Holders(g, key))
}

func (p *enginePopulation) squadOf(s *world.Squad, key uint64, id world.AgentID) (names []string) {
	see := p.world.GlanceSquad(engine.Key{}, s, key, id)
	if see.Instance == 0 {
		return nil
	}
	for role, agent := range p.world.Members(engine.Key{}, see.Instance) {
		names = append(names, fmt.Sprintf("%d/%d", agent, role))
	}
	return append(names, fmt.Sprint(see.Left))
}

func (p *enginePopulation) undelivered() uint64 { return p.world.Stats().Undelivered }

func (p *enginePopulation) record() {
	for _, a := range p.individuals {
		a.record()
	}
}

// setup describes equal populations: the trees of a tree set, and the tree that each agent runs.
type setup struct {
	set     *randomtree.TreeSet
	roots   []*decider.Decider[*randomtree.Subject] // root declarations: the agents' own tree, then those to plug in
	trees   []*decider.Tree[*randomtree.Subject]    // compiled roots
	runs    []int                                   // by agent: index into trees
	seed    uint64
	crowd   bool                  // the agents live in a crowd, so all run the first tree
	alike   bool                  // the agents' facts are equal at first
	hearing int                   // how many agents, the first ones, have a stimuli set
	clock   float64               // time of the clock at first, in seconds
	later   map[int]world.AgentID // IDs of agents that took the place of the first
}

// id returns the ID of an agent by its number.
func (s *setup) id(agent int) world.AgentID {
	if id := s.later[agent]; id != 0 {
		return id
	}
	if s.crowd {
		return world.AgentID(world.PageSize + agent) // in the first page of a crowd
	}
	return world.AgentID(agent + 1)
}

// actor returns an agent without an interpreter.
func (s *setup) actor(agent int) *actor {
	a := &actor{subject: &randomtree.Subject{
		Seed: s.seed + uint64(agent), Facts: s.seed >> (agent % 3), Others: []world.AgentID{s.id(0), s.id(1), s.id(min(2, len(s.runs)-1)), 99},
		Slots: s.set.Slots, Trees: append(slices.Clip(s.trees[1:]), s.trees[0]), Names: s.set.Names,
	}}
	if s.alike {
		a.subject.Facts = s.seed
	}
	if agent < s.hearing {
		a.stimuli = stimuli.NewSet(stimuliEach)
		a.stimuli.Clock(engine.Key{}, s.clock)
	}
	if !s.crowd {
		a.subject.Inside = a
	}
	return a
}

// referenceAgents returns the agents in the reference.
func (s *setup) referenceAgents() *referencePopulation {
	p := &referencePopulation{world: reference.NewReferenceWorld(world.Options{Seed: s.seed, Time: s.clock}), crowd: s.crowd}
	for i, run := range s.runs {
		a := s.actor(i)
		r := s.reference(run, i, p.world)
		a.interpreter = plain{r}
		if s.crowd {
			a.interpreter = removedMember{plain{r}}
		}
		a.subject.Peers = peers{p.world, s.id(i), r}
		p.individuals = append(p.individuals, a)
	}
	return p
}

// reference returns an agent's interpreter in the reference.
func (s *setup) reference(run, agent int, w *reference.ReferenceWorld) *reference.Reference[*randomtree.Subject] {
	r, err := reference.NewReferenceIn(s.roots[run], w, s.id(agent), s.crowd)
	if err != nil {
		panic(err)
	}
	for i, tree := range s.trees {
		r.Declare(tree, s.roots[i])
	}
	return r
}

// peers gives a Subject's code access to other agents in the reference.
type peers struct {
	world *reference.ReferenceWorld
	id    world.AgentID
	r     *reference.Reference[*randomtree.Subject]
}

func (a peers) Send(to world.AgentID, s stimuli.Stimulus) error { return a.world.Send(a.id, to, s) }
func (a peers) Squad() []string                                 { return a.r.Squad() }

// engineAgents returns the agents in the engine.
func (s *setup) engineAgents() *enginePopulation {
	p := &enginePopulation{world: world.New(world.Options{Seed: s.seed, Time: s.clock})}
	for i, run := range s.runs {
		a := s.actor(i)
		a.interpreter = fast{s.trees[run].NewMemory(p.world, s.id(i))}
		p.individuals = append(p.individuals, a)
	}
	return p
}
