package history

import (
	"errors"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/world"
)

// Game saves and loads a game for [Checkpoints]. Recordings suffice to look at the past. To run on from there with a
// change, user functions must run again, and these read the game (RULES R32).
type Game interface {
	// Save writes everything that agents' functions read or change, including the world (World.Snapshot). It is
	// called between frames, in the goroutine that ticks.
	Save(to io.Writer) error
	// Load makes a game from the bytes of Save, with a world of its own. It must not share changeable state with the
	// running game or other loaded ones. It is called in any goroutine, while the game runs.
	Load(from io.Reader) (Run, error)
}

// Freezer is a [Game] that can copy what Save writes. A copy of memory takes a small part of the time that writing takes, so
// the frame with a checkpoint is hardly longer than the others. [Checkpoints] then write only the copy that a fork begins
// with, in the fork's goroutine.
type Freezer interface {
	Game
	// Freeze copies everything that Save writes, including the world (World.Freeze). It is called as Save is. room is a
	// copy that an earlier Freeze returned and that is no longer needed, whose memory can be used again; or nil.
	Freeze(room Frozen) (Frozen, error)
}

// Frozen is a copy of a game, made by a [Freezer].
type Frozen interface {
	// Save writes what Game.Save would have written when the copy was made. It is called in any goroutine, while the game
	// goes on, and may be called again.
	Save(to io.Writer) error
	// Size is the memory of the copy in bytes.
	Size() int
}

// Run is a loaded game. One goroutine uses it. If it has a method Close() error, that is called at the end.
type Run interface {
	// World is the world of its agents.
	World() *world.World
	// Step makes one frame: it advances the world once, ticks all agents, and does everything else of the game. The
	// same save and the same Steps must have the same result. An error ends the run, unless the world has advanced:
	// then it is an error of agents, which is recorded.
	Step() error
}

// Reseeder is a [Run] whose chance can be varied, for [Checkpoints.Sweep]: after Reseed, all random numbers of the game
// depend on the seed. Those of its world and agents need no Reseeder. Reseed is called between frames.
type Reseeder interface {
	Run
	Reseed(seed uint64) error
}

var (
	// ErrNoAgentState is the error for a fork without a [Game].
	ErrNoAgentState = errors.New("history: a fork runs the game again and needs to save and load it: " +
		"implement history.Game (Save and Load) and give it to NewCheckpoints")
	// ErrNoSave is wrapped by the error for a fork without a save at or before its frame: a [*NoSaveError].
	ErrNoSave = errors.New("history: no save of the game to begin with")
	// ErrNotDeterministic is wrapped by the error for a game whose result changes when it runs again: a
	// [*NotDeterministicError].
	ErrNotDeterministic = errors.New("history: the game is not deterministic")
	// ErrGame is wrapped by errors of a [Game], its [Run] or a change.
	ErrGame = errors.New("history: the game's hook failed")
)

// NoSaveError lists the frames with saves. It wraps [ErrNoSave].
type NoSaveError struct {
	Frame uint64
	Saves []uint64 // their frames
	Now   uint64   // the last frame that the game is known to have reached
}

func (e *NoSaveError) Error() string {
	switch {
	case len(e.Saves) == 0:
		return fmt.Sprintf("%v: nothing is saved yet; call Checkpoints.Keep between frames", ErrNoSave)
	case e.Frame > e.Now:
		return fmt.Sprintf("%v: frame %d has not been yet, the last is %d", ErrNoSave, e.Frame, e.Now)
	}
	return fmt.Sprintf("%v: frame %d is before the oldest, which is of frame %d; keep more with CheckpointOptions.Most and MostBytes",
		ErrNoSave, e.Frame, e.Saves[0])
}

func (e *NoSaveError) Unwrap() error { return ErrNoSave }

// NotDeterministicError says where two runs from the same save first differ. It wraps [ErrNotDeterministic].
type NotDeterministicError struct {
	Agent world.AgentID
	Frame uint64
	What  string // "its flags", "what its functions answered", …
	Again bool   // two runs of the fork differ; else the fork differs from the recording
}

func (e *NotDeterministicError) Error() string {
	which := "running again differs from the recording"
	if e.Again {
		which = "two runs differ"
	}
	return fmt.Sprintf("%v: %s; the first is agent %d in frame %d: %s. Look for what Save leaves out, the order of a map, "+
		"the clock, random numbers of the whole process, goroutines", ErrNotDeterministic, which, e.Agent, e.Frame, e.What)
}

func (e *NotDeterministicError) Unwrap() error { return ErrNotDeterministic }

// guarded calls a function of the game; a panic becomes an error.
func guarded(what string, call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %s panicked: %v", ErrGame, what, p)
		}
	}()
	if err := call(); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrGame, what, err)
	}
	return nil
}
