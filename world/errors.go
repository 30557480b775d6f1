package world

import (
	"errors"
	"fmt"
)

var (
	// ErrTime is wrapped by the error for a dt that is negative, NaN or infinite.
	ErrTime = errors.New("world: dt must be finite and 0 or more")
	// ErrAgentUsed is wrapped by the error for an agent ID that this world has given to another agent before.
	ErrAgentUsed = errors.New("world: agent ID was used before")
	// ErrUndelivered is wrapped by the error of Advance for messages whose receiver the world does not know.
	ErrUndelivered = errors.New("world: message not delivered")
	// ErrNoWorld is wrapped by the errors for what needs a world where there is none: sending, gates, squads, crowds.
	ErrNoWorld = errors.New("world: there is no world to send through")
	// ErrClosed is wrapped by the errors of all that is asked of a world after [World.Close].
	ErrClosed = errors.New("world: it is closed")
	// ErrTicking is wrapped by the error for what cannot be done while a crowd of the world ticks.
	ErrTicking = errors.New("world: a crowd is ticking")
	// ErrGone is wrapped by a crowd's error for an agent that is not in it any more.
	ErrGone = errors.New("world: the agent is gone")
	// ErrNameTwice is wrapped by the error for two gates, squads, systems or crowds of one name in one world.
	ErrNameTwice = errors.New("world: two of one name")
	// ErrSquadTooLarge is wrapped by the error of Advance for a squad of more agents than live in the world.
	ErrSquadTooLarge = errors.New("world: squad is larger than the world")
)

// NoWorldError tells of something that needs a world where there is none. It wraps [ErrNoWorld].
type NoWorldError struct {
	What string // what needs it, such as: gate "GRENADE"
}

func (e *NoWorldError) Error() string {
	return fmt.Sprintf("world: %s needs a world, and there is none; make one with world.New", e.What)
}

func (e *NoWorldError) Unwrap() error { return ErrNoWorld }

// ClosedError tells what a closed world was asked for. It wraps [ErrClosed].
type ClosedError struct {
	Doing string // such as: advance
}

func (e *ClosedError) Error() string {
	return fmt.Sprintf("world: it is closed and cannot %s; make a new one", e.Doing)
}

func (e *ClosedError) Unwrap() error { return ErrClosed }

// TickingError tells what cannot be done while a crowd ticks. It wraps [ErrTicking].
type TickingError struct {
	Doing string // such as: advance
	Crowd string // the one that ticks
}

func (e *TickingError) Error() string {
	return fmt.Sprintf("world: cannot %s while crowd %q ticks; do it before or after its Tick", e.Doing, e.Crowd)
}

func (e *TickingError) Unwrap() error { return ErrTicking }

// NameError tells of two things of one name in one world, where states are kept and shown by name. It wraps
// [ErrNameTwice].
type NameError struct {
	What string // gate, squad, system or crowd
	Name string
}

func (e *NameError) Error() string {
	return fmt.Sprintf("world: there is another %s %q in this world; give each its own name, or share one", e.What, e.Name)
}

func (e *NameError) Unwrap() error { return ErrNameTwice }

// SquadSizeError tells of a squad that can never be made up. It wraps [ErrSquadTooLarge].
type SquadSizeError struct {
	Squad  string
	Agents int // that it needs
	Living int // that there are, in the world
}

func (e *SquadSizeError) Error() string {
	return fmt.Sprintf("world: squad %q needs %d agents, and %d live in the world; nobody enters it", e.Squad, e.Agents, e.Living)
}

func (e *SquadSizeError) Unwrap() error { return ErrSquadTooLarge }
