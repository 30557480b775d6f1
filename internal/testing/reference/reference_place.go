package reference

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// place is a decider at one position of the tree, with all it remembers there. A shared decider has several.
type place[A any] struct {
	number   int
	decider  *decider.Decider[A]
	tree     *treeState[A]
	parent   *place[A] // of a plugged tree's root: the slot it is plugged into
	index    int       // within its group
	depth    int
	children []*place[A]
	target   *place[A] // of a Jump

	acts     bool // it has a behavior
	behavior usercode.Behavior
	handover usercode.DBlock // of a DBlock
	block    unsafe.Pointer  // the behavior's memory; nil where it wants none
	dblock   unsafe.Pointer  // what Decide found out, until Activate (R24)

	delegate   *place[A]                 // the child a delegating Decide accepted for, until the place is entered or asked again (R15)
	bag        map[int]bool              // Shuffle: children that have not had their turn; outlives the path (R11)
	heard      bool                      // of a Monitor: it accepted when it was last asked (R14)
	pass       gatePass                  // what it has of its gate (R26)
	membership membership                // and of its squad (R27)
	plug       *treeState[A]             // of a slot: what is plugged in
	next       *treeState[A]             // and what will be, when all is done that was asked for in this tick (R21)
	values     map[uint32]unsafe.Pointer // blackboard values of scope Decider, by key ID
	frame[A]
}

// frame is what a place holds while it is active, and no longer.
type frame[A any] struct {
	active bool
	start  float64     // when it was entered
	up     []*place[A] // the active children, in the order in which they were entered
	owes   bool        // a Deactivate is owed
	jumper *place[A]   // the Jump that entered it; nil if it was entered by its group
	stored[A]

	// Period.
	ticked   bool    // since it was activated
	tickedAt float64 // when last

	// Repeat (R17).
	iteration int    // that runs, 1 for the first
	began     uint64 // the tick in which that began
	resting   bool   // it is between two iterations
	final     bool   // the iteration that runs is the last one: its time was out, or the group's own behavior ended it
	timedOut  bool

	// Leave (R19).
	pending *choice[A] // what waits until what is active below has left
	leaving bool       // its behavior's Leave has been called
	due     float64    // when that must be done
}

// stored is what a group remembers of its children while it is active, or until it begins anew (R17).
type stored[A any] struct {
	last   behavior.Status // of the child that finished last
	any    bool            // some child was entered
	cursor int             // Sequential, SequentialLooping, Sequence, Selector: the next child's index
	spent  map[int]bool    // OneOff: children that were entered

	accepted, succeeded, failed int // Concurrent: how many children
}

// expand gives a group's children their places: numbers run through all children of a group first, then
// through what is below them, child by child.
func (t *treeState[A]) expand(p *place[A]) {
	p.prepare()
	p.values = map[uint32]unsafe.Pointer{}
	for i, child := range p.decider.Children {
		c := &place[A]{tree: t, number: len(t.places), decider: child, parent: p, index: i, depth: p.depth + 1}
		t.places = append(t.places, c)
		p.children = append(p.children, c)
	}
	for _, child := range p.children {
		t.expand(child)
	}
	p.refillBag()
}

// prepare gets hold of the user functions a decider brings, and of the memory they want.
func (p *place[A]) prepare() {
	switch d := p.decider; {
	case d.DBlock != nil:
		p.handover = d.DBlock.Handover(engine.Key{}, nil)
		p.acts, p.behavior = true, p.handover.Behavior
		p.dblock = p.handover.DBlock.New()
	case d.Behavior != nil:
		p.acts, p.behavior = true, d.Behavior.Calls(engine.Key{}, nil)
	}
	if p.behavior.Block.New != nil {
		p.block = p.behavior.Block.New()
	}
}

// resolveJumps finds every Jump's target by its name, which stands at exactly one place (R16).
func (t *treeState[A]) resolveJumps() error {
	for _, p := range t.places {
		if !p.isJump() {
			continue
		}
		i := slices.IndexFunc(t.places, func(q *place[A]) bool { return q.decider.Name == p.decider.Jump })
		if i < 0 {
			return fmt.Errorf("decidertest: %s jumps to %s, which is not in the tree", p.decider.Name, p.decider.Jump)
		}
		p.target = t.places[i]
	}
	return nil
}

func (p *place[A]) label() event.Label { return event.LabelOf(p.decider.Name) }

// behaviorLabel is zero where the decider has no behavior.
func (p *place[A]) behaviorLabel() event.Label {
	if !p.acts {
		return event.Label{}
	}
	return event.LabelOf(p.behavior.Name)
}

func (p *place[A]) isGroup() bool            { return len(p.children) > 0 }
func (p *place[A]) isJump() bool             { return p.decider.Jump != "" }
func (p *place[A]) isSlot() bool             { return p.decider.Slot != nil }
func (p *place[A]) isLeaf() bool             { return !p.isGroup() && !p.isSlot() }
func (p *place[A]) has(f decider.Flags) bool { return p.decider.Flags&f != 0 }
func (p *place[A]) delegates() bool          { return p.decidesFirst() && p.has(decider.DelegateDecide) }
func (p *place[A]) hasDecide() bool          { return p.decider.Decide != nil || p.handover.Decide != nil }
func (p *place[A]) isOrUnder(other *place[A]) bool {
	return p != nil && (p == other || p.parent.isOrUnder(other))
}

// weight stands in where there is no Decide (R2).
func (p *place[A]) weight() float64 {
	if p.decider.Weight == 0 {
		return 1
	}
	return p.decider.Weight
}

// decidesFirst reports whether it is a group that asks its children before one of them runs.
func (p *place[A]) decidesFirst() bool { return p.isGroup() && p.decider.Policy <= decider.Scored }

// child is the active child of a group that has one at most; nil for none. Of those that can have several it is
// the one entered first.
func (p *place[A]) child() *place[A] {
	if len(p.up) == 0 {
		return nil
	}
	return p.up[0]
}

// activeIndex is the index of the active child, -1 for none.
func (p *place[A]) activeIndex() int {
	if child := p.child(); child != nil && p.isGroup() {
		return child.index
	}
	return -1
}

// inside are the places directly below: a group's children, or the root of what is plugged in.
func (p *place[A]) inside() []*place[A] {
	if p.plug != nil {
		return []*place[A]{p.plug.root}
	}
	return p.children
}

// each does something to a place and all below it, in the order of the declaration.
func (p *place[A]) each(do func(*place[A])) {
	do(p)
	for _, child := range p.inside() {
		child.each(do)
	}
}

// refillBag gives every child its turn again.
func (p *place[A]) refillBag() {
	p.bag = map[int]bool{}
	for i := range p.children {
		p.bag[i] = true
	}
}

// names lists deciders in turn, for messages.
func names[A any](places []*place[A]) []string {
	var all []string
	for _, p := range places {
		all = append(all, p.decider.Name)
	}
	return all
}
