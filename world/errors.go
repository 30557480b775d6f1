package world

import (
	"errors"
	"fmt"
)

var (
	// ErrTime is wrapped by the error for a dt that is negative, NaN or infinite.
	ErrTime = errors.New("world: dt must be finite and 0 or more")
	// ErrAgentUsed is wrapped by the error for an agent ID that another agent of this world has or had.
	ErrAgentUsed = errors.New("world: agent ID was used before")
	// ErrUndelivered is wrapped by the error of Advance for messages to agents without stimuli.
	ErrUndelivered = errors.New("world: message not delivered")
	// ErrNoWorld is wrapped by the errors for sending, gates, squads, systems and crowds without a world.
	ErrNoWorld = errors.New("world: there is no world to send through")
	// ErrClosed is wrapped by the errors of calls after [World.Close].
	ErrClosed = errors.New("world: it is closed")
	// ErrTicking is wrapped by the errors of calls that are not allowed while a crowd of the world ticks.
	ErrTicking = errors.New("world: a crowd is ticking")
	// ErrGone is for the packages of this module: the receiver of a message was removed from its crowd.
	ErrGone = errors.New("world: the agent is gone")
	// ErrNameTwice is wrapped by the error for two gates, squads, systems or crowds of one name in one world.
	ErrNameTwice = errors.New("world: two of one name")
	// ErrSquadTooLarge is wrapped by the error of Advance for a squad that needs more agents than the world has.
	ErrSquadTooLarge = errors.New("world: squad is larger than the world")
)

// NoWorldError names something that needs a world and has none. It wraps [ErrNoWorld].
type NoWorldError struct {
	What string // what needs a world, such as: gate "GRENADE"
}

func (e *NoWorldError) Error() string {
	return fmt.Sprintf("world: %s needs a world, and there is none; make one with world.New", e.What)
}

func (e *NoWorldError) Unwrap() error { return ErrNoWorld }

// ClosedError names a call that a closed world refused. It wraps [ErrClosed].
type ClosedError struct {
	Doing string // such as: advance
}

func (e *ClosedError) Error() string {
	return fmt.Sprintf("world: it is closed and cannot %s; make a new one", e.Doing)
}

func (e *ClosedError) Unwrap() error { return ErrClosed }

// TickingError names a call that is not allowed while a crowd ticks. It wraps [ErrTicking].
type TickingError struct {
	Doing string // such as: advance
	Crowd string // the crowd that ticks
}

func (e *TickingError) Error() string {
	return fmt.Sprintf("world: cannot %s while crowd %q ticks; do it before or after its Tick", e.Doing, e.Crowd)
}

func (e *TickingError) Unwrap() error { return ErrTicking }

// NameError names two gates, squads, systems or crowds that share a name in one world. It wraps [ErrNameTwice].
type NameError struct {
	What string // gate, squad, system or crowd
	Name string
}

func (e *NameError) Error() string {
	return fmt.Sprintf("world: there is another %s %q in this world; give each its own name, or share one", e.What, e.Name)
}

func (e *NameError) Unwrap() error { return ErrNameTwice }

// SquadSizeError names a squad that needs more agents than the world has. It wraps [ErrSquadTooLarge].
type SquadSizeError struct {
	Squad  string
	Agents int // that the squad needs
	Living int // agents in the world
}

func (e *SquadSizeError) Error() string {
	return fmt.Sprintf("world: squad %q needs %d agents, and %d live in the world; nobody enters it", e.Squad, e.Agents, e.Living)
}

func (e *SquadSizeError) Unwrap() error { return ErrSquadTooLarge }

var (
	// ErrNotMarshalable is wrapped by the error for a value with pointers that has no MarshalBinary.
	ErrNotMarshalable = errors.New("decider: cannot be put into a snapshot")
)

// NotMarshalableError names a value that cannot be put into a snapshot. It wraps [ErrNotMarshalable].
type NotMarshalableError struct {
	Path string // of the decider: "ROOT > GUARD_NEST > PATROL"
	Key  string // of the blackboard value; "" for a block or DBlock
	Type string // of the value
	Err  error  // of MarshalBinary; nil if the type has none
}

func (e *NotMarshalableError) Error() string {
	what := "the block"
	if e.Key != "" {
		what = fmt.Sprintf("the value of %q", e.Key)
	}
	if e.Err != nil {
		return fmt.Sprintf("%v: %s of %s, a %s: %v", ErrNotMarshalable, what, e.Path, e.Type, e.Err)
	}
	return fmt.Sprintf("%v: %s of %s is a %s, which has pointers; give it MarshalBinary and UnmarshalBinary",
		ErrNotMarshalable, what, e.Path, e.Type)
}

func (e *NotMarshalableError) Unwrap() []error {
	if e.Err != nil {
		return []error{ErrNotMarshalable, e.Err}
	}
	return []error{ErrNotMarshalable}
}
