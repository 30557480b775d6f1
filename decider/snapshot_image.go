package decider

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// image is what one agent keeps in one tree, read by that tree's shape: its compact bytes, what lies in boxes beside
// them, and what is plugged into its slots.
type image struct {
	*shape
	words []uint64       // the bytes
	base  unsafe.Pointer // where they begin
	boxes map[boxID]box
	plugs []imagePlug
}

// imagePlug is a tree that is plugged in.
type imagePlug struct {
	slot int // index
	root string
	*image
}

// boxID names a box.
type boxID struct {
	kind  boxKind
	index int // of the place, or of the value
}

type boxKind uint8

const (
	blockBox boxKind = iota // a behavior's block
	keptBox                 // a DBlock that waits
	valueBox                // a blackboard value
	boxKinds
)

// box is something with pointers: a live one, or its bytes.
type box struct {
	of    reflect.Type // of a live one
	value unsafe.Pointer
	data  []byte // in a snapshot
}

func newImage(s *shape) *image {
	m := &image{shape: s, words: make([]uint64, (s.size+wordSize-1)/wordSize), boxes: map[boxID]box{}}
	m.base = unsafe.Pointer(unsafe.SliceData(m.words))
	return m
}

// clear makes the bytes those of an agent in which nothing has happened: as runner.clearMemory.
func (m *image) clear() {
	clear(m.words)
	*m.header() = header{leaf: nowhere}
	for i := range m.places {
		p := &m.places[i]
		for _, offset := range []uint32{p.every, p.cooldown} {
			if offset != 0 {
				*m.due(offset) = never
			}
		}
		if p.bag != 0 {
			m.bag(place(i)).fill(p.children())
		}
	}
}

func (p *shapePlace) children() int { return int(p.last - p.first) }

func (m *image) header() *header              { return (*header)(m.base) }
func (m *image) up() bool                     { return m.bytes()[unsafe.Offsetof(header{}.up)] != 0 } // whatever it is
func (m *image) bytes() []byte                { return unsafe.Slice((*byte)(m.base), m.size) }
func (m *image) part(offset, n uint32) []byte { return m.bytes()[offset : offset+n] }
func (m *image) due(offset uint32) *float64   { return (*float64)(unsafe.Add(m.base, offset)) }
func (m *image) start(p place) *float64       { return m.due(m.places[p].frame) }
func (m *image) count(offset uint32) *uint64  { return (*uint64)(unsafe.Add(m.base, offset)) }
func (m *image) frame(p place) *frame         { return (*frame)(unsafe.Add(m.base, m.places[p].frame)) }
func (m *image) tally(p place) *tally {
	return (*tally)(unsafe.Add(m.base, m.places[p].frame+frameSize))
}
func (m *image) pending(p place) *pending {
	return (*pending)(unsafe.Add(m.base, m.places[p].pending))
}
func (m *image) repetition(p place) *repetition {
	return (*repetition)(unsafe.Add(m.base, m.places[p].repeat))
}

// keptChild is the child that a group has delegated to; only where shape.kept is not 0.
func (m *image) keptChild(p place) *place {
	return (*place)(unsafe.Add(m.base, m.kept+uint32(m.places[p].chosen)*placeSize))
}

func (m *image) pass(offset uint32) *pass { return (*pass)(unsafe.Add(m.base, offset)) }
func (m *image) membership(offset uint32) *membership {
	return (*membership)(unsafe.Add(m.base, offset))
}

func (m *image) bits(offset uint32, n int) bits {
	return unsafe.Slice((*uint64)(unsafe.Add(m.base, offset)), wordsFor(n))
}

func (m *image) spent(p place) bits {
	return m.bits(m.places[p].frame+frameSize, m.places[p].children())
}

func (m *image) branches(p place) bits {
	return m.bits(m.places[p].frame+frameSize+tallySize, m.places[p].children())
}

func (m *image) acceptedBy(p place) bits {
	q := &m.places[p]
	return m.bits(q.frame+frameSize+tallySize+q.words(), q.children())
}

func (m *image) bag(p place) bits { return m.bits(m.places[p].bag, m.places[p].children()) }
func (m *image) answers() bits    { return m.bits(m.monitors, m.watched) }

// rests reports whether p, which is active, waits for the next tick to begin its next iteration.
func (m *image) rests(p place) bool {
	return m.places[p].marks&repeats != 0 && m.repetition(p).began == 0
}

// waits reports whether something is pending in p, which is active.
func (m *image) waits(p place) bool {
	return m.places[p].isGroup() && m.places[p].pending != 0 && m.frame(p).state&waits != 0
}

// active are the active children of p, which is active, in order.
func (m *image) active(p place) (children []place) {
	q := &m.places[p]
	switch {
	case !q.isGroup():
	case q.policy == Concurrent:
		set := m.branches(p)
		for i := set.next(0); i >= 0; i = set.next(i + 1) {
			children = append(children, q.first+place(i))
		}
	case m.frame(p).child != nowhere:
		children = append(children, m.frame(p).child)
	}
	return children
}

// eachActive calls f for p, which is active, and for all that is active below it.
func (m *image) eachActive(p place, f func(place)) {
	f(p)
	for _, child := range m.active(p) {
		m.eachActive(child, f)
	}
}

// chain are the places whose choices wait in a group in which something is pending, as runner.keepChoice keeps
// them. It is not sound where a Jump leads to what another Jump chose: those do not chain.
func (m *image) chain(p place) (all []place, sound bool) {
	w := m.pending(p)
	at, jumped := w.child, false
	if w.jump != nowhere {
		at, jumped = m.jumps[w.jump].to, true
	}
	for at != nowhere {
		all = append(all, at)
		q := &m.places[at]
		switch {
		case q.marks&jumping != 0:
			to := m.jumpFrom(at)
			if jumped || to == nowhere {
				return all, false
			}
			at, jumped = to, true
		case q.chosen >= 0 && m.kept != 0:
			at = *m.keptChild(at)
		default:
			return all, true
		}
	}
	return all, true
}

// jumpFrom is the target of the Jump at p.
func (s *shape) jumpFrom(p place) place {
	for _, j := range s.jumps {
		if j.from == p {
			return j.to
		}
	}
	return nowhere
}

// needs are the boxes that hold something: of what is active and of what waits, and the values. Those of scope Agent
// of a tree that is plugged in are not used.
func (m *image) needs(nested bool) (all []boxID) {
	if m.up() {
		m.eachActive(0, func(p place) {
			q := &m.places[p]
			if q.block.boxed && (q.isGroup() || !m.rests(p)) {
				all = append(all, boxID{blockBox, int(p)})
			}
			if !m.waits(p) {
				return
			}
			waiting, _ := m.chain(p)
			for _, c := range waiting {
				if m.places[c].handed.boxed {
					all = append(all, boxID{keptBox, int(c)})
				}
			}
		})
	}
	for i := range m.values {
		if m.values[i].of.boxed && m.holds(i, nested) {
			all = append(all, boxID{valueBox, i})
		}
	}
	return all
}

// imageOf is what an agent keeps in the tree the runner is in, as it is now: boxes are shared, bytes are copied.
func (r *runner[A]) imageOf(shapes *shapes[A]) *image {
	m := newImage(shapes.of(r.tree))
	shapes.imaged(m, r.tree)
	r.eachSegment(func(from, to, compact uint32) {
		copy(m.part(compact, to-from), unsafe.Slice((*byte)(unsafe.Add(r.base, from)), to-from))
	})
	for _, id := range m.needs(r.at != nil) {
		m.boxes[id] = box{of: r.tree.blockAt(id).Type, value: *r.boxAt(id)}
	}
	for i, pl := range r.plugs {
		if pl == nil {
			continue
		}
		r.into(pl)
		m.plugs = append(m.plugs, imagePlug{slot: i, root: r.tree.infos[0].label.Name, image: r.imageOf(shapes)})
		r.out()
	}
	return m
}

// eachSegment calls f for the parts of an agent's bytes between the reserves, with where each begins in the compact
// bytes.
func (in *instance[A]) eachSegment(f func(from, to, compact uint32)) {
	from, cut := uint32(0), uint32(0)
	for _, reserve := range in.tree.layout.reserves { // in the order in which they lie
		f(from, reserve.offset, from-cut)
		from = reserve.offset + reserve.bytes
		cut += reserve.bytes
	}
	f(from, in.tree.layout.size, from-cut)
}

// boxAt is where a tree's instance has a box.
func (in *instance[A]) boxAt(id boxID) *unsafe.Pointer {
	switch t := in.tree; id.kind {
	case blockBox:
		return &in.boxes[t.nodes[id.index].block]
	case keptBox:
		return &in.keptD[t.infos[id.index].handedOn.box-1]
	default:
		return &in.valueBoxes[t.board.values[id.index].at]
	}
}

// take makes an instance hold what an image has; both are of the same tree.
func (in *instance[A]) take(m *image) {
	in.eachSegment(func(from, to, compact uint32) {
		copy(unsafe.Slice((*byte)(unsafe.Add(in.base, from)), to-from), m.part(compact, to-from))
	})
	for id, b := range m.boxes {
		*in.boxAt(id) = b.value
	}
}

// shapes are the shapes of trees, each made once, and which tree an image was made of.
type shapes[A any] struct {
	known  map[*Tree[A]]*shape
	images map[*image]*Tree[A]
}

func (s *shapes[A]) of(t *Tree[A]) *shape {
	made, ok := s.known[t]
	if !ok {
		made = t.shape()
		if s.known == nil {
			s.known = map[*Tree[A]]*shape{}
		}
		s.known[t] = made
	}
	return made
}

func (s *shapes[A]) imaged(m *image, t *Tree[A]) {
	if s.images == nil {
		s.images = map[*image]*Tree[A]{}
	}
	s.images[m] = t
}

// sortedBoxes are the boxes in an order that is always the same.
func (m *image) sortedBoxes() []boxID {
	return slices.SortedFunc(maps.Keys(m.boxes), func(a, b boxID) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.index, b.index))
	})
}

// holds reports whether a value is in use, as runner.holds.
func (s *shape) holds(value int, nested bool) bool {
	return !nested || s.values[value].scope != agentScope
}

// knownStatus reports whether a status is one a memory can have between ticks.
func knownStatus(state uint8) bool { return behavior.Status(state) <= behavior.Failure }
