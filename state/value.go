package state

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
)

// Value is one blackboard value of one agent, for people and tools.
type Value struct {
	Key     string               // the key's name
	Scope   declaration.KeyScope // how many values it has
	Decider event.Label          // whose it is: the decider that declares it, or for the scopes Agent and Tree the root
	Place   int                  // of Decider, in the order of its tree
	Tree    event.Label          // the root of that tree: the agent's own, or one that is plugged in
	Depth   int                  // of Decider, 0 for the agent's root
	Active  bool                 // Decider is active

	append func([]byte, unsafe.Pointer) []byte
	at     unsafe.Pointer
}

// AppendText appends the value as text: numbers and bools as in Go, strings in quotes, and everything else,
// also what has a String method, as fmt's %+v. The value is read here, so call it between the agent's ticks, in
// the goroutine that ticks it. For numbers, bools and strings it allocates nothing but what dst must grow.
func (v Value) AppendText(dst []byte) []byte {
	if v.append == nil {
		return dst
	}
	return v.append(dst, v.at)
}

// String is the key's name and the value: "hunger: 0.8".
func (v Value) String() string { return string(v.AppendText([]byte(v.Key + ": "))) }

// With is for the packages of this module: a value that lies there, and how it is written.
func (v Value) With(_ engine.Key, append func([]byte, unsafe.Pointer) []byte, at unsafe.Pointer) Value {
	v.append, v.at = append, at
	return v
}

// Fixed is for package history: the value with the text it has now.
func (v Value) Fixed(engine.Key) Value {
	text := string(v.AppendText(nil))
	v.append, v.at = func(dst []byte, _ unsafe.Pointer) []byte { return append(dst, text...) }, nil
	return v
}
