package decider

import (
	"cmp"
	"math"
	"runtime/debug"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is how a crowd ticks: one runner, with its scratch, goes from agent to agent.

// Crew is for package crowd: what ticks agents of this tree whose memories lie in the crowd. Its error is that of
// gates and squads the world cannot have.
func (t *Tree[A]) Crew(_ engine.Key, w *world.World) (engine.Crew[A], error) {
	if err := t.bind(w); err != nil {
		return nil, err
	}
	c := &crew[A]{}
	c.init(t, w)
	c.notices = &c.list
	return c, nil
}

type crew[A any] struct {
	runner[A]
	list    []notice
	told    []Event // what observers will be told
	watcher Observer
}

// rest is what an agent of a crowd has beside its bytes.
type rest[A any] struct {
	boxes, keptD, valueBoxes []unsafe.Pointer
	plugs, plans             []*plug[A]
	planned                  uint64
	limit                    int
}

// init makes a runner for agents of a crowd.
func (r *runner[A]) init(t *Tree[A], w *world.World) {
	r.self = r
	r.phase, r.failedIn = idle, nowhere
	r.crowd = true
	r.world = w
	r.instance = instance[A]{tree: t, scratch: newScratch(t)}
	r.limit = activationLimit(len(t.nodes))
	r.context.Bind(key, (*host[A])(r), w)
}

// takeRow takes an agent up.
func (r *runner[A]) takeRow(row *engine.Row[A]) {
	r.base = row.Base
	c := &r.context
	c.Agent, c.ID, c.DT = row.Agent, world.AgentID(row.ID), row.DT
	c.DecisionFlags = DecisionFlags(row.Flags)
	r.dt = row.DT
	c.Stimuli = (*stimuli.Set)(row.Set)
	r.flags = c.DecisionFlags
	r.draws = 0
	if row.Holds != r.heldTo {
		r.hold(row.Holds)
	}
	r.kept, _ = row.Rest.(*rest[A])
	if x := r.kept; x != nil {
		r.boxes, r.keptD, r.valueBoxes, r.plugs, r.plans = x.boxes, x.keptD, x.valueBoxes, x.plugs, x.plans
		r.planned, r.limit = x.planned, x.limit
	}
}

// putRow puts an agent back.
func (r *runner[A]) putRow() {
	if x := r.kept; x != nil {
		x.planned, x.limit = r.planned, r.limit
	}
}

func (c *crew[A]) Begin(time float64, frame uint64) {
	c.setClock(time, frame)
	if c.recording != nil {
		c.recording.asked = false
	}
}

func (r *runner[A]) setClock(time float64, frame uint64) {
	r.time, r.tickCount, r.drawnIn = time, uint32(frame), uint32(frame)
	r.context.Time = time
}

// Tick ticks an agent: [TickBehaviorTree], but that it finds out as well whether the next tick could be left out
// (RULES R29). It could if this one has called no user code and changed nothing: then the next is the same, until an
// input changes or a time comes that has not come yet.
func (c *crew[A]) Tick(row *engine.Row[A], out *engine.Outcome) {
	r := &c.runner
	r.takeRow(row)
	r.stirred, r.call, r.wake = false, noCall, math.Inf(1)
	r.entries = 0
	r.phase = ticking
	*out = engine.Outcome{}
	h := r.header()
	defer func() {
		if r.phase == ticking { // only a panic gets here in the middle of a tick
			out.Err = r.contain(recover())
			out.Entered = r.entries
		}
		r.putRow()
	}()
	if r.seen {
		r.beginSeen()
	}
	if leaf := h.leaf; leaf == nowhere || r.level|r.aside > 0 || h.open {
		r.tickWhole(h)
	} else if q := &r.tree.quicks[leaf]; q.mergeable && q.shut(r.flags, r.context.Stimuli.Flags()) || r.walkQuick(h, q) {
		if n := &r.tree.nodes[leaf]; n.tick != nil || n.tickBlock != nil {
			if st := r.tickBehavior(leaf, n); st != behavior.Running {
				r.leaveQuick(h)
				r.settle(leaf, st)
			}
		}
	}
	if r.wants != 0 {
		out.Err = r.finish()
	} else {
		r.phase = idle
	}
	out.Idle = !r.stirred && r.call == noCall && r.level < 3
	out.Wake, out.Entered = r.wake, r.entries
}

func (c *crew[A]) Observe(observer any) {
	c.watcher, _ = observer.(Observer)
	c.observer, c.level = nil, 0
	if c.watcher != nil {
		c.observer = (*witness[A])(c)
	}
	c.setSeen()
}

// witness keeps events until all agents have ticked.
type witness[A any] crew[A]

func (w *witness[A]) ObserveLevel(id world.AgentID) Level { return w.watcher.ObserveLevel(id) }
func (w *witness[A]) Observe(e *Event)                    { w.told = append(w.told, *e) }

func (c *crew[A]) Tell(all []engine.Crew[A]) error {
	dropped := false // by a crew, as its ObserveLevel panicked
	for _, other := range all {
		o := other.(*crew[A])
		dropped = dropped || o.watcher != nil && o.observer == nil
		if o != c {
			c.list = append(c.list, o.list...)
			c.told = append(c.told, o.told...)
			clear(o.list)
			clear(o.told)
			o.list, o.told = o.list[:0], o.told[:0]
		}
	}
	if byAgent := func(a, b notice) int { return cmp.Compare(a.agent, b.agent) }; !slices.IsSortedFunc(c.list, byAgent) {
		slices.SortStableFunc(c.list, byAgent)
	}
	if byAgent := func(a, b Event) int { return cmp.Compare(a.Agent, b.Agent) }; !slices.IsSortedFunc(c.told, byAgent) {
		slices.SortStableFunc(c.told, byAgent)
	}
	for i := range c.list {
		c.list[i].tell(c.world)
	}
	clear(c.list)
	c.list = c.list[:0]
	defer func() { // also where an observer calls runtime.Goexit
		clear(c.told)
		c.told = c.told[:0]
	}()
	err := c.tellWatcher()
	if err != nil || dropped {
		for _, other := range all {
			other.Observe(nil)
		}
	}
	return err
}

// tellWatcher tells the crowd's observer what happened.
func (c *crew[A]) tellWatcher() (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &TickError{Path: c.tree.infos[0].label.Name, Time: c.time, Call: inObserver.String(), Err: &PanicError{Value: value, Stack: debug.Stack()}}
		}
	}()
	for i := range c.told {
		c.watcher.Observe(&c.told[i])
	}
	return nil
}

// Record has the crew's agents recorded; nil for no more.
func (c *crew[A]) Record(recorder any, crowd string) error {
	rec, _ := recorder.(Recorder)
	return c.record(rec, crowd)
}

// Still records an agent as it is.
func (c *crew[A]) Still(row *engine.Row[A]) {
	if c.recording != nil {
		c.takeRow(row)
		c.takeStill()
	}
}

func (c *crew[A]) Bytes() int { return int(c.tree.layout.size) }

func (c *crew[A]) Clear(row *engine.Row[A]) {
	c.takeRow(row)
	c.clearMemory()
}

func (c *crew[A]) NewRest() any {
	l := &c.tree.layout
	if len(l.boxed)+len(l.keptD)+c.tree.board.boxes+len(l.reserves) == 0 {
		return nil
	}
	in := newInstance(c.tree, nil)
	return &rest[A]{boxes: in.boxes, keptD: in.keptD, valueBoxes: in.valueBoxes, plugs: in.plugs, plans: in.plans, limit: activationLimit(len(c.tree.nodes))}
}
