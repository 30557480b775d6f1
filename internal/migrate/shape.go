package migrate

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/usercode"
)

// shape describes the bytes of a tree's agents without the tree, so that they can be read after the tree has changed. A
// snapshot holds the shape of each tree it has agents of. Offsets count in the compact bytes, which are an agent's bytes
// without the reserves of its slots: a plugged tree has a shape of its own.
type shape struct {
	program.Layout
	places []shapePlace
	values []shapeValue
	slots  []string        // names, by index
	slotAt []program.Place // by index; each slot stands in one place
}

// shapePlace holds the facts about a place that a layout does not have.
type shapePlace struct {
	name        string
	behavior    string
	of          shapeType // its behavior's block
	handed      shapeType // its DBlock
	gate, squad string    // names; "" for none
}

// shapeAt is all facts about a place.
type shapeAt struct {
	*program.Spot
	*program.Parts
	*shapePlace
}

func (s *shape) at(p program.Place) shapeAt { return shapeAt{&s.Spots[p], s.PartsOf(p), &s.places[p]} }

// shapeMarks are the marks that determine what a place keeps.
const shapeMarks = program.Acting | program.Targeted | program.Jumping | program.Repeats | program.Connected | program.HasLeave

// shapeValue is a blackboard value.
type shapeValue struct {
	key   string
	scope usercode.Scope
	place program.Place
	of    shapeType
	at    uint32
}

// shapeType is the type of a user value. A type with pointers is identified by its name alone, since it unmarshals its own
// bytes; any other by name and form.
type shapeType struct {
	name  string // "" for none
	size  uint32 // bytes; 0 if it has pointers
	boxed bool   // it has pointers
	form  uint64 // a hash of its fields; 0 if it has pointers
}

func typeOf(b *usercode.Block) shapeType {
	if b.Type == nil {
		return shapeType{}
	}
	if b.Pointers {
		return shapeType{name: b.Type.String(), boxed: true}
	}
	return shapeType{name: b.Type.String(), size: uint32(b.Size), form: snapshot.Form(b.Type)}
}

// shapeOf returns the shape of a tree's agents.
func shapeOf(t *program.Tree) *shape {
	s := &shape{Layout: t.Layout, places: make([]shapePlace, len(t.Spots))}
	s.Spots = slices.Clone(t.Spots)
	s.OwnParts()
	cut := func(offset uint32) uint32 { return compacted(t, offset) }
	s.Size, s.Kept, s.Monitors = cut(t.Size), cut(t.Kept), cut(t.Monitors)
	for i := range s.Spots {
		p := program.Place(i)
		n, act := &s.Spots[i], t.Act(p)
		q := shapePlace{name: t.Facts[i].Label.Name, behavior: t.Behavior(program.Place(i)).Name, of: typeOf(&act.Block)}
		if c := t.Condition(program.Place(i)); c.Gate >= 0 {
			q.gate = t.Gates[c.Gate].Gate.Name
		}
		if c := t.Condition(program.Place(i)); c.Squad >= 0 {
			q.squad = t.Squads[c.Squad].Squad.Name
		}
		if d := t.Dblock(p); d != nil {
			q.handed = typeOf(&d.Block)
		}
		if q.of.size == 0 {
			n.Block = 0
		}
		n.Marks &= shapeMarks
		for _, offset := range offsets(n, s.PartsOf(program.Place(i))) {
			*offset = cut(*offset)
		}
		s.places[i] = q
	}
	for i := range t.Board.Values {
		v := &t.Board.Values[i]
		k := &t.Board.Keys[v.Key]
		of := shapeValue{key: k.Name, scope: k.Scope, place: v.Place, of: typeOf(&k.Block)}
		if !v.Boxed && of.of.size > 0 {
			of.at = cut(v.At)
		}
		s.values = append(s.values, of)
	}
	for i, slot := range t.Slots {
		s.slots = append(s.slots, slot.Name)
		s.slotAt = append(s.slotAt, t.Bounds.Reserves[i].At)
	}
	return s
}

// compacted converts an offset to one in the compact bytes.
func compacted(t *program.Tree, offset uint32) uint32 {
	cut := uint32(0)
	for _, r := range t.Bounds.Reserves {
		if r.Offset < offset {
			cut += r.Bytes
		}
	}
	return offset - cut
}

// write puts a shape into a snapshot.
func (s *shape) write(w *snapshot.Writer) {
	w.Uint(uint64(len(s.places)))
	for _, x := range []uint64{uint64(s.Size), uint64(s.Kept), uint64(s.Choices), uint64(s.Monitors), uint64(s.MonitorCount)} {
		w.Uint(x)
	}
	for i := range s.places {
		p, n, o := &s.places[i], &s.Spots[i], s.PartsOf(program.Place(i))
		w.String(p.name)
		for _, x := range []uint64{uint64(n.Parent), uint64(n.First), uint64(n.Last), uint64(n.Policy), uint64(n.Marks)} {
			w.Uint(x)
		}
		w.String(p.behavior)
		p.of.write(w)
		p.handed.write(w)
		for _, offset := range offsets(n, o) {
			w.Uint(uint64(*offset))
		}
		w.Int(o.Chosen)
		w.Int(o.Monitor)
		w.Int(o.Slot)
		w.String(p.gate)
		w.String(p.squad)
	}
	w.Uint(uint64(len(s.Jumps)))
	for _, j := range s.Jumps {
		w.Uint(uint64(j.From))
		w.Uint(uint64(j.To))
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

// offsets returns the offsets of a place's parts, in the order of a snapshot.
func offsets(n *program.Spot, o *program.Parts) [13]*uint32 {
	return [...]*uint32{&n.Block, &o.Kept, &n.Frame, &o.Repeat, &o.LeaveDue, &o.Pending, &o.Every, &n.Cooldown, &o.Count, &o.Bag,
		&o.Ticked, &o.Pass, &o.Member}
}

func (t shapeType) write(w *snapshot.Writer) {
	w.String(t.name)
	if t.name != "" {
		w.Uint(uint64(t.size))
		w.Bool(t.boxed)
		w.Word(t.form)
	}
}

// equal reports whether two shapes are the same, that is, written as the same bytes.
func (s *shape) equal(o *shape) bool {
	return cmp.Compare(s.fingerprint(), o.fingerprint()) == 0
}

// fingerprint returns a hash of the shape.
func (s *shape) fingerprint() uint64 {
	h := fnv.New64a()
	w := snapshot.NewWriter(h, snapshot.Agent)
	s.write(w)
	_ = w.End() // a hash takes everything
	return h.Sum64()
}

// Path returns the names from the root to a place: "ROOT > GUARD_NEST > PATROL".
func (s *shape) Path(p program.Place) string {
	path := s.places[p].name
	for p = s.Spots[p].Parent; p != program.Nowhere; p = s.Spots[p].Parent {
		path = s.places[p].name + " > " + path
	}
	return path
}

// String describes the type.
func (t shapeType) String() string {
	switch {
	case t.name == "":
		return "none"
	case t.boxed:
		return t.name
	}
	return fmt.Sprintf("%s of %d bytes (form %x)", t.name, t.size, uint16(t.form))
}
