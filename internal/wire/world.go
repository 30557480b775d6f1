package wire

// Agents is a part of the list of agents, in the order of their IDs. GET
// /api/agents?query=&decider=&flag=&stimulus=&crowd=&frame=&offset=&limit=
//
// With frame it is the list of that frame: who was alive, and what each did at its end.
//
// query is a part of an agent's text ("Ogg #7"), of a crowd's name or of an active decider's name; decider is the exact
// name of an active decider; flag and stimulus are hexadecimal sets whose flags must all be set.
type Agents struct {
	Frame   uint64 `json:"frame"`   // of the list
	Total   int    `json:"total"`   // matching agents
	All     int    `json:"all"`     // all agents
	Indexed int    `json:"indexed"` // agents the list has so far; it fills up at the start
	// Unrecorded is the number of agents that were there in a past frame and were not recorded. Those that are known today
	// are listed, without what they did; filters by what agents do leave them out.
	Unrecorded int        `json:"unrecorded"`
	Offset     int        `json:"offset"`
	Agents     []AgentRow `json:"agents"`
}

// AgentRow is an agent in the list.
type AgentRow struct {
	Agent    uint64   `json:"agent"`
	Name     string   `json:"name,omitempty"`
	Crowd    string   `json:"crowd"`
	Tree     string   `json:"tree"`
	Path     []string `json:"path"` // names of active deciders from the root to the leaf
	Leaf     string   `json:"leaf"`
	Status   string   `json:"status"`
	Flags    Flags    `json:"flags"`
	Stimuli  Flags    `json:"stimuli"`
	Recorded bool     `json:"recorded"` // its past is recorded; in a past frame: it was recorded then
}

// AgentNames are names of agents. GET /api/names?since=VERSION: those that were given after that version, 0 for all.
type AgentNames struct {
	Version uint64   `json:"version"` // for the next since
	All     bool     `json:"all"`     // no other agent has a name
	Agents  []uint64 `json:"agents"`
	Names   []string `json:"names"` // of Agents, in their order; "" for one that has lost its name
}

// CrowdView is what many agents do. GET /api/crowd?heat=DECIDER&frame=N, and the event "crowd". For many agents it is
// gathered over several frames, except in the past: there it is exactly that of the frame. Flows of the past take as long again:
// they are there with flows=1 alone.
type CrowdView struct {
	Frame      uint64  `json:"frame"`      // at the end of gathering
	Began      uint64  `json:"began"`      // at its start
	Agents     int     `json:"agents"`     // counted
	Unrecorded int     `json:"unrecorded"` // agents that were there in a past frame and were not recorded, so they are not counted
	Sampled    int     `json:"sampled"`    // agents whose flows are known
	Counts     []Count `json:"counts"`     // most first
	Flows      []Flow  `json:"flows"`      // most first
	Heat       *Heat   `json:"heat,omitempty"`
}

// Count is the number of agents in a decider.
type Count struct {
	Decider string `json:"decider"`
	Place   int    `json:"place"`
	Tree    string `json:"tree"`
	Leaf    bool   `json:"leaf"`
	Agents  int    `json:"agents"`
}

// Flow is the number of agents that went from one leaf to another in the last second of the world.
type Flow struct {
	From   string `json:"from"` // "" if nothing was active
	To     string `json:"to"`
	Agents int    `json:"agents"`
}

// Heat is the number of agents in each cell of a grid over the map.
type Heat struct {
	X       float64 `json:"x"` // of the first cell's corner
	Y       float64 `json:"y"`
	Cell    float64 `json:"cell"` // side
	Columns int     `json:"columns"`
	Rows    int     `json:"rows"`
	Counts  []int   `json:"counts"` // row by row
	Most    int     `json:"most"`
}

// SceneView is the world from above. GET /api/scene?frame=N: the last one up to that frame, with what agents did in it; and the event "scene". Creatures come in columns:
// standard base64 of little-endian numbers, in the order of the roster.
type SceneView struct {
	Frame    uint64   `json:"frame"`
	Time     float64  `json:"time"`
	MinX     float64  `json:"minX"`
	MinY     float64  `json:"minY"`
	MaxX     float64  `json:"maxX"`
	MaxY     float64  `json:"maxY"`
	YDown    bool     `json:"yDown"` // y grows downwards on the screen
	Count    int      `json:"count"` // creatures
	Of       int      `json:"of"`    // all creatures: more than Count if there are too many to send
	Roster   int      `json:"roster"`
	IDs      string   `json:"ids,omitempty"` // float64 each; absent in the stream if Roster has not changed
	XY       string   `json:"xy"`            // float32, two each
	What     string   `json:"what"`          // uint16 each: index into Hello.Leaves of its leaf; 65535 for none
	Sizes    string   `json:"sizes"`         // float32 each: its diameter; "" if Size is that of all
	Size     float64  `json:"size"`
	Groups   string   `json:"groups"` // uint8 each: index into Palette of a second colour (kind, team); "" if all are 0
	Palette  []string `json:"palette,omitempty"`
	Backdrop int      `json:"backdrop"`         // version of Behind
	Behind   []Shape  `json:"behind,omitempty"` // absent in the stream if Backdrop has not changed
	Shapes   []Shape  `json:"shapes"`           // in front of the creatures, new in each scene
}

// Shape is something that the game has drawn. Colour is a word that suits light and dark pages (inspect.ColourGround
// and so on) or "#rrggbb".
type Shape struct {
	Kind    string    `json:"kind"` // circle, rectangle, line, polygon, text, grid
	Colour  string    `json:"colour"`
	Points  []float64 `json:"points"`         // x, y, …: the centre; two corners; ends; corners; the anchor; the first corner
	R       float64   `json:"r,omitempty"`    // circle: radius. line: width. text: height. grid: side of a cell
	Text    string    `json:"text,omitempty"` // a text's words; for others the label shown when pointed at
	Fill    bool      `json:"fill,omitempty"`
	Columns int       `json:"columns,omitempty"` // of a grid
	Cells   string    `json:"cells,omitempty"`   // of a grid: base64, a byte each, row by row; index into Colours
	Colours []string  `json:"colours,omitempty"` // of a grid; "" draws nothing
}

// Notes are what people wrote about the game or a recording. GET /api/notes. They are saved in the recording's file.
type Notes struct {
	Notes []Note `json:"notes"` // by frame, then in the order of writing
}

// Note is about all that it names: a frame, an agent, a decider.
type Note struct {
	ID      int    `json:"id"`                // given by the server
	Frame   uint64 `json:"frame,omitempty"`   // 0 for none
	Agent   uint64 `json:"agent,omitempty"`   // 0 for none
	Decider string `json:"decider,omitempty"` // its name; "" for none
	Words   string `json:"words,omitempty"`   // "" for a bookmark
}

// NoteRequest is POST /api/note?recording=NAME, answered by Notes. Do is add, change (what has the ID) or remove (the ID).
type NoteRequest struct {
	Do   string `json:"do"`
	Note Note   `json:"note"`
}
