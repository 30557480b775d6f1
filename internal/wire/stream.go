package wire

// The stream: GET /api/stream, server-sent events. Each has the world's frame as id, a name from the table as event,
// and a line of JSON as data. A page that reads slowly misses frames, scenes and moments, but never a hello, paused
// or error; the server never waits for it. After 10 seconds without events a comment line is sent.
//
//	event    data        when
//	welcome  Welcome     first
//	hello    Hello       second, and when it has changed
//	frame    Frame       up to 20 times a second, when the world or Control has changed
//	scene    SceneView   up to 20 times a second, while the page watches scenes
//	crowd    CrowdView   about twice a second, while the page watches the crowd
//	notes    Notes       those of the game have changed
//	agent    Moment      up to 10 times a second for each watched agent
//	paused   Control     a breakpoint was hit, or the world was paused or resumed
//	error    Problem     an error that no request caused

// Welcome gives the page its name for POST /api/watch.
type Welcome struct {
	Client string `json:"client"`
}

// Frame is the state of the world.
type Frame struct {
	Frame   uint64  `json:"frame"`
	First   uint64  `json:"first"` // the first recorded frame
	Time    float64 `json:"time"`  // the world's
	Agents  int     `json:"agents"`
	Rate    float64 `json:"rate"`  // frames in a second of real time
	Spent   float64 `json:"spent"` // share of the process's processor time that the inspector took lately, all in all, 0 to 1
	SpentBy Spent   `json:"spentBy"`
	Named   uint64  `json:"named"`  // the version of AgentNames
	Logged  uint64  `json:"logged"` // lines of Log so far
	Held    int     `json:"held"`   // changes of Held so far
	Missed  int     `json:"missed"` // events this page has missed so far by reading slowly
	Control Control `json:"control"`
}

// Spent is the share of the process's processor time that each part of the inspector took lately, 0 to 1. If the process uses
// less than one processor, it is the share of one.
type Spent struct {
	Frame     float64 `json:"frame"`     // between frames
	Server    float64 `json:"server"`    // updates of pages, and answers to what pages ask by themselves
	Recording float64 `json:"recording"` // within agents' ticks, estimated
	Saving    float64 `json:"saving"`    // checkpoints
	Asked     float64 `json:"asked"`     // what a person asked for: forks, downloads, uploads
}

// Watch selects what a page is sent. POST /api/watch; each replaces the one before. Answered by {}.
type Watch struct {
	Client string   `json:"client"`
	Agents []uint64 `json:"agents"` // moments of these
	Scene  bool     `json:"scene"`
	Crowd  bool     `json:"crowd"`
	Level  string   `json:"level,omitempty"` // of moments: "" with Events, "brief" without them
	Heat   string   `json:"heat,omitempty"`  // the decider for CrowdView.Heat; "" for all agents
}

// ControlRequest is POST /api/control. Do is pause, go, step or speed.
type ControlRequest struct {
	Do    string  `json:"do"`
	Steps int     `json:"steps,omitempty"` // of step: frames until the world pauses, 1 to 1000; 0 is 1
	Speed float64 `json:"speed,omitempty"` // of speed, 0.1 to 16
}

// BreakpointRequest is POST /api/breakpoint, answered by Breakpoints. Do is add, remove or clear (all).
type BreakpointRequest struct {
	Do         string     `json:"do"`
	Breakpoint Breakpoint `json:"breakpoint"` // of remove: its ID
}

// Breakpoints lists all breakpoints.
type Breakpoints struct {
	Breakpoints []Breakpoint `json:"breakpoints"`
}

// Act acts on an agent. POST /api/act, answered by Done or a Problem. Do is one of
//
//	stimulate  Stimuli (one kind), Seconds
//	flag       Set, Clear
//	force      Decider, Groups
//	forbid     Decider
//	free       Decider, Groups: ends force and forbid; "" for all deciders
//	release    ends all that the agent is held to: force, forbid, flags; of all agents if Agent is 0
//	reset
//	value      Key, Decider, Field, Text: sets a part of a blackboard value, in a fork alone
type Act struct {
	Do      string   `json:"do"`
	Agent   uint64   `json:"agent"`
	Decider string   `json:"decider,omitempty"`
	Groups  []string `json:"groups,omitempty"`  // of force and free of a Decider: at once with it, such as those that lead to it
	Stimuli string   `json:"stimuli,omitempty"` // hexadecimal
	Seconds float64  `json:"seconds,omitempty"` // that the stimulus lasts; 0 is until the next frame
	Set     string   `json:"set,omitempty"`     // decision flags, hexadecimal
	Clear   string   `json:"clear,omitempty"`
	Key     string   `json:"key,omitempty"`   // of value; Decider is whose value it is, for scope decider
	Field   string   `json:"field,omitempty"` // "At.X", "Seen[3]"; "" for a value without fields
	Text    string   `json:"text,omitempty"`  // the new value
}

// Held are the agents that pages, or the game, hold to something. GET /api/held
type Held struct {
	Agents []HeldAgent `json:"agents"` // by ID
	More   int         `json:"more"`   // further agents
}

// HeldAgent is what one agent is held to.
type HeldAgent struct {
	Agent    uint64     `json:"agent"`
	Set      Flags      `json:"set"` // decision flags
	Clear    Flags      `json:"clear"`
	Deciders []Override `json:"deciders"`
}

// Done says when an act was done: after this frame, so the next one is the first to see it.
type Done struct {
	Frame uint64 `json:"frame"`
}

// ForkRequest is POST /api/fork: return to the end of Frame, make the changes, and run on. It may take seconds and
// does not affect the game's world.
type ForkRequest struct {
	Frame   uint64 `json:"frame"`
	Changes []Act  `json:"changes"`        // applied after Frame
	Frames  int    `json:"frames"`         // number of frames to run
	Seed    uint64 `json:"seed,omitempty"` // of chance in the fork; 0 leaves it
}

// SweepRequest is POST /api/sweep: forks the game many times from one frame, with the same changes, and asks each world whether
// a decider of an agent becomes active. It is answered by lines of JSON, each a Sweep.
type SweepRequest struct {
	Frame   uint64 `json:"frame"`
	Changes []Act  `json:"changes"`
	Frames  int    `json:"frames"`
	Agent   uint64 `json:"agent"`
	Decider string `json:"decider"`
	Worlds  int    `json:"worlds"`
	Seed    uint64 `json:"seed,omitempty"`  // of the first world; the others' follow; 0 is 1
	Later   int    `json:"later,omitempty"` // frames by which each world makes the changes later than the one before; then chance is the game's
}

// Sweep is how far a sweep has come.
type Sweep struct {
	Of       int          `json:"of"`                // worlds
	Yes      int          `json:"yes"`               // of those that are done
	Worlds   []SweptWorld `json:"worlds"`            // done since the line before, in the order in which they were
	Over     bool         `json:"over"`              // this is the last line
	Original bool         `json:"original"`          // the answer of what happened; known at the end
	Words    string       `json:"words"`             // the result in a sentence or two, at the end
	Problem  *Problem     `json:"problem,omitempty"` // it has failed; this is the last line
}

// SweptWorld is one world of a sweep. A fork with its Seed and After repeats it.
type SweptWorld struct {
	Number int    `json:"number"`
	Seed   uint64 `json:"seed"`
	After  uint64 `json:"after"`
	Yes    bool   `json:"yes"`
	Frame  uint64 `json:"frame"` // in which the decider became active; 0 for never
}

// Fork is the result of a fork or of a comparison: where Recording differs from Original. The server holds both, under those
// names. GET /api/compare?recording=A&with=B compares two that it holds; "" for A is the game.
type Fork struct {
	Recording   string       `json:"recording"`
	Original    string       `json:"original"` // "" for the game
	Fork        bool         `json:"fork"`     // false for a comparison
	Title       string       `json:"title"`    // of Recording
	Changes     []string     `json:"changes"`  // of a fork, in words
	From        uint64       `json:"from"`     // of a fork the frame after which it was changed; of a comparison the first frame of both
	To          uint64       `json:"to"`
	Agents      int          `json:"agents"` // that differ
	Of          int          `json:"of"`     // compared
	Differences []Difference `json:"differences"`
	More        bool         `json:"more"`  // there are further differences
	Notes       []string     `json:"notes"` // what cannot be compared, and why
}

// Difference is a difference between two runs, in the order of frames.
type Difference struct {
	Agent   uint64 `json:"agent"`
	Name    string `json:"name,omitempty"` // the agent's
	Frame   uint64 `json:"frame"`
	First   bool   `json:"first"` // of this agent
	What    string `json:"what"`  // as history.Difference.What
	Again   bool   `json:"again"` // they differed before and agree from here on
	Decider string `json:"decider,omitempty"`
	A       string `json:"a"` // in the run without the change
	B       string `json:"b"` // in the fork
}

// Divergence says where an agent's ways in two recordings part, and why. GET /api/agent/{id}/differs?recording=A&with=B
type Divergence struct {
	Agent   uint64      `json:"agent"`
	First   *Difference `json:"first"`   // null if they do not differ
	Decider string      `json:"decider"` // of the first decision that differs; "" for none
	Place   int         `json:"place"`   // of Decider
	Frame   uint64      `json:"frame"`   // of that decision
	A       Side        `json:"a"`
	B       Side        `json:"b"`
	Words   string      `json:"words"`
}

// Side is one of the two ticks of a Divergence.
type Side struct {
	Frame  uint64     `json:"frame"`
	Slept  bool       `json:"slept"` // the agent was not ticked in the frame of the decision: Frame is its last tick before
	Words  string     `json:"words"` // why, in a sentence or two
	Lines  []SideLine `json:"lines"` // each condition
	Active bool       `json:"active"`
}

// SideLine is a condition of one side.
type SideLine struct {
	Check   string `json:"check"`
	Passed  bool   `json:"passed"`
	Asked   bool   `json:"asked"` // false: an earlier check had failed
	Words   string `json:"words"`
	Differs bool   `json:"differs"` // the other side has another value
}

// Ghosts are the agents that are elsewhere in a fork than without its change. GET /api/ghosts?recording=FORK&frame=N&agent=ID
type Ghosts struct {
	Frame  uint64  `json:"frame"`  // of the positions: N, or the last one before it that is known
	Ghosts []Ghost `json:"ghosts"` // the agent asked about first
	More   bool    `json:"more"`   // there are further ones
}

// Ghost is an agent's position in a fork, and without the change.
type Ghost struct {
	Agent uint64  `json:"agent"`
	In    string  `json:"in"` // both, fork or original: the run that has the agent
	X     float64 `json:"x"`  // in the fork
	Y     float64 `json:"y"`
	FromX float64 `json:"fromX"` // without the change
	FromY float64 `json:"fromY"`
}

// Values of Ghost.In.
const (
	InBoth     = "both"
	InFork     = "fork"
	InOriginal = "original"
)

// Opened answers POST /api/open, whose body is the bytes of a recording.
type Opened struct {
	Recording string `json:"recording"` // for ?recording=
	Agents    int    `json:"agents"`
	First     uint64 `json:"first"`
	Last      uint64 `json:"last"`
}
