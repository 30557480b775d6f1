package differential_test

import (
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/reference"
	"github.com/decidertree/decidertree/stimuli"
)

// Findings of a history in the events of an agent, beside their kinds.
const (
	monitorFired              = "a Monitor fired"
	restedLeaf                = "a leaf rested between iterations"
	restedGroup               = "a group rested between iterations"
	leaveInterrupted          = "a Leave was interrupted again by its own group"
	leaveInterruptedFromAbove = "a Leave was interrupted again from further up"
	timeoutInterrupted        = "a Leave because of a Timeout was interrupted"
	leaveTimedOut             = "a Leave timed out"
	pendingReplaced           = "a pending child was replaced"
	reactiveCancel            = "a reactive group cancelled what it did not reach"
	concurrentSucceededEarly  = "a Concurrent succeeded before all its children ended"
	concurrentFailedEarly     = "a Concurrent failed before all its children ended"
	pluggedActive             = "a tree was plugged into an active slot"
	unpluggedActive           = "an active tree was unplugged"
	nestedPlug                = "a tree was plugged into a plugged tree"
	timedOutInRepeat          = "a Repeat timed out"
	timedOutPlainly           = "something else timed out"
	givenData                 = "a behavior began with a parameter"
	handedToGroup             = "a group behavior began with what the group's Decide found"
	unaskedGroup              = "a group with a DBlock was entered on the way to a Jump's target"
	copiedEntered             = "a decider below a Copy was entered"
	copiedTwice               = "a decider below a Copy in a copy was entered"
	jumpedInCopy              = "a Jump in a copy led to a decider of the copy"
	jumpedOutOfCopy           = "a Jump in a copy led out of it"
	jumpedIntoCopy            = "a Jump led into a copy"
	notAllFlags               = "all flags of a NotAll were set"
	notAllStimuli             = "all stimuli of a NotAll were there"
	conditionPassed           = "a condition leaf passed"
	conditionInverted         = "a condition leaf passed and failed by its Outcome"
	conditionShared           = "a condition leaf passed a gate"
	waited                    = "a Wait was over"
	rejectedFailed            = "a rejection counted as a failure"
	rejectedSucceeded         = "a Concurrent succeeded although a rejection counted as a failure"
)

// spot is a place of a tree, as events name it.
type spot struct {
	tree  string // the root's name
	place int
}

// standing is what a history knows of a spot.
type standing struct {
	decider  *decider.Decider[*randomtree.Subject]
	parent   spot // place -1 for the root
	leaveFor float64
}

// history follows one agent's events to find what no single event tells.
type history struct {
	own     string // the root of its own tree
	spots   map[spot]standing
	active  map[spot]bool
	leaving map[spot]*leaving
	resting map[spot]bool // an iteration has ended and nothing has begun since

	// In this tick.
	last     event.Event
	left     map[spot]behavior.Reason
	asked    map[spot]bool // some child of the spot was asked
	rejected map[spot]bool // some child of the spot, which has RejectedFails, rejected
	toward   string        // the target of the Jump under way
	changed  bool          // something ended and was removed since the last tree was unplugged
}

// leaving is a behavior in its Leave.
type leaving struct {
	since float64 // when Leave was called first, in seconds
	due   float64 // when its LeaveTimeout is over
	done  bool    // Leave returned another status than Running
	late  bool    // the Leave is due to a Timeout
	goes  spot    // the pending child; place -1 for none
}

func newHistory(f *randomtree.TreeSet) *history {
	h := &history{own: f.Root.Name, spots: map[spot]standing{}, active: map[spot]bool{}, leaving: map[spot]*leaving{}, resting: map[spot]bool{}}
	h.number(f.Root)
	for _, plug := range f.Plugs {
		h.number(plug)
	}
	return h
}

// number gives the deciders of a tree the same places as the engine does: those of a group's children follow each other,
// then come those below the first of them.
func (h *history) number(root *decider.Decider[*randomtree.Subject]) {
	root = reference.WrittenOut(root)
	next := 0
	add := func(d *decider.Decider[*randomtree.Subject], parent spot) spot {
		at := spot{root.Name, next}
		next++
		s := standing{decider: d, parent: parent}
		switch {
		case d.DBlock != nil:
			s.leaveFor = d.DBlock.Handover(engine.Key{}, nil).Behavior.LeaveTimeout
		case d.Behavior != nil:
			s.leaveFor = d.Behavior.Calls(engine.Key{}, nil).LeaveTimeout
		}
		h.spots[at] = s
		return at
	}
	var expand func(spot)
	expand = func(p spot) {
		var children []spot
		for _, child := range h.spots[p].decider.Children {
			children = append(children, add(child, p))
		}
		for _, child := range children {
			expand(child)
		}
	}
	expand(add(root, spot{root.Name, -1}))
}

// begin clears what belongs to one tick.
func (h *history) begin() {
	h.last, h.left, h.asked, h.changed, h.toward = event.Event{}, map[spot]behavior.Reason{}, map[spot]bool{}, false, ""
	h.rejected = map[spot]bool{}
}

// see processes the next event and returns its findings.
func (h *history) see(e *event.Event) (found []string) {
	add := func(is bool, what string) {
		if is {
			found = append(found, what)
		}
	}
	at := spot{e.Tree.Name, e.Place}
	here := h.spots[at]
	switch e.Kind {
	case event.Repeated, event.Visited, event.Continued, event.Exited, event.Deactivated:
	default:
		delete(h.resting, at)
		delete(h.resting, here.parent)
	}
	switch e.Kind {
	case event.Asked:
		h.asked[here.parent] = true
		if d := here.decider; d != nil {
			f, s := d.DecisionFlags, d.StimuliFlags
			add(e.Verdict == event.FailedDecisionFlags && f == decider.Check{NotAll: f.NotAll}, notAllFlags)
			add(e.Verdict == event.FailedStimuliFlags && s == stimuli.Check{NotAll: s.NotAll}, notAllStimuli)
		}
		if group := h.spots[here.parent].decider; group != nil && group.Options&decider.RejectedFails != 0 {
			add(e.Verdict != event.Accepted && !e.Pending, rejectedFailed)
			h.rejected[here.parent] = e.Verdict != event.Accepted && !e.Pending || h.rejected[here.parent]
		}
	case event.Fired:
		add(true, monitorFired)
	case event.Repeated:
		h.resting[at] = true
	case event.Visited:
		if h.resting[at] && here.decider != nil {
			group := len(here.decider.Children) > 0
			add(group, restedGroup)
			add(!group && here.decider.Slot == nil, restedLeaf)
		}
	case event.Entered:
		h.active[at] = true
		if d := here.decider; d != nil && randomtree.IsCondition(d) {
			add(d.Gate == nil, conditionPassed)
			add(d.Gate != nil, conditionShared)
			add(d.Modifiers.Outcome == decider.Inverted || d.Modifiers.Outcome == decider.AlwaysFailure, conditionInverted)
		}
		if d := here.decider; d != nil && h.toward != "" {
			add(d.DBlock != nil && d.Name != h.toward, unaskedGroup)
			if d.Name == h.toward {
				h.toward = ""
			}
		}
		depth := strings.Count(e.Decider.Name, "/")
		add(depth > 0, copiedEntered)
		add(depth > 1, copiedTwice)
	case event.Jumped:
		h.toward = e.Target.Name
		from, into := strings.Contains(e.Decider.Name, "/"), strings.Contains(e.Target.Name, "/")
		add(from && into, jumpedInCopy)
		add(from && !into, jumpedOutOfCopy)
		add(!from && into, jumpedIntoCopy)
	case event.Activated:
		if d := here.decider; d != nil {
			add(d.DBlock != nil && len(d.Children) > 0, handedToGroup)
			add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}, nil).Given != nil, givenData)
		}
	case event.Exited:
		if here.decider != nil && len(here.decider.Children) > 0 {
			if e.Status != 0 {
				add(true, here.decider.Policy.String()+" "+e.Status.String())
			}
			add(h.rejected[at] && e.Status == behavior.Success, rejectedSucceeded)
			early := here.decider.Policy == decider.Concurrent && h.cutShort(at)
			add(early && e.Status == behavior.Success, concurrentSucceededEarly)
			add(early && e.Status == behavior.Failure, concurrentFailedEarly)
		}
	case event.Leaving:
		l := h.leaving[at]
		if l == nil {
			l = &leaving{since: e.Time, due: e.Time + here.leaveFor, goes: spot{place: -1}}
			h.leaving[at] = l
		}
		add(l.late && e.Reason == behavior.Interrupted, timeoutInterrupted)
		l.done, l.late = false, e.Reason == behavior.TimedOut
	case event.Returned:
		if d := here.decider; d != nil && d.Behavior != nil && h.last.Kind == event.Ticking && e.Status == behavior.Success {
			b := d.Behavior.Calls(engine.Key{}, nil)
			add(b.Delayed && b.Period > 0, waited)
		}
		if l := h.leaving[at]; l != nil && !e.Activating && h.last.Kind != event.Ticking {
			l.done = e.Status != behavior.Running
		}
	case event.Pending:
		for under, l := range h.leaving {
			if !h.isUnder(under, here.parent) {
				continue
			}
			if l.goes.place >= 0 && l.goes != at {
				sibling := h.spots[l.goes].parent == here.parent
				add(sibling, pendingReplaced)
				add(sibling, leaveInterrupted)
				add(!sibling, leaveInterruptedFromAbove)
			}
			l.goes = at
		}
	case event.Left:
		h.left[at] = e.Reason
		add(e.Reason == behavior.TimedOut && here.isRepeat(), timedOutInRepeat)
		add(e.Reason == behavior.TimedOut && !here.isRepeat() && here.decider != nil && here.decider.Modifiers.Timeout > 0, timedOutPlainly)
		if l := h.leaving[at]; l != nil {
			ended := e.Reason == behavior.Interrupted || e.Reason == behavior.TimedOut
			add(ended && !l.done && e.Time >= l.due && l.since < e.Time, leaveTimedOut)
			delete(h.leaving, at)
		}
		parent := h.spots[here.parent].decider
		if parent != nil && (parent.Policy == decider.ReactiveSequence || parent.Policy == decider.ReactiveSelector) {
			add(e.Reason == behavior.Cancelled && h.asked[here.parent] && h.last.Kind != event.Left, reactiveCancel)
		}
		h.changed = h.changed || e.Reason == behavior.Removed
		delete(h.active, at)
	case event.Plugged:
		add(h.active[at], pluggedActive)
		add(e.Tree.Name != h.own, nestedPlug)
	case event.Unplugged:
		add(h.changed, unpluggedActive)
		h.changed = false
	}
	h.last = *e
	return found
}

// cutShort reports whether in this tick one child of a Concurrent group ended by itself and another was cancelled.
func (h *history) cutShort(group spot) bool {
	ended, cancelled := false, false
	for at, reason := range h.left {
		if h.spots[at].parent == group {
			ended = ended || reason == behavior.Succeeded || reason == behavior.Failed
			cancelled = cancelled || reason == behavior.Cancelled
		}
	}
	return ended && cancelled
}

// isUnder reports whether a spot is another spot or lies below it in the same tree.
func (h *history) isUnder(at, above spot) bool {
	for at.place >= 0 && at != above {
		at = h.spots[at].parent
	}
	return at == above
}

func (s standing) isRepeat() bool {
	return s.decider != nil && (s.decider.Modifiers.Repeat > 1 || s.decider.Modifiers.Repeat == decider.Forever)
}
