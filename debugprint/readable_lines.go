package debugprint

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
)

// readableLines builds the lines of one event in the readable form.
type readableLines struct{ *lines }

// prefix appends the time and the agent, `   2.50 s  #7  `, and two spaces for each level of depth, unless the lines
// that show where paths begin and end are left out.
func (l readableLines) prefix() {
	start := len(l.b)
	l.fixed(l.e.Time, 2)
	l.b = padLeft(l.b, start, 7)
	l.text(" s  ")
	l.b = l.names.AppendAgent(l.b, l.e.Agent)
	l.text("  ")
	if l.upTo >= transitions {
		for range l.e.Depth {
			l.text("  ")
		}
	}
}

// event appends the line of the event, if the last one does not imply it; for an error one for each line of its text.
func (l readableLines) event(last *told) {
	if last != nil && last.implies(l.e) {
		return
	}
	switch l.e.Kind {
	case event.Erred:
		l.erred()
		return
	case event.Asked:
		l.asked()
		return
	case event.Exited: // for hooks: the lines before it have said everything
		return
	}
	if l.begin(l.e.Kind.Level()) {
		l.message(last)
		l.end()
	}
}

func (l readableLines) message(last *told) {
	e := l.e
	switch e.Kind {
	case event.TickStarted:
		l.tickStarted()
	case event.TickFinished:
		l.tickFinished()
	case event.Visited:
		l.visited()
	case event.Chose:
		l.decider(" chooses ")
		if e.Active < 0 {
			l.text("none")
		} else {
			l.text("child ")
			l.int(e.Active)
		}
	case event.Continued:
		l.child()
		l.text(" goes on")
		l.activeFor()
	case event.Entered:
		l.decider(" begins")
	case event.Activated:
		if last != nil && last.isAbout(e) && last.kind == event.Entered {
			l.decider(" runs")
		} else {
			l.decider(" begins")
		}
		l.behavior(" ")
	case event.Ticking:
		l.decider(" calls Tick")
		l.behavior(" of ")
		l.text(", dt ")
		l.dt()
		l.activeFor()
	case event.Returned:
		l.returned()
	case event.Masked:
		l.decider(" ")
		l.status(e.Status)
		l.text(" and is masked for this tick")
	case event.Jumped:
		l.decider(" jumps to ")
		l.escaped(e.Target.Name)
	case event.Deactivated:
		l.decider(" ends")
		l.behavior(" ")
		l.ended()
	case event.Left:
		l.decider(" ends")
		l.ended()
	case event.SubsetRuleBroken:
		l.decider(" breaks the Subset Rule: it began, and no child accepts")
	case event.Fired:
		l.text("Monitor ")
		l.decider(" fires")
	case event.Repeated:
		l.decider(" repeats: iteration ")
		l.int(e.Iteration)
		l.text(" ")
		l.status(e.Status)
	case event.Pending:
		l.decider(" is next, after the Leave that runs")
	case event.Waiting:
		l.decider(" waits for its gate or squad")
	case event.Leaving:
		l.decider(" calls Leave")
		l.behavior(" of ")
		l.ended()
	case event.Plugged:
		l.escaped(e.Target.Name)
		l.text(" is plugged into ")
		l.decider("")
	case event.Unplugged:
		l.escaped(e.Target.Name)
		l.text(" is unplugged from ")
		l.decider("")
	default: // a kind that this package does not know
		l.text(e.Kind.String())
		l.text(" ")
		l.decider("")
	}
}

// decider appends the decider's name and what it does.
func (l readableLines) decider(does string) {
	l.escaped(l.e.Decider.Name)
	l.text(does)
}

// child appends the decider's index in its group and its name.
func (l readableLines) child() {
	l.text("child ")
	l.int(l.e.Index)
	l.text(" ")
	l.decider("")
}

// behavior appends the behavior, unless it has the decider's name and gets no BehaviorFlags.
func (l readableLines) behavior(before string) {
	if isNamedAlike(l.e) {
		return
	}
	l.text(before)
	l.escaped(l.e.Behavior.Name)
	l.b = l.names.Behavior.appendInParentheses(l.b, uint64(l.e.BehaviorFlags))
}

func isNamedAlike(e *event.Event) bool {
	return e.Behavior.Name == e.Decider.Name && e.BehaviorFlags == 0
}

// activeFor appends the duration of what goes on.
func (l readableLines) activeFor() {
	l.text(", active for ")
	l.seconds(l.e.Duration)
}

// dt appends the time of the tick.
func (l readableLines) dt() {
	l.b = appendNumber(l.b, l.e.DT)
	l.text(" s")
}

// ended appends the duration of what ends, and the reason.
func (l readableLines) ended() {
	if l.e.Duration == 0 {
		l.text(" at once")
	} else {
		l.text(" after ")
		l.seconds(l.e.Duration)
	}
	l.text(": ")
	l.text(reasonWord(l.e.Reason))
}

func reasonWord(r behavior.Reason) string {
	switch r {
	case behavior.Succeeded:
		return "succeeded"
	case behavior.Failed:
		return "failed"
	case behavior.Interrupted:
		return "interrupted"
	case behavior.Cancelled:
		return "cancelled"
	case behavior.Reset:
		return "reset"
	case behavior.Closed:
		return "closed"
	case behavior.Panicked:
		return "panicked"
	case behavior.TimedOut:
		return "timed out"
	case behavior.Removed:
		return "removed"
	case behavior.Restored:
		return "restored"
	}
	return r.String()
}

func (l readableLines) status(st behavior.Status) {
	switch st {
	case behavior.Success:
		l.text("succeeded")
	case behavior.Failure:
		l.text("failed")
	default:
		l.text(st.String())
	}
}

func (l readableLines) tickStarted() {
	l.text("tick of ")
	l.dt()
	if flags := uint64(l.e.DecisionFlags); flags != 0 {
		l.text("; decision flags ")
		l.b = l.names.Decision.appendWords(l.b, flags)
	}
	if flags := uint64(l.e.Stimuli); flags != 0 {
		l.text("; stimuli ")
		l.b = l.names.Stimuli.appendWords(l.b, flags)
	}
}

func (l readableLines) tickFinished() {
	l.text("tick ends, ")
	if l.e.Status != behavior.Running { // the root itself finished
		l.text("the tree ")
		l.status(l.e.Status)
		l.text(", ")
	}
	l.int(l.e.PathLength)
	l.text(" active")
}

func (l readableLines) visited() {
	e := l.e
	l.text("visiting ")
	l.decider("")
	switch {
	case e.DeciderKind == declaration.SlotDecider && e.Target == (event.Label{}):
		l.text(", empty slot")
	case e.DeciderKind == declaration.SlotDecider:
		l.text(", slot with ")
		l.escaped(e.Target.Name)
	case e.Children > 0:
		l.text(", ")
		l.text(e.Policy.String())
		l.text(" of ")
		l.int(e.Children)
		switch {
		case e.Active < 0:
			l.text(", none active")
		case e.Policy == declaration.Concurrent:
			l.text(", first active child ")
			l.int(e.Active)
		default:
			l.text(", child ")
			l.int(e.Active)
			l.text(" active")
		}
	}
	l.activeFor()
	if l.upTo < 5 {
		return
	}
	if e.Options != 0 {
		l.text(", ")
		l.b = optionNames.appendWords(l.b, uint64(e.Options))
	}
	l.text(", place ")
	l.int(e.Place)
	if e.Nested {
		l.text(" of ")
		l.escaped(e.Tree.Name)
	}
}

func (l readableLines) returned() {
	e := l.e
	l.decider(": ")
	switch {
	case e.Activating:
		l.text("Activate")
	case e.Reason != 0:
		l.text("Leave")
	default:
		l.text("Tick")
	}
	l.behavior(" of ")
	l.text(" returned ")
	l.text(e.Status.String())
}
