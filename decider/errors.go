package decider

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Sentinels wrapped by the errors of this package; test with errors.Is.
var (
	// A call on a memory or tree was refused, and nothing has changed.
	ErrNilTree    = refusal.ErrNilTree    // the tree is nil
	ErrNilMemory  = refusal.ErrNilMemory  // the memory is nil
	ErrNoTree     = refusal.ErrNoTree     // the memory was not made by Tree.NewMemory, or is a copy
	ErrOtherTree  = refusal.ErrOtherTree  // the memory was made for another tree
	ErrReentrant  = refusal.ErrReentrant  // the memory is ticking
	ErrConcurrent = refusal.ErrConcurrent // two goroutines use the memory at once; detected with the build tag decider_debug
	ErrClosed     = refusal.ErrClosed     // the memory was closed
	ErrTime       = refusal.ErrTime       // Time is NaN, infinite or less than before, or DT is NaN, infinite or negative
	ErrNotTicked  = refusal.ErrNotTicked  // the memory was never ticked, so that why.Now has no agent
	ErrSharing    = refusal.ErrSharing    // the memory shares its blackboard with other memories already
	ErrInCrowd    = refusal.ErrInCrowd    // the memory is a crowd's view of an agent; only the crowd ticks and closes it

	// Pool.Get or Pool.Put was refused, and nothing has changed.
	ErrNoPool    = refusal.ErrNoPool    // the pool is nil, or was not made by Tree.NewPool
	ErrNotPooled = refusal.ErrNotPooled // the pool has not handed the memory out, or has it back already

	// Plug, Unplug, ResetBelow or Override was refused, and nothing has changed. Plug also returns ErrKey, for a tree
	// with keys of scope Agent that the agent's own tree does not list.
	ErrNoMemory     = refusal.ErrNoMemory     // the Context was made by hand
	ErrSlotOverflow = refusal.ErrSlotOverflow // the tree needs more bytes than Slot.Reserve
	ErrSlotCycle    = refusal.ErrSlotCycle    // the tree would contain itself
	ErrNoSlot       = refusal.ErrNoSlot       // no tree of the agent has the slot
	ErrNotPlugged   = refusal.ErrNotPlugged   // the slot is empty
	ErrNoDecider    = refusal.ErrNoDecider    // no tree of the agent has a decider of that name

	// Snapshot, Restore or Migrate was refused, and nothing has changed.
	ErrSnapshot       = snapshot.Err            // the data is cut off, changed, of another kind, or of another version
	ErrNotMarshalable = world.ErrNotMarshalable // a value with pointers has no MarshalBinary
	ErrNotReset       = refusal.ErrNotReset     // the memory was ticked since it was made or Reset, or has a plugged tree
	ErrClock          = refusal.ErrClock        // the snapshot is of a later time; use Restoring.Rebase

	// An error of a tick, wrapped by a [*TickError]. The tick has gone on or, after ErrPanic and ErrRedecideLoop, has
	// deactivated the whole path. ErrKey is wrapped by a [*KeyError].
	ErrNotANumber   = event.ErrNotANumber   // Decide returned NaN or an infinity
	ErrStatus       = event.ErrStatus       // a behavior returned none of Running, Success and Failure
	ErrPanic        = event.ErrPanic        // user code panicked
	ErrRedecideLoop = event.ErrRedecideLoop // the tick would not have ended
	ErrSubsetRule   = event.ErrSubsetRule   // a group was entered, and none of its children accepts; see Memory.Strict
	ErrKey          = event.ErrKey          // a blackboard key is not declared where it is used
)

// NotMarshalableError names a value that cannot be put into a snapshot. It wraps [ErrNotMarshalable].
type NotMarshalableError = world.NotMarshalableError
