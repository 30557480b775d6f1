package replay

import (
	"bytes"
	"math"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file rehearses an agent's next tick as if no time passed and no input changed. It works on a copy of the agent's
// whole state, so the agent is not affected.

// Rehearsal is the result of a rehearsal.
type Rehearsal struct {
	Agent         world.AgentID
	Frame         uint64
	Time          float64 // seconds: of the world, or of the last tick of an agent without one
	DecisionFlags declaration.DecisionFlags
	Stimuli       stimuli.StimuliFlags
	Tree          *description.Tree
	Trees         map[string]*description.Tree // plugged trees, by the name of their root
	Before        []state.Decider              // the agent's present states, in the order of Memory.StateAt
	After         []state.Decider              // its states after the tick
	Events        []event.Event                // of the tick, at level 5
	Gates         []world.GateState            // of the agent's world, at present
	Squads        []world.SquadState           // the same
	Values        []state.Value                // blackboard values
	// Would holds events of level 5 about deciders that the tick does not ask. Each is asked alone, in the agent's present
	// state.
	Would []event.Event
}

// Rehearse runs an agent's next tick on a copy, for package why. It calls the user's Decide, GateKey, SquadKey and CanPlay with
// the Context of the last tick and drops their requests. It does not call behaviors. It assumes that running behaviors go on,
// that a Leave takes all its time, and that the children of a reactive group before the running one end as they must have
// ended in the last tick.
func Rehearse(m *agent.Agent) (*Rehearsal, error) {
	if err := m.CheckReadable(); err != nil {
		return nil, err
	}
	if m.Ticks == 0 && !m.Met && !m.Viewing() {
		return nil, refusal.ErrNotTicked
	}
	tick := rehearsing(m)
	r := &Rehearsal{
		Agent: m.Context.ID, Time: m.ToldTime(), DecisionFlags: m.Flags, Stimuli: m.Context.Stimuli.Flags(),
		Tree: m.Tree.Describe(), Trees: map[string]*description.Tree{}, Before: statesOf(&tick.Agent),
	}
	m.Each(func() {
		if m.At != nil {
			r.Trees[m.Tree.Facts[0].Label.Name] = m.Tree.Describe()
		}
	})
	for v, next := see.ValueAt(&tick.Agent, 0); next >= 0; v, next = see.ValueAt(&tick.Agent, next) {
		r.Values = append(r.Values, v.Fixed(engine.Key{}))
	}
	if w := m.Context.World; w != nil {
		now := w.States(engine.Key{})
		r.Time = w.Time()
		r.Gates, r.Squads = now.Gates, now.Squads
	}
	defer lend(m)()
	tick.perform()
	r.Frame, r.After, r.Events = tick.FrameNumber(), statesOf(&tick.Agent), tick.heard.events
	asking := rehearsing(m)
	asking.askOthers(r.Events)
	r.Would = asking.heard.events
	return r, nil
}

// lend lends the agent's Context to rehearsals and returns the function that takes it back. Meanwhile the agent counts as
// ticking, and requests to it are dropped.
func lend(m *agent.Agent) func() {
	c, wants, backlog := *m.Context, m.Wants, m.Backlog
	m.Phase, m.Backlog = tick.Ticking, nil
	if m.Viewing() {
		m.Busy.Store(true)
	}
	return func() {
		if m.Viewing() {
			m.Busy.Store(false)
		}
		*m.Context, m.Wants, m.Backlog, m.Phase = c, wants, backlog, tick.Idle
		m.DropPlans()
	}
}

// rehearsal is a copy of an agent.
type rehearsal struct {
	agent.Agent
	heard listening
	first unsafe.Pointer // its bytes
	was   unsafe.Pointer // its bytes before the tick
}

// listening is an observer that keeps all events.
type listening struct{ events []event.Event }

func (*listening) ObserveLevel(world.AgentID) event.Level { return 5 }
func (l *listening) Observe(e *event.Event)               { l.events = append(l.events, *e) }

// rehearsing copies an agent, except for its Context: see lend.
func rehearsing(m *agent.Agent) *rehearsal {
	r := &rehearsal{}
	m.Mirror()
	own := unsafe.Slice((*uint64)(m.Base), m.Tree.Size/program.WordSize) // plugged trees lie in it
	r.first, r.was = unsafe.Pointer(unsafe.SliceData(slices.Clone(own))), unsafe.Pointer(unsafe.SliceData(slices.Clone(own)))
	r.Runner = tick.Runner{
		Self: &r.Runner, Clock: m.Clock, UnderWay: tick.UnderWay{Forced: program.Nowhere}, Flags: m.Flags, FailedIn: program.Nowhere, Phase: tick.Idle,
		Alone: m.Alone, Broken: m.Broken, Sharing: shared.Sharing{Context: m.Context, Env: peeking{m.Context.World}, Notices: &[]shared.Notice{}, InCrowd: m.InCrowd},
	}
	r.Instance = r.copied(&m.Instance, r.first, nil)
	r.Hear(&r.heard)
	r.HoldTo(m.Held())
	return r
}

// copied copies an instance of a tree and all trees plugged into it, onto a copy of its bytes.
func (r *rehearsal) copied(in *memory.Instance, base unsafe.Pointer, at *memory.Plug) memory.Instance {
	t := r.idle(in.Tree)
	made := memory.NewInstance(t, base)
	made.At, made.Depth, made.Number = at, in.Depth, in.Number
	for i, id := range t.Boxes {
		switch {
		case id.Kind != program.BlockBox:
			t.BlockAt(id).Copy(made.Boxes[i], in.Boxes[i])
		case in.IsActive(program.Place(id.Index)):
			made.Boxes[i] = in.Boxes[i] // no behavior is called that could change it
		}
	}
	for i, pl := range in.Plugs {
		if pl == nil {
			continue
		}
		to := &memory.Plug{Place: pl.Place, Around: at}
		to.Instance = r.copied(&pl.Instance, unsafe.Add(base, in.Tree.Bounds.Reserves[i].Offset), to)
		made.Plugs[i], made.Plans[i] = to, to
	}
	return made
}

// endsAtOnce reports whether a behavior is a stock one that does, which may be called.
func endsAtOnce(b *usercode.Behavior) bool { return b.Stock && b.Period == 0 }

// idle returns a copy of a tree whose behaviors do nothing.
func (r *rehearsal) idle(t *program.Tree) *program.Tree {
	made := *t
	made.Acts, made.Codes = slices.Clone(t.Acts), slices.Clone(t.Codes)
	for i, was := range t.Acts {
		if endsAtOnce(was) {
			continue
		}
		a := &usercode.Behavior{Name: was.Name, Block: was.Block, LeaveTimeout: was.LeaveTimeout, Period: was.Period, Delayed: was.Delayed, Waits: was.Waits}
		if was.Leave != nil || was.LeaveBlock != nil {
			a.Leave = func(*usercode.Context) uint8 { return uint8(behavior.Running) }
		}
		made.Acts[i] = a
	}
	for p := range made.Codes {
		was, k := &t.Codes[p], &made.Codes[p]
		if endsAtOnce(made.Act(program.Place(p))) {
			continue
		}
		*k = program.Code{Flags: was.Flags}
		if was.Ticks() {
			k.Tick = r.status
		}
		if b := &made.Act(program.Place(p)).Block; b.Size > 0 && !b.Pointers { // Waits reads it
			k.Clear = func(block unsafe.Pointer) { clear(unsafe.Slice((*byte)(block), b.Size)) }
		}
	}
	return &made
}

// status is the status of a running behavior. In a reactive group, a child before the one that ran must have ended in the
// last tick, because otherwise that one would not have been reached.
func (r *rehearsal) status(*usercode.Context) uint8 {
	was := memory.Records{Layout: r.Layout, Base: unsafe.Add(r.was, uintptr(r.Base)-uintptr(r.first))}
	for p := r.Running; r.Spots[p].Parent != program.Nowhere; p = r.Spots[p].Parent {
		switch group := r.Spots[p].Parent; {
		case !r.Spots[group].Policy.Reactive() || !was.IsActive(group) || p >= was.ChildOf(group):
		case r.Spots[group].Policy == declaration.ReactiveSelector:
			return uint8(behavior.Failure)
		default:
			return uint8(behavior.Success)
		}
	}
	return uint8(behavior.Running)
}

// peeking is a world that answers without granting anything.
type peeking struct{ *world.World }

func (p peeking) TryGate(key engine.Key, g *world.Gate, k uint64, id world.AgentID) bool {
	see := p.GlanceGate(key, g, k, id)
	return see.Held+see.Kept < see.Max && see.Left == 0 && see.AgentLeft == 0
}

// perform runs the tick.
func (r *rehearsal) perform() {
	r.apart(func() {
		r.Context.Host = (*tick.Host)(&r.Runner)
		_ = r.Tick(r.now(), 0, r.Flags, r.Context.Stimuli) // the events have the errors
	})
}

// now is the time of the last tick or, if there was none since a Reset, of the world.
func (r *rehearsal) now() float64 {
	if w := r.Context.World; w != nil && r.Time == -math.MaxFloat64 {
		return w.Time()
	}
	return r.ToldTime()
}

// apart calls a function that may end its goroutine.
func (r *rehearsal) apart(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// askOthers asks each decider that is neither active nor asked in the events. No answer affects the next one.
func (r *rehearsal) askOthers(events []event.Event) {
	r.Context.Host = (*tick.Host)(&r.Runner)
	r.AskLevel()
	memory := r.All()
	kept := bytes.Clone(memory)
	type position struct {
		nested bool
		tree   string
		place  int
	}
	asked := map[position]bool{}
	for i := range events {
		if e := &events[i]; e.Kind == event.Asked && e.Checks&event.AskedAgain == 0 {
			asked[position{e.Nested, e.Tree.Name, e.Place}] = true
		}
	}
	r.Each(func() {
		for _, p := range r.Tree.Order {
			if p == 0 || r.IsActive(p) || asked[position{r.At != nil, r.Tree.Facts[0].Label.Name, int(p)}] {
				continue
			}
			r.apart(func() { r.askAlone(p) })
			copy(memory, kept)
		}
	})
}

// askAlone asks p. A panic counts as a rejection.
func (r *rehearsal) askAlone(p program.Place) {
	r.Phase = tick.Ticking
	defer func() {
		if value := recover(); value != nil {
			r.ReportPanic(value)
			r.TellAsked(p, r.Tree.Condition(p).Checks, event.FailedDecide, 0)
		}
		r.Phase, r.Targeting = tick.Idle, false
		r.TidyAll()
		_ = r.TakeErrors()
	}()
	r.Ask(p)
}

// statesOf returns the states of the whole tree.
func statesOf(m *agent.Agent) (all []state.Decider) {
	for s, next := see.StateAt(m, 0, false); next >= 0; s, next = see.StateAt(m, next, false) {
		all = append(all, s)
	}
	return all
}
