package stimuli

import (
	"bytes"
	"math"
	mathbits "math/bits"
	"reflect"
	"sync"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file is stimuli in snapshots. The identity of a type is an address, good for one run of the program; in a
// snapshot, and in what was restored, a hash of its form stands for it, known by its highest bit, which no address of
// 64 bits has.

// ErrSnapshot is wrapped by the error for bytes that are no set of stimuli. It is decider.ErrSnapshot.
var ErrSnapshot = snapshot.Err

const restored = uintptr(1) << (mathbits.UintSize - 1)

var forms sync.Map // reflect.Type → uintptr: worked out once

// formOf is what stands for a type in snapshots.
func formOf(t reflect.Type) uintptr {
	if known, ok := forms.Load(t); ok {
		return known.(uintptr)
	}
	form := uintptr(snapshot.Form(t)) | restored
	forms.Store(t, form)
	return form
}

// is reports whether the entry carries a T, whose identity is id.
func (e *entry) is(t reflect.Type, id uintptr) bool {
	if e.typ == id {
		return true
	}
	return e.typ&restored != 0 && e.typ == formOf(t) && snapshot.Bools(t, unsafe.Pointer(&e.data))
}

// saved is what stands for the type of data in a snapshot.
func saved(typ uintptr) uintptr {
	travelling.Range(func(t, ok any) bool {
		if ok.(bool) && typ == identity(t.(reflect.Type)) {
			typ = formOf(t.(reflect.Type))
			return false
		}
		return true
	})
	return typ
}

// Save is for the packages of this module: writes the set. A nil set is an empty one.
func (s *Set) Save(_ engine.Key, w *snapshot.Writer) {
	if s == nil {
		s = &Set{}
	}
	w.Float(s.now)
	w.Uint(uint64(s.count))
	for i := range s.all() {
		s.all()[i].save(w)
	}
}

func (e *entry) save(w *snapshot.Writer) {
	w.Word(uint64(e.kind))
	w.Float(e.due)
	w.Word(uint64(saved(e.typ)))
	if e.typ != 0 {
		for _, word := range e.data {
			w.Word(word)
		}
	}
}

// Load is for the packages of this module: reads what Save wrote, from the same seconds of its clock. Where the set has
// less room than that had, those nearest their end are left out. A nil set takes nothing.
func (s *Set) Load(_ engine.Key, r *snapshot.Reader) {
	now := r.Float()
	if math.IsNaN(now) || math.IsInf(now, 0) {
		r.Fail("the clock of a set of stimuli is %v", now)
	}
	into := s
	if s == nil {
		into = &Set{}
	}
	into.now = now
	for left := r.Uint(); left > 0 && r.Err() == nil; left-- {
		e := loadEntry(r)
		if room := into.room(); r.Err() == nil && into.count < len(room) {
			room[into.count] = e
			into.count++
		} else if r.Err() == nil {
			into.replace(e)
		}
	}
	into.recount()
}

// replace puts an entry into a full set in place of the one nearest its end, if that is not the new one.
func (s *Set) replace(e entry) {
	room, first := s.room(), 0
	for i := range room {
		if room[i].due < room[first].due {
			first = i
		}
	}
	if e.due >= room[first].due {
		copy(room[first:], room[first+1:])
		room[len(room)-1] = e
	}
}

func loadEntry(r *snapshot.Reader) (e entry) {
	e.kind, e.due, e.typ = Flags(r.Word()), r.Float(), uintptr(r.Word())
	if e.typ != 0 {
		for i := range e.data {
			e.data[i] = r.Word()
		}
	}
	if r.Err() == nil && (mathbits.OnesCount64(uint64(e.kind)) != 1 || math.IsNaN(e.due) || e.typ != 0 && e.typ&restored == 0) {
		r.Fail("a stimulus of kind 0x%x is none", uint64(e.kind))
	}
	return e
}

// Save is for the packages of this module: writes a stimulus that is on its way.
func (s Stimulus) Save(_ engine.Key, w *snapshot.Writer) {
	e := entry{kind: s.kind, due: s.seconds, typ: s.typ, data: s.data}
	e.save(w)
}

// LoadStimulus is for the packages of this module: reads what Stimulus.Save wrote.
func LoadStimulus(_ engine.Key, r *snapshot.Reader) Stimulus {
	e := loadEntry(r)
	if !(e.due >= 0) {
		r.Fail("a stimulus lives for %v seconds", e.due)
	}
	return Stimulus{kind: e.kind, seconds: e.due, typ: e.typ, data: e.data}
}

// MarshalBinary makes bytes of the set, for games that save agents that live on their own. The sets of a crowd are in
// the snapshots of its world.
func (s *Set) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	w := snapshot.NewWriter(&b, snapshot.Stimuli)
	s.Save(engine.Key{}, w)
	err := w.End()
	return b.Bytes(), err
}

// UnmarshalBinary gives the set the stimuli that MarshalBinary made bytes of, in place of its own; where it has less
// room, those nearest their end are left out. The error wraps [ErrSnapshot] for bytes that are none,
// and the set is as before.
func (s *Set) UnmarshalBinary(data []byte) error {
	if s == nil {
		return ErrNilSet
	}
	r, err := snapshot.NewReader(bytes.NewReader(data), snapshot.Stimuli)
	if err != nil {
		return err
	}
	made := NewSet(s.Cap())
	made.Load(engine.Key{}, r)
	if err := r.End(); err != nil {
		return err
	}
	*s = *made
	return nil
}
