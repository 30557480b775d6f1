package decider

import (
	"errors"
	"fmt"
	"slices"
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
	m.world.Settle(key) // what was launched knows where its block lies
	g := newLiveCarriage(t, m.world)
	g.agent = m.context.ID
	err := m.makeWay(g)
	if m.phase != idle {
		return none, err
	}
	c := m.surveyLive(g)
	c.carryTree()
	m.block = make([]uint64, t.layout.size/wordSize)
	m.instance = newInstance(t, unsafe.Pointer(unsafe.SliceData(m.block)))
	m.limit = activationLimit(len(t.nodes))
	m.install(&m.instance, c)
	err = errors.Join(err, m.reclaim(g))
	if m.recording != nil { // its memory is another tree's now
		err = errors.Join(err, m.record(m.recording.rec, ""))
	}
	return g.migration(), err
}

// newLiveCarriage makes a carriage for agents that are not in a snapshot.
func newLiveCarriage[A any](t *Tree[A], w *world.World) *carriage[A] {
	g := newCarriage(t, w)
	g.find = func(pl *imagePlug) *Tree[A] { return g.shapes.images[pl.image] }
	return g
}

// surveyLive finds out what of a live agent can stay.
func (r *runner[A]) surveyLive(g *carriage[A]) *carrier[A] {
	clear(g.shapes.images)
	return g.survey(r.imageOf(&g.shapes), g.own)
}

// makeWay takes down what cannot go on. Of what that finds to be lost it leaves what was active alone: the survey that
// follows finds the rest again.
func (m *Memory[A]) makeWay(g *carriage[A]) (err error) {
	m.askLevel() // before anything is changed: it may panic through
	m.phase = ticking
	defer func() {
		if m.phase == ticking { // a Deactivate has called runtime.Goexit
			err = m.finish()
		}
	}()
	m.clearAway()
	c := m.surveyLive(g)
	g.lost = slices.DeleteFunc(g.lost, func(l world.Loss) bool { return l.Part != world.LostDecider })
	if m.header().open {
		m.wants |= wantShared
	}
	for !m.takingDown(func() { m.giveUp(c) }) { // if a Deactivate panics nothing is left that could do so again
	}
	return m.finish()
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

// takeOut takes p, which is active, down. Children of a Concurrent group began together, so it goes down with p.
func (r *runner[A]) takeOut(p place, reason behavior.Reason) {
	r.outermost().header().leaf = nowhere
	group := r.tree.nodes[p].parent
	for group != nowhere && r.tree.nodes[group].policy == Concurrent {
		p, group = group, r.tree.nodes[group].parent
	}
	r.tearBack(p, reason)
}
