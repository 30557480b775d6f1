package crowds

import "iter"

// Window selects the creatures that change in a frame, as if a predator walked past them. Creatures it reaches begin to
// flee, and creatures it reached in the frame before stop, so each kind makes up half of the changes and every creature
// has its turn.
type Window struct {
	of    int // number of creatures
	next  int // index of the creature it reaches next
	there Span
}

// Over returns a window over the given number of creatures.
func Over(creatures int) Window { return Window{of: creatures} }

// Move selects the given number of creatures, 2 or more: half are scared and half are calmed. The halves do not overlap
// unless the number exceeds that of all creatures.
func (w *Window) Move(changing int) (scared, calmed Span) {
	calmed = w.there
	scared = Span{w.next, changing / 2, w.of}
	w.there = scared
	w.next = (w.next + scared.count) % w.of
	return scared, calmed
}

// Span is a run of successive creatures; the first creature follows the last.
type Span struct{ first, count, of int }

// All yields their indexes.
func (s Span) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := s.first; i < s.first+s.count; i++ {
			n := i
			if n >= s.of {
				n -= s.of
			}
			if !yield(n) {
				return
			}
		}
	}
}
