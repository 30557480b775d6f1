package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// traceSubject is what runs an agent of a trace.
type traceSubject interface {
	tick(*actor, decider.Input) error
	Reset() error
	Close() error
	remove() error
	Observe(event.Observer)
	Status() behavior.Status
	path() []string
	Plug(*traceSlot, *decider.Tree[*actor]) error
	Unplug(*traceSlot) error
	ResetBelow(name string) error
	Override(name string, o event.Override) error
	send(c *actorContext, to world.AgentID, st stimuli.Stimulus, renew bool)
	squad(*actorContext) []string // of what runs, as NAME/ROLE
}

// engineSubject is a memory of its own.
type engineSubject struct {
	*decider.Memory[*actor]
	run *traceRun
}

func (s engineSubject) tick(a *actor, in decider.Input) error {
	return decider.TickBehaviorTree(s.Memory, a, in)
}

func (s engineSubject) path() []string { return pathIn(s.Memory) }
func (s engineSubject) remove() error  { return s.Close() }

func (s engineSubject) send(c *actorContext, to world.AgentID, st stimuli.Stimulus, renew bool) {
	send(c, to, st, renew)
}
func (s engineSubject) squad(c *actorContext) []string { return s.run.squad(c) }

func pathIn(m *decider.Memory[*actor]) (names []string) {
	state, next := m.StateAt(0, true)
	for ; next >= 0; state, next = m.StateAt(next, true) {
		names = append(names, state.Decider.Name)
	}
	return names
}

// squad is what a Context tells.
func (r *traceRun) squad(c *actorContext) (names []string) {
	for role, id := range c.Squad() {
		names = append(names, fmt.Sprintf("%s/%d", r.who(id), role))
	}
	return names
}

// crowdSubject is an agent of a crowd.
type crowdSubject struct {
	crowd *crowd.Crowd[*actor]
	id    world.AgentID
	run   *traceRun
}

func (s crowdSubject) tick(*actor, decider.Input) error {
	_, err := s.crowd.Tick()
	return err
}

// view does something to the agent by way of the crowd's view.
func (s crowdSubject) view(do func(*decider.Memory[*actor]) error) error {
	m, err := s.crowd.View(s.id)
	if err != nil {
		return err
	}
	if s.run.mode.level > 0 {
		m.Observe(traceObserver{s.run})
	}
	return do(m)
}

func (s crowdSubject) Reset() error { return s.view((*decider.Memory[*actor]).Reset) }
func (s crowdSubject) Close() error { return s.view((*decider.Memory[*actor]).Close) }

func (s crowdSubject) remove() error {
	if err := s.view(func(*decider.Memory[*actor]) error { return nil }); err != nil {
		return err
	}
	return s.crowd.Remove(s.id)
}

func (s crowdSubject) Observe(event.Observer) {} // the crowd is observed

func (s crowdSubject) Status() (status behavior.Status) {
	if m, err := s.crowd.View(s.id); err == nil {
		status = m.Status()
	}
	return status
}

func (s crowdSubject) path() (names []string) {
	if m, err := s.crowd.View(s.id); err == nil {
		names = pathIn(m)
	}
	return names
}

func (s crowdSubject) Plug(slot *traceSlot, tree *decider.Tree[*actor]) error {
	return s.view(func(m *decider.Memory[*actor]) error { return m.Plug(slot, tree) })
}

func (s crowdSubject) Unplug(slot *traceSlot) error {
	return s.view(func(m *decider.Memory[*actor]) error { return m.Unplug(slot) })
}

func (s crowdSubject) ResetBelow(name string) error {
	return s.view(func(m *decider.Memory[*actor]) error { return m.ResetBelow(name) })
}

func (s crowdSubject) Override(name string, o event.Override) error {
	return s.crowd.Override(s.id, name, o)
}

func (s crowdSubject) send(c *actorContext, to world.AgentID, st stimuli.Stimulus, renew bool) {
	send(c, to, st, renew)
}
func (s crowdSubject) squad(c *actorContext) []string { return s.run.squad(c) }

// referenceSubject is an agent in the reference interpreter.
type referenceSubject struct {
	*reference.Reference[*actor]
	run *traceRun
}

func (s referenceSubject) tick(a *actor, in decider.Input) error { return s.Tick(a, in) }
func (s referenceSubject) path() []string                        { return s.PathNames() }
func (s referenceSubject) remove() error                         { return s.Remove() }

func (s referenceSubject) send(c *actorContext, to world.AgentID, st stimuli.Stimulus, renew bool) {
	if s.run.shared == nil {
		send(c, to, st, renew)
		return
	}
	post := s.run.shared.Send
	if renew {
		post = s.run.shared.SendRenew
	}
	if err := post(c.ID, to, st); err != nil {
		c.Fail(err)
	}
}

func send(c *actorContext, to world.AgentID, st stimuli.Stimulus, renew bool) {
	if renew {
		c.SendRenew(to, st)
	} else {
		c.Send(to, st)
	}
}

func (s referenceSubject) squad(*actorContext) (names []string) {
	for _, m := range s.Squad() {
		var id world.AgentID
		var role int
		if _, err := fmt.Sscanf(m, "%d/%d", &id, &role); err != nil {
			panic(err)
		}
		names = append(names, fmt.Sprintf("%s/%d", s.run.who(id), role))
	}
	return names
}
