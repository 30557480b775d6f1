package debugprint

import "github.com/decidertree/decidertree/event"

// oneLine appends the message of kinds that have one line.
func (l sporeLines) oneLine() {
	e := l.e
	switch e.Kind {
	case event.Chose:
		l.text("ChildrenDecide returned with RunIdx ")
		l.int(e.Active)
	case event.Continued:
		l.text("continuing child ")
		l.int(e.Index)
		l.text(" ")
		l.label(e.Decider)
		l.text(", duration: ")
		l.fixed(e.Duration, 6)
	case event.Entered:
		l.text("entering ")
		l.child()
	case event.Activated:
		l.behavior("activating behavior ")
	case event.Ticking:
		l.text("ticking behavior ")
		l.label(e.Behavior)
		l.text(" @ ")
		l.fixed(e.Time, 6)
		l.text(" (dt: ")
		l.fixed(e.DT, 6)
		l.text(")")
		l.withFlags()
		l.text(", duration ")
		l.fixed(e.Duration, 3)
	case event.Masked:
		l.text("masking ")
		l.child()
		l.text(" for this tick, ")
		l.text(e.Status.String())
	case event.Jumped:
		l.text("jumping from ")
		l.label(e.Decider)
		l.text(" to ")
		l.label(e.Target)
	case event.Deactivated:
		l.behavior("deactivating behavior ")
		l.ended()
	case event.Left:
		l.text("leaving decider ")
		l.label(e.Decider)
		l.ended()
	case event.SubsetRuleBroken:
		l.text("Subset Rule broken: ")
		l.label(e.Decider)
		l.text(" was entered and no child accepts")
	case event.Fired:
		l.text("firing Monitor ")
		l.child()
	case event.Repeated:
		l.text("repeating decider ")
		l.label(e.Decider)
		l.text(" after iteration ")
		l.int(e.Iteration)
		l.text(", ")
		l.text(e.Status.String())
	case event.Pending:
		l.text("pending ")
		l.child()
		l.text(" until what runs has left")
	case event.Waiting:
		l.text("waiting for the gate or squad of ")
		l.child()
	case event.Leaving:
		l.behavior("calling Leave of behavior ")
		l.ended()
	case event.Plugged:
		l.text("plugging ")
		l.label(e.Target)
		l.text(" into slot ")
		l.label(e.Decider)
	case event.Unplugged:
		l.text("unplugging ")
		l.label(e.Target)
		l.text(" from slot ")
		l.label(e.Decider)
	default: // a kind that this package does not know
		l.text(e.Kind.String())
		l.text(" ")
		l.label(e.Decider)
	}
}

// behavior appends a message about the behavior, and its decider.
func (l sporeLines) behavior(what string) {
	l.text(what)
	l.label(l.e.Behavior)
	l.withFlags()
	l.text(", in decider ")
	l.label(l.e.Decider)
}

// child appends the decider with its index in its group; roots, also of plugged trees, have none.
func (l sporeLines) child() {
	if l.e.Depth == 0 || l.e.Nested && l.e.Place == 0 {
		l.text("root ")
	} else {
		l.text("child ")
		l.int(l.e.Index)
		l.text(" ")
	}
	l.label(l.e.Decider)
}

// ended appends the reason and the duration.
func (l sporeLines) ended() {
	l.text(", ")
	l.text(l.e.Reason.String())
	l.text(", duration ")
	l.fixed(l.e.Duration, 3)
}
