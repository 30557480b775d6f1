package herd

import "iter"

// Window says which creatures change in a frame: a predator walks past them. Those it comes to begin to flee, and those
// it came to in the frame before stop, so that half of the changes are of either kind and each creature has its turn.
type Window struct {
	of    int // creatures
	next  int // the one it comes to next
	there Span
}

// Over makes a window over so many creatures.
func Over(creatures int) Window { return Window{of: creatures} }

// Move has so many creatures change and returns who: of a number of 2 or more, half are scared and half are calmed. They
// never overlap as long as that is not more than all.
func (w *Window) Move(changing int) (scared, calmed Span) {
	calmed = w.there
	scared = Span{w.next, changing / 2, w.of}
	w.there = scared
	w.next = (w.next + scared.count) % w.of
	return scared, calmed
}

// Span is creatures one after the other; the first follows on the last.
type Span struct{ first, count, of int }

// All are their numbers.
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
