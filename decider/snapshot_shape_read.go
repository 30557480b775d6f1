package decider

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// readShape reads a shape that somebody may have made up: what it returns without an error can be used to read
// bytes of its size without a look beyond them. Nothing in it is larger than what was read for it.
func readShape(r *snapshot.Reader) *shape {
	s := &shape{}
	n := int(r.Below(MaxPlaces+1, "the number of places"))
	s.size = uint32(r.Below(4*MaxMemory, "the size of an agent"))
	s.kept = s.readOffset(r)
	s.choices = int(r.Below(uint64(n)+1, "the number of kept choices"))
	s.monitors = s.readOffset(r)
	s.watched = int(r.Below(uint64(n)+1, "the number of Monitors"))
	for len(s.places) < n && r.Err() == nil {
		s.places = append(s.places, s.readPlace(r, n))
	}
	for left := r.Below(uint64(n)+1, "the number of Jumps"); left > 0 && r.Err() == nil; left-- {
		from := place(r.Below(uint64(n), "a place"))
		s.jumps = append(s.jumps, shapeJump{from, place(r.Below(uint64(n), "a place"))})
	}
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		s.values = append(s.values, shapeValue{
			key: r.String(), scope: engine.KeyScope(r.Below(uint64(engine.DeciderScope)+1, "a scope")),
			place: place(r.Below(uint64(n), "a place")), at: s.readOffset(r), of: readType(r),
		})
	}
	for left := r.Below(uint64(n)+1, "the number of slots"); left > 0 && r.Err() == nil; left-- {
		s.slots = append(s.slots, r.String())
	}
	if r.Err() == nil {
		s.check(r)
	}
	return s
}

func (s *shape) readOffset(r *snapshot.Reader) uint32 {
	return uint32(r.Below(uint64(s.size)+1, "an offset"))
}

func (s *shape) readPlace(r *snapshot.Reader, n int) shapePlace {
	p := shapePlace{
		name: r.String(), parent: place(r.Below(uint64(nowhere)+1, "a parent")), first: place(r.Below(uint64(n)+1, "a first child")),
		last: place(r.Below(uint64(n)+1, "a last child")), policy: Policy(r.Below(uint64(Concurrent)+1, "a policy")),
		marks: marks(r.Below(1<<32, "marks")), behavior: r.String(), block: readType(r), handed: readType(r),
	}
	if p.marks&^shapeMarks != 0 {
		r.Fail("marks are 0x%x", p.marks)
	}
	for _, offset := range p.offsets() {
		*offset = s.readOffset(r)
	}
	p.chosen = r.Index(s.choices, "a kept choice")
	p.monitor = r.Index(s.watched, "a Monitor")
	p.slot = r.Index(n, "a slot")
	p.gate, p.squad = r.String(), r.String()
	return p
}

func readType(r *snapshot.Reader) (t shapeType) {
	if t.name = r.String(); t.name != "" {
		t.size = uint32(r.Below(1<<31, "the size of a type"))
		t.boxed = r.Bool()
		t.form = r.Word()
	}
	if t.boxed && (t.size != 0 || t.form != 0) {
		r.Fail("a type with pointers has a size")
	}
	return t
}

// check checks that places, sizes and offsets fit together.
func (s *shape) check(r *snapshot.Reader) {
	n := len(s.places)
	if n == 0 || s.places[0].parent != nowhere {
		r.Fail("it has no root")
		return
	}
	children := 0
	for i := range s.places {
		p := &s.places[i]
		if p.last < p.first || i > 0 && int(p.parent) >= i {
			r.Fail("place %d is not below its parent", i)
			return
		}
		children += int(p.last - p.first)
	}
	if children != n-1 {
		r.Fail("its %d places have %d children", n, children)
		return
	}
	depths := make([]int, n) // places are in no other place's range: the ranges are as long as there are places, and each is in its parent's
	for i := 1; i < n; i++ {
		parent := s.places[i].parent
		if q := &s.places[parent]; int(q.first) > i || int(q.last) <= i {
			r.Fail("place %d is not one of its parent's children", i)
			return
		}
		if depths[i] = depths[parent] + 1; depths[i] >= MaxDepth {
			r.Fail("it is deeper than %d", MaxDepth)
			return
		}
	}
	s.checkParts(r)
}

// checkParts checks that everything lies within an agent's bytes.
func (s *shape) checkParts(r *snapshot.Reader) {
	lies := func(offset, bytes uint32, required bool) {
		if offset == 0 && !required {
			return
		}
		if offset < headerSize || offset > s.size || bytes > s.size-offset || offset%wordSize != 0 {
			r.Fail("%d bytes at %d do not lie within an agent's %d", bytes, offset, s.size)
		}
	}
	if s.size < headerSize {
		r.Fail("an agent has %d bytes", s.size)
	}
	lies(s.kept, uint32(s.choices)*placeSize, false)
	lies(s.monitors, uint32(wordsFor(s.watched))*wordSize, s.watched > 0)
	for i := range s.places {
		p := &s.places[i]
		lies(p.frame, p.frameSize()+p.setsSize(), true)
		lies(p.repeat, wordSize, p.marks&repeats != 0)
		lies(p.leaveDue, wordSize, p.marks&leaving != 0)
		for _, offset := range []uint32{p.pending, p.every, p.cooldown, p.count} {
			lies(offset, wordSize, false)
		}
		lies(p.bag, p.words(), false)
		lies(p.at, p.block.size, p.block.size > 0)
		lies(p.keptAt, p.handed.size, false)
		lies(p.ticked, wordSize, false)
		lies(p.gateAt, passSize, p.gate != "")
		lies(p.squadAt, membershipSize, p.squad != "")
		if p.slot >= len(s.slots) || p.marks&connected != 0 != (p.slot >= 0) || p.isGroup() && p.marks&(connected|jumping) != 0 ||
			p.chosen >= 0 && !p.isGroup() {
			r.Fail("place %d contradicts itself", i)
		}
	}
	for i := range s.values {
		v := &s.values[i]
		lies(v.at, v.of.size, v.of.size > 0)
	}
	for _, j := range s.jumps {
		if s.places[j.from].marks&jumping == 0 || s.places[j.to].marks&jumping != 0 || s.toward(j.from, j.to) != nowhere ||
			s.toward(j.to, j.from) != nowhere || s.places[j.to].marks&targeted == 0 {
			r.Fail("a Jump leads from place %d to %d", j.from, j.to)
		}
	}
}
