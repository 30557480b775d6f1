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

// This file writes stimuli to snapshots and reads them. The identity of a type is an address, valid for one run of the
// program. Snapshots and restored stimuli have a hash of the type's form instead, marked by the highest bit, which no
// 64-bit address has.

// ErrSnapshot is wrapped by the error for data that is not a sound snapshot of a Set. It equals decider.ErrSnapshot.
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

// Save is for the packages of this module: it writes the set. A nil set is written as an empty one.
func (s *Set) Save(_ engine.Key, w *snapshot.Writer) {
	if s == nil {
		s = &Set{}
	}
	saveEntries(w, s.now, s.all())
}

func saveEntries(w *snapshot.Writer, now float64, all []entry) {
	w.Float(now)
	w.Uint(uint64(len(all)))
	for i := range all {
		all[i].save(w)
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

// Copies is for the packages of this module: copies of sets, to be written later. Its memory is used again after Clear.
type Copies struct {
	now     []float64
	ends    []uint32 // of each set in entries
	entries []entry
}

// Clear drops all copies.
func (c *Copies) Clear() { c.now, c.ends, c.entries = c.now[:0], c.ends[:0], c.entries[:0] }

// Add copies a set.
func (c *Copies) Add(s *Set) {
	c.entries = append(c.entries, s.all()...)
	c.now, c.ends = append(c.now, s.now), append(c.ends, uint32(len(c.entries)))
}

// Save writes the copy with that index as Set.Save would have written the set.
func (c *Copies) Save(_ engine.Key, i int, w *snapshot.Writer) {
	from := uint32(0)
	if i > 0 {
		from = c.ends[i-1]
	}
	saveEntries(w, c.now[i], c.entries[from:c.ends[i]])
}

// Size is the memory of the copies in bytes.
func (c *Copies) Size() int {
	return 12*len(c.now) + len(c.entries)*int(unsafe.Sizeof(entry{}))
}

// Load is for the packages of this module: it reads what Save wrote. If the set has less room, those nearest their
// end are left out. A nil set skips the data.
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
	e.kind, e.due, e.typ = StimuliFlags(r.Word()), r.Float(), uintptr(r.Word())
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

// Save is for the packages of this module: it writes a stimulus that is on its way.
func (s Stimulus) Save(_ engine.Key, w *snapshot.Writer) {
	e := entry{kind: s.kind, due: s.seconds, typ: s.typ, data: s.data}
	e.save(w)
}

// LoadStimulus is for the packages of this module: it reads what Stimulus.Save wrote.
func LoadStimulus(_ engine.Key, r *snapshot.Reader) Stimulus {
	e := loadEntry(r)
	if !(e.due >= 0) {
		r.Fail("a stimulus lives for %v seconds", e.due)
	}
	return Stimulus{kind: e.kind, seconds: e.due, typ: e.typ, data: e.data}
}

// MarshalBinary encodes the set, for games that save agents outside of crowds. The sets of a crowd's agents are part
// of the snapshot of its world. A nil set is encoded as an empty one.
func (s *Set) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	w := snapshot.NewWriter(&b, snapshot.Stimuli)
	s.Save(engine.Key{}, w)
	err := w.End()
	return b.Bytes(), err
}

// UnmarshalBinary replaces the stimuli of the set by those that MarshalBinary encoded. If the set has less room,
// those nearest their end are left out. For bad data the error wraps [ErrSnapshot], and the set is unchanged. A nil
// set is [ErrNilSet].
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
