package state

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
)

// Value is one blackboard value of one agent.
type Value struct {
	Key     string               // the key's name
	Scope   declaration.KeyScope // of the key
	Decider event.Label          // the decider that declares it; for the scopes Agent and Tree the root
	Place   int                  // of Decider, in the order of its tree
	Tree    event.Label          // the root of that tree: the agent's own, or a plugged one
	Depth   int                  // of Decider, 0 for the agent's root
	Active  bool                 // Decider is active

	append func([]byte, unsafe.Pointer) []byte
	at     unsafe.Pointer
}

// AppendText appends the value as text: numbers and bools as in Go, strings in quotes, and everything else, even with
// a String method, as fmt's %+v. It reads the value, so call it between the agent's ticks, in the goroutine that
// ticks it. For numbers, bools and strings only growing dst allocates.
func (v Value) AppendText(dst []byte) []byte {
	if v.append == nil {
		return dst
	}
	return v.append(dst, v.at)
}

// String returns the key's name and the value: "hunger: 0.8".
func (v Value) String() string { return string(v.AppendText([]byte(v.Key + ": "))) }

// With is for packages of this module: it sets the address of the value and the function that formats it.
func (v Value) With(_ engine.Key, append func([]byte, unsafe.Pointer) []byte, at unsafe.Pointer) Value {
	v.append, v.at = append, at
	return v
}

// Fixed is for package history: it keeps the text that the value has now.
func (v Value) Fixed(engine.Key) Value {
	text := string(v.AppendText(nil))
	v.append, v.at = func(dst []byte, _ unsafe.Pointer) []byte { return append(dst, text...) }, nil
	return v
}
