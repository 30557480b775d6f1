package wire

// The stream: GET /api/stream, server-sent events. The id of each is the world's frame, its event one of the names
// below, its data one line of JSON. A page that reads slowly misses frames, scenes and moments, never a hello, paused
// or error; it is never waited for. A comment line comes every 10 seconds of silence.
//
//	event    data      when
//	hello    Hello     first, and when something of it has changed; its Client is what POST /api/watch names
//	frame    Frame     up to 20 times a second, when the world has gone on or Control has changed
//	scene    SceneView     up to 20 times a second, while the page watches scenes
//	crowd    CrowdView about twice a second, while the page watches the crowd
//	agent    Moment    up to 10 times a second for each agent the page watches
//	paused   Control   a breakpoint was hit, or somebody paused or went on
//	error    Problem   something went wrong that no request asked for

// Welcome is the first event of a stream, "welcome": what the page is called from now on.
type Welcome struct {
	Client string `json:"client"`
}

// Frame is how far the world is.
type Frame struct {
	Frame   uint64  `json:"frame"`
	First   uint64  `json:"first"` // the first frame of which anything is held
	Time    float64 `json:"time"`  // the world's, seconds
	Agents  int     `json:"agents"`
	Rate    float64 `json:"rate"`   // frames of the world in a second of real time
	Spent   float64 `json:"spent"`  // share of the game's time that Frame took lately, 0 to 1
	Missed  int     `json:"missed"` // what this page has missed by reading slowly, in all
	Control Control `json:"control"`
}

// Watch is what a page wants to be sent. POST /api/watch; each replaces the one before. Answered by {}.
type Watch struct {
	Client string   `json:"client"`
	Agents []uint64 `json:"agents"` // moments of these
	Scene  bool     `json:"scene"`
	Crowd  bool     `json:"crowd"`
	Level  string   `json:"level,omitempty"` // of moments: "" with Events, "brief" without
	Heat   string   `json:"heat,omitempty"`  // decider that CrowdView.Heat counts; "" for all agents
}

// ControlRequest is POST /api/control. Do is pause, go, step or speed.
type ControlRequest struct {
	Do    string  `json:"do"`
	Steps int     `json:"steps,omitempty"` // of step: how many frames, 1 to 1000; 0 is 1. The world is paused after them
	Speed float64 `json:"speed,omitempty"` // of speed, 0.1 to 16
}

// BreakpointRequest is POST /api/breakpoint, answered by Breakpoints. Do is add, remove or clear (all).
type BreakpointRequest struct {
	Do         string     `json:"do"`
	Breakpoint Breakpoint `json:"breakpoint"` // of remove: its ID
}

// Breakpoints are all there are.
type Breakpoints struct {
	Breakpoints []Breakpoint `json:"breakpoints"`
}

// Act is something done to an agent. POST /api/act, answered by Done or a Problem. Do is
//
//	stimulate  Stimuli (one kind), Seconds
//	flag       Set, Clear
//	force      Decider
//	forbid     Decider
//	free       Decider: neither forced nor forbidden; "" for all of the agent's
//	reset
type Act struct {
	Do      string  `json:"do"`
	Agent   uint64  `json:"agent"`
	Decider string  `json:"decider,omitempty"`
	Stimuli string  `json:"stimuli,omitempty"` // hexadecimal
	Seconds float64 `json:"seconds,omitempty"` // the stimulus lasts; 0 until the next frame
	Set     string  `json:"set,omitempty"`     // decision flags, hexadecimal
	Clear   string  `json:"clear,omitempty"`
}

// Done tells when something was done: after this frame, so that the next one is the first to see it.
type Done struct {
	Frame uint64 `json:"frame"`
}

// ForkRequest is POST /api/fork: go back to after Frame, make the changes, and run on. It may take seconds; the
// game's world is not touched.
type ForkRequest struct {
	Frame   uint64 `json:"frame"`
	Changes []Act  `json:"changes"` // stimulate and flag always; the others where the game's hooks can
	Frames  int    `json:"frames"`  // to run on for
}

// Fork is what a fork came to. Its recording is held by the server under its name.
type Fork struct {
	Recording   string       `json:"recording"`
	From        uint64       `json:"from"`
	To          uint64       `json:"to"`
	Agents      int          `json:"agents"` // that differ
	Differences []Difference `json:"differences"`
	More        bool         `json:"more"` // there are more than these
}

// Difference is one in which two runs are not the same, in the order of frames.
type Difference struct {
	Agent   uint64 `json:"agent"`
	Frame   uint64 `json:"frame"`
	First   bool   `json:"first"` // of this agent
	What    string `json:"what"`  // input, decision, path, …: a history.What
	Again   bool   `json:"again"` // they differed before, and from here on do so no longer
	Decider string `json:"decider,omitempty"`
	A       string `json:"a"` // in the run without the change
	B       string `json:"b"` // in the fork
}

// Opened is what POST /api/open answers, whose body is the recording's bytes.
type Opened struct {
	Recording string `json:"recording"` // for ?recording=
	Agents    int    `json:"agents"`
	First     uint64 `json:"first"`
	Last      uint64 `json:"last"`
}
