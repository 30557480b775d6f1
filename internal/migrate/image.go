package migrate

import (
	"cmp"
	"iter"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
)

// image is the state of one agent in one tree, laid out as the tree's shape says: its compact bytes, its boxes and the
// trees plugged into its slots.
type image struct {
	memory.Records
	shape *shape
	words []uint64 // the bytes
	boxes map[program.BoxID]box
	plugs []imagePlug
}

// imagePlug is the image of a plugged tree.
type imagePlug struct {
	slot int // index
	root string
	*image
}

// box is a value with pointers: a live one, or its marshalled bytes.
type box struct {
	of    reflect.Type // of a live one
	value unsafe.Pointer
	data  []byte // in a snapshot
}

func newImage(s *shape) *image {
	m := &image{shape: s, words: make([]uint64, (s.Size+program.WordSize-1)/program.WordSize), boxes: map[program.BoxID]box{}}
	m.Records = memory.Records{Layout: &s.Layout, Base: unsafe.Pointer(unsafe.SliceData(m.words))}
	return m
}

// active yields the active children of p, which is active, in order.
func (m *image) active(p program.Place) iter.Seq[program.Place] {
	return func(yield func(program.Place) bool) {
		for q := m.ChildOf(p); q != program.Nowhere && yield(q); q = m.NextChild(p, q+1) {
		}
	}
}

// eachActive calls f for p, which is active, and for all active places below it.
func (m *image) eachActive(p program.Place, f func(program.Place)) {
	f(p)
	for child := range m.active(p) {
		m.eachActive(child, f)
	}
}

// chain returns the places whose kept choices lead from a group's pending child down to its leaf. It is not sound if a Jump
// leads to the choice of another Jump: Jumps do not chain.
func (m *image) chain(p program.Place) (all []program.Place, sound bool) {
	jumped := m.Pending(p).Jump != program.Nowhere
	for at := m.FirstPending(p); at != program.Nowhere; at = m.Then(at, m.KeptBy(at)) {
		all = append(all, at)
		if m.Spots[at].Marks&program.Jumping != 0 {
			if jumped || m.JumpFrom(at) == program.Nowhere {
				return all, false
			}
			jumped = true
		}
	}
	return all, true
}

// needs returns the boxes in use: those of active places, of pending choices and of values. A plugged tree does not use its
// own values of scope Agent.
func (m *image) needs(nested bool) (all []program.BoxID) {
	if m.Header().Up {
		m.eachActive(0, func(p program.Place) {
			if m.shape.places[p].of.boxed && (m.Spots[p].IsGroup() || !m.Rests(p)) {
				all = append(all, program.BoxID{Kind: program.BlockBox, Index: int(p)})
			}
			if !m.HasPending(p) {
				return
			}
			waiting, _ := m.chain(p)
			for _, c := range waiting {
				if m.shape.places[c].handed.boxed {
					all = append(all, program.BoxID{Kind: program.KeptBox, Index: int(c)})
				}
			}
		})
	}
	for i := range m.shape.values {
		if m.shape.values[i].of.boxed && m.shape.holds(i, nested) {
			all = append(all, program.BoxID{Kind: program.ValueBox, Index: i})
		}
	}
	return all
}

// bytesOf returns an image with the bytes alone of the tree the runner is in.
func bytesOf(r *tick.Runner, shapes *shapes) *image {
	m := newImage(shapes.of(r.Tree))
	r.EachSegment(func(from, to, compact uint32) {
		copy(m.Part(compact, to-from), unsafe.Slice((*byte)(unsafe.Add(r.Base, from)), to-from))
	})
	return m
}

// imageOf returns the image of the tree the runner is in. Boxes are shared, bytes are copied.
func imageOf(r *tick.Runner, shapes *shapes) *image {
	r.Mirror()
	m := bytesOf(r, shapes)
	shapes.imaged(m, r.Tree)
	for _, id := range m.needs(r.At != nil) {
		m.boxes[id] = box{of: r.Tree.BlockAt(id).Type, value: *r.BoxAt(id)}
	}
	for i, pl := range r.Plugs {
		if pl == nil {
			continue
		}
		r.Into(pl)
		m.plugs = append(m.plugs, imagePlug{slot: i, root: r.Tree.Facts[0].Label.Name, image: imageOf(r, shapes)})
		r.Out()
	}
	return m
}

// fill copies an image into an instance of the same tree.
func fill(in *memory.Instance, m *image) {
	in.EachSegment(func(from, to, compact uint32) {
		copy(unsafe.Slice((*byte)(unsafe.Add(in.Base, from)), to-from), m.Part(compact, to-from))
	})
	for id, b := range m.boxes {
		*in.BoxAt(id) = b.value
	}
}

// shapes caches the shape of each tree, and remembers which tree each image was made of.
type shapes struct {
	known  map[*program.Tree]*shape
	images map[*image]*program.Tree
}

func (s *shapes) of(t *program.Tree) *shape {
	made, ok := s.known[t]
	if !ok {
		made = shapeOf(t)
		if s.known == nil {
			s.known = map[*program.Tree]*shape{}
		}
		s.known[t] = made
	}
	return made
}

func (s *shapes) imaged(m *image, t *program.Tree) {
	if s.images == nil {
		s.images = map[*image]*program.Tree{}
	}
	s.images[m] = t
}

// sortedBoxes returns the boxes in a fixed order.
func (m *image) sortedBoxes() []program.BoxID {
	return slices.SortedFunc(maps.Keys(m.boxes), func(a, b program.BoxID) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Index, b.Index))
	})
}

// holds reports whether a value is in use, as memory.Instance.Holds does.
func (s *shape) holds(value int, nested bool) bool {
	return !nested || s.values[value].scope != agentScope
}

// knownStatus reports whether a memory can have the status between ticks.
func knownStatus(state uint8) bool { return behavior.Status(state) <= behavior.Failure }
