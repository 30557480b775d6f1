package wire

import "encoding/json"

// This file and its neighbours api_*.go are what goes over the wire between the server and its page: JSON, names in
// lowerCamel. Frames and agents are numbers: IDs above 2^53-1, which JavaScript cannot hold, are left out of lists.
// Times are seconds. Sets of flags are hexadecimal text, as they have 64 bits. What is absent is at its zero value.
//
// Every answer of a GET is about the game that is running, or with ?recording=NAME about a recording the server holds:
// an upload, or what a fork came to.

// Version is that of these shapes. The page that is served is always of the same version.
const Version = 1

// Problem is the body of every answer that is no success.
type Problem struct {
	Error string `json:"error"` // in words: what is wrong, and what to do
	Code  string `json:"code"`  // one of the Problem… constants
}

// What a [Problem] may be.
const (
	ProblemToken       = "token"       // 403: no token, or a wrong one
	ProblemOrigin      = "origin"      // 403: the request comes from another site
	ProblemMethod      = "method"      // 405
	ProblemNotFound    = "notFound"    // 404: there is no such path, agent, decider, recording
	ProblemBad         = "bad"         // 400: the request makes no sense
	ProblemTooLarge    = "tooLarge"    // 413
	ProblemBusy        = "busy"        // 503: too many pages, or commands waiting; or the game makes no frames just now
	ProblemNotRecorded = "notRecorded" // 404: nothing is recorded of this agent at this frame
	ProblemDiverged    = "diverged"    // 409: the tick could not be re-executed exactly; the words tell why
	ProblemNotLive     = "notLive"     // 409: there is no game behind this page
	ProblemRefused     = "refused"     // 409: the game's world did not do it; the words are its error
	ProblemNoHooks     = "noHooks"     // 409: a fork needs the game's hooks
	ProblemFailed      = "failed"      // 500: a fault of the inspector's, or of what it was given; the game goes on
)

// Flags are a set of flags: decision flags, stimuli flags, BehaviorFlags.
type Flags struct {
	Bits  string   `json:"bits"`            // "0x1f"
	Names []string `json:"names,omitempty"` // of the bits that are set, lowest first; "bit 7" where one has no name
}

// Hello is what a page begins with. GET /api/hello, and the event "hello", which comes first and again whenever
// something of it has changed, but for Frame and Time.
type Hello struct {
	Version     int          `json:"version"`
	Title       string       `json:"title"`     // of the game, or of the recording
	Recording   string       `json:"recording"` // the name that was asked for; "" for the game
	Live        bool         `json:"live"`      // a game is running: control, act, breakpoint and the stream mean something
	Can         Capabilities `json:"can"`
	Frame       uint64       `json:"frame"` // of the world; of a recording its last
	First       uint64       `json:"first"` // the first frame of which anything is held
	Time        float64      `json:"time"`
	Agents      int          `json:"agents"`
	Crowds      []CrowdInfo  `json:"crowds"`
	Trees       []Tree       `json:"trees"`
	Names       Names        `json:"names"`
	Leaves      []string     `json:"leaves"` // what Scene.What and CrowdView count by: deciders' names. It only grows
	Control     Control      `json:"control"`
	Breakpoints []Breakpoint `json:"breakpoints"`
	Recordings  []string     `json:"recordings"` // that ?recording= may name, the newest last
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

// Limits are what the server takes, so that a page can say so beforehand.
type Limits struct {
	Upload  int64 `json:"upload"`  // bytes of a recording
	Page    int   `json:"page"`    // agents of one GET /api/agents
	Watched int   `json:"watched"` // agents a page may watch at once
	Frames  int   `json:"frames"`  // a fork may run on for
}

// Names are those of flags, by bit; "" for a bit without one.
type Names struct {
	Decision []string `json:"decision"`
	Stimuli  []string `json:"stimuli"`
	Behavior []string `json:"behavior"`
}

// CrowdInfo is a crowd, or with no name the agents that live on their own.
type CrowdInfo struct {
	Name   string `json:"name"`
	Tree   string `json:"tree"` // fingerprint; "" for the single agents, which may have several
	Agents int    `json:"agents"`
}

// Tree is a tree some agent runs, or has plugged in.
type Tree struct {
	Fingerprint string          `json:"fingerprint"` // hexadecimal
	Name        string          `json:"name"`        // of its root
	Description json.RawMessage `json:"description"` // a decider.Description
}

// Control is how the world goes. POST /api/control answers it.
type Control struct {
	Paused  bool    `json:"paused"`
	Speed   float64 `json:"speed"`             // 1: as the game has it; 0.1 to 16
	Frame   uint64  `json:"frame"`             // the world's when this was so
	Stopped *Hit    `json:"stopped,omitempty"` // the breakpoint that paused it
}

// Hit is a breakpoint that came to pass.
type Hit struct {
	Breakpoint int    `json:"breakpoint"` // its ID
	Agent      uint64 `json:"agent"`
	Frame      uint64 `json:"frame"`
	Decider    string `json:"decider"` // that it happened to; "" for a flag or stimulus
	Words      string `json:"words"`   // "GUARD_NEST of agent 7 ended: Failed"
}

// Breakpoint pauses the world after the frame in which something happens.
type Breakpoint struct {
	ID      int    `json:"id"`                // given by the server
	On      string `json:"on"`                // activated, deactivated, failed, flag or stimulus
	Agent   uint64 `json:"agent,omitempty"`   // 0 for all
	Decider string `json:"decider,omitempty"` // its name, for the first three
	Flags   string `json:"flags,omitempty"`   // hexadecimal: any of these appearing, for the last two
	Hits    int    `json:"hits"`              // so far
}

// What a [Breakpoint] may be on.
const (
	OnActivated   = "activated"
	OnDeactivated = "deactivated"
	OnFailed      = "failed"
	OnFlag        = "flag"
	OnStimulus    = "stimulus"
)
