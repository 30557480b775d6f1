package usercode

import (
	"errors"
	"unsafe"
)

// Blackboard is where blackboard values are found: a Context, for the decider whose code runs, or a memory, for code
// outside of the tree.
type Blackboard interface {
	// Value is where the value of a key lies, by the key's ID. ErrByHand asks for one to Keep.
	Value(id uint32) (unsafe.Pointer, error)
	// Keep keeps a value, which is zero, unless there is one already, and returns the one it keeps.
	Keep(id uint32, value unsafe.Pointer) unsafe.Pointer
	// Fail records an error of user code.
	Fail(error)
}

// ErrByHand is the answer of a Context made by hand, and of its Host if it has one: the Context keeps the value.
var ErrByHand = errors.New("usercode: the value is kept by the Context")

// Values are blackboard values by the IDs of their keys. The zero Values are ready.
type Values struct {
	at map[uint32]unsafe.Pointer
}

// Value finds a blackboard value. One that is made by hand keeps values itself.
func (c *Context) Value(id uint32) (unsafe.Pointer, error) {
	if c.Host == nil {
		return nil, ErrByHand
	}
	return c.Host.Value(id)
}

// Keep keeps a value of a Context made by hand.
func (c *Context) Keep(id uint32, value unsafe.Pointer) unsafe.Pointer {
	v := &c.Values
	if kept, ok := v.at[id]; ok {
		return kept
	}
	if v.at == nil {
		v.at = map[uint32]unsafe.Pointer{}
	}
	v.at[id] = value
	return value
}
