package reference

import (
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// treeState is one agent's state of a tree: its own, or one plugged into a slot. Timers and counts belong to the decider, so
// a shared decider has one of each.
type treeState[A any] struct {
	declared *decider.Decider[A] // the root as declared
	root     *place[A]
	places   []*place[A]                     // by number
	every    map[*decider.Decider[A]]float64 // when it is due again
	cooldown map[*decider.Decider[A]]float64
	entries  map[*decider.Decider[A]]int  // of those with a Limit: how often they were entered
	passed   map[*decider.Decider[A]]bool // Every timers passed in this tick
	values   map[uint32]unsafe.Pointer    // blackboard values of scope Agent and Tree, by key ID
}

// newTreeState returns the state of a tree in a slot, which is nil for the agent's own tree.
func newTreeState[A any](root *decider.Decider[A], slot *place[A]) (*treeState[A], error) {
	t := &treeState[A]{
		declared: root,
		every:    map[*decider.Decider[A]]float64{},
		cooldown: map[*decider.Decider[A]]float64{},
		entries:  map[*decider.Decider[A]]int{},
		passed:   map[*decider.Decider[A]]bool{},
		values:   map[uint32]unsafe.Pointer{},
	}
	t.root = &place[A]{tree: t, decider: WrittenOut(root), parent: slot}
	if slot != nil {
		t.root.depth = slot.depth + 1
	}
	t.places = []*place[A]{t.root}
	t.expand(t.root)
	return t, t.resolveJumps()
}

// trees returns the agent's own tree and all plugged trees, each before those plugged into it.
func (r *Reference[A]) trees() []*treeState[A] {
	return r.own.with(func(p *place[A]) *treeState[A] { return p.plug })
}

// treesToBe returns the trees that there will be when all requests of this tick are done (R21).
func (r *Reference[A]) treesToBe() []*treeState[A] {
	return r.own.with(func(p *place[A]) *treeState[A] { return p.next })
}

func (t *treeState[A]) with(plugged func(*place[A]) *treeState[A]) []*treeState[A] {
	all := []*treeState[A]{t}
	for _, p := range t.places {
		if inner := plugged(p); inner != nil {
			all = append(all, inner.with(plugged)...)
		}
	}
	return all
}

// makeNew clears everything kept at and below a place, whether it is active or not.
func (p *place[A]) makeNew() {
	p.each(func(below *place[A]) {
		t, d := below.tree, below.decider
		delete(t.every, d)
		delete(t.cooldown, d)
		delete(t.entries, d)
		below.heard, below.reached = false, false
		clear(below.values)
		below.refillBag()
	})
}

// ResetBelow resets a decider in all its places, as [decider.Memory.ResetBelow] does.
func (r *Reference[A]) ResetBelow(name string) error {
	switch {
	case r.closed:
		return decider.ErrClosed
	case !slices.ContainsFunc(r.trees(), func(t *treeState[A]) bool { return len(t.named(name)) > 0 }):
		return decider.ErrNoDecider
	}
	return r.end(func() { r.resetBelow(name) })
}

// named returns the places of the named decider.
func (t *treeState[A]) named(name string) (all []*place[A]) {
	for _, p := range t.places {
		if p.decider.Name == name {
			all = append(all, p)
		}
	}
	return all
}

func (r *Reference[A]) resetBelow(name string) {
	if r.closed {
		return
	}
	for _, t := range r.trees() {
		for _, p := range t.named(name) {
			r.resetPlace(p.beginsWith())
		}
	}
}

// beginsWith returns the place that begins anew when p is reset: p itself or, for children of Concurrent and reactive groups,
// which begin together, their group.
func (p *place[A]) beginsWith() *place[A] {
	if p.parent != nil && p.parent.isGroup() && p.parent.decider.Policy >= decider.ReactiveSequence {
		return p.parent.beginsWith()
	}
	return p
}

// resetPlace takes down the active places at and below a place and clears it. Its group decides afresh at its next visit; in
// groups whose children take turns, it is that child's turn again.
func (r *Reference[A]) resetPlace(p *place[A]) {
	r.endForReset(p)
	p.makeNew()
}

// endForReset takes down the active places. It reports whether user code has panicked.
func (r *Reference[A]) endForReset(p *place[A]) (panicked bool) {
	if p.active {
		panicked = r.endEarly(p, behavior.Reset)
		if group := p.parent; group != nil && group.active {
			group.pending = nil
			switch group.decider.Policy {
			case decider.Sequential, decider.SequentialLooping, decider.Sequence, decider.Selector:
				group.cursor = p.index // its turn again
			case decider.OneOff:
				delete(group.spent, p.index)
			}
		}
	}
	return panicked
}

// endEarly takes down a place and everything active below it, outside a walk. If a Deactivate panics, everything goes down
// (R20).
func (r *Reference[A]) endEarly(p *place[A], reason behavior.Reason) (panicked bool) {
	if panicked = r.guarded(func() { r.takeDown(p, reason) }); panicked {
		r.fail(behavior.Panicked)
	}
	return panicked
}
