package decider

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// Migrate moves a live agent to a changed tree: one whose numbers were patched, say, or that got a new branch, and was
// initialized again. What can be kept is kept as by [Memory.Restore] from a snapshot; what is active and cannot go on
// goes down first, in the old tree, with the reason Restored. The memory is the new tree's from then on.
//
// The error is one wrapping [ErrOtherTree] where the root has another name, or those of the Deactivates; of these the
// agent is migrated all the same. From inside a tick it is [ErrReentrant]. It allocates.
func (m *Memory[A]) Migrate(t *Tree[A]) (world.Migration, error) {
	none := world.Migration{}
	if err := m.fit(); err != nil {
		return none, err
	}
	switch {
	case m.phase == ticking:
		return none, ErrReentrant
	case m.viewing:
		return none, ErrInCrowd
	case t == nil:
		return none, ErrNilTree
	}
	if was, is := m.tree.infos[0].label.Name, t.infos[0].label.Name; was != is {
		return none, fmt.Errorf("%w: the memory's is %q, the new one's %q", ErrOtherTree, was, is)
	}
	if err := t.bind(m.world); err != nil {
		return none, err
	}
	fell, err := m.makeWay(t)
	if m.phase != idle {
		return none, err
	}
	g, c := m.surveyLive(t)
	c.carryTree()
	m.block = make([]uint64, t.layout.size/wordSize)
	m.instance = newInstance(t, unsafe.Pointer(unsafe.SliceData(m.block)))
	m.limit = activationLimit(len(t.nodes))
	m.install(&m.instance, c)
	g.lost = append(fell, g.lost...)
	return g.migration(), errors.Join(err, m.reclaim(g))
}

// surveyLive finds out what of a live agent can stay in a tree.
func (r *runner[A]) surveyLive(t *Tree[A]) (*carriage[A], *carrier[A]) {
	g := newCarriage(t, r.context.ID)
	m := r.imageOf(&g.shapes)
	g.find = func(pl *imagePlug) *Tree[A] { return g.shapes.images[pl.image] }
	return g, g.survey(m, t)
}

// makeWay takes down what cannot go on in a tree.
func (m *Memory[A]) makeWay(t *Tree[A]) (fell []world.Loss, err error) {
	m.askLevel() // before anything is changed: it may panic through
	m.phase = ticking
	defer func() {
		if m.phase == ticking { // a Deactivate has called runtime.Goexit
			err = m.finish()
		}
	}()
	m.header().leaf = nowhere
	m.clearAway()
	_, c := m.surveyLive(t)
	for _, l := range c.lost {
		if l.Part == world.LostDecider {
			fell = append(fell, l)
		}
	}
	if m.header().open {
		m.wants |= wantShared
	}
	for !m.takingDown(func() { m.giveUp(c) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return fell, m.finish()
}

// giveUp takes down what a survey has found cannot stay.
func (r *runner[A]) giveUp(c *carrier[A]) {
	for _, p := range c.drops {
		if r.isActive(p) {
			r.takeOut(p, behavior.Restored)
		}
	}
	r.giveUpShared(c)
	for i := range c.plugs {
		pl := &c.plugs[i]
		if r.plugs[pl.slot] == nil {
			continue
		}
		r.into(r.plugs[pl.slot])
		if pl.why == "" {
			r.giveUp(pl.carrier)
		} else {
			r.each(r.dropShared)
		}
		r.out()
	}
}

// giveUpShared gives back what the agent has of gates and squads that stand elsewhere, or nowhere, in the new tree.
func (r *runner[A]) giveUpShared(c *carrier[A]) {
	for i := range r.tree.gates {
		if r.pass(i).state != noPass && !c.sameGate(r.tree.gates[i].place) {
			r.dropPass(i)
		}
	}
	for i := range r.tree.squads {
		if r.membership(i).state != noMember && !c.sameSquad(r.tree.squads[i].place) {
			r.dropMembership(i, false)
		}
	}
}

// takeOut takes p, which is active, down. Its group has no active child then; where it runs its children in order it is
// p's turn again. Children of a Concurrent group began together, so it goes down with p.
func (r *runner[A]) takeOut(p place, reason behavior.Reason) {
	group := r.tree.nodes[p].parent
	for group != nowhere && r.tree.nodes[group].policy == Concurrent {
		p, group = group, r.tree.nodes[group].parent
	}
	r.tear(p, reason)
	if group == nowhere {
		return
	}
	f := r.frame(group)
	f.state &^= waits
	i := p - r.tree.nodes[group].first
	switch r.tree.nodes[group].policy {
	case Sequential, SequentialLooping, Sequence, Selector:
		f.cursor = i
	case OneOff:
		r.spent(group).unset(int(i))
	}
}
