package usercode

import (
	"unsafe"

	"github.com/decidertree/decidertree/world"
)

// Behavior is a behavior as the engine runs it. Statuses are behavior.Status, which this package cannot import. Of each
// pair of functions at most one is set, depending on whether the behavior has a block; nil is the default.
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
	ActivateTaking  func(c *Context, dblock, block unsafe.Pointer) uint8 // of the behavior of a DBlock
	Period          float64                                              // seconds between Ticks
	Delayed         bool                                                 // the first Tick is a Period after Activate: a behavior.Wait
	Stock           bool                                                 // its functions are this module's, and change nothing
	// Idle reports whether a Tick would have nothing to do: the result of a deferred behavior has not arrived. nil for
	// every other behavior.
	Idle func(c *Context, block unsafe.Pointer) bool
	// Waits returns, for display, the system whose result a deferred behavior waits for and the token of its request, 0
	// until the request has one; "" if it does not wait. nil for every other behavior.
	Waits func(block unsafe.Pointer) (system string, token uint64)
	// Rejoin tells the system where the block of a waiting deferred behavior lies now. nil for every other behavior.
	Rejoin func(c *Context, block unsafe.Pointer)
	// Lacks names a required field that the declaration of a deferred or given behavior lacks; "" for none.
	Lacks string
	// Given is the parameter of a behavior.Given; nil for every other behavior.
	Given *Given
	// Open registers a deferred behavior's system with a world. nil for every other behavior.
	Open func(*world.World) error
}

// DBlock is a DBlock as the engine runs it.
type DBlock struct {
	Decide   func(c *Context, dblock unsafe.Pointer) float64
	DBlock   Block
	Behavior Behavior
}
