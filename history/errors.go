package history

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/world"
)

var (
	// ErrNotRecorded is wrapped by the error for an agent or frame that a recording does not have: a
	// [*NotRecordedError].
	ErrNotRecorded = errors.New("history: not recorded")
	// ErrDiverged is wrapped by the error for a tick whose result changed when it was executed again: the recording
	// comes from another version of the program or tree, or was manipulated.
	ErrDiverged = errors.New("history: executed again, the tick came to something else")
	// ErrRoom is wrapped by the error for agents beyond Options.Bytes or Options.Agents: a [*RoomError].
	ErrRoom = errors.New("history: there is no room to record the agent")
	// ErrOtherWorld is the error for agents of a second world: a Recorder is for the agents of one.
	ErrOtherWorld = errors.New("history: the recorder is of another world; make one for each")
	// ErrFormat is wrapped by [Load]'s error for data that is not a recording, or was cut off or changed.
	ErrFormat = errors.New("history: not a sound recording")
	// ErrVersion is wrapped by the error for a recording of another version than this program reads: a [*VersionError].
	ErrVersion = errors.New("history: a recording of another version")
	// ErrChecksum is wrapped by the error for a recording whose bytes have changed since it was made.
	ErrChecksum = errors.New("history: the check sum is wrong")
)

// NotRecordedError says which frames of the agent are recorded. It wraps [ErrNotRecorded].
type NotRecordedError struct {
	Agent       world.AgentID
	Frame       uint64
	First, Last uint64 // the agent's recorded frames; 0, 0 for none
	Known       bool   // the agent is recorded
	GapFrom     uint64 // if the agent was not chosen in that frame (Recorder.Choose), the first such frame before it
	GapTo       uint64 // and the last after it; 0 if it has not been chosen since
	Raise       string // the field of Options that, when larger, keeps older frames: "BytesEach" or "Frames"; "" if none does
}

func (e *NotRecordedError) Error() string {
	if !e.Known {
		return fmt.Sprintf("%v: agent %d; it was never ticked while recorded, or is over history.Options.Agents or Bytes", ErrNotRecorded, e.Agent)
	}
	of := fmt.Sprintf("%v: frame %d of agent %d", ErrNotRecorded, e.Frame, e.Agent)
	switch {
	case e.GapTo > 0:
		return fmt.Sprintf("%s; it was not chosen for recording in frames %d to %d", of, e.GapFrom, e.GapTo)
	case e.GapFrom > 0:
		return fmt.Sprintf("%s; it has not been chosen for recording since frame %d", of, e.GapFrom)
	case e.Last == 0 && e.Raise != "":
		return fmt.Sprintf("%s; no frame of it is held; raise history.Options.%s", of, e.Raise)
	case e.Last == 0:
		return of + "; no frame of it is held"
	case e.Raise != "":
		return fmt.Sprintf("%s; the oldest held is %d; to keep older ones, raise history.Options.%s", of, e.First, e.Raise)
	case e.Frame < e.First:
		return fmt.Sprintf("%s; its recording begins with frame %d", of, e.First)
	}
	return fmt.Sprintf("%s; it did not tick in it; there are frames %d to %d", of, e.First, e.Last)
}

func (e *NotRecordedError) Unwrap() error { return ErrNotRecorded }

// VersionError says which version a file has. It wraps [ErrFormat] and [ErrVersion].
type VersionError struct {
	Version, Known uint64 // of the file, and the one that this program reads
}

func (e *VersionError) Error() string {
	age := "earlier"
	if e.Version > e.Known {
		age = "later"
	}
	return fmt.Sprintf("%v: the file has version %d, this program reads version %d; record again, or open it with the %s release of decidertree that wrote it",
		ErrVersion, e.Version, e.Known, age)
}

func (e *VersionError) Unwrap() []error { return []error{ErrFormat, ErrVersion} }

// RoomError says how much memory an agent needs, and which limit is reached. It wraps [ErrRoom].
type RoomError struct {
	Crowd    string // "" for a single agent
	Needed   int    // bytes for one agent
	Bytes    int    // Options.Bytes; 0 is no limit
	Held     int    // bytes that are in use
	Agents   int    // Options.Agents; 0 is no limit
	Recorded int    // agents
	Missed   int    // agents turned away so far
}

func (e *RoomError) Error() string {
	who := "an agent"
	if e.Crowd != "" {
		who = fmt.Sprintf("an agent of crowd %q", e.Crowd)
	}
	text := fmt.Sprintf("%v: %s needs %d bytes, and history.Options.Bytes is %d, of which %d agents take %d", ErrRoom, who, e.Needed, e.Bytes, e.Recorded, e.Held)
	if e.Agents > 0 && e.Recorded >= e.Agents {
		text = fmt.Sprintf("%v: %d agents are recorded, the most that history.Options.Agents allows", ErrRoom, e.Recorded)
	}
	if e.Missed > 0 {
		text += fmt.Sprintf("; turned away so far: %d", e.Missed)
	}
	return text
}

func (e *RoomError) Unwrap() error { return ErrRoom }
