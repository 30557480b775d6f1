package decider

import (
	"cmp"
	"fmt"
	"hash/fnv"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// shape is what the bytes of a tree's agents mean, told without the tree: enough to read them after the tree has
// changed. A snapshot holds the shape of each tree it has agents of. Its offsets count in the compact bytes, which
// are an agent's bytes without the reserves of its slots: what is plugged in there has a shape of its own.
type shape struct {
	size     uint32 // bytes
	kept     uint32 // offset of kept delegations, 0 for none
	choices  int    // how many
	monitors uint32 // offset of the Monitors' bits
	watched  int    // how many
	places   []shapePlace
	jumps    []shapeJump
	values   []shapeValue
	slots    []string // names, by index
}

// shapePlace is one place. An offset of 0 stands for none.
type shapePlace struct {
	name        string
	parent      place
	first, last place
	policy      Policy
	marks       marks // those of shapeMarks
	behavior    string
	block       shapeType // of its behavior
	at          uint32    // where that lies
	handed      shapeType // its DBlock
	keptAt      uint32    // where that waits
	frame       uint32
	repeat      uint32
	leaveDue    uint32
	ticked      uint32 // when it was ticked last, where it has a Period
	pending     uint32
	every       uint32
	cooldown    uint32
	count       uint32
	bag         uint32
	chosen      int    // index of its kept delegation; -1
	monitor     int    // its bit; -1
	slot        int    // index; -1
	gate, squad string // names; "" for none
	gateAt      uint32 // what its agent has of them
	squadAt     uint32
}

// shapeMarks are the facts about a place that tell what it keeps.
const shapeMarks = acting | targeted | jumping | repeats | connected | leaving

func (p *shapePlace) isGroup() bool { return p.first != p.last }

// frameSize is the bytes of a place's frame, as Tree.frameSize.
func (p *shapePlace) frameSize() uint32 {
	if p.isGroup() || p.marks&targeted != 0 {
		return frameSize
	}
	return startSize
}

func (p *shapePlace) words() uint32 { return uint32(wordsFor(int(p.last-p.first))) * wordSize }

// setsSize is the bytes of the sets behind a place's frame, as Tree.setsSize.
func (p *shapePlace) setsSize() uint32 {
	switch {
	case p.policy == OneOff:
		return p.words()
	case p.policy == Concurrent && p.isGroup():
		return tallySize + 2*p.words()
	}
	return 0
}

// shapeJump is a Jump, by index.
type shapeJump struct{ from, to place }

// shapeValue is a blackboard value.
type shapeValue struct {
	key   string
	scope engine.KeyScope
	place place
	of    shapeType
	at    uint32
}

// shapeType is the type of something that user code keeps. What has pointers goes by name alone, since it reads its
// bytes itself; what has none goes by name and form.
type shapeType struct {
	name  string // "" for none
	size  uint32 // bytes, 0 for what has pointers
	boxed bool   // it has pointers
	form  uint64 // a hash of its fields; 0 for what has pointers
}

func typeOf(b *engine.Block) shapeType {
	if b.Type == nil {
		return shapeType{}
	}
	if b.Pointers {
		return shapeType{name: b.Type.String(), boxed: true}
	}
	return shapeType{name: b.Type.String(), size: uint32(b.Size), form: snapshot.Form(b.Type)}
}

// shape is the shape of the tree's agents.
func (t *Tree[A]) shape() *shape {
	l := &t.layout
	s := &shape{choices: l.chosen, watched: len(l.watched), places: make([]shapePlace, len(t.nodes))}
	cut := t.compacted
	s.size, s.kept, s.monitors = cut(l.size), cut(l.kept), cut(l.monitors)
	for p := range t.nodes {
		n, in := &t.nodes[p], &t.infos[p]
		q := shapePlace{
			name: in.label.Name, parent: n.parent, first: n.first, last: n.last, policy: n.policy, marks: n.marks & shapeMarks,
			behavior: in.behavior.Name, block: typeOf(&in.calls.Block), frame: cut(n.frame), repeat: cut(in.repeat),
			leaveDue: cut(in.leaveDue), pending: cut(in.pending), every: cut(in.everyDue), cooldown: cut(n.cooldown),
			count: cut(in.count), bag: cut(in.bag), chosen: in.chosen, monitor: in.monitor, slot: in.slot,
		}
		q.ticked = cut(in.ticked)
		if in.gate >= 0 {
			q.gate, q.gateAt = t.gates[in.gate].gate.Name, cut(t.gates[in.gate].at)
		}
		if in.squad >= 0 {
			q.squad, q.squadAt = t.squads[in.squad].squad.Name, cut(t.squads[in.squad].at)
		}
		if in.handover != nil {
			q.handed, q.keptAt = typeOf(&in.dblock), cut(in.handedOn.offset)
		}
		if n.marks&boxed == 0 && q.block.size > 0 {
			q.at = cut(n.block)
		}
		s.places[p] = q
	}
	for _, j := range t.jumps {
		s.jumps = append(s.jumps, shapeJump{j.from, j.to})
	}
	for i := range t.board.values {
		v := &t.board.values[i]
		k := &t.board.keys[v.key]
		of := shapeValue{key: k.Name, scope: k.Scope, place: v.place, of: typeOf(&k.Block)}
		if !v.boxed && of.of.size > 0 {
			of.at = cut(v.at)
		}
		s.values = append(s.values, of)
	}
	for _, slot := range t.slots {
		s.slots = append(s.slots, slot.Name)
	}
	return s
}

// compacted is an offset in the compact bytes.
func (t *Tree[A]) compacted(offset uint32) uint32 {
	cut := uint32(0)
	for _, r := range t.layout.reserves {
		if r.offset < offset {
			cut += r.bytes
		}
	}
	return offset - cut
}

// write puts a shape into a snapshot.
func (s *shape) write(w *snapshot.Writer) {
	w.Uint(uint64(len(s.places)))
	for _, x := range []uint64{uint64(s.size), uint64(s.kept), uint64(s.choices), uint64(s.monitors), uint64(s.watched)} {
		w.Uint(x)
	}
	for i := range s.places {
		p := &s.places[i]
		w.String(p.name)
		for _, x := range []uint64{uint64(p.parent), uint64(p.first), uint64(p.last), uint64(p.policy), uint64(p.marks)} {
			w.Uint(x)
		}
		w.String(p.behavior)
		p.block.write(w)
		p.handed.write(w)
		for _, offset := range p.offsets() {
			w.Uint(uint64(*offset))
		}
		w.Int(p.chosen)
		w.Int(p.monitor)
		w.Int(p.slot)
		w.String(p.gate)
		w.String(p.squad)
	}
	w.Uint(uint64(len(s.jumps)))
	for _, j := range s.jumps {
		w.Uint(uint64(j.from))
		w.Uint(uint64(j.to))
	}
	w.Uint(uint64(len(s.values)))
	for i := range s.values {
		v := &s.values[i]
		w.String(v.key)
		w.Uint(uint64(v.scope))
		w.Uint(uint64(v.place))
		w.Uint(uint64(v.at))
		v.of.write(w)
	}
	w.Uint(uint64(len(s.slots)))
	for _, name := range s.slots {
		w.String(name)
	}
}

// offsets are where a place's parts lie, in the order in which a snapshot has them.
func (p *shapePlace) offsets() [13]*uint32 {
	return [...]*uint32{&p.at, &p.keptAt, &p.frame, &p.repeat, &p.leaveDue, &p.pending, &p.every, &p.cooldown, &p.count, &p.bag,
		&p.ticked, &p.gateAt, &p.squadAt}
}

func (t shapeType) write(w *snapshot.Writer) {
	w.String(t.name)
	if t.name != "" {
		w.Uint(uint64(t.size))
		w.Bool(t.boxed)
		w.Word(t.form)
	}
}

// equal reports whether two shapes are the same: what is written of them is.
func (s *shape) equal(o *shape) bool {
	return cmp.Compare(s.fingerprint(), o.fingerprint()) == 0
}

// fingerprint is a hash of the shape.
func (s *shape) fingerprint() uint64 {
	h := fnv.New64a()
	w := snapshot.NewWriter(h, snapshot.Agent)
	s.write(w)
	_ = w.End() // a hash takes everything
	return h.Sum64()
}

// path is a place's names from the root: "ROOT > GUARD_NEST > PATROL".
func (s *shape) path(p place) string {
	path := s.places[p].name
	for p = s.places[p].parent; p != nowhere; p = s.places[p].parent {
		path = s.places[p].name + " > " + path
	}
	return path
}

// toward returns the child of group that holds p or is p; nowhere if p is not below group.
func (s *shape) toward(group, p place) place {
	for p != nowhere {
		parent := s.places[p].parent
		if parent == group {
			return p
		}
		p = parent
	}
	return nowhere
}

// String is the type in words.
func (t shapeType) String() string {
	switch {
	case t.name == "":
		return "none"
	case t.boxed:
		return t.name
	}
	return fmt.Sprintf("%s of %d bytes (form %x)", t.name, t.size, uint16(t.form))
}
