package games

import (
	"math"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// kind is a kind of operation.
type kind struct {
	name   string
	weight int // how often it occurs in random games
	do     func(m *match, o Op)
}

// kinds are all operations between ticks. An Op's A chooses the agent or crowd.
var kinds []kind

func kindOf(name string) *kind {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i]
		}
	}
	return nil
}

func init() {
	ofAgent := func(do func(m *match, a *actor, o Op)) func(*match, Op) {
		return func(m *match, o Op) {
			if a := pick(m.living(), o.A); a != nil {
				do(m, a, o)
			}
		}
	}
	ofHerd := func(do func(m *match, h *herd, o Op)) func(*match, Op) {
		return func(m *match, o Op) {
			if h := pick(m.herds, o.A); h != nil {
				do(m, h, o)
			}
		}
	}
	ofMember := func(do func(m *match, a *actor, c *crowd.Crowd[*subject], o Op)) func(*match, Op) {
		return ofAgent(func(m *match, a *actor, o Op) {
			if a.herd != nil {
				do(m, a, a.herd.crowd, o)
			}
		})
	}
	ofSingle := func(do func(m *match, a *actor, o Op)) func(*match, Op) {
		return func(m *match, o Op) {
			if a := pick(m.singles(), o.A); a != nil {
				do(m, a, o)
			}
		}
	}
	kinds = []kind{
		{"frame", 120, func(m *match, o Op) { m.frame(times[o.A%len(times)]) }},
		{"advance", 2, func(m *match, o Op) { m.advance([]float64{0.125, 0, -1, math.NaN(), math.Inf(1)}[o.A%5]) }},
		{"tick", 4, ofSingle(func(m *match, a *actor, o Op) { m.call("tick", a.tick) })},
		{"late", 1, ofSingle(func(m *match, a *actor, o Op) {
			m.call("tick", func() error {
				return decider.TickBehaviorTree(a.memory, a.subject, decider.Input{Time: []float64{-1, math.NaN()}[o.B%2], DT: 0, Stimuli: a.stimuli})
			})
		})},
		{"again", 2, ofHerd(func(m *match, h *herd, o Op) { m.tickHerd(h) })},
		{"crowd", 6, func(m *match, o Op) { m.newHerd(o.A%len(m.own), []int{3, 0, 6}[o.B%3]) }},
		{"add", 20, ofHerd(func(m *match, h *herd, o Op) {
			for range 1 + o.B%4 {
				m.add(h, o.C)
			}
		})},
		{"single", 12, func(m *match, o Op) { m.newSingle(o.A, o.B%len(m.own)) }},
		{"trap", 90, ofAgent(func(m *match, a *actor, o Op) { a.traps = append(a.traps, newTrap(o.B, o.C)) })},
		{"facts", 8, ofAgent(func(m *match, a *actor, o Op) {
			a.subject.Facts = uint64(o.B*11 + o.C)
			if a.herd != nil {
				m.call("Crowd.Wake", func() error { return a.herd.crowd.Wake(a.id) })
			}
		})},
		{"flags", 10, ofAgent(func(m *match, a *actor, o Op) {
			set, clear := decider.DecisionFlags(o.B%16), decider.DecisionFlags(o.C%16)
			if a.flags = a.flags&^clear | set; a.herd != nil {
				m.call("Crowd.SetFlags", func() error { return a.herd.crowd.SetFlags(a.id, set, clear) })
			}
		})},
		{"stimulate", 8, ofAgent(func(m *match, a *actor, o Op) {
			st := stimuli.Note(1<<(o.B%4), float64(o.C%8)/8)
			m.call("stimulate", func() error {
				if a.herd != nil {
					return a.herd.crowd.Stimulate(a.id, st)
				}
				return a.stimuli.Add(st)
			})
		})},
		{"send", 4, func(m *match, o Op) {
			to := world.AgentID(o.C)
			if a := pick(m.actors, o.A); a != nil {
				to = a.id
			}
			m.call("World.Send", func() error { return m.world.Send(to, stimuli.Note(1<<(o.B%4), 0.5)) })
		}},
		{"remove", 12, ofMember(func(m *match, a *actor, _ *crowd.Crowd[*subject], o Op) { m.remove(a) })},
		{"rate", 3, ofMember(func(m *match, a *actor, c *crowd.Crowd[*subject], o Op) {
			m.call("Crowd.SetRate", func() error { return c.SetRate(a.id, []float64{0, 1, 4, 10, -1}[o.B%5]) })
		})},
		{"move", 2, ofMember(func(m *match, a *actor, c *crowd.Crowd[*subject], o Op) {
			m.call("Crowd.Move", func() error { return c.Move(a.id, a.subject) })
		})},
		{"strangers", 1, ofHerd(func(m *match, h *herd, o Op) {
			m.call("Crowd.Remove", func() error { return h.crowd.Remove(1) })
			m.call("Crowd.View", func() error {
				_, err := h.crowd.View(world.AgentID(o.B) << 40)
				return err
			})
		})},
		{"reset", 12, ofAgent(func(m *match, a *actor, o Op) { m.reset(a) })},
		{"resetBelow", 6, ofAgent(func(m *match, a *actor, o Op) {
			if memory := m.memory(a); memory != nil {
				m.call("View.ResetBelow", func() error { return memory.ResetBelow(pick(append(m.names, m.set.Names...), o.B)) })
			}
		})},
		{"plug", 10, ofAgent(func(m *match, a *actor, o Op) {
			if memory, slot := m.memory(a), pick(m.set.Slots, o.B); memory != nil && slot != nil {
				m.call("View.Plug", func() error { return memory.Plug(slot, pick(m.plugged(), o.C)) })
			}
		})},
		{"unplug", 4, ofAgent(func(m *match, a *actor, o Op) {
			if memory, slot := m.memory(a), pick(m.set.Slots, o.B); memory != nil && slot != nil {
				m.call("View.Unplug", func() error { return memory.Unplug(slot) })
			}
		})},
		{"override", 4, ofAgent(func(m *match, a *actor, o Op) { m.override(a, pick(m.names, o.B), event.Override(o.C%3)) })},
		{"observe", 4, ofAgent(func(m *match, a *actor, o Op) {
			watch := &observer{event.Level(o.B % 6), -1}
			if o.C%4 == 0 {
				watch.after = o.C % 50
			}
			m.observe(a, watch)
		})},
		{"letPanics", 2, ofAgent(func(m *match, a *actor, o Op) {
			if a.herd == nil {
				a.letPanics = o.B%2 == 0
				a.memory.LetPanics(a.letPanics)
			} else if view := m.memory(a); view != nil {
				a.herd.letPanics = o.B%2 == 0
				view.LetPanics(a.herd.letPanics)
			}
		})},
		{"close", 3, ofSingle(func(m *match, a *actor, o Op) { m.call("Close", inside{a}.Close) })},
		{"reuse", 6, ofSingle(func(m *match, a *actor, o Op) { m.reuse(a, o.B) })},
		{"migrate", 6, ofAgent(func(m *match, a *actor, o Op) { m.migrate(a, m.own[o.B%len(m.own)]) })},
		{"serve", 10, func(m *match, o Op) { m.serve(o.A, o.B) }},
		{"save", 4, ofSingle(func(m *match, a *actor, o Op) { m.save(a) })},
		{"load", 8, ofSingle(func(m *match, a *actor, o Op) { m.load(a) })},
		{"record", 4, func(m *match, o Op) { m.record() }},
		{"replay", 2, func(m *match, o Op) { m.replay() }},
		{"restore", 10, func(m *match, o Op) { m.restore() }},
		{"child", 2, func(m *match, o Op) { m.sendToChild() }},
		{"fork", 2, func(m *match, o Op) { m.fork(1 + o.A%6) }},
		{"closeWorld", 1, func(m *match, o Op) { m.close() }},
	}
}
