package history

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/world"
)

var (
	// ErrNotRecorded is wrapped by the error for an agent or a frame of which a recording has nothing: a [*NotRecordedError].
	ErrNotRecorded = errors.New("history: not recorded")
	// ErrDiverged is wrapped by the error for a tick that came to something else when it was executed again: the recording
	// is of another version of the program or of the tree, or was tampered with.
	ErrDiverged = errors.New("history: executed again, the tick came to something else")
	// ErrRoom is wrapped by the error for agents whose memory is too large for Options.BytesEach: a [*RoomError].
	ErrRoom = errors.New("history: the ring of an agent is too small for its memory")
	// ErrOtherWorld is the error for agents of a second world: a Recorder is for the agents of one.
	ErrOtherWorld = errors.New("history: the recorder is of another world; make one for each")
	// ErrFormat is wrapped by the error for what is no sound recording: what [Load] read is something else, was cut off or
	// has been changed.
	ErrFormat = errors.New("history: not a sound recording")
	// ErrVersion is wrapped by the error for a recording of a later version than this program knows.
	ErrVersion = errors.New("history: a recording of a later version")
	// ErrChecksum is wrapped by the error for a recording of which bytes have changed since it was made.
	ErrChecksum = errors.New("history: the check sum is wrong")
)

// NotRecordedError tells of what there is nothing. It wraps [ErrNotRecorded].
type NotRecordedError struct {
	Agent       world.AgentID
	Frame       uint64
	First, Last uint64 // what there is of the agent; 0, 0 for nothing
	Known       bool   // there is something of the agent
}

func (e *NotRecordedError) Error() string {
	if !e.Known {
		return fmt.Sprintf("%v: agent %d; it was never ticked while recorded, or is over Options.Agents", ErrNotRecorded, e.Agent)
	}
	return fmt.Sprintf("%v: frame %d of agent %d; it did not tick in it, or that is not held any more: there are frames %d to %d",
		ErrNotRecorded, e.Frame, e.Agent, e.First, e.Last)
}

func (e *NotRecordedError) Unwrap() error { return ErrNotRecorded }

// RoomError tells how large a ring has to be. It wraps [ErrRoom].
type RoomError struct {
	Crowd     string // "" for a single agent
	BytesEach int    // as it is
	Needed    int    // at least
}

func (e *RoomError) Error() string {
	who := "an agent"
	if e.Crowd != "" {
		who = fmt.Sprintf("an agent of crowd %q", e.Crowd)
	}
	return fmt.Sprintf("%v: %s needs Options.BytesEach of at least %d, it is %d", ErrRoom, who, e.Needed, e.BytesEach)
}

func (e *RoomError) Unwrap() error { return ErrRoom }
