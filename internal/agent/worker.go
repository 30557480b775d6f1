package agent

import (
	"cmp"
	"math"
	"slices"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Worker ticks agents of a crowd one after the other, with one runner and its scratch. It belongs to one goroutine at a
// time.
type Worker struct {
	tick.Runner
	Err      error // error of the last tick
	notices  []shared.Notice
	events   []event.Event  // events for the observer
	observer event.Observer // nil for none
	Metering tick.Metering  // of the crowd's profile
}

// NewWorker returns a Worker for agents of a tree. It returns an error if the world does not accept the tree's gates,
// squads or systems.
func NewWorker(t *program.Tree, w *world.World, c *usercode.Context) (*Worker, error) {
	if err := t.Bind(w); err != nil {
		return nil, err
	}
	made := &Worker{}
	made.Serve(t, w, c)
	made.Notices, made.Guarded = &made.notices, true
	return made, nil
}

// Begin begins a frame of the world.
func (w *Worker) Begin(time float64, frame uint64) {
	w.SetClock(time, frame)
	if t := w.Recording(); t != nil {
		t.Asked = false
	}
}

// Tick ticks the agent of a row, whom the Context names. The caller calls Broken if Tick panics or ends the goroutine.
func (w *Worker) Tick(row *tick.Row) {
	w.TakeRow(row)
	w.Stirred, w.Call, w.Wake = false, tick.NoCall, math.Inf(1)
	w.Entries = 0
	w.Err = w.Runner.Tick(w.Time, row.DT, row.Flags, row.Set)
}

// Broken ends a tick in which user code has panicked with a value or, if the value is nil, has ended the goroutine.
func (w *Worker) Broken(value any) { w.EndBroken(value, &w.Err) }

// Idle reports whether the agent's next tick can be skipped (RULES R29). The last tick has called no user code and
// changed nothing, so the next is the same until an input changes or the time Wake comes.
func (w *Worker) Idle() bool { return !w.Stirred && w.Call == tick.NoCall && !w.ToldTicks() }

// Observe sets the observer that Deliver tells of the agents' events; nil for none.
func (w *Worker) Observe(o event.Observer) {
	if w.observer = o; o != nil {
		w.Hear((*adapter)(w))
	} else {
		w.Hear(nil)
	}
}

// adapter is a worker as an observer of its own runner. It keeps the events until all agents have ticked.
type adapter Worker

// ObserveLevel returns the level of the worker's observer.
func (a *adapter) ObserveLevel(id world.AgentID) event.Level { return a.observer.ObserveLevel(id) }

// Observe keeps an event.
func (a *adapter) Observe(e *event.Event) { a.events = append(a.events, *e) }

// Deliver delivers the notices of all workers' agents to the world and their events to the observer, in the order of the
// agents' IDs. It returns the error of an observer that panicked, which is removed.
func Deliver(all []*Worker) error {
	w := all[0]
	dropped := false // a worker has removed the observer, whose ObserveLevel panicked
	for _, o := range all {
		dropped = dropped || o.observer != nil && !o.IsObserved()
		if o != w {
			w.notices = append(w.notices, o.notices...)
			w.events = append(w.events, o.events...)
			clear(o.notices)
			clear(o.events)
			o.notices, o.events = o.notices[:0], o.events[:0]
		}
	}
	if byAgent := func(a, b shared.Notice) int { return cmp.Compare(a.Agent, b.Agent) }; !slices.IsSortedFunc(w.notices, byAgent) {
		slices.SortStableFunc(w.notices, byAgent)
	}
	if byAgent := func(a, b event.Event) int { return cmp.Compare(a.Agent, b.Agent) }; !slices.IsSortedFunc(w.events, byAgent) {
		slices.SortStableFunc(w.events, byAgent)
	}
	for i := range w.notices {
		w.notices[i].Deliver(w.Context.World)
	}
	clear(w.notices)
	w.notices = w.notices[:0]
	defer func() { // also if the observer calls runtime.Goexit
		clear(w.events)
		w.events = w.events[:0]
	}()
	err := w.tellObserver()
	if err != nil || dropped {
		for _, o := range all {
			o.Observe(nil)
		}
	}
	return err
}

// tellObserver tells the observer of all events.
func (w *Worker) tellObserver() (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &event.TickError{Path: w.Tree.Facts[0].Label.Name, Time: w.Time, Call: tick.InObserver.String(), Err: tick.PanicErrorOf(value)}
		}
	}()
	for i := range w.events {
		w.observer.Observe(&w.events[i])
	}
	return nil
}

// Still records the state of an agent.
func (w *Worker) Still(row *tick.Row) {
	if w.Recording() != nil {
		w.TakeRow(row)
		w.TakeStill()
	}
}

// Clear clears an agent's memory.
func (w *Worker) Clear(row *tick.Row) {
	w.TakeRow(row)
	w.ClearMemory()
}

// NewExtras returns the extras of an agent, or nil if it needs none.
func (w *Worker) NewExtras() *memory.Extras {
	if w.Tree.PlainBytes() {
		return nil
	}
	return memory.NewExtras(w.Tree)
}
