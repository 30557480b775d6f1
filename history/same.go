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
// none. Operations after the frame end are not compared.
func firstOther(a, b *Recording, id world.AgentID, after, upTo, end uint64) (frame uint64, what string) {
	inA, inB := a.rows(id), b.rows(id)
	if inA == nil || inB == nil {
		return 0, ""
	}
	if x := a.cursor(inA, 0); x.next() && x.Frame > after+1 {
		after = x.Frame - 1 // the state before has been dropped
	}
	x, y := a.cursor(inA, after), b.cursor(inB, after)
	moreX, moreY := x.realAfter(after, end), y.realAfter(after, end)
	lastX, lastY := after, after
	for moreX && x.Frame <= upTo || moreY && y.Frame <= upTo {
		switch {
		case !moreY || moreX && x.Frame < y.Frame:
			if !x.asleep() {
				return x.Frame, "it ticked in one alone"
			}
			lastX = x.Frame
			moreX = x.real(end)
		case !moreX || y.Frame < x.Frame:
			if !y.asleep() {
				return y.Frame, "it ticked in one alone"
			}
			lastY = y.Frame
			moreY = y.real(end)
		default:
			if what := x.other(&y.take, lastX == lastY); what != "" {
				return x.Frame, what
			}
			lastX, lastY = x.Frame, y.Frame
			moreX, moreY = x.real(end), y.real(end)
		}
	}
	return 0, ""
}

// realAfter is real for the takes after a frame.
func (c *cursor) realAfter(after, end uint64) bool {
	for c.real(end) {
		if c.Frame > after {
			return true
		}
	}
	return false
}

// real goes to the next take that does not start a recording and is no operation after the frame end.
func (c *cursor) real(end uint64) bool {
	for c.next() {
		if c.Marks&tape.Restored == 0 && (c.Frame < end || c.Marks&tape.Operation == 0) {
			return true
		}
	}
	return false
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
