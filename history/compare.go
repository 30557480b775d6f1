package history

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// Values of Difference.What.
const (
	differsAgent      = "agent"
	differsTree       = "tree"
	differsFrames     = "frames"
	differsFlags      = "decisionFlags"
	differsStimuli    = "stimuli"
	differsTime       = "time"
	differsDecision   = "decision"
	differsPath       = "path"
	differsMemory     = "memory"
	differsError      = "error"
	differsDone       = "operation"
	differsUnreadable = "unreadable"
)

// Difference is one difference between two recordings. String is a line that describes it. What is one of
//
//	agent          only one recording has the agent
//	tree           the agent's trees differ
//	frames         the recordings cover other frames
//	decisionFlags  the flags it was ticked with
//	stimuli        the stimuli it had when its tick began
//	time           the time of the tick
//	decision       what a decider answered
//	path           which deciders are active
//	memory         blocks, values or timers, while all of the above is the same
//	error          an error of user code
//	operation      what was done with the agent between ticks
//	unreadable     a tick cannot be executed again, and later differences of the agent are not known
type Difference struct {
	Agent     world.AgentID `json:"agent"`
	AgentName string        `json:"agentName,omitempty"` // in the first of the recordings that has one
	Frame     uint64        `json:"frame"`               // 0 for agent, tree and frames
	Time      float64       `json:"time"`                // seconds
	First     bool          `json:"first"`               // the first of the agent
	What      string        `json:"what"`
	Again     bool          `json:"again"`             // they differed in it before and agree from here on
	Decider   string        `json:"decider,omitempty"` // of decision, and of memory if it is known
	A         string        `json:"a"`                 // in the first recording
	B         string        `json:"b"`                 // in the second
}

func (d Difference) String() string {
	text := agentText(d.Agent, d.AgentName)
	switch d.What {
	case differsAgent, differsTree, differsFrames:
	default:
		text += fmt.Sprintf(", frame %d (%.2f s)", d.Frame, d.Time)
	}
	name := map[string]string{differsFlags: "decision flags", differsDecision: d.Decider, differsMemory: "memory"}[d.What]
	if name == "" {
		name = d.What
	}
	if d.What == differsMemory && d.Decider != "" {
		name += " of " + d.Decider
	}
	if d.Again {
		return fmt.Sprintf("%s: %s: the same again: %s", text, name, d.A)
	}
	return fmt.Sprintf("%s: %s: %s | %s", text, name, d.A, d.B)
}

// Compare yields the differences between two recordings, agent by agent in the order of their IDs, by frame. It compares
// each frame with the same frame of the other recording. A difference that lasts is yielded once. Agents that only one
// recording has, other trees and other frames are differences too. With agents, it compares these alone.
//
// While the recorded bytes are the same, nothing is executed again. From an agent's first difference on, its ticks are, in
// both recordings.
func Compare(a, b *Recording, agents ...world.AgentID) iter.Seq[Difference] {
	return func(yield func(Difference) bool) {
		all := slices.Clone(agents)
		if len(all) == 0 {
			all = append(a.Agents(), b.Agents()...)
		}
		slices.Sort(all)
		for _, id := range slices.Compact(all) {
			c := comparison{a: a, b: b, agent: id, yield: yield}
			if !c.run() {
				return
			}
		}
	}
}

// comparison compares one agent.
type comparison struct {
	a, b  *Recording
	agent world.AgentID
	yield func(Difference) bool
	told  bool // there was a difference
	over  bool // yield has returned false
}

func (c *comparison) tell(d Difference) {
	if c.over {
		return
	}
	d.Agent, d.AgentName, d.First = c.agent, cmp.Or(c.a.nameOf(c.agent), c.b.nameOf(c.agent)), !c.told
	c.told = true
	c.over = !c.yield(d)
}

// run reports whether yield wants more.
func (c *comparison) run() bool {
	ta, tb := c.a.Tree(c.agent), c.b.Tree(c.agent)
	has := map[bool]string{true: "recorded", false: "not recorded"}
	if ta == nil || tb == nil {
		c.tell(Difference{What: differsAgent, A: has[ta != nil], B: has[tb != nil]})
		return !c.over
	}
	if ta.Fingerprint != tb.Fingerprint {
		c.tell(Difference{What: differsTree, A: fmt.Sprintf("%s, fingerprint %016x", ta.Name, ta.Fingerprint), B: fmt.Sprintf("%s, fingerprint %016x", tb.Name, tb.Fingerprint)})
	}
	af, al, aok := c.a.covers(c.agent)
	bf, bl, bok := c.b.covers(c.agent)
	if af != bf || al != bl || aok != bok {
		c.tell(Difference{What: differsFrames, A: framesWords(af, al, aok), B: framesWords(bf, bl, bok)})
	}
	from, to := max(af, bf), min(al, bl)
	if !aok || !bok || from > to || c.over {
		return !c.over
	}
	if frame, what := firstOther(c.a, c.b, c.agent, max(from, 1)-1, to, math.MaxUint64); what != "" {
		c.replay(max(frame, from), to)
	}
	return !c.over
}

// covers returns the frames of which an agent is known: from its first recorded one to the last of its world, since it may
// sleep.
func (rec *Recording) covers(agent world.AgentID) (first, last uint64, ok bool) {
	for t := range rec.takes(agent, 0, math.MaxUint64) {
		if !ok {
			first, ok = t.Frame, true
		}
		last = t.Frame
	}
	if _, end, known := rec.Frames(); known && ok {
		if ended := rec.rows(agent).ended; ended > 0 {
			end = min(end, ended-1)
		}
		last = max(last, end)
	}
	return first, last, ok
}

func framesWords(first, last uint64, ok bool) string {
	if !ok {
		return "no frames"
	}
	return fmt.Sprintf("frames %d to %d", first, last)
}

// asleep reports whether a take changed nothing, as if the agent had slept.
func (t *take) asleep() bool {
	return t.same || !t.unknown && slices.Equal(t.before, t.Image) && slices.Equal(t.was, t.Plugged)
}
