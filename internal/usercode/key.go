package usercode

import "unsafe"

// Key is a blackboard key as the engine lays it out.
type Key struct {
	Name  string
	Scope Scope
	Block Block
	ID    uint32 // number of the key in this program, from 1 on
	// Append appends the value behind the pointer as text.
	Append func(dst []byte, value unsafe.Pointer) []byte
}

// Scope determines how many values of a key an agent has.
type Scope uint8

// The scopes of blackboard.Scope.
const (
	AgentScope   Scope = iota // one per agent
	TreeScope                 // one per agent and tree, plugged trees included
	DeciderScope              // one per agent and place of the decider that declares it
)
