package history

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// What is in what two recordings differ.
type What string

// In what they differ.
const (
	DiffersAgent    What = "agent"         // only one of them has the agent
	DiffersTree     What = "tree"          // the agent's trees are not the same
	DiffersFrames   What = "frames"        // they do not go as far
	DiffersFlags    What = "decisionFlags" // it was ticked with
	DiffersStimuli  What = "stimuli"       // it had when its tick began
	DiffersTime     What = "time"          // of the tick
	DiffersDecision What = "decision"      // what a decider answered
	DiffersPath     What = "path"          // which deciders are active
	DiffersMemory   What = "memory"        // blocks, values, timers, while all of the above is the same
	DiffersError    What = "error"         // of user code
	DiffersDone     What = "operation"     // what was done with it between ticks
	Unreadable      What = "unreadable"    // a tick cannot be executed again, so nothing more is told of the agent
)

// Difference is one thing in which two recordings differ. String is a line that tells it.
type Difference struct {
	Agent   world.AgentID `json:"agent"`
	Frame   uint64        `json:"frame"` // 0 for agent, tree and frames
	Time    float64       `json:"time"`  // seconds
	First   bool          `json:"first"` // the first of the agent
	What    What          `json:"what"`
	Again   bool          `json:"again"`             // they differed in it before, and from here on do so no longer
	Decider string        `json:"decider,omitempty"` // of decision, and of memory where that is known
	A       string        `json:"a"`                 // what it is in one
	B       string        `json:"b"`                 // and in the other
}

func (d Difference) String() string {
	text := fmt.Sprintf("agent %d", d.Agent)
	switch d.What {
	case DiffersAgent, DiffersTree, DiffersFrames:
	default:
		text += fmt.Sprintf(", frame %d (%.2f s)", d.Frame, d.Time)
	}
	name := map[What]string{DiffersFlags: "decision flags", DiffersDecision: d.Decider, DiffersMemory: "memory"}[d.What]
	if name == "" {
		name = string(d.What)
	}
	if d.What == DiffersMemory && d.Decider != "" {
		name += " of " + d.Decider
	}
	if d.Again {
		return fmt.Sprintf("%s: %s: the same again: %s", text, name, d.A)
	}
	return fmt.Sprintf("%s: %s: %s | %s", text, name, d.A, d.B)
}

// Compare yields in what two recordings differ, agent by agent in the order of their IDs: the first difference of each and
// all later ones, by frame. What stays different in the same way is told once. Agents that only one has, other trees and
// other lengths are told too; what both have is compared, a frame with the same frame.
//
// As far as the recorded bytes are the same nothing is executed again. From an agent's first difference on its ticks are,
// in both recordings.
func Compare(a, b *Recording) iter.Seq[Difference] {
	return func(yield func(Difference) bool) {
		agents := append(a.Agents(), b.Agents()...)
		slices.Sort(agents)
		for _, id := range slices.Compact(agents) {
			c := comparison{a: a, b: b, agent: id, yield: yield}
			if !c.run() {
				return
			}
		}
	}
}

// comparison is of one agent.
type comparison struct {
	a, b  *Recording
	agent world.AgentID
	yield func(Difference) bool
	told  bool // there was a difference
	over  bool // nobody listens any more
}

func (c *comparison) tell(d Difference) {
	if c.over {
		return
	}
	d.Agent, d.First = c.agent, !c.told
	c.told = true
	c.over = !c.yield(d)
}

// run reports whether somebody still listens.
func (c *comparison) run() bool {
	ta, tb := c.a.Tree(c.agent), c.b.Tree(c.agent)
	has := map[bool]string{true: "recorded", false: "not recorded"}
	if ta == nil || tb == nil {
		c.tell(Difference{What: DiffersAgent, A: has[ta != nil], B: has[tb != nil]})
		return !c.over
	}
	if ta.Fingerprint != tb.Fingerprint {
		c.tell(Difference{What: DiffersTree, A: fmt.Sprintf("%s, fingerprint %016x", ta.Name, ta.Fingerprint), B: fmt.Sprintf("%s, fingerprint %016x", tb.Name, tb.Fingerprint)})
	}
	af, al, aok := c.a.covers(c.agent)
	bf, bl, bok := c.b.covers(c.agent)
	if af != bf || al != bl || aok != bok {
		c.tell(Difference{What: DiffersFrames, A: framesWords(af, al, aok), B: framesWords(bf, bl, bok)})
	}
	from, to := max(af, bf), min(al, bl)
	if !aok || !bok || from > to || c.over {
		return !c.over
	}
	if frame, what := firstOther(c.a, c.b, c.agent, max(from, 1)-1, to); what != "" {
		c.replay(max(frame, from), to)
	}
	return !c.over
}

// covers are the frames in which it is known what became of an agent: from the first that is held of it to the last of its
// world, as it may sleep.
func (rec *Recording) covers(agent world.AgentID) (first, last uint64, ok bool) {
	for t := range rec.takes(agent, 0, math.MaxUint64) {
		if !ok {
			first, ok = t.Frame, true
		}
		last = t.Frame
	}
	if _, end, known := rec.Frames(); known && ok {
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

// asleep reports whether nothing came of a take: an agent that sleeps in it is the same afterwards.
func (t *take) asleep() bool {
	return t.same || !t.unknown && slices.Equal(t.before, t.Image) && slices.Equal(t.was, t.Plugged)
}
