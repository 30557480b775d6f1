// Package wire has the types that the inspector's server and its page exchange as JSON. Names are in lowerCamel. Frames and
// agents are numbers; agents with IDs above 2^53-1, which JavaScript cannot represent, are left out of lists. Times are
// seconds. Sets of flags are hexadecimal text, since they have 64 bits. An absent field has its zero value.
//
// The answer to each GET is about the running game, or with ?recording=NAME about a recording that the server holds: an
// upload, or the result of a fork.
//
// inspect/page/dev/mirror.mjs makes the page's TypeScript types from this package.
package wire

import "encoding/json"

// Version is the version of these types. The page that is served has the same version.
const Version = 2

// Problem is the body of every answer to a failed request.
type Problem struct {
	Error string `json:"error"` // what is wrong and what to do
	Code  string `json:"code"`  // one of the Problem… constants
}

// Values of Problem.Code.
const (
	ProblemToken       = "token"       // 403: no token, or a wrong one
	ProblemOrigin      = "origin"      // 403: the request comes from another site
	ProblemMethod      = "method"      // 405
	ProblemNotFound    = "notFound"    // 404: no such path, agent, decider or recording
	ProblemBad         = "bad"         // 400: the request makes no sense
	ProblemTooLarge    = "tooLarge"    // 413
	ProblemBusy        = "busy"        // 503: too many pages or waiting commands, or the game makes no frames
	ProblemNotRecorded = "notRecorded" // 404: the agent is not recorded in this frame
	ProblemDiverged    = "diverged"    // 409: the tick could not be executed again exactly; Error says why
	ProblemNotLive     = "notLive"     // 409: no game is running
	ProblemRefused     = "refused"     // 409: the game's world refused; Error is its error
	ProblemNoHooks     = "noHooks"     // 409: a fork needs the game's hooks
	ProblemFailed      = "failed"      // 500: a fault of the inspector or its input; the game goes on
)

// Flags are a set of flags: decision flags, stimuli flags, BehaviorFlags.
type Flags struct {
	Bits  string   `json:"bits"`            // "0x1f"
	Names []string `json:"names,omitempty"` // of the set bits, lowest first; "bit 7" for one without a name
}

// Hello describes the game or recording. GET /api/hello; and the event "hello", which comes first and again whenever
// anything but Frame and Time has changed.
type Hello struct {
	Version     int          `json:"version"`
	Title       string       `json:"title"`          // of the game, or of the recording
	Seed        string       `json:"seed,omitempty"` // of the world; "" for agents without one
	Recording   string       `json:"recording"`      // the requested name; "" for the game
	Live        bool         `json:"live"`           // a game is running; only then are control, act, breakpoint and the stream of use
	Can         Capabilities `json:"can"`
	Frame       uint64       `json:"frame"` // the world's current one, or the recording's last
	First       uint64       `json:"first"` // the first recorded frame
	Time        float64      `json:"time"`
	Agents      int          `json:"agents"`
	Crowds      []CrowdInfo  `json:"crowds"`
	Trees       []Tree       `json:"trees"`
	Names       Names        `json:"names"`
	Named       uint64       `json:"named"`  // the version of AgentNames
	Leaves      []string     `json:"leaves"` // names of deciders that SceneView.What refers to; the list only grows
	Control     Control      `json:"control"`
	Breakpoints []Breakpoint `json:"breakpoints"`
	Recordings  []string     `json:"recordings"` // names for ?recording=, the newest last
	Limits      Limits       `json:"limits"`
}

// Capabilities are what this server can do.
type Capabilities struct {
	Control  bool `json:"control"`  // pause, step, speed, breakpoints, acts
	Scene    bool `json:"scene"`    // the game draws its world
	Fork     bool `json:"fork"`     // the game gives hooks that save and load it
	Download bool `json:"download"` // GET /api/recording
	Open     bool `json:"open"`     // POST /api/open
}

// Limits are the server's limits.
type Limits struct {
	Upload  int64 `json:"upload"`  // of a recording, in bytes
	Page    int   `json:"page"`    // agents of one GET /api/agents
	Watched int   `json:"watched"` // agents a page may watch at once
	Frames  int   `json:"frames"`  // of a fork
	Worlds  int   `json:"worlds"`  // of a sweep
	Swept   int   `json:"swept"`   // frames of all worlds of a sweep together
}

// Names are the names of flags, by bit; "" for a bit without a name.
type Names struct {
	Decision []string `json:"decision"`
	Stimuli  []string `json:"stimuli"`
	Behavior []string `json:"behavior"`
}

// CrowdInfo describes a crowd, or without a name all single agents.
type CrowdInfo struct {
	Name   string `json:"name"`
	Tree   string `json:"tree"` // fingerprint; "" for the single agents, which may have several
	Agents int    `json:"agents"`
}

// Tree is a tree that agents run or have plugged in.
type Tree struct {
	Fingerprint string          `json:"fingerprint"` // hexadecimal
	Name        string          `json:"name"`        // of its root
	Description json.RawMessage `json:"description"` // a description.Tree
}

// Control is the state of the world's clock. It also answers POST /api/control.
type Control struct {
	Paused  bool    `json:"paused"`
	Speed   float64 `json:"speed"`             // 0.1 to 16; 1 is the game's own
	Frame   uint64  `json:"frame"`             // of the world at that time
	Stopped *Hit    `json:"stopped,omitempty"` // the breakpoint that paused it
}

// Hit is a breakpoint that was hit.
type Hit struct {
	Breakpoint int    `json:"breakpoint"` // its ID
	Agent      uint64 `json:"agent"`
	Frame      uint64 `json:"frame"`
	Decider    string `json:"decider"` // "" for a flag or stimulus
	Words      string `json:"words"`   // "GUARD_NEST of Ogg #7 has ended: Failed"
}

// Breakpoint pauses the world after the frame in which something happens, or writes a line into the log instead. What
// happens counts as a hit if all its conditions hold.
type Breakpoint struct {
	ID      int       `json:"id"`                // given by the server
	On      string    `json:"on"`                // activated, deactivated, failed, flag, stimulus or value
	Agent   uint64    `json:"agent,omitempty"`   // 0 for all
	Decider string    `json:"decider,omitempty"` // its name, for activated, deactivated and failed
	Flags   string    `json:"flags,omitempty"`   // hexadecimal: any of these, for flag and stimulus
	Value   *Watched  `json:"value,omitempty"`   // of value; all but decide need an agent
	Is      string    `json:"is,omitempty"`      // of value: <, <=, =, !=, >, >= or changes. It hits when that becomes so
	To      string    `json:"to,omitempty"`      // of value: a number, or with = and != also text
	Crowd   string    `json:"crowd,omitempty"`   // a condition: only agents of this crowd
	Tree    string    `json:"tree,omitempty"`    // a condition: only agents whose tree has this root
	With    string    `json:"with,omitempty"`    // a condition, hexadecimal: all these decision flags are set in the tick
	After   int       `json:"after,omitempty"`   // hits that do nothing at first
	Every   int       `json:"every,omitempty"`   // then only each so manieth does; 0 and 1 for each
	Log     bool      `json:"log,omitempty"`     // write a line instead of pausing
	Values  []Watched `json:"values,omitempty"`  // written with it
	Hits    int       `json:"hits"`              // so far
}

// Log has the last lines of log points. GET /api/log?since=: those after that number, 0 for all that are held.
type Log struct {
	Next    uint64    `json:"next"`    // for the next since
	Dropped uint64    `json:"dropped"` // lines that came before the first and are not held any more
	Lines   []LogLine `json:"lines"`
}

// LogLine is a hit of a log point.
type LogLine struct {
	Number     uint64 `json:"number"` // from 1
	Breakpoint int    `json:"breakpoint"`
	Agent      uint64 `json:"agent"`
	Frame      uint64 `json:"frame"`
	Decider    string `json:"decider,omitempty"`
	Words      string `json:"words"`
}

// Values of Breakpoint.On.
const (
	OnActivated   = "activated"
	OnDeactivated = "deactivated"
	OnFailed      = "failed"
	OnFlag        = "flag"
	OnStimulus    = "stimulus"
	OnValue       = "value"
)
