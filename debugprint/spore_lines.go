package debugprint

import (
	"strconv"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
)

const stars = "****************"

// sporeLines builds the lines of one event in the form of the Spore text.
type sporeLines struct{ *lines }

// prefix appends `DT(1) #7 @ 106.017: ` and a space for each level of depth.
func (l sporeLines) prefix(level event.Level) {
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
}

func (l sporeLines) agent() {
	l.text("#")
	l.b = strconv.AppendUint(l.b, uint64(l.e.Agent), 10)
}

// event appends the lines of the event, in the order of the Spore text.
func (l sporeLines) event() {
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

func (l sporeLines) tickStarted() {
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

func (l sporeLines) tickFinished() {
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

func (l sporeLines) visited() {
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

func (l sporeLines) returned() {
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
func (l sporeLines) withFlags() {
	l.text(" with flags ")
	l.set(l.names.Behavior, uint64(l.e.BehaviorFlags), 1)
}
