package usercode

import (
	"errors"
	"unsafe"
)

// Blackboard gives access to blackboard values: of the running decider through a Context, or for code outside the tree
// through a memory.
type Blackboard interface {
	// Value returns where the value of a key lies, by the key's ID. On ErrByHand the caller makes a value and calls Keep.
	Value(id uint32) (unsafe.Pointer, error)
	// Keep stores a zero value unless it has one already, and returns the stored value.
	Keep(id uint32, value unsafe.Pointer) unsafe.Pointer
	// Fail records an error of user code.
	Fail(error)
}

// ErrByHand says that a Context made by hand keeps the value itself.
var ErrByHand = errors.New("usercode: the value is kept by the Context")

// Values are the blackboard values of a Context made by hand, by key ID. The zero value is ready to use.
type Values struct {
	at map[uint32]unsafe.Pointer
}

// Value returns where a blackboard value lies, or ErrByHand for a Context made by hand.
func (c *Context) Value(id uint32) (unsafe.Pointer, error) {
	if c.Host == nil {
		return nil, ErrByHand
	}
	return c.Host.Value(id)
}

// Keep stores a value in a Context made by hand and returns the stored value.
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
