package stimuli

import (
	"errors"
	"fmt"
	"math"

	"github.com/decidertree/decidertree/internal/engine"
)

// defaultCapacity is what the zero Set holds, in place.
const defaultCapacity = 4

// ErrFull is wrapped by the error of [Set.Add] when a full set had to drop a stimulus.
var ErrFull = errors.New("stimuli: set is full")

// ErrNilSet is the error of adding to a nil Set, which has no stimuli and takes none.
var ErrNilSet = errors.New("stimuli: the set is nil; give the agent one, with NewSet or as a field")

// OverflowError names the stimulus that a full set dropped to make room. It wraps [ErrFull].
type OverflowError struct {
	Dropped  Stimulus // the one nearest its end, perhaps the new one itself
	Capacity int
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("stimuli: set of %d is full: dropped kind 0x%x, the one nearest its end; give NewSet more room or shorter lives",
		e.Capacity, uint64(e.Dropped.kind))
}

func (e *OverflowError) Unwrap() error { return ErrFull }

// entry is a stimulus in a set: due replaces seconds.
type entry struct {
	kind StimuliFlags
	due  float64 // on the set's own clock, seconds
	typ  uintptr
	data data
}

// Set holds one agent's stimuli. The zero Set is usable and holds 4; [NewSet] makes a larger one. Several stimuli of
// a kind coexist, newest first. It is read live: a stimulus that the agent's own behavior adds counts at once, in
// the same tick. A Set of capacity 4 can be copied and moved with its agent. It is not safe for concurrent use.
type Set struct {
	now   float64      // seconds of Update so far
	flags StimuliFlags // the kinds present, kept in step with the entries
	count int
	more  []entry                // used instead of few when the capacity is above defaultCapacity
	few   [defaultCapacity]entry // oldest first
}

// NewSet makes a set for up to capacity stimuli, at least 4. It allocates only here.
func NewSet(capacity int) *Set {
	s := &Set{}
	if capacity > defaultCapacity {
		s.more = make([]entry, capacity)
	}
	return s
}

// Cap returns how many stimuli the set can hold.
func (s *Set) Cap() int { return len(s.room()) }

// Len returns how many stimuli the set holds.
func (s *Set) Len() int { return s.count }

func (s *Set) room() []entry {
	if s.more != nil {
		return s.more
	}
	return s.few[:]
}

func (s *Set) all() []entry { return s.room()[:s.count] }

// Add puts a stimulus into the set. A bad stimulus is refused with its [Stimulus.Err], and nothing changes. A full
// set drops the stimulus nearest its end, possibly the new one, the oldest of equals; the error is then an
// [*OverflowError]. Adding to a nil Set is [ErrNilSet].
func (s *Set) Add(st Stimulus) error {
	if s == nil {
		return ErrNilSet
	}
	if err := st.Err(); err != nil {
		return err
	}
	e := entry{kind: st.kind, due: s.now + st.seconds, typ: st.typ, data: st.data}
	var overflow *OverflowError
	room := s.room()
	if s.count == len(room) {
		first := 0
		for i := range room {
			if room[i].due < room[first].due {
				first = i
			}
		}
		if e.due < room[first].due {
			return &OverflowError{Dropped: st, Capacity: len(room)}
		}
		d := room[first]
		overflow = &OverflowError{
			Dropped:  Stimulus{kind: d.kind, seconds: d.due - s.now, typ: d.typ, data: d.data},
			Capacity: len(room),
		}
		copy(room[first:], room[first+1:])
		s.count--
	}
	room[s.count] = e
	s.count++
	s.recount()
	if overflow != nil {
		return overflow
	}
	return nil
}

// Renew removes all stimuli of the kind and then adds the new one, for a note to oneself that is made again and
// again. A bad stimulus is refused and removes nothing.
func (s *Set) Renew(st Stimulus) error {
	if err := st.Err(); err != nil {
		return err
	}
	s.Remove(st.kind)
	return s.Add(st)
}

// Remove removes all stimuli of these kinds. A nil set is left as it is.
func (s *Set) Remove(kinds StimuliFlags) {
	if s != nil && s.flags&kinds != 0 {
		s.keep(func(e *entry) bool { return e.kind&kinds == 0 })
	}
}

// Flags returns the kinds present. A nil set has none.
func (s *Set) Flags() StimuliFlags {
	if s == nil {
		return 0
	}
	return s.flags
}

// Update moves the set's clock by dt seconds, removes the stimuli whose time is over, and returns the kinds that
// remain. Call it once a frame before the tick. A dt that is negative, NaN or infinite changes nothing.
func (s *Set) Update(dt float64) StimuliFlags {
	if s == nil {
		return 0
	}
	if dt >= 0 && dt <= math.MaxFloat64 {
		s.now += dt
		if s.count > 0 {
			s.keep(func(e *entry) bool { return s.now < e.due })
		}
	}
	return s.flags
}

// Clock is for the packages of this module: it moves the set's clock forward to a time and removes the stimuli whose
// time is over.
func (s *Set) Clock(_ engine.Key, now float64) {
	if s != nil && (now > s.now || s.count == 0) {
		s.now = now
		if s.count > 0 {
			s.keep(func(e *entry) bool { return s.now < e.due })
		}
	}
}

// Next is for the packages of this module: it returns when the first stimulus ends, on the set's clock; +Inf for
// none.
func (s *Set) Next(engine.Key) float64 {
	next := math.Inf(1)
	if s != nil {
		for i := range s.all() {
			next = min(next, s.all()[i].due)
		}
	}
	return next
}

// Pretend is for the packages of this module: the set reports these flags, whatever it holds, until it is changed.
func (s *Set) Pretend(_ engine.Key, flags StimuliFlags) { s.flags = flags }

// keep drops the entries that do not pass, keeping the order of the rest, and zeroes the room they leave.
func (s *Set) keep(pass func(*entry) bool) {
	all, kept := s.all(), 0
	for i := range all {
		if pass(&all[i]) {
			if kept != i {
				all[kept] = all[i]
			}
			kept++
		}
	}
	if kept != s.count {
		clear(all[kept:])
		s.count = kept
		s.recount()
	}
}

func (s *Set) recount() {
	s.flags = 0
	for i := range s.all() {
		s.flags |= s.all()[i].kind
	}
}
