package history

import "encoding/json"

// This file writes the Trace Event Format, which ui.perfetto.dev and chrome://tracing open: one JSON object for each
// event, as they come, within {"traceEvents":[…]}.

// traceEvent is one event. Its Time is in microseconds.
type traceEvent struct {
	Phase    string         `json:"ph"` // one of the phase… constants
	Process  int            `json:"pid"`
	Thread   int            `json:"tid,omitempty"`
	Time     float64        `json:"ts"`
	Category string         `json:"cat,omitempty"`
	Name     string         `json:"name,omitempty"`
	Scope    string         `json:"s,omitempty"` // of an instant: "t", the thread
	Args     map[string]any `json:"args,omitempty"`
}

const (
	phaseBegin   = "B"
	phaseEnd     = "E"
	phaseInstant = "i"
	phaseCounter = "C"
	phaseName    = "M" // metadata: the name of a process or thread, and where it is shown
)

// write appends an event to the trace. The writer keeps its first error.
func (p *perfetto) write(e traceEvent) {
	if p.written {
		_, _ = p.w.WriteString(",")
	}
	p.written = true
	_ = p.out.Encode(e) // on a line of its own
}

func (p *perfetto) begin() {
	p.out = json.NewEncoder(p.w)
	p.out.SetEscapeHTML(false)
	_, _ = p.w.WriteString("{\"traceEvents\":[\n")
}

func (p *perfetto) finish() error {
	_, _ = p.w.WriteString("]}\n")
	return p.w.Flush()
}
