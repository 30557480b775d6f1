package wire

// Finding is a line of the answer to GET /api/find?query=&frame=&limit=, which has one for each step of the search, as
// JSON. The query is one of package query; a time in it counts back from the frame, or from the last one. The last line has
// Found or Problem. A page that closes the connection ends the search.
type Finding struct {
	Done    int      `json:"done"`   // agents searched so far
	Agents  int      `json:"agents"` // to be searched
	Hits    int      `json:"hits"`   // so far
	Found   *Found   `json:"found,omitempty"`
	Problem *Problem `json:"problem,omitempty"`
}

// Found is what a query found.
type Found struct {
	Query      string  `json:"query"` // as package query writes it
	From       uint64  `json:"from"`  // the frames that were searched
	To         uint64  `json:"to"`
	Begin      float64 `json:"begin"` // seconds
	End        float64 `json:"end"`
	Searched   int     `json:"searched"`   // agents
	Unrecorded int     `json:"unrecorded"` // agents that could not be searched, since nothing is recorded of them
	Agents     int     `json:"agents"`     // agents with a hit
	Hits       []Run   `json:"hits"`       // by frame, then by agent
	All        int     `json:"all"`        // hits, including those beyond the limit
	Bins       []Bin   `json:"bins"`
	Heat       *Heat   `json:"heat,omitempty"`  // where the agents were when a hit began; nil where no scene is held
	Unsound    int     `json:"unsound"`         // agents of which a tick could not be executed again
	Words      string  `json:"words,omitempty"` // about the first of those
}

// Run is a run of an agent's ticks with the outcome of the query.
type Run struct {
	Agent   uint64  `json:"agent"`
	Name    string  `json:"name,omitempty"` // the agent's
	Decider string  `json:"decider"`
	Path    string  `json:"path"` // names from the agent's root
	Place   int     `json:"place"`
	Tree    string  `json:"tree,omitempty"` // fingerprint of the plugged tree; "" for the agent's own
	From    uint64  `json:"from"`           // frames
	To      uint64  `json:"to"`
	Begin   float64 `json:"begin"` // seconds
	End     float64 `json:"end"`
	Ticks   int     `json:"ticks"`
	By      string  `json:"by,omitempty"` // the check that said no, how it began, or why it ended or was not asked
	Words   string  `json:"words"`        // of package why, about the first tick
}

// Bin is a part of the time, with the agents that have a hit in it.
type Bin struct {
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`
	Agents int    `json:"agents"`
}

// Completions propose how a query can go on, and say what is wrong with it. GET /api/find/complete?query=
type Completions struct {
	Completions []Completion `json:"completions"`
	Wrong       *Wrong       `json:"wrong,omitempty"` // nil for a sound query
}

// Completion takes the place of the query's text from a character on.
type Completion struct {
	From int    `json:"from"` // in UTF-16 units, as JavaScript counts
	Text string `json:"text"`
}

// Wrong is the part of a query that is wrong, and what to write instead.
type Wrong struct {
	From  int    `json:"from"` // in UTF-16 units
	To    int    `json:"to"`
	Words string `json:"words"`
}
