package profile

import (
	"context"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
)

// Options are the properties of a [Profile]. The zero value is a good choice for crowds.
type Options struct {
	// Every is the number of ticks of which one is sampled. With 1 every tick is sampled and all counts are exact; it then
	// costs more than an observer at level 5. With 0 crowds adapt it to Share, and agents that are in no crowd use 1024.
	Every int
	// Share is how much of the time of ticks a crowd's profile takes with Every 0; 0 stands for 0.02.
	Share float64
	// Labels gives goroutines labels for CPU profiles of package runtime/pprof: `tree` and `crowd` in all ticks of a crowd,
	// and in sampled ticks `tree` and `decider` during calls of behaviors. To split a whole CPU profile by decider, use it with
	// Every 1.
	Labels bool
	// Context has the labels of the game's own goroutine, which that has again after calls of single agents' behaviors; nil for
	// none.
	Context context.Context
	// Clock returns the time since any fixed moment, for tests; nil is the real clock. Several goroutines call it.
	Clock func() time.Duration
}

// Profile collects counts and times by decider. Make it with [New]. Any goroutine may call its methods at any time.
type Profile struct {
	o        Options
	overhead time.Duration // of reading the clock
	every    atomic.Int64  // of crowds

	trees               atomic.Pointer[[]*tally] // those that were seen, in turn; replaced, never changed
	sampled, ticks, all atomic.Int64             // sampled ticks, ticks that they stand for, and the nanoseconds of those

	mu    sync.Mutex
	extra costs // of sampled ticks, for crowds
	plain costs // of other ticks
}

// costs are times of some ticks. Older ones count less.
type costs struct{ time, ticks float64 }

func (c *costs) add(more costs) {
	if c.ticks > 512 {
		c.time, c.ticks = c.time/2, c.ticks/2
	}
	c.time, c.ticks = c.time+more.time, c.ticks+more.ticks
}

func (c *costs) mean() float64 { return c.time / c.ticks }

// tally has the counts of one tree.
type tally struct {
	key    any
	told   *description.Tree
	counts []counts // by place
}

// counts are those of one place.
type counts struct {
	asked, accepted, entered, ticked atomic.Int64
	asking, running                  atomic.Int64 // nanoseconds
}

// all returns the numbers, for code that treats them alike.
func (c *counts) all() [6]*atomic.Int64 {
	return [...]*atomic.Int64{&c.asked, &c.accepted, &c.entered, &c.ticked, &c.asking, &c.running}
}

// count counts an event of its place, in a tick that stands for so many.
func (c *counts) count(e *event.Event, weight int64) {
	switch e.Kind {
	case event.Asked:
		c.asked.Add(weight)
		if e.Verdict == event.Accepted {
			c.accepted.Add(weight)
		}
	case event.Entered:
		c.entered.Add(weight)
	case event.Ticking:
		c.ticked.Add(weight)
	}
}

// The defaults and bounds of Options.Every and Options.Share.
const (
	defaultEvery = 1024
	defaultShare = 0.02
	leastEvery   = 8 // other ticks are needed to compare with
	mostEvery    = 1 << 17
)

// New makes a Profile.
func New(o Options) *Profile {
	p := &Profile{o: o}
	if p.o.Share <= 0 {
		p.o.Share = defaultShare
	}
	if p.o.Context == nil {
		p.o.Context = context.Background()
	}
	if p.o.Clock == nil {
		start := time.Now()
		p.o.Clock = func() time.Duration { return time.Since(start) }
		p.overhead = time.Hour
		for range 100 {
			from := p.o.Clock()
			p.overhead = min(p.overhead, p.o.Clock()-from)
		}
	}
	p.every.Store(defaultEvery)
	if p.o.Every > 0 {
		p.every.Store(int64(p.o.Every))
	}
	p.trees.Store(&[]*tally{})
	return p
}

// Attach is for the packages of this module.
func (p *Profile) Attach(_ engine.Key, crowd string, tree any) event.Meter {
	m := &meter{p: p, alone: crowd == "", last: p.tallyOf(tree), labels: p.o.Context}
	if p.o.Labels {
		m.marked = map[*counts]context.Context{}
		if !m.alone {
			m.labels = pprof.WithLabels(p.o.Context, pprof.Labels("crowd", crowd, "tree", m.last.told.Name))
		}
	}
	return m
}

// tallyOf returns the counts of a tree, also of one that was not seen before.
func (p *Profile) tallyOf(key any) *tally {
	find := func() *tally {
		for _, t := range *p.trees.Load() {
			if t.key == key {
				return t
			}
		}
		return nil
	}
	if t := find(); t != nil {
		return t
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := find(); t != nil { // another goroutine was faster
		return t
	}
	told, is := key.(*description.Tree)
	if !is {
		told = key.(interface{ Describe() *description.Tree }).Describe()
	}
	t := &tally{key, told, make([]counts, len(told.Places))}
	all := append([]*tally{}, *p.trees.Load()...)
	all = append(all, t)
	p.trees.Store(&all)
	return t
}

// Count counts an event of a recording (history.Recording.Events at level 5) whose place is in that tree. There are no times.
func (p *Profile) Count(e *event.Event, tree *description.Tree) {
	t := p.tallyOf(tree)
	if e.Place < 0 || e.Place >= len(t.counts) {
		return
	}
	t.counts[e.Place].count(e, 1)
	if e.Kind == event.TickFinished {
		p.sampled.Add(1)
		p.ticks.Add(1)
	}
}

// adapt sets how many ticks of crowds there are to a sampled one, so that what sampling adds takes its share of the time.
func (p *Profile) adapt(sampled, plain costs) {
	if p.o.Every > 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.extra.add(sampled)
	p.plain.add(plain)
	if p.extra.ticks == 0 || p.plain.time <= 0 {
		return
	}
	every := (p.extra.mean() - p.plain.mean()) / (p.o.Share * p.plain.mean())
	p.every.Store(int64(min(max(every, leastEvery), mostEvery)))
}

// Reset sets all counts and times to zero.
func (p *Profile) Reset() {
	for _, n := range []*atomic.Int64{&p.sampled, &p.ticks, &p.all} {
		n.Store(0)
	}
	for _, t := range *p.trees.Load() {
		for i := range t.counts {
			for _, n := range t.counts[i].all() {
				n.Store(0)
			}
		}
	}
}
