package history

import (
	"bytes"
	"fmt"

	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// sameTakes compares the takes of all agents that two recordings share, after one frame up to another, as far as both
// go. Operations after the last frame are not compared: a Step that performs them before the world advances has them in the
// frame before, in which one of the two ends, or a fork makes its change. The error is a *NotDeterministicError for the first
// difference; the caller sets Again.
func sameTakes(a, b *Recording, after, upTo uint64) *NotDeterministicError {
	if a == nil || b == nil {
		return nil
	}
	_, endA, okA := a.Frames()
	_, endB, okB := b.Frames()
	if !okA || !okB {
		return nil
	}
	upTo = min(upTo, endA, endB)
	end := upTo
	var first *NotDeterministicError
	for _, id := range a.Agents() {
		frame, what := firstOther(a, b, id, after, upTo, end)
		if what != "" && (first == nil || frame < first.Frame) {
			first = &NotDeterministicError{Agent: id, Frame: frame, What: what}
			upTo = frame - 1
		}
	}
	return first
}

// firstOther is the first take of an agent in which two recordings differ, of those after one frame up to another; what is "" for
// none. Operations after the frame end are not compared, nor is a time in which one of the two did not record the agent.
func firstOther(a, b *Recording, id world.AgentID, after, upTo, end uint64) (frame uint64, what string) {
	inA, inB := a.rows(id), b.rows(id)
	if inA == nil || inB == nil {
		return 0, ""
	}
	if x := a.cursor(inA, 0); x.next() && x.Frame > after+1 {
		after = x.Frame - 1 // the state before has been dropped
	}
	x, y := &reader{cursor: a.cursor(inA, after), end: end}, &reader{cursor: b.cursor(inB, after), end: end}
	x.realAfter(after)
	y.realAfter(after)
	lastX, lastY := after, after
	for x.more && x.Frame <= upTo || y.more && y.Frame <= upTo {
		switch {
		case !y.more || x.more && x.Frame < y.Frame:
			if !x.asleep() && !y.misses(&x.take) {
				return x.Frame, "it ticked in one alone"
			}
			lastX = x.Frame
			x.real()
		case !x.more || y.Frame < x.Frame:
			if !y.asleep() && !x.misses(&y.take) {
				return y.Frame, "it ticked in one alone"
			}
			lastY = y.Frame
			y.real()
		default:
			if what := x.other(&y.take, lastX == lastY); what != "" {
				return x.Frame, what
			}
			lastX, lastY = x.Frame, y.Frame
			x.real()
			y.real()
		}
	}
	return 0, ""
}

// reader reads the takes of an agent that can be compared.
type reader struct {
	*cursor
	end   uint64 // operations after this frame are left out
	more  bool   // there is a take
	since uint64 // recording began again after this frame, before the present take
}

// realAfter is real for the takes after a frame.
func (r *reader) realAfter(after uint64) {
	for r.real(); r.more && r.Frame <= after; {
		r.real()
	}
}

// real goes to the next take that does not start a recording and is no operation after the frame end.
func (r *reader) real() {
	for r.more = false; !r.more && r.next(); {
		restored := r.Marks&tape.Restored != 0
		switch {
		case restored:
			r.since = r.Frame
		case r.unknown && r.Frame > 0:
			r.since = r.Frame - 1
		}
		r.more = !restored && (r.Frame < r.end || r.Marks&tape.Operation == 0)
	}
}

// misses reports whether the agent was not recorded at a take that is in the other recording alone: before the present
// take, or after the last one.
func (r *reader) misses(t *take) bool {
	ended := r.rows.ended
	return t.Frame <= r.since || !r.more && ended > 0 && (t.Frame >= ended || t.Frame+1 == ended && t.Marks&tape.Operation != 0)
}

// other describes the difference between two takes of a frame; "" for none. A different time since the last tick is
// ignored if the agents slept and nothing else differs.
func (t *take) other(o *take, dt bool) string {
	switch {
	case t.Marks != o.Marks:
		return "in one, something was done to it from outside"
	case t.timed && o.timed && (t.Time != o.Time || dt && t.DT != o.DT):
		return fmt.Sprintf("its tick was at %v s, after %v s, and at %v s, after %v s", t.Time, t.DT, o.Time, o.DT)
	case t.Flags != o.Flags:
		return fmt.Sprintf("its decision flags were %#x and %#x", t.Flags, o.Flags)
	case t.Stimuli != o.Stimuli:
		return fmt.Sprintf("its stimuli were %#x and %#x", t.Stimuli, o.Stimuli)
	case !t.lost && !o.lost && !bytes.Equal(t.Answers, o.Answers):
		return "its functions, or its world, answered something else"
	case !bytes.Equal(t.Plugged, o.Plugged):
		return "other trees were plugged in"
	case !bytes.Equal(t.Image, o.Image):
		return "its memory was another afterwards"
	}
	return ""
}
