package usercode

import (
	"unsafe"

	"github.com/decidertree/decidertree/world"
)

// Behavior is a behavior as the engine runs it. Statuses are behavior.Status, which this package cannot name. Of each
// pair of functions at most one is set, by whether the behavior has a block; nil is the default.
type Behavior struct {
	Name            string
	Block           Block
	Activate        func(*Context) uint8
	Tick            func(*Context) uint8
	Deactivate      func(*Context)
	ActivateBlock   func(*Context, unsafe.Pointer) uint8
	TickBlock       func(*Context, unsafe.Pointer) uint8
	DeactivateBlock func(*Context, unsafe.Pointer)
	Leave           func(*Context) uint8
	LeaveBlock      func(*Context, unsafe.Pointer) uint8
	LeaveTimeout    float64                                              // seconds
	ActivateTaking  func(c *Context, dblock, block unsafe.Pointer) uint8 // the behavior of a DBlock
	Period          float64                                              // seconds between Ticks
	// Idle reports whether a Tick would find nothing to do: a deferred behavior whose result has not arrived. nil for
	// every other behavior.
	Idle func(c *Context, block unsafe.Pointer) bool
	// Waits tells, for people, whose result a deferred behavior waits for: its system and its request's token, 0 as
	// long as that has none; "" when it waits for nothing. nil for every other behavior.
	Waits func(block unsafe.Pointer) (system string, token uint64)
	// Lacks is the required field that a deferred behavior was declared without; "" for none.
	Lacks string
	// Open makes room for a deferred behavior's system in a world; nil for every other behavior.
	Open func(*world.World) error
}

// DBlock is a DBlock as the engine runs it.
type DBlock struct {
	Decide   func(c *Context, dblock unsafe.Pointer) float64
	DBlock   Block
	Behavior Behavior
}
