package profile

import (
	"context"
	"runtime/pprof"
	"time"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
)

// meter is the part of a Profile that one goroutine at a time uses: a worker of a crowd, or an agent of its own.
type meter struct {
	p      *Profile
	alone  bool
	last   *tally                      // of the tree of the last event
	labels context.Context             // of the goroutine outside user code
	marked map[*counts]context.Context // labels during calls of a decider's behavior

	weight  int64         // ticks that the sampled one stands for
	ticking bool          // it has not finished
	began   time.Duration // when the tick began
	at      time.Duration // when the last event had been counted, or ticks that are not sampled began
	running *counts       // of the decider whose behavior was called after the last event
	sampled costs         // since the last ticks that were not sampled
	plain   int           // number of those
}

// Begin implements event.Meter.
func (m *meter) Begin(engine.Key) (next int) {
	if m.ticking { // a panic has ended the last one
		m.finish(m.at)
	}
	m.weight = m.p.every.Load()
	m.ticking, m.running = true, nil
	m.began = m.p.o.Clock()
	m.at = m.began
	if m.alone {
		return int(m.weight)
	}
	return 1
}

// Meter implements event.Meter. The time since the last event goes to the decider whose behavior was called then, or else to
// that of this event.
func (m *meter) Meter(_ engine.Key, e *event.Event, tree any) {
	now := m.p.o.Clock()
	if m.last.key != tree {
		m.last = m.p.tallyOf(tree)
	}
	c := &m.last.counts[e.Place]
	if m.ticking {
		m.spend(c, now-m.at)
	}
	if m.running != nil && e.Kind != event.Erred { // an error may come in the middle of a call
		m.running = nil
		m.Label(engine.Key{})
	}
	c.count(e, m.weight)
	switch e.Kind {
	case event.Activated, event.Ticking, event.Leaving, event.Deactivated:
		m.run(c, e)
	case event.TickFinished:
		m.finish(now)
	}
	m.at = m.p.o.Clock()
}

// run notes that a decider's behavior is about to be called.
func (m *meter) run(c *counts, e *event.Event) {
	m.running = c
	if m.marked == nil {
		return
	}
	with := m.marked[c]
	if with == nil {
		with = pprof.WithLabels(m.labels, pprof.Labels("decider", e.Decider.Name, "tree", e.Tree.Name))
		m.marked[c] = with
	}
	pprof.SetGoroutineLabels(with)
}

// spend adds a time to the decider whose behavior runs, or else to c.
func (m *meter) spend(c *counts, spent time.Duration) {
	n := int64(max(0, spent-m.p.overhead)) * m.weight
	if m.running != nil {
		m.running.running.Add(n)
	} else {
		c.asking.Add(n)
	}
	m.p.all.Add(n)
}

// finish ends a sampled tick.
func (m *meter) finish(now time.Duration) {
	m.ticking = false
	m.p.sampled.Add(1)
	m.p.ticks.Add(m.weight)
	m.sampled.add(costs{float64(now - m.began), 1})
}

// Every implements event.Meter.
func (m *meter) Every(engine.Key) int { return int(m.p.every.Load()) }

// Plain implements event.Meter. The cost of these ticks tells how many there should be to a sampled one.
func (m *meter) Plain(_ engine.Key, ticks int) {
	now := m.p.o.Clock()
	if ticks == 0 {
		m.p.adapt(m.sampled, costs{float64(max(0, now-m.at-m.p.overhead)), float64(m.plain)})
		m.sampled = costs{}
	}
	m.plain, m.at = ticks, now
}

// Label implements event.Meter.
func (m *meter) Label(engine.Key) {
	if m.marked != nil {
		pprof.SetGoroutineLabels(m.labels)
	}
}

// Labels implements event.Meter.
func (m *meter) Labels(engine.Key) bool { return m.marked != nil }
