package games

import (
	"errors"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// worlds is the number of worlds of a game.
const worlds = 2

// way is how a game is played. All ways must come to the same.
type way struct {
	workers int
	moves   bool // the worlds are restored from snapshots, recorded and forked
	text    bool // what happens is kept as text
	upTo    int  // the number of operations that are played; negative for all
}

// match is one world of a game, and what the game knows of it.
type match struct {
	*forest
	way    way
	world  *world.World
	herds  []*herd
	actors []*actor // all there ever were, in the order of their IDs
	tokens []world.Token
	saved  *savedActor

	recorder *history.Recorder
	forked   bool // it is the world of a fork
	ahead    []Op // the operations in this world that follow
	game     *Game
	hand     handover
	children []*child
	doing    string // the call that is under way
	exits    atomic.Int64
	report   *report

	sum  uint64 // a hash of all that has happened
	text []string
}

// report holds the first failure of a game, and what was played.
type report struct {
	mu     sync.Mutex
	failed string
	Stats
}

// Stats count what games did.
type Stats struct{ Games, Ops, Calls, Traps, Restored, Children, Forks, Takes int }

// fail reports the first failure.
func (r *report) fail(format string, what ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed == "" {
		r.failed = fmt.Sprintf(format, what...)
	}
}

func (r *report) count(of *int, n int) {
	r.mu.Lock()
	*of += n
	r.mu.Unlock()
}

// herd is a crowd and its agents.
type herd struct {
	name     string
	crowd    *crowd.Crowd[*subject]
	tree     tree
	stimuli  int
	actors   []*actor // those that live
	observer *observer

	letPanics bool // its view does
}

// actor is an agent: of a herd, or one with a memory of its own.
type actor struct {
	match     *match
	herd      *herd // nil for a single agent
	subject   *subject
	id        world.AgentID
	gone      bool
	up        map[string]int // activations without a Deactivate, by decider
	traps     []trap
	did       []string // what its traps came to, since the last operation
	overrides map[string]event.Override

	// Of a single agent.
	memory    *decider.Memory[*subject]
	tree      tree
	stimuli   *stimuli.Set
	flags     decider.DecisionFlags
	letPanics bool
	listens   bool // it has been ticked with its stimuli
	ended     bool // Close was called
	observer  *observer
}

// newMatch makes a world without agents.
func newMatch(f *forest, seed uint64, w way, r *report) *match {
	return &match{forest: f, way: w, world: world.New(world.Options{Seed: seed}), report: r}
}

// newActor makes an agent's part of the game.
func (m *match) newActor(seed int, h *herd) *actor {
	a := &actor{herd: h, up: map[string]int{}, overrides: map[string]event.Override{}}
	a.subject = &subject{Seed: m.world.Seed() + uint64(seed), Facts: uint64(seed) * 7, Slots: m.set.Slots, Trees: m.plugged(), Names: m.set.Names}
	a.enter(m)
	return a
}

// enter makes an agent part of a match.
func (a *actor) enter(m *match) {
	a.match = m
	a.subject.Before = a.before
	if a.herd == nil {
		a.subject.Inside = inside{a}
	}
}

// inside is what a single agent's script may do with its own memory.
type inside struct{ *actor }

func (i inside) Reset() error { return i.memory.Reset() }

func (i inside) Close() error {
	i.ended = true
	return i.memory.Close()
}

func (i inside) TickAgain() error { return i.tick() }

// living returns the agents that are not gone.
func (m *match) living() []*actor {
	return slices.DeleteFunc(slices.Clone(m.actors), func(a *actor) bool { return a.gone })
}

// singles returns the living agents without a crowd.
func (m *match) singles() []*actor {
	return slices.DeleteFunc(m.living(), func(a *actor) bool { return a.herd != nil })
}

// pick returns one of several; the zero value for none.
func pick[T any](all []T, n int) (one T) {
	if len(all) > 0 {
		one = all[n%len(all)]
	}
	return one
}

// note adds something that must be the same in every way of playing.
func (m *match) note(format string, what ...any) {
	line := fmt.Sprintf(format, what...)
	h := fnv.New64a()
	fmt.Fprintf(h, "%x %s", m.sum, line)
	if m.sum = h.Sum64(); m.way.text {
		m.text = append(m.text, line)
	}
}

// patience is how long one call may take.
const patience = 5 * time.Second

// call makes a call of the public API from outside of ticks, in a goroutine of its own. It checks the error and how the
// call ended.
func (m *match) call(what string, f func() error) (err error) {
	outer := m.doing // not "" in a call from inside
	m.doing = what
	exits := m.exits.Load()
	var value any
	var stack []byte
	returned := false
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if !returned {
				value = recover()
				stack = debug.Stack()
			}
		}()
		err = f()
		returned = true
	}()
	select {
	case <-done:
	case <-time.After(patience):
		m.report.fail("%s does not return", what)
		return nil
	}
	exited := m.exits.Load() > exits
	letThrough := slices.ContainsFunc(m.actors, func(a *actor) bool { return a.letPanics || a.herd != nil && a.herd.letPanics })
	switch {
	case value != nil && (!letThrough || !isOurs(value)):
		m.report.fail("%s panicked: %v\n%s", what, value, stack)
	case !returned && value == nil && !exited:
		m.report.fail("%s ended the goroutine", what)
	}
	m.check(what, err)
	if errors.Is(err, history.ErrRoom) { // only where it is recorded
		err = nil
	}
	if exited { // which goroutine has ended depends on the number of workers
		m.note("%s: some code has ended its goroutine", what)
	} else {
		m.note("%s: %v %v", what, err, value)
	}
	m.doing = outer
	return err
}

// seen hashes what the agents have done since the last operation, and their states.
func (m *match) seen() {
	for _, a := range m.actors {
		for i := range a.subject.Calls {
			m.note("agent %d: %v", a.id, &a.subject.Calls[i])
		}
		for _, did := range a.did {
			m.note("agent %d: %s", a.id, did)
		}
		m.report.Calls += len(a.subject.Calls)
		a.did = a.did[:0]
		a.subject.ClearLog()
	}
	for _, a := range m.living() {
		if memory := a.look(); memory != nil {
			for s := range states(memory, true) {
				m.note("agent %d is at %s of %s for %v, iteration %d, leaving %v, pending %v, gate %v %d, squad %v", a.id, s.Decider.Name, s.Tree.Name,
					s.Duration, s.Iteration, s.Leaving, s.Pending.Name, s.Gate.Pass, s.Gate.Key, s.Squad.Part)
			}
		}
	}
	m.note("frame %d, time %v, %+v", m.world.Frame(), m.world.Time(), m.world.Stats())
}

// look returns the memory of an agent, or a view of it; nil if it cannot be read now.
func (a *actor) look() *decider.Memory[*subject] {
	if a.herd == nil {
		if a.letPanics { // after a panic it cannot be read
			return nil
		}
		return a.memory
	}
	view, _ := a.herd.crowd.View(a.id)
	return view
}

// observer sees events up to a level, and panics at one of them.
type observer struct {
	level event.Level
	after int // events until it panics; negative for never
}

func (o *observer) ObserveLevel(world.AgentID) event.Level { return o.level }

func (o *observer) Observe(*event.Event) {
	if o.after >= 0 {
		if o.after--; o.after < 0 {
			panic(mischief("an observer"))
		}
	}
}
