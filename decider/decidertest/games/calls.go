package games

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file calls the API for the operations.

var times = []float64{0.125, 0, 1. / 16, 0.5, 2}

// advance begins a frame.
func (m *match) advance(dt float64) {
	frame := m.world.Frame()
	for _, a := range m.living() {
		a.subject.Turn(frame + 1)
	}
	_ = m.call("World.Advance", func() error { return m.world.Advance(dt) })
	if m.world.Frame() != frame {
		for _, a := range m.singles() {
			a.stimuli.Update(dt)
		}
	}
}

// frame advances the world and ticks all its agents.
func (m *match) frame(dt float64) {
	m.advance(dt)
	for _, h := range m.herds {
		m.tickHerd(h)
	}
	for _, a := range m.singles() {
		if !a.ended {
			_ = m.call("tick", a.tick)
		}
	}
}

func (m *match) tickHerd(h *herd) {
	_ = m.call("Crowd.Tick", func() error {
		r, err := h.crowd.Tick()
		if err != nil {
			return err
		}
		if r.Agents != len(h.actors) {
			m.report.fail("crowd %s reports %d agents and has %d", h.name, r.Agents, len(h.actors))
		}
		for _, e := range r.Errors {
			m.check("Crowd.Tick", e)
		}
		if m.exits.Load() == 0 {
			m.note("%s: %d failed, %v", h.name, r.Failed, r.Errors)
		}
		return nil
	})
}

// tick ticks a single agent.
func (a *actor) tick() error {
	w := a.match.world
	a.listens = true
	return decider.TickBehaviorTree(a.memory, a.subject, decider.Input{Time: w.Time(), DT: w.DT(), DecisionFlags: a.flags, Stimuli: a.stimuli})
}

func (m *match) newHerd(variant, stimuli int) {
	h := &herd{name: fmt.Sprintf("CROWD%d", len(m.herds)+1), tree: m.own[variant], stimuli: stimuli}
	if len(m.herds) == 3 {
		h.name = "CROWD1" // there is one
	}
	if m.populate(h, m.way.workers, nil) == nil {
		m.herds = append(m.herds, h)
		if m.recorder != nil {
			_ = m.quietly("Crowd.Record", func() error { return h.crowd.Record(m.recorder) })
		}
	}
}

// populate makes the crowd of a herd.
func (m *match) populate(h *herd, workers int, agent func(world.AgentID) (*subject, bool)) error {
	return m.call("crowd.New", func() (err error) {
		o := crowd.Options[*subject]{Name: h.name, Workers: workers, StimuliEach: h.stimuli, Trees: m.plugged(), Agent: agent}
		h.crowd, err = crowd.New(m.world, h.tree, o)
		return err
	})
}

// add adds an agent to a crowd.
func (m *match) add(h *herd, seed int) {
	a := m.newActor(seed, h)
	if m.call("Crowd.Add", func() (err error) {
		a.id, err = h.crowd.Add(a.subject)
		return err
	}) != nil {
		return
	}
	for _, b := range m.actors {
		if a.id == b.id {
			m.report.fail("two agents have the ID %d", a.id)
		}
		a.subject.Others = append(a.subject.Others, b.id)
	}
	h.actors = append(h.actors, a)
	m.actors = append(m.actors, a)
	for s := range states(a.look(), false) {
		if s.Active || s.Kind == declaration.SlotDecider && s.Target.Name != "" || s.Entries > 0 || s.CooldownLeft > 0 || s.EveryLeft > 0 {
			m.report.fail("agent %d is new, but its %s is not: active %v, plugged %q, entered %d times", a.id, s.Decider.Name, s.Active, s.Target.Name, s.Entries)
		}
	}
}

// newSingle makes an agent without a crowd.
func (m *match) newSingle(seed, variant int) {
	a := m.newSingleActor(seed, m.own[variant])
	a.memory = a.tree.NewMemory(m.world, a.id)
	m.takeIn(a)
}

// newSingleActor makes an agent that has no memory yet.
func (m *match) newSingleActor(seed int, t tree) *actor {
	a := m.newActor(seed, nil)
	a.id, a.stimuli, a.tree = m.world.NewAgent(), stimuli.NewSet(3), t
	for _, b := range m.actors {
		a.subject.Others = append(a.subject.Others, b.id)
	}
	return a
}

// reuse gives the memory of a single agent to a new one.
func (m *match) reuse(a *actor, seed int) {
	b := m.newSingleActor(seed, a.tree)
	_ = m.call("Memory.Reuse", func() error { return a.memory.Reuse(b.id) })
	if a.memory.ID() != b.id { // it was refused, or a Deactivate has broken it off
		a.ended = errors.Is(a.memory.Override("", 0), decider.ErrClosed)
		return
	}
	a.gone, b.memory = true, a.memory
	m.takeIn(b)
}

// takeIn adds a single agent that has just got its memory.
func (m *match) takeIn(a *actor) {
	if m.world.Closed() {
		_ = m.call("tick", a.tick)
		return
	}
	m.actors = append(m.actors, a)
	if m.recorder != nil {
		_ = m.quietly("Memory.Record", func() error { return a.memory.Record(m.recorder) })
	}
}

// remove removes an agent from its crowd.
func (m *match) remove(a *actor) {
	_ = m.call("Crowd.Remove", func() (err error) {
		defer func() { // also after runtime.Goexit
			if !errors.Is(err, world.ErrTicking) {
				a.leave()
			}
		}()
		return a.herd.crowd.Remove(a.id)
	})
}

// memory returns the memory of an agent or a view of it.
func (m *match) memory(a *actor) (memory *decider.Memory[*subject]) {
	if a.herd == nil {
		return a.memory
	}
	_ = m.call("Crowd.View", func() (err error) {
		memory, err = a.herd.crowd.View(a.id)
		return err
	})
	return memory
}

func (m *match) reset(a *actor) {
	if memory := m.memory(a); memory != nil {
		_ = m.call("View.Reset", memory.Reset)
	}
}

// serve takes requests of the deferred behaviors and completes one.
func (m *match) serve(a, b int) {
	if m.doing == "" {
		for t, request := range m.system.Launched(m.world, b%4) {
			m.tokens = append(m.tokens, t)
			m.note("launched %x: %d", uint64(t), request)
		}
		for t := range m.system.Cancelled(m.world) {
			m.note("cancelled %x", uint64(t))
		}
	}
	token := pick(m.tokens, a)
	err := m.quietly("System.Complete", func() error {
		if b%5 == 0 {
			return m.system.Fail(m.world, token, mischief("a system"))
		}
		return m.system.Complete(m.world, token, uint64(b))
	})
	var refused *world.TokenError
	if errors.As(err, &refused) {
		m.note("not completed: %v", refused.Err)
	}
}

// override forces or forbids a decider for an agent.
func (m *match) override(a *actor, name string, o event.Override) {
	if m.call("Override", func() error {
		if a.herd != nil {
			return a.herd.crowd.Override(a.id, name, o)
		}
		return a.memory.Override(name, o)
	}) == nil {
		a.overrides[name] = o
	}
}

// observe observes an agent, or its whole crowd.
func (m *match) observe(a *actor, o *observer) {
	if a.herd == nil {
		a.observer = o
		a.memory.Observe(o)
	} else if m.call("Crowd.Observe", func() error { return a.herd.crowd.Observe(o) }) == nil {
		a.herd.observer = o
	}
}

// close closes the world.
func (m *match) close() {
	_ = m.call("World.Close", m.world.Close)
}
