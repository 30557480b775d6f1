package decider

import (
	"errors"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Herd is for package crowd: what writes and reads the agents of a crowd, whose memories lie there. trees may be plugged
// in; what cannot be kept is added to a Migration. time and frame are the world's, as they are or will be.
func (t *Tree[A]) Herd(_ engine.Key, w *world.World, trees []*Tree[A], time float64, frame uint64, into *world.Migration) snapshot.Herd[A] {
	h := &herd[A]{m: t.View(key, w), time: time, frame: frame, ledger: ledger{into, map[world.Loss]int{}}, poorer: map[uint64]bool{}}
	l := &t.layout
	h.plain = len(l.reserves)+len(l.boxed)+len(l.keptD)+t.board.boxes == 0
	h.g = newCarriage(t, w)
	h.g.find = findIn(trees)
	return h
}

// findIn finds plugged trees among some, by their names.
func findIn[A any](trees []*Tree[A]) func(*imagePlug) *Tree[A] {
	return func(pl *imagePlug) *Tree[A] {
		for _, t := range trees {
			if t != nil && t.infos[0].label.Name == pl.root {
				return t
			}
		}
		return nil
	}
}

type herd[A any] struct {
	m       *Memory[A] // a view
	plain   bool       // agents of the tree have bytes and nothing else
	written shapeTable
	known   shapes[A]
	read    shapeTable
	g       *carriage[A]
	time    float64
	frame   uint64
	ledger  ledger
	poorer  map[uint64]bool // agents that have lost something
}

func (h *herd[A]) Save(w *snapshot.Writer, row *engine.Row[A]) error {
	h.m.takeRow(row)
	name := h.m.tree.infos[0].label.Name
	if h.plain {
		h.written.write(w, name, &image{shape: h.known.of(h.m.tree), base: row.Base})
		return nil
	}
	m := h.m.imageOf(&h.known)
	clear(h.known.images)
	if err := m.marshalBoxes(""); err != nil {
		return err
	}
	h.written.write(w, name, m)
	return nil
}

func (h *herd[A]) Load(r *snapshot.Reader, row *engine.Row[A]) {
	root, old := h.read.read(r, 0)
	if r.Err() == nil && root != h.m.tree.infos[0].label.Name {
		r.Fail("an agent's tree is %q, the crowd's %q", root, h.m.tree.infos[0].label.Name)
	}
	if r.Err() == nil {
		old.check(r, h.time, false)
	}
	if r.Err() != nil {
		return
	}
	h.g.agent, h.g.broken, h.g.poorer = world.AgentID(row.ID), "", false
	c := h.g.survey(old, h.m.tree)
	c.carryTree()
	if h.g.broken != "" {
		r.Fail("%s", h.g.broken)
		return
	}
	h.m.Look(key, row, h.time, h.frame)
	h.m.install(&h.m.instance, c)
	h.m.putRow()
	if h.note(); h.g.poorer {
		h.poorer[row.ID] = true
	}
}

func (h *herd[A]) Claim(row *engine.Row[A]) error {
	h.g.agent, h.g.poorer = world.AgentID(row.ID), h.poorer[row.ID]
	h.m.Look(key, row, h.time, h.frame)
	err := h.m.reclaim(h.g)
	h.note()
	return err
}

// ledger adds up what agents have lost.
type ledger struct {
	into *world.Migration
	at   map[world.Loss]int // where a loss, without its agents, stands there
}

// enter adds what the last agent has lost to what others have.
func (l *ledger) enter(changed bool, lost []world.Loss) {
	l.into.Changed = l.into.Changed || changed
	for _, one := range lost {
		same := one
		same.Agent, same.Agents = 0, 0
		i, known := l.at[same]
		if !known {
			i = len(l.into.Lost)
			l.at[same] = i
			one.Agents = 0
			l.into.Lost = append(l.into.Lost, one)
		}
		l.into.Lost[i].Agents++
	}
}

func (h *herd[A]) note() {
	h.ledger.enter(h.g.changed, h.g.lost)
	h.g.lost = h.g.lost[:0]
}

// Mover is for package crowd: what moves agents from this tree to a changed one. The observer, if any, is told what goes
// down.
func (t *Tree[A]) Mover(_ engine.Key, to *Tree[A], w *world.World, o Observer, into *world.Migration) snapshot.Mover[A] {
	v := &mover[A]{from: t.View(key, w), to: to.View(key, w), g: newLiveCarriage(to, w), ledger: ledger{into, map[world.Loss]int{}}}
	v.from.Observe(o)
	v.to.Observe(o)
	return v
}

type mover[A any] struct {
	from, to *Memory[A] // views
	g        *carriage[A]
	ledger   ledger
}

func (v *mover[A]) Move(from, to *engine.Row[A]) error {
	w := v.from.world
	v.g.agent, v.g.poorer = world.AgentID(from.ID), false
	v.from.Look(key, from, w.Time(), w.Frame())
	err := v.from.makeWay(v.g)
	c := v.from.surveyLive(v.g)
	c.carryTree()
	v.to.Look(key, to, w.Time(), w.Frame())
	v.to.install(&v.to.instance, c)
	v.to.putRow()
	err = errors.Join(err, v.to.reclaim(v.g))
	v.ledger.enter(v.g.changed, v.g.lost)
	v.g.lost = v.g.lost[:0]
	return err
}

// Name is for package crowd: the root's name.
func (t *Tree[A]) Name(engine.Key) string { return t.infos[0].label.Name }

// Fingerprint is for package crowd: that of the tree's Description.
func (t *Tree[A]) Fingerprint(engine.Key) uint64 { return t.fingerprint() }
