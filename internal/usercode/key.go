package usercode

import "unsafe"

// Key is a blackboard key as the engine lays it out.
type Key struct {
	Name  string
	Scope Scope
	Block Block
	ID    uint32 // of this key in this program, from 1 on: the same wherever it is declared
	// Append writes the value behind the pointer as text.
	Append func(dst []byte, value unsafe.Pointer) []byte
}

// Scope is where a blackboard value lives.
type Scope uint8

const (
	AgentScope   Scope = iota // one per agent
	TreeScope                 // one per agent and tree, a plugged tree being one of its own
	DeciderScope              // one per agent and place of the decider that declares it
)
