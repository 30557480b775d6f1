package decider

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Sentinels that the errors of this package wrap; test with errors.Is.
var (
	// A call is refused, and nothing has changed: a tick, Reset, Close, and what else a memory is asked for.
	ErrNilTree    = refusal.ErrNilTree
	ErrNilMemory  = refusal.ErrNilMemory
	ErrNoTree     = refusal.ErrNoTree     // the memory was not made by Tree.NewMemory, or is a copy of one that was
	ErrOtherTree  = refusal.ErrOtherTree  // the memory was made for another tree
	ErrReentrant  = refusal.ErrReentrant  // the memory is ticking
	ErrConcurrent = refusal.ErrConcurrent // two goroutines use the memory at once; found with the tag decider_debug
	ErrClosed     = refusal.ErrClosed     // the memory was closed
	ErrTime       = refusal.ErrTime       // a time is NaN, infinite, negative or runs backwards
	ErrNotTicked  = refusal.ErrNotTicked  // the memory was never ticked: why.Now has no agent to ask
	ErrInCrowd    = refusal.ErrInCrowd    // the memory is a crowd's view of an agent, which its crowd ticks and removes

	// Plug, Unplug or ResetBelow is refused, and nothing has changed. Plug returns ErrKey as well, for a tree whose keys
	// the agent's own tree lacks.
	ErrNoMemory     = refusal.ErrNoMemory
	ErrSlotOverflow = refusal.ErrSlotOverflow
	ErrSlotCycle    = refusal.ErrSlotCycle
	ErrNoSlot       = refusal.ErrNoSlot
	ErrNotPlugged   = refusal.ErrNotPlugged
	ErrNoDecider    = refusal.ErrNoDecider

	// Snapshot, Restore or Migrate is refused, and nothing has changed.
	ErrSnapshot       = snapshot.Err            // bytes that are no sound snapshot: cut off, changed, of another kind or version
	ErrNotMarshalable = world.ErrNotMarshalable // something with pointers that cannot be put into a snapshot
	ErrNotReset       = refusal.ErrNotReset     // a memory that was ticked since it was made or Reset, or has something plugged in
	ErrClock          = refusal.ErrClock        // a snapshot of a time that is yet to come

	// Something went wrong in a tick, in a [*TickError]. The tick went on or, with ErrPanic and ErrRedecideLoop, has taken
	// everything down. ErrKey is wrapped by a [*KeyError].
	ErrNotANumber   = event.ErrNotANumber
	ErrStatus       = event.ErrStatus
	ErrPanic        = event.ErrPanic
	ErrRedecideLoop = event.ErrRedecideLoop
	ErrKey          = event.ErrKey
)

// NotMarshalableError names what cannot be put into a snapshot. It wraps [ErrNotMarshalable].
type NotMarshalableError = world.NotMarshalableError
