package history

import (
	"errors"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/world"
)

// Game is what a [Checkpoints] needs of a game: how to save it, and how to make another one of what was saved. What agents
// record is enough to look at the past; to go on from there in another way, user functions run again, and they look at the
// game (RULES R32).
type Game interface {
	// Save writes everything that agents' functions read or change, the world included (World.Snapshot). It is called
	// between frames, in the goroutine that ticks.
	Save(to io.Writer) error
	// Load makes a game of what Save wrote, with a world of its own. It shares nothing that ever changes with the game that
	// is running, or with others it has made. It is called in any goroutine, while the game runs.
	Load(from io.Reader) (Run, error)
}

// Run is a game that was loaded. It belongs to one goroutine. If it has a method Close() error, that is called in the end.
type Run interface {
	// World is where its agents live.
	World() *world.World
	// Step makes one frame: the world advances once, all agents tick, and whatever else the game does. With the same save
	// and the same Steps, the same must come out. An error ends the run unless the world has advanced, since then it is one
	// of agents, which is recorded.
	Step() error
}

var (
	// ErrNoAgentState is the error for a fork without a [Game].
	ErrNoAgentState = errors.New("history: a fork runs the game again and needs to save and load it: " +
		"implement history.Game (Save and Load) and give it to NewCheckpoints")
	// ErrNoSave is wrapped by the error for a fork where no save of the game is held at or before the frame: a [*NoSaveError].
	ErrNoSave = errors.New("history: no save of the game to begin with")
	// ErrNotDeterministic is wrapped by the error for a game that comes to something else when it runs again: a
	// [*NotDeterministicError].
	ErrNotDeterministic = errors.New("history: the game is not deterministic")
	// ErrGame is wrapped by the errors for what a [Game], its [Run] or a change does wrong.
	ErrGame = errors.New("history: the game's hook failed")
)

// NoSaveError tells of which frames there are saves. It wraps [ErrNoSave].
type NoSaveError struct {
	Frame uint64
	Saves []uint64 // of these frames
	Now   uint64   // the last frame that the game is known to have come to
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

// NotDeterministicError tells where two runs from the same save first differ. It wraps [ErrNotDeterministic].
type NotDeterministicError struct {
	Agent world.AgentID
	Frame uint64
	What  string // "its flags", "what its functions answered", …
	Again bool   // two runs of the fork differ; else the fork and what was recorded
}

func (e *NotDeterministicError) Error() string {
	which := "running again came to something else than was recorded"
	if e.Again {
		which = "running twice came to two things"
	}
	return fmt.Sprintf("%v: %s; the first is agent %d in frame %d: %s. Look for what Save leaves out, the order of a map, "+
		"the clock, random numbers of the whole process, goroutines", ErrNotDeterministic, which, e.Agent, e.Frame, e.What)
}

func (e *NotDeterministicError) Unwrap() error { return ErrNotDeterministic }

// guarded calls what the game has given; a panic becomes an error.
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
