package agent

import (
	"cmp"
	"math"
	"runtime/debug"
	"slices"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Worker ticks agents of a crowd, one after the other, with one runner and its scratch. It belongs to one goroutine at a
// time.
type Worker struct {
	tick.Runner
	Err     error // of the last tick
	notices []shared.Notice
	events  []event.Event  // what the observer will be told
	watcher event.Observer // nil for none
}

// NewWorker makes a Worker for agents of a tree. Its error is that of gates and squads the world cannot have.
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

// Tick ticks an agent; the Context has it. Whoever ticks calls EndBroken where this panics, or ends the goroutine.
func (w *Worker) Tick(row *tick.Row) {
	w.TakeRow(row)
	w.Stirred, w.Call, w.Wake = false, tick.NoCall, math.Inf(1)
	w.Entries = 0
	w.Err = w.Runner.Tick(w.Time, row.DT, row.Flags, row.Set)
}

// Broken ends a tick in which user code has panicked with a value, or with nil has ended the goroutine.
func (w *Worker) Broken(value any) { w.Err = w.EndBroken(value) }

// Idle reports whether the agent's next tick could be left out (RULES R29): the last one has called no user code and
// changed nothing, so the next is the same, until an input changes or the time Wake comes.
func (w *Worker) Idle() bool { return !w.Stirred && w.Call == tick.NoCall && !w.TellsTicks() }

// Observe has an observer be told of what the agents do, when Tell is called; nil for nobody.
func (w *Worker) Observe(o event.Observer) {
	if w.watcher = o; o != nil {
		w.Hear((*adapter)(w))
	} else {
		w.Hear(nil)
	}
}

// adapter is a worker as an observer, which keeps events until all agents have ticked.
type adapter Worker

func (a *adapter) ObserveLevel(id world.AgentID) event.Level { return a.watcher.ObserveLevel(id) }
func (a *adapter) Observe(e *event.Event)                    { a.events = append(a.events, *e) }

// Tell tells the world what the agents of all workers have to do with gates and squads, and their observer what they did,
// all in the order of the agents' IDs. The error is that of an observer that panicked; it is dropped.
func Tell(all []*Worker) error {
	w := all[0]
	dropped := false // by a worker, as its ObserveLevel panicked
	for _, o := range all {
		dropped = dropped || o.watcher != nil && !o.IsObserved()
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
		w.notices[i].Tell(w.Context.World)
	}
	clear(w.notices)
	w.notices = w.notices[:0]
	defer func() { // also where an observer calls runtime.Goexit
		clear(w.events)
		w.events = w.events[:0]
	}()
	err := w.tellWatcher()
	if err != nil || dropped {
		for _, o := range all {
			o.Observe(nil)
		}
	}
	return err
}

// tellWatcher tells the crowd's observer what happened.
func (w *Worker) tellWatcher() (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &event.TickError{Path: w.Tree.Facts[0].Label.Name, Time: w.Time, Call: tick.InObserver.String(), Err: &event.PanicError{Value: value, Stack: debug.Stack()}}
		}
	}()
	for i := range w.events {
		w.watcher.Observe(&w.events[i])
	}
	return nil
}

// Still records an agent as it is.
func (w *Worker) Still(row *tick.Row) {
	if w.Recording() != nil {
		w.TakeRow(row)
		w.TakeStill()
	}
}

// Clear makes an agent's memory as new.
func (w *Worker) Clear(row *tick.Row) {
	w.TakeRow(row)
	w.ClearMemory()
}

// NewExtras makes what an agent has beside its memory; nil for nothing.
func (w *Worker) NewExtras() *memory.Extras {
	if w.Tree.PlainBytes() {
		return nil
	}
	return memory.NewExtras(w.Tree)
}
