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

// place is a decider at one position of the tree, with its state there. A shared decider has several places.
type place[A any] struct {
	number   int
	decider  *decider.Decider[A]
	tree     *treeState[A]
	parent   *place[A] // for a plugged tree's root, the slot
	index    int       // within its group
	depth    int
	children []*place[A]
	target   *place[A] // of a Jump

	acts     bool // it has a behavior
	behavior usercode.Behavior
	handover usercode.DBlock // of a DBlock
	block    unsafe.Pointer  // the behavior's memory; nil if it needs none
	dblock   unsafe.Pointer  // data of the DBlock, from Decide to Activate (R24)

	delegate   *place[A]                 // the child that Decide delegated to, until the place is entered or asked again (R15)
	carried    []kept[A]                 // of a Jump: what asking its target gave, until the target is entered (R16)
	bag        map[int]bool              // Shuffle: children that have not had their turn; outlives the path (R11)
	reached    bool                      // of a Monitor: it was asked in its turn since the Selectors above it began (R14)
	heard      bool                      // of a Monitor: it accepted when it was last asked (R14)
	pass       gatePass                  // pass for its gate (R26)
	membership membership                // membership in its squad (R27)
	plug       *treeState[A]             // for a slot, the plugged tree
	next       *treeState[A]             // for a slot, the plugged tree when all requests of this tick are done (R21)
	values     map[uint32]unsafe.Pointer // blackboard values of scope Decider, by key ID
	frame[A]
}

// frame is the state of a place while it is active.
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
	iteration int    // the current iteration, from 1 on
	began     uint64 // the tick in which it began
	resting   bool   // the place is between two iterations
	final     bool   // the current iteration is the last: its time is over, or the group's own behavior ended it
	timedOut  bool

	// Leave (R19).
	pending *choice[A] // the choice that waits for a Leave below
	leaving bool       // its behavior's Leave has been called
	due     float64    // when the Leave must be done
}

// stored is what a group stores about its children while it is active, or until its next iteration (R17).
type stored[A any] struct {
	last    behavior.Status    // of the child that finished last
	any     bool               // some child was entered
	awaited *place[A]          // ReactiveSequence: the child that is waited for (R33)
	drawn   *place[A]          // Random, Shuffle: the child that was drawn and is waited for (R33)
	unbegun map[*place[A]]bool // Concurrent: children that are pending (R33)
	cursor  int                // Sequential, SequentialLooping, Sequence, Selector: the next child's index
	spent   map[int]bool       // OneOff: children that were entered

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

// prepare gets the user functions of a decider and allocates their memory.
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

func (p *place[A]) isGroup() bool { return len(p.children) > 0 }
func (p *place[A]) isJump() bool  { return p.decider.Jump != "" }
func (p *place[A]) isSlot() bool  { return p.decider.Slot != nil }
func (p *place[A]) isLeaf() bool  { return !p.isGroup() && !p.isSlot() }
func (p *place[A]) isCondition() bool {
	return p.isLeaf() && !p.acts && !p.isJump() && !p.has(decider.Barrier)
}
func (p *place[A]) has(f decider.Options) bool { return p.decider.Options&f != 0 }
func (p *place[A]) delegates() bool            { return p.decidesFirst() && p.has(decider.DelegateDecide) }
func (p *place[A]) hasDecide() bool            { return p.decider.Decide != nil || p.handover.Decide != nil }
func (p *place[A]) isOrUnder(other *place[A]) bool {
	return p != nil && (p == other || p.parent.isOrUnder(other))
}

// weight is the value of a decider without a Decide (R2).
func (p *place[A]) weight() float64 {
	if p.decider.Weight == 0 {
		return 1
	}
	return p.decider.Weight
}

// decidesFirst reports whether it is a group that asks its children before one of them runs.
func (p *place[A]) decidesFirst() bool { return p.isGroup() && p.decider.Policy <= decider.Scored }

// child returns the active child of a group, or nil. Of several active children it is the one entered first.
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

// each calls do for a place and all places below it, in the order of the declaration.
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

// names returns the names of places in turn, for messages.
func names[A any](places []*place[A]) []string {
	var all []string
	for _, p := range places {
		all = append(all, p.decider.Name)
	}
	return all
}
