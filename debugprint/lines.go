package debugprint

import (
	"strconv"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
)

const stars = "****************"

// AppendEvent appends the lines that [Output] writes for an event at a level, each ending in a line break. An event
// may have several lines of different levels, or none at this level. Only growing b and the text of an error
// allocate.
func (n Names) AppendEvent(b []byte, e *event.Event, level event.Level) []byte {
	l := lines{b: b, e: e, upTo: level, names: n}
	l.event()
	return l.b
}

// lines builds the lines of one event.
type lines struct {
	b     []byte
	e     *event.Event
	upTo  event.Level
	names Names
}

// begin starts a line of a level with its prefix, `DT(1) #7 @ 106.017: ` and a space for each level of depth. It
// returns false if the level is not wanted.
func (l *lines) begin(level event.Level) bool {
	if level > l.upTo {
		return false
	}
	l.text("DT(")
	l.int(int(level))
	l.text(") ")
	l.agent()
	l.text(" @ ")
	l.fixed(l.e.Time, 3)
	l.text(": ")
	for range l.e.Depth {
		l.text(" ")
	}
	return true
}

func (l *lines) end()                                      { l.b = append(l.b, '\n') }
func (l *lines) text(s string)                             { l.b = append(l.b, s...) }
func (l *lines) int(n int)                                 { l.b = appendInt(l.b, n) }
func (l *lines) fixed(x float64, digits int)               { l.b = appendFixed(l.b, x, digits) }
func (l *lines) label(label event.Label)                   { l.b = appendLabel(l.b, label) }
func (l *lines) set(of BitNames, flags uint64, digits int) { l.b = of.appendSet(l.b, flags, digits) }

func (l *lines) agent() {
	l.text("#")
	l.b = strconv.AppendUint(l.b, uint64(l.e.Agent), 10)
}

// event appends the lines of the event, in the order of the Spore text.
func (l *lines) event() {
	switch l.e.Kind {
	case event.TickStarted:
		l.tickStarted()
	case event.Visited:
		l.visited()
	case event.Asked:
		l.asked()
	case event.Returned:
		l.returned()
	case event.Erred:
		l.erred()
	case event.TickFinished:
		l.tickFinished()
	case event.Exited: // for hooks: the lines before it have said everything
	default:
		if l.begin(l.e.Kind.Level()) {
			l.oneLine()
			l.end()
		}
	}
}

func (l *lines) tickStarted() {
	if l.begin(3) {
		l.text(stars + " starting tree for ")
		l.agent()
		l.text(" " + stars)
		l.end()
	}
	if l.begin(3) {
		l.text("dt: ")
		l.fixed(l.e.DT, 6)
		l.text(", DecisionFlags: ")
		l.set(l.names.Decision, uint64(l.e.DecisionFlags), 8)
		l.text(", StimuliAllFlags: ")
		l.set(l.names.Stimuli, uint64(l.e.Stimuli), 8)
		l.end()
	}
}

func (l *lines) tickFinished() {
	if l.begin(3) {
		l.text(stars + " finished tree for ")
		l.agent()
		l.text(", ")
		l.int(l.e.PathLength)
		l.text(" active")
		if l.e.Status != behavior.Running { // the root itself finished
			l.text(", ")
			l.text(l.e.Status.String())
		}
		l.text(" " + stars)
		l.end()
	}
}

func (l *lines) visited() {
	e := l.e
	if l.begin(5) {
		l.text("processing decider ")
		l.label(e.Decider)
		l.text(", flags: 0x")
		l.b = appendHex(l.b, uint64(e.Options), 1)
		l.text(", place: ")
		l.int(e.Place)
		if e.Nested {
			l.text(" of ")
			l.label(e.Tree)
		}
		l.end()
	}
	if !l.begin(4) {
		return
	}
	switch {
	case e.DeciderKind == declaration.SlotDecider:
		l.text("visiting current Slot decider ")
		l.label(e.Decider)
		l.b = appendPlugged(l.b, e.Target)
	case e.Children == 0:
		l.text("visiting current Behavior decider ")
		l.label(e.Decider)
	default:
		l.text("visiting current Group decider ")
		l.label(e.Decider)
		l.text(", ")
		l.text(e.Policy.String())
		l.text(", ")
		l.int(e.Children)
		l.text(" children, ")
		if e.Policy == decider.Concurrent {
			l.text("first ")
		}
		l.text("active child ")
		l.int(e.Active)
	}
	l.text(", duration ")
	l.fixed(e.Duration, 3)
	l.end()
}

func (l *lines) returned() {
	if !l.begin(3) {
		return
	}
	e := l.e
	switch {
	case e.Activating:
		l.behavior("activated behavior ")
	case e.Reason != 0:
		l.behavior("leaving behavior ")
	default:
		l.behavior("current behavior ")
	}
	if e.Status != behavior.Running {
		l.text(", ")
		l.text(e.Status.String())
	}
	l.end()
}

// withFlags appends the BehaviorFlags.
func (l *lines) withFlags() {
	l.text(" with flags ")
	l.set(l.names.Behavior, uint64(l.e.BehaviorFlags), 1)
}
