// Package refusal defines the errors with which memories, trees and crowds refuse calls. Package decider re-exports them
// under the same names.
package refusal

import (
	"errors"
	"fmt"
)

// Errors of a refused tick, Reset, Close or other call of a memory. Nothing has changed.
var (
	ErrNilTree    = errors.New("decider: nil tree")
	ErrNilMemory  = errors.New("decider: nil memory")
	ErrNoTree     = errors.New("decider: memory was not made by Tree.NewMemory")
	ErrCopied     = fmt.Errorf("%w: it is a copy of one that was; keep a pointer to the memory", ErrNoTree)
	ErrOtherTree  = errors.New("decider: memory was made for another tree")
	ErrReentrant  = errors.New("decider: memory is ticking already")
	ErrConcurrent = errors.New("decider: memory is used by two goroutines at once")
	ErrClosed     = errors.New("decider: memory is closed")
	ErrPooled     = fmt.Errorf("%w: it is in its pool; take one with Pool.Get", ErrClosed)
	ErrTime       = errors.New("decider: bad time")
	ErrNotTicked  = errors.New("decider: memory was never ticked, so its functions have no agent to look at")
	ErrUnfinished = errors.New("decider: a panic was let through; tick the memory or Reset it first")
	ErrInCrowd    = errors.New("decider: the agent lives in a crowd, which ticks and removes it")
	ErrLooked     = fmt.Errorf("%w; this view of it is over, call View again", ErrInCrowd)
	ErrSharing    = errors.New("decider: memory shares its blackboard with other memories already")
	ErrDeaf       = errors.New("decider: the agent has no stimuli: its ticks are given none")
)

// Errors of a refused Get or Put of a pool. Nothing has changed.
var (
	ErrNoPool    = errors.New("decider: the pool is nil, or was not made by Tree.NewPool")
	ErrNotPooled = errors.New("decider: the pool has not handed this memory out")
)

// Errors of a refused Plug, Unplug or ResetBelow. Nothing has changed.
var (
	ErrNoMemory     = errors.New("decider: this Context was made by hand and has no memory")
	ErrSlotOverflow = errors.New("decider: the tree needs more than the slot reserves")
	ErrSlotCycle    = errors.New("decider: the tree would contain itself by way of its slots")
	ErrNoSlot       = errors.New("decider: the agent's trees have no such slot")
	ErrNotPlugged   = errors.New("decider: nothing is plugged into the slot")
	ErrNoDecider    = errors.New("decider: the agent's trees have no such decider")
)

// Errors of a refused Restore. Nothing has changed.
var (
	ErrNotReset = errors.New("decider: the memory must be new, or Reset")
	ErrClock    = errors.New("decider: the snapshot is of a later time than the world's")
)
