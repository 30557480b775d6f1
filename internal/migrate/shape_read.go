package migrate

import (
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/usercode"
)

// readShape reads a shape from a hostile source. If the reader reports no error, the shape can be used to read bytes of its
// size without reading beyond them. Memory it allocates is bounded by the bytes it has read.
func readShape(r *snapshot.Reader) *shape {
	s := &shape{}
	n := int(r.Below(declaration.MaxPlaces+1, "the number of places"))
	s.Size = uint32(r.Below(4*declaration.MaxMemory, "the size of an agent"))
	s.Kept = s.readOffset(r)
	s.Choices = int(r.Below(uint64(n)+1, "the number of kept choices"))
	s.Monitors = s.readOffset(r)
	s.MonitorCount = int(r.Below(2*uint64(n)+1, "the number of Monitors' bits"))
	for len(s.places) < n && r.Err() == nil {
		s.readPlace(r, n)
	}
	for left := r.Below(uint64(n)+1, "the number of Jumps"); left > 0 && r.Err() == nil; left-- {
		from := program.Place(r.Below(uint64(n), "a place"))
		s.Jumps = append(s.Jumps, program.Jump{From: from, To: program.Place(r.Below(uint64(n), "a place"))})
	}
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		s.values = append(s.values, shapeValue{
			key: r.String(), scope: usercode.Scope(r.Below(uint64(usercode.DeciderScope)+1, "a scope")),
			place: program.Place(r.Below(uint64(n), "a place")), at: s.readOffset(r), of: readType(r),
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
	return uint32(r.Below(uint64(s.Size)+1, "an offset"))
}

func (s *shape) readPlace(r *snapshot.Reader, n int) {
	p := shapePlace{name: r.String()}
	at := program.Spot{
		Parent: program.Place(r.Below(uint64(program.Nowhere)+1, "a parent")), First: program.Place(r.Below(uint64(n)+1, "a first child")),
		Last: program.Place(r.Below(uint64(n)+1, "a last child")), Policy: declaration.Policy(r.Below(uint64(declaration.Concurrent)+1, "a policy")),
		Marks: program.Marks(r.Below(1<<32, "marks")),
	}
	if at.Marks&^shapeMarks != 0 {
		r.Fail("marks are 0x%x", at.Marks)
	}
	p.behavior, p.of, p.handed = r.String(), readType(r), readType(r)
	var o program.Parts
	for _, offset := range offsets(&at, &o) {
		*offset = s.readOffset(r)
	}
	o.Chosen = r.Index(s.Choices, "a kept choice")
	o.Monitor = r.Index(s.MonitorCount, "a Monitor")
	o.Slot = r.Index(n, "a slot")
	p.gate, p.squad = r.String(), r.String()
	s.places, s.Spots = append(s.places, p), append(s.Spots, at)
	s.AddParts(o)
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
	n := len(s.Spots)
	if n == 0 || s.Spots[0].Parent != program.Nowhere {
		r.Fail("it has no root")
		return
	}
	children := 0
	for i := range s.Spots {
		p := &s.Spots[i]
		if p.Last < p.First || i > 0 && int(p.Parent) >= i {
			r.Fail("place %d is not below its parent", i)
			return
		}
		children += p.Children()
	}
	if children != n-1 {
		r.Fail("its %d places have %d children", n, children)
		return
	}
	depths := make([]int, n) // no place is in two ranges: together the ranges are as long as there are places, and each place is in its parent's range
	for i := 1; i < n; i++ {
		parent := s.Spots[i].Parent
		if q := &s.Spots[parent]; int(q.First) > i || int(q.Last) <= i {
			r.Fail("place %d is not one of its parent's children", i)
			return
		}
		if depths[i] = depths[parent] + 1; depths[i] >= declaration.MaxDepth {
			r.Fail("it is deeper than %d", declaration.MaxDepth)
			return
		}
	}
	s.checkParts(r)
}

// checkParts checks that all parts lie within an agent's bytes.
func (s *shape) checkParts(r *snapshot.Reader) {
	lies := func(offset, bytes uint32, required bool) {
		if offset == 0 && !required {
			return
		}
		if offset < program.HeaderSize || offset > s.Size || bytes > s.Size-offset || offset%program.WordSize != 0 {
			r.Fail("%d bytes at %d do not lie within an agent's %d", bytes, offset, s.Size)
		}
	}
	if s.Size < program.HeaderSize {
		r.Fail("an agent has %d bytes", s.Size)
	}
	lies(s.Kept, uint32(s.Choices)*program.PlaceSize, false)
	lies(s.Monitors, uint32(program.WordsFor(s.MonitorCount))*program.WordSize, s.MonitorCount > 0)
	for i := range s.Spots {
		n, o, p := &s.Spots[i], s.PartsOf(program.Place(i)), &s.places[i]
		lies(n.Frame, n.FrameSize()+n.SetsSize(), true)
		lies(o.Repeat, program.WordSize, n.Marks&program.Repeats != 0)
		lies(o.LeaveDue, program.WordSize, n.Marks&program.HasLeave != 0)
		for _, offset := range []uint32{o.Pending, o.Every, n.Cooldown, o.Count, o.Ticked} {
			lies(offset, program.WordSize, false)
		}
		lies(o.Bag, uint32(program.WordsFor(n.Children()))*program.WordSize, false)
		lies(n.Block, p.of.size, p.of.size > 0)
		lies(o.Kept, p.handed.size, false)
		lies(o.Pass, program.PassSize, p.gate != "")
		lies(o.Member, program.MembershipSize, p.squad != "")
		if o.Slot >= len(s.slots) || n.Marks&program.Connected != 0 != (o.Slot >= 0) || n.IsGroup() && n.Marks&(program.Connected|program.Jumping) != 0 ||
			(o.Chosen >= 0 || o.Pending != 0) && !n.IsGroup() {
			r.Fail("place %d contradicts itself", i)
		}
	}
	for i := range s.values {
		v := &s.values[i]
		lies(v.at, v.of.size, v.of.size > 0)
	}
	s.findSlots(r)
	for _, j := range s.Jumps {
		if s.Spots[j.From].Marks&program.Jumping == 0 || s.Spots[j.To].Marks&program.Jumping != 0 || s.Toward(j.From, j.To) != program.Nowhere ||
			s.Toward(j.To, j.From) != program.Nowhere || s.Spots[j.To].Marks&program.Targeted == 0 {
			r.Fail("a Jump leads from place %d to %d", j.From, j.To)
		}
	}
}

// findSlots finds the place of each slot.
func (s *shape) findSlots(r *snapshot.Reader) {
	s.slotAt = slices.Repeat([]program.Place{program.Nowhere}, len(s.slots))
	for i := range s.Spots {
		if slot := s.PartsOf(program.Place(i)).Slot; slot >= 0 && slot < len(s.slots) {
			if s.slotAt[slot] != program.Nowhere {
				r.Fail("slot %q stands in two places", s.slots[slot])
			}
			s.slotAt[slot] = program.Place(i)
		}
	}
	if i := slices.Index(s.slotAt, program.Nowhere); i >= 0 {
		r.Fail("slot %q stands nowhere", s.slots[i])
	}
}
