package decider

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Herd is for package crowd: what writes and reads the agents of a crowd, whose memories lie there. trees may be plugged
// in; what cannot be kept is added to a Migration. time and frame are the world's, as they are or will be.
func (t *Tree[A]) Herd(_ engine.Key, w *world.World, trees []*Tree[A], time float64, frame uint64, into *world.Migration) snapshot.Herd[A] {
	h := &herd[A]{m: t.View(key, w), time: time, frame: frame, into: into, at: map[world.Loss]int{}}
	l := &t.layout
	h.plain = len(l.reserves)+len(l.boxed)+len(l.keptD)+t.board.boxes == 0
	h.g = newCarriage(t, 0)
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
	into    *world.Migration
	at      map[world.Loss]int // where a loss, without its agents, stands there
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
	h.g.agent, h.g.broken = world.AgentID(row.ID), ""
	c := h.g.survey(old, h.m.tree)
	c.carryTree()
	if h.g.broken != "" {
		r.Fail("%s", h.g.broken)
		return
	}
	h.m.Look(key, row, h.time, h.frame)
	h.m.install(&h.m.instance, c)
	h.m.putRow()
	h.note()
}

func (h *herd[A]) Claim(row *engine.Row[A]) error {
	h.g.agent = world.AgentID(row.ID)
	h.m.Look(key, row, h.time, h.frame)
	err := h.m.reclaim(h.g)
	h.note()
	return err
}

// note adds what the last agent has lost to what others have.
func (h *herd[A]) note() {
	h.into.Changed = h.into.Changed || h.g.changed
	for _, l := range h.g.lost {
		same := l
		same.Agent, same.Agents = 0, 0
		i, known := h.at[same]
		if !known {
			i = len(h.into.Lost)
			h.at[same] = i
			l.Agents = 0
			h.into.Lost = append(h.into.Lost, l)
		}
		h.into.Lost[i].Agents++
	}
	h.g.lost = h.g.lost[:0]
}
