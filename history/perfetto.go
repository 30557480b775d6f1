package history

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/world"
)

// WritePerfetto writes the recording as a trace for ui.perfetto.dev: a process for each crowd, a thread for each agent, whose
// slices are its active deciders one below the other, and counters of each crowd: how many agents ticked in a frame, and
// how many are in each of the deciders below the root. Stimuli, changed flags, errors, Jumps, plugged trees and gaps of the
// recording are instants. Children of a Concurrent group, and what else runs side by side, have tracks of their own, below
// their agent's.
//
// Times are the world's in seconds, as nanoseconds; where some are negative the first is 0. What is active at the end of the
// recording ends there, without a reason.
//
// All ticks are executed again, so it takes about as long as they took. An agent that cannot be executed again has an
// instant that says so, and is among the errors, which wrap [ErrDiverged]; the trace has all others whole.
func (rec *Recording) WritePerfetto(w io.Writer) error {
	p := perfetto{w: bufio.NewWriter(w), rec: rec, crowds: map[string]*perfettoCrowd{}}
	p.times()
	for _, r := range rec.agents {
		p.crowd(r.crowd)
	}
	for i, r := range rec.agents {
		a := perfettoAgent{p: &p, rows: r, crowd: p.crowds[r.crowd], open: map[laneKey][]*slice{}, branches: map[laneKey]*perfettoTrack{}}
		a.main = p.track(message(nil).message(trackThread, message(nil).uint(threadPID, a.crowd.pid).
			uint(threadTID, uint64(len(p.crowds)+i+1)).text(threadName, fmt.Sprintf("agent %d", r.agent))))
		if err := a.run(); err != nil {
			p.errs = append(p.errs, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.crowds)) {
		p.crowds[name].count(&p)
	}
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("history: writing a Perfetto trace: %w", err)
	}
	return errors.Join(p.errs...)
}

// perfetto is a trace that is being written.
type perfetto struct {
	w       *bufio.Writer // keeps its first error
	rec     *Recording
	crowds  map[string]*perfettoCrowd
	uuid    uint64  // of the last track
	first   float64 // the time that is 0 nanoseconds
	last    uint64  // where what goes on to the end of the recording ends
	begun   bool    // a packet was written
	errs    []error
	scratch message
}

// perfettoCrowd is a process: the agents of a crowd, or those in none.
type perfettoCrowd struct {
	pid    uint64
	uuid   uint64
	ticked map[uint64]int            // agents, by nanosecond
	in     map[string]map[uint64]int // how many more are in a decider below the root from a nanosecond on
}

// perfettoTrack is a row of slices.
type perfettoTrack struct {
	uuid uint64
	open []*slice // those that go on, the outermost first
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
			if !t.operation() { // whose time is that of a tick before, or none
				p.first, last = min(p.first, t.Time), max(last, t.Time)
			}
		}
	}
	p.last = p.nanoseconds(last)
}

// nanoseconds is a time of the trace.
func (p *perfetto) nanoseconds(seconds float64) uint64 {
	ns := math.Round((seconds - p.first) * 1e9)
	if !(ns > 0) { // NaN too
		return 0
	}
	return uint64(min(ns, 1<<62))
}

// packet writes one of a track or an event.
func (p *perfetto) packet(field uint64, inner message, at uint64) {
	m := p.scratch[:0]
	if field == packetTrackEvent {
		m = m.uint(packetTimestamp, at)
	}
	m = m.uint(packetSequence, 1)
	if !p.begun {
		m = m.uint(packetFlags, sequenceCleared)
		p.begun = true
	}
	p.scratch = m.message(field, inner)
	head := message(nil).message(tracePacketField, p.scratch)
	_, _ = p.w.Write(head)
}

// track declares one with what it is.
func (p *perfetto) track(of message) *perfettoTrack {
	p.uuid++
	p.packet(packetTrack, append(message(nil).uint(trackUUID, p.uuid), of...), 0)
	return &perfettoTrack{uuid: p.uuid}
}

// event writes one; name and category may be "".
func (p *perfetto) event(track *perfettoTrack, kind uint64, at uint64, category, name string, rest message) {
	m := message(nil).uint(eventType, kind).uint(eventTrack, track.uuid)
	if category != "" {
		m = m.text(eventCategory, category)
	}
	if name != "" {
		m = m.text(eventName, valid(name))
	}
	p.packet(packetTrackEvent, append(m, rest...), at)
}

// crowd is the process of a crowd.
func (p *perfetto) crowd(name string) *perfettoCrowd {
	if c := p.crowds[name]; c != nil {
		return c
	}
	c := &perfettoCrowd{pid: uint64(len(p.crowds) + 1), ticked: map[uint64]int{}, in: map[string]map[uint64]int{}}
	p.crowds[name] = c
	shown := valid(cmp.Or(name, "agents"))
	c.uuid = p.track(message(nil).text(trackName, shown).
		message(trackProcess, message(nil).uint(processPID, c.pid).text(processName, shown))).uuid
	if !p.rec.lone {
		for i := range p.rec.frames.len() {
			c.ticked[p.nanoseconds(p.rec.frames.at(i).time)] = 0
		}
	}
	return c
}

// enter counts agents that came to be in a decider below the root, or that are not any more.
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
	counter := func(name string) *perfettoTrack {
		return p.track(message(nil).uint(trackParent, c.uuid).text(trackName, valid(name)).
			message(trackCounter, message(nil).uint(counterUnit, unitCount)))
	}
	ticked := counter("agents ticked")
	for _, at := range slices.Sorted(maps.Keys(c.ticked)) {
		p.event(ticked, typeCounter, at, "", "", message(nil).uint(eventCounter, uint64(c.ticked[at])))
	}
	for _, decider := range slices.Sorted(maps.Keys(c.in)) {
		track, are := counter("in "+decider), 0
		for _, at := range slices.Sorted(maps.Keys(c.in[decider])) {
			if more := c.in[decider][at]; more != 0 {
				are += more
				p.event(track, typeCounter, at, "", "", message(nil).uint(eventCounter, uint64(max(are, 0))))
			}
		}
	}
}

// valid is a text as protobuf has it.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
