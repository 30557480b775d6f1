package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/tape"
)

// This file is what ends or exchanges parts of an agent from outside a walk: Reset, Close, ResetBelow, Plug and
// Unplug. Called by the agent's own code they wait for the end of its tick, in order (RULES R21).

// op is one such request.
type op[A any] struct {
	kind  opKind
	name  string   // of the decider to be reset below
	index int      // of the slot that gets plugged
	in    *plug[A] // the plugged tree that slot stands in; nil for the agent's own
	plug  *plug[A] // what is to be in the slot; nil for nothing
}

type opKind uint8

const (
	opReset opKind = iota
	opClose
	opRemove // from its crowd
	opResetBelow
	opExchange
)

// Reset ends everything active, deepest first, with the reason Reset, and makes the memory as new: timers,
// counts, cursors, bags, blackboard values and the clock; what is plugged into slots is taken out. It returns the
// errors of the Deactivates. Called by the agent's own code inside a tick it takes effect at the tick's end, which
// returns those errors.
func (m *Memory[A]) Reset() error { return m.do(op[A]{kind: opReset}) }

// Close is Reset with the reason Closed, and for good: the agent leaves its world, and later ticks are the
// error [ErrClosed]. Closing twice is no error.
func (m *Memory[A]) Close() error {
	if m != nil && m.viewing {
		return ErrInCrowd
	}
	if m != nil && m.phase == closed {
		return nil
	}
	return m.do(op[A]{kind: opClose})
}

// ResetBelow makes the decider of that name, in all its places, and everything below it as new: what is active
// there goes down with the reason Reset, and its timers, counts, bags and blackboard values are cleared. The group
// it stands in decides anew at its next visit; a Sequence or Selector goes on with that child. Children of
// Concurrent and reactive groups begin together, so there the group is reset with it. The root can be reset so too:
// unlike Reset that keeps the clock, the Status and what is plugged in.
//
// It returns the errors of the Deactivates, or one wrapping [ErrNoDecider]. Inside a tick it waits for its end.
func (m *Memory[A]) ResetBelow(name string) error {
	if err := m.fit(); err != nil {
		return err
	}
	o, err := m.planReset(name)
	if err != nil {
		return err
	}
	return m.carry(o)
}

// Plug puts a tree into a slot of this agent; what was in it is unplugged first. From the agent's own code use
// [Slot.Plug], or this one, which then waits for the end of the tick. The errors are those of Slot.Plug, and those of
// Deactivates. It allocates.
func (m *Memory[A]) Plug(slot *Slot[A], tree *Tree[A]) error {
	if tree == nil {
		return ErrNilTree
	}
	return m.exchange(slot, tree)
}

// Unplug takes out what is plugged into a slot of this agent: see [Slot.Unplug].
func (m *Memory[A]) Unplug(slot *Slot[A]) error { return m.exchange(slot, nil) }

func (m *Memory[A]) exchange(slot *Slot[A], tree *Tree[A]) error {
	if err := m.fit(); err != nil {
		return err
	}
	o, err := m.plan(slot, tree)
	if err != nil {
		return err
	}
	return m.carry(o)
}

// fit reports why a memory cannot be asked for anything.
func (m *Memory[A]) fit() error {
	if m == nil {
		return ErrNilMemory
	}
	if m.phase == ticking {
		return nil
	}
	if m.phase != idle || m.self != &m.runner {
		return m.refusal(Input{})
	}
	return nil
}

// do carries one request out, if the memory is fit.
func (m *Memory[A]) do(o op[A]) error {
	if err := m.fit(); err != nil {
		return err
	}
	return m.carry(o)
}

// carry carries one request out, now or at the end of the tick that runs. The memory is fit.
func (m *Memory[A]) carry(o op[A]) (err error) {
	if m.phase == ticking {
		m.request(o)
		return nil
	}
	m.askLevel() // before anything is changed: it may panic through
	m.stirred = true
	if m.recording != nil {
		m.recording.asked = false
		m.beginTake(tape.Operation)
	}
	m.request(o)
	defer func() {
		if m.phase == ticking { // a Deactivate has called runtime.Goexit
			err = m.finish()
		}
	}()
	return m.finish()
}

func (r *runner[A]) request(o op[A]) {
	r.didRequest(&o)
	r.ops = append(r.ops, o)
	r.wants |= wantOps
	if r.outermost().header().open {
		r.wants |= wantShared
	}
	switch {
	case o.kind == opReset, o.kind == opClose, o.kind == opRemove:
		clear(r.outermost().plans)
	case o.kind == opExchange && o.in == nil:
		r.outermost().plans[o.index] = o.plug
	case o.kind == opExchange:
		o.in.plans[o.index] = o.plug
	}
}

// carryOut does what was asked for, in order. What is being done asks for more at times.
func (r *runner[A]) carryOut() {
	r.phase = ticking
	r.header().leaf = nowhere // what is active may change
	r.clearAway()
	for len(r.ops) > 0 && r.wants&wantClosed == 0 {
		o := r.ops[0] // it stays there until it is done: a Deactivate may end the goroutine, and then it is done again
		switch o.kind {
		case opReset, opClose, opRemove:
			r.startOver(o.kind)
		case opResetBelow:
			for !r.takingDown(func() { r.resetBelow(o.name) }) {
			}
		default:
			for !r.takingDown(func() { r.exchangePlug(o) }) { // if a Deactivate panics nothing is left that could do so again
			}
		}
		r.ops = r.ops[:copy(r.ops, r.ops[1:])]
	}
	r.dropOps()
}

// dropOps forgets what was asked for, as far as it is not done.
func (r *runner[A]) dropOps() {
	clear(r.ops[:cap(r.ops)])
	r.ops = r.ops[:0]
	r.dropPlans()
}

// dropPlans forgets what was to be plugged in and taken out.
func (in *instance[A]) dropPlans() {
	copy(in.plans, in.plugs)
	for _, pl := range in.plugs {
		if pl != nil {
			pl.dropPlans()
		}
	}
}

// startOver is Reset and Close.
func (r *runner[A]) startOver(kind opKind) {
	reason := behavior.Reset
	switch kind {
	case opClose:
		reason = behavior.Closed
	case opRemove:
		reason = behavior.Removed
	}
	r.tearDown(reason)
	r.unplugAll()
	r.dropShared()
	r.clearMemory()
	r.stirred = true
	if !r.crowd { // there the clock is the world's
		r.startClock()
	}
	if kind == opClose {
		r.wants |= wantClosed
	}
}

// planReset checks that there is something to reset.
func (r *runner[A]) planReset(name string) (op[A], error) {
	if !r.knows(name) {
		return op[A]{}, fmt.Errorf("%w: %q", ErrNoDecider, name)
	}
	return op[A]{kind: opResetBelow, name: name}, nil
}

// knows reports whether some tree of the agent has a decider of that name.
func (r *runner[A]) knows(name string) bool { return r.outermost().knows(name) }

func (in *instance[A]) knows(name string) bool {
	if in.tree.named(name, 0) != nowhere {
		return true
	}
	for _, pl := range in.plugs {
		if pl != nil && pl.knows(name) {
			return true
		}
	}
	return false
}

// named is the next place from p on of the decider of a name; nowhere for none.
func (t *Tree[A]) named(name string, p place) place {
	for ; int(p) < len(t.infos); p++ {
		if t.infos[p].label.Name == name {
			return p
		}
	}
	return nowhere
}

// resetBelow resets every place of a decider.
func (r *runner[A]) resetBelow(name string) {
	r.each(func() {
		for p := r.tree.named(name, 0); p != nowhere; p = r.tree.named(name, p+1) {
			r.resetPlace(p)
		}
	})
}

// resetPlace resets p and all below it; the whole group where children begin together.
func (r *runner[A]) resetPlace(p place) {
	nodes := r.tree.nodes
	for nodes[p].parent != nowhere && nodes[nodes[p].parent].policy.sideBySide() {
		p = nodes[p].parent
	}
	if r.isActive(p) {
		r.tearBack(p, behavior.Reset)
	}
	r.makeNew(p)
}

// tearBack takes p down, which is active. Its group has no active child then; where it runs its children in order it is
// p's turn again.
func (r *runner[A]) tearBack(p place, reason behavior.Reason) {
	group := r.tree.nodes[p].parent
	r.tear(p, reason)
	if group == nowhere {
		return
	}
	f, n := r.frame(group), &r.tree.nodes[group]
	f.state &^= waits
	switch i := p - n.first; n.policy {
	case Sequential, SequentialLooping, Sequence, Selector:
		f.cursor = i
	case OneOff:
		r.spent(group).unset(int(i))
	}
}

// makeNew clears what p and everything below it keep while they are not active.
func (r *runner[A]) makeNew(p place) {
	r.forgetBelow(p)
	r.clearKeysBelow(p)
}

// forgetBelow is makeNew but for blackboard values.
func (r *runner[A]) forgetBelow(p place) {
	n, in := &r.tree.nodes[p], &r.tree.infos[p]
	for _, offset := range []uint32{in.everyDue, n.cooldown} {
		if offset != 0 {
			*r.due(offset) = never
		}
	}
	if in.count != 0 {
		*r.count(in.count) = 0
	}
	if in.bag != 0 {
		r.bag(p).fill(int(n.last - n.first))
	}
	if in.monitor >= 0 {
		r.monitors().unset(in.monitor)
	}
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		r.makeNew(0)
		r.out()
	}
	for q := n.first; q < n.last; q++ {
		r.forgetBelow(q)
	}
}
