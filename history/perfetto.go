package history

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// WritePerfetto writes the recording as a trace for ui.perfetto.dev, in the JSON of the Trace Event Format. Each crowd is a
// process and each agent a thread. The slices of a thread are the agent's active deciders, nested as in the tree. Counters
// of each crowd tell how many agents ticked in a frame and how many are in each of the deciders below the root. Stimuli,
// changed flags, errors, Jumps, plugged trees and gaps in the recording are instants. Children of a Concurrent group, and
// other deciders that run side by side, have threads of their own, shown after their agent's.
//
// The trace's clock is the world's. If a time is negative, the first one becomes 0. Slices that are open at the end of the
// recording end there, without a reason.
//
// WritePerfetto executes all ticks again, so it takes about as long as they took. An agent that cannot be executed again
// gets an instant with the error, which is also among the returned ones and wraps [ErrDiverged]; all other agents are
// complete.
func (rec *Recording) WritePerfetto(w io.Writer) error {
	p := perfetto{w: bufio.NewWriter(w), rec: rec, crowds: map[string]*perfettoCrowd{}}
	p.begin()
	p.times()
	for _, r := range rec.agents {
		p.crowd(r.crowd)
	}
	p.threads = len(p.crowds) // a thread with a process's ID would be its main thread
	for i, r := range rec.agents {
		a := perfettoAgent{p: &p, rows: r, crowd: p.crowds[r.crowd], open: map[laneKey][]*slice{}, branches: map[laneKey]*perfettoTrack{}}
		a.main = p.thread(a.crowd, (i+1)<<16, agentText(world.AgentID(r.agent), r.name))
		if err := a.run(); err != nil {
			p.errs = append(p.errs, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.crowds)) {
		p.crowds[name].count(&p)
	}
	if err := p.finish(); err != nil {
		return fmt.Errorf("history: writing a Perfetto trace: %w", err)
	}
	return errors.Join(p.errs...)
}

// perfetto is a trace that is being written.
type perfetto struct {
	w       *bufio.Writer // keeps its first error
	out     *json.Encoder // to w
	written bool          // an event was
	rec     *Recording
	crowds  map[string]*perfettoCrowd
	threads int     // the last ID of a thread
	first   float64 // the time that is 0 nanoseconds
	last    uint64  // when slices end that are still open, in nanoseconds
	errs    []error
}

// perfettoCrowd is a process: the agents of a crowd, or those in none.
type perfettoCrowd struct {
	process int
	ticked  map[uint64]int            // agents, by nanosecond
	in      map[string]map[uint64]int // by decider below the root: the change in its number of agents, by nanosecond
}

// perfettoTrack is a thread: a row of nested slices.
type perfettoTrack struct {
	process, thread int
	rank            int      // where it is shown among the threads
	open            []*slice // the outermost first
}

// times finds out when the recording begins and ends.
func (p *perfetto) times() {
	last := math.Inf(-1)
	for i := range p.rec.frames.len() {
		f := p.rec.frames.at(i)
		p.first, last = min(p.first, f.time), max(last, f.time)
	}
	for _, r := range p.rec.agents {
		for t := range p.rec.takes(world.AgentID(r.agent), 0, math.MaxUint64) {
			if !t.operation() { // an operation has the time of the tick before, or none
				p.first, last = min(p.first, t.Time), max(last, t.Time)
			}
		}
	}
	p.last = p.nanoseconds(last)
}

// nanoseconds is a time since the first.
func (p *perfetto) nanoseconds(seconds float64) uint64 {
	ns := math.Round((seconds - p.first) * 1e9)
	if !(ns > 0) { // NaN too
		return 0
	}
	return uint64(min(ns, 1<<62))
}

// event writes an event of a track; category, name and args may be absent.
func (p *perfetto) event(track *perfettoTrack, phase string, at uint64, category, name string, args map[string]any) {
	e := traceEvent{
		Phase: phase, Process: track.process, Thread: track.thread, Time: float64(at) / 1e3, Category: category, Name: name, Args: args,
	}
	if phase == phaseInstant {
		e.Scope = "t"
	}
	p.write(e)
}

// thread declares a track.
func (p *perfetto) thread(of *perfettoCrowd, rank int, name string) *perfettoTrack {
	p.threads++
	track := &perfettoTrack{process: of.process, thread: p.threads, rank: rank}
	p.event(track, phaseName, 0, "", "thread_name", map[string]any{"name": name})
	p.event(track, phaseName, 0, "", "thread_sort_index", map[string]any{"sort_index": rank})
	return track
}

// crowd is the process of a crowd.
func (p *perfetto) crowd(name string) *perfettoCrowd {
	if c := p.crowds[name]; c != nil {
		return c
	}
	c := &perfettoCrowd{process: len(p.crowds) + 1, ticked: map[uint64]int{}, in: map[string]map[uint64]int{}}
	p.crowds[name] = c
	p.write(traceEvent{Phase: phaseName, Process: c.process, Name: "process_name", Args: map[string]any{"name": cmp.Or(name, "agents")}})
	if !p.rec.lone {
		for i := range p.rec.frames.len() {
			c.ticked[p.nanoseconds(p.rec.frames.at(i).time)] = 0
		}
	}
	return c
}

// enter counts agents that entered a decider below the root, or with a negative number left it.
func (c *perfettoCrowd) enter(decider string, at uint64, agents int) {
	all := c.in[decider]
	if all == nil {
		all = map[uint64]int{}
		c.in[decider] = all
	}
	all[at] += agents
}

// count writes the crowd's counters.
func (c *perfettoCrowd) count(p *perfetto) {
	counter := func(name string, at uint64, agents int) {
		p.write(traceEvent{Phase: phaseCounter, Process: c.process, Time: float64(at) / 1e3, Name: name, Args: map[string]any{"agents": agents}})
	}
	for _, at := range slices.Sorted(maps.Keys(c.ticked)) {
		counter("agents ticked", at, c.ticked[at])
	}
	for _, decider := range slices.Sorted(maps.Keys(c.in)) {
		are := 0
		for _, at := range slices.Sorted(maps.Keys(c.in[decider])) {
			if more := c.in[decider][at]; more != 0 {
				are += more
				counter("in "+decider, at, max(are, 0))
			}
		}
	}
}

// The rest of this file writes the Trace Event Format, which ui.perfetto.dev and chrome://tracing open: one JSON object for each
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
