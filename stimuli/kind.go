package stimuli

import (
	"errors"
	"fmt"
	"github.com/decidertree/decidertree/internal/engine"
	"iter"
	"math/bits"
	"reflect"
	"sync"
	"unsafe"
)

// MaxData is the most bytes of data in a stimulus. Refer to larger data by a handle.
const MaxData = 24

var (
	// ErrKind is wrapped by the error for a stimulus whose kind is not exactly one bit.
	ErrKind = errors.New("stimuli: a stimulus needs exactly one kind bit")
	// ErrData is wrapped by the error for data that cannot travel in a stimulus.
	ErrData = errors.New("stimuli: data must be free of pointers and at most 24 bytes")
	// ErrSeconds is wrapped by the error for a time to live that is negative or NaN.
	ErrSeconds = errors.New("stimuli: seconds must be 0 or more")
)

// data is large and aligned enough for every type that a stimulus can carry.
type data [MaxData / 8]uint64

// Stimulus is one token: a kind, its data and its time to live. Make it with [Kind.New] or [Note]. It is a value and
// can be copied. [Set.Add] and Send refuse a stimulus with a bad kind, data or time to live, with the error of
// [Stimulus.Err].
type Stimulus struct {
	kind    StimuliFlags
	seconds float64
	typ     uintptr // identity of the data's type, 0 for a note; valid within this process only
	data    data
	err     error
}

// Kind returns the stimulus's kind.
func (s Stimulus) Kind() StimuliFlags { return s.kind }

// Seconds returns the time to live that the stimulus was made with, in seconds.
func (s Stimulus) Seconds() float64 { return s.seconds }

// Err returns why the stimulus cannot be added or sent; nil for a good one. The error wraps [ErrKind], [ErrData] or
// [ErrSeconds]. The zero Stimulus has no kind, which is ErrKind.
func (s Stimulus) Err() error {
	if s.err == nil && s.kind == 0 {
		return fmt.Errorf("%w, not 0x%x: declare kinds as 1 << iota", ErrKind, uint64(s.kind))
	}
	return s.err
}

// Kind is a kind of stimulus that carries a T. Declare it as a constant beside the kind's flag. A kind carries data
// of one type only. T must have no pointers and at most [MaxData] bytes.
type Kind[T any] StimuliFlags

// New makes a stimulus of this kind that lives for that many seconds of [Set.Update], from when it is added. 0
// seconds last until the next Update, math.Inf(1) until it is removed. A bad stimulus is refused by [Set.Add] rather
// than here, so that New can be used inside an expression.
func (k Kind[T]) New(value T, seconds float64) Stimulus {
	s := Note(StimuliFlags(k), seconds)
	t := reflect.TypeFor[T]()
	if s.err == nil && !travels(t) {
		s.err = fmt.Errorf("%w, not %v (%d bytes): carry a handle instead", ErrData, t, t.Size())
	}
	if s.err == nil {
		s.typ = identity(t)
		*(*T)(unsafe.Pointer(&s.data)) = value
	}
	return s
}

// Get returns the data of the newest stimulus of this kind in the set. ok is false if there is none with a T. A nil
// set is empty.
func (k Kind[T]) Get(set *Set) (newest T, ok bool) {
	for v := range k.All(set) {
		return v, true
	}
	return newest, false
}

// All yields the data of every stimulus of this kind in the set, newest first. The set must not be changed during
// the iteration. A nil set is empty.
func (k Kind[T]) All(set *Set) iter.Seq[T] {
	return func(yield func(T) bool) {
		if set == nil || set.flags&StimuliFlags(k) == 0 {
			return
		}
		t := reflect.TypeFor[T]()
		id := identity(t)
		all := set.all()
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].kind == StimuliFlags(k) && all[i].is(t, id) && !yield(*(*T)(unsafe.Pointer(&all[i].data))) {
				return
			}
		}
	}
}

// Note makes a stimulus without data. Its seconds are those of [Kind.New].
func Note(kind StimuliFlags, seconds float64) Stimulus {
	s := Stimulus{kind: kind, seconds: seconds}
	switch {
	case bits.OnesCount64(uint64(kind)) != 1:
		s.err = fmt.Errorf("%w, not 0x%x: declare kinds as 1 << iota", ErrKind, uint64(kind))
	case !(seconds >= 0):
		s.err = fmt.Errorf("%w, not %v", ErrSeconds, seconds)
	}
	return s
}

// identity is the address of the type's descriptor: equal for equal types, for as long as the process runs.
func identity(t reflect.Type) uintptr { return reflect.ValueOf(t).Pointer() }

var travelling sync.Map // reflect.Type → bool: a walk over a type's fields, done once

func travels(t reflect.Type) bool {
	if known, ok := travelling.Load(t); ok {
		return known.(bool)
	}
	ok := t.Size() <= MaxData && !engine.HasPointers(t)
	travelling.Store(t, ok)
	return ok
}
