package engine

import (
	"errors"
	"unsafe"
)

// ByHand is a Context, which keeps blackboard values itself while nothing runs it.
type ByHand interface {
	// Values are those of a Context made by hand; nil for a nil Context.
	Values(Key) *Values
}

// ErrByHand is what the Host of a Context made by hand, if it has one, answers for a blackboard value: the
// Context keeps it.
var ErrByHand = errors.New("engine: the value is kept by the Context")

// Values are blackboard values by the IDs of their keys. The zero Values are ready.
type Values struct {
	at map[uint32]unsafe.Pointer
}

// Of is the value of a key; made is a zero one, kept if there is none yet.
func (v *Values) Of(id uint32, made unsafe.Pointer) unsafe.Pointer {
	if kept, ok := v.at[id]; ok {
		return kept
	}
	if v.at == nil {
		v.at = map[uint32]unsafe.Pointer{}
	}
	v.at[id] = made
	return made
}
