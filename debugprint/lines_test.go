package debugprint_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// asked is the event of a child that was asked.
func asked(index int, checks []event.Verdict, verdict event.Verdict, decided bool, value float64) event.Event {
	e := event.Event{
		Kind: event.Asked, Depth: 1, Index: index, Decider: label("DIE", 0x2d5e211), Verdict: verdict, Decided: decided, Value: value,
	}
	for _, c := range checks {
		e.Checks |= 1 << c
	}
	return e
}

var (
	noChecks  []event.Verdict
	allChecks = []event.Verdict{event.FailedDecisionFlags, event.FailedStimuliFlags, event.FailedLimit, event.FailedCooldown, event.FailedEvery}
)

// events are one of each kind, and of each way a kind can read.
var events = []event.Event{
	{Kind: event.TickStarted, DT: 0.065555, DecisionFlags: 2, Stimuli: 5},
	{
		Kind: event.Visited, Decider: label("ROOT", 0x2d5e207), Policy: decider.PrioritizedList, Children: 7, Active: 1,
		Duration: 145.433682,
	},
	asked(0, allChecks[:1], event.FailedDecisionFlags, false, 0),
	asked(1, allChecks, event.FailedDecisionFlags, false, 0),
	asked(2, allChecks, event.FailedStimuliFlags, false, 0),
	asked(3, allChecks, event.FailedCooldown, false, 0),
	asked(3, allChecks, event.FailedLimit, false, 0),
	asked(4, allChecks, event.FailedEvery, false, 0),
	asked(5, allChecks, event.FailedDecide, true, 0),
	asked(6, allChecks[1:2], event.FailedDecide, true, 0),
	asked(7, noChecks, event.FailedDecide, true, -1.5),
	asked(8, noChecks, event.FailedDecide, true, 1),
	asked(9, noChecks, event.FailedDecide, false, 0),
	asked(10, noChecks, event.Accepted, true, 1),
	asked(11, noChecks, event.Accepted, true, 1e-9),
	asked(12, noChecks, event.Accepted, true, 1e300),
	asked(13, noChecks, event.Accepted, false, 2),
	asked(14, noChecks, event.FailedDecide, true, math.NaN()),
	asked(15, noChecks, event.FailedMask, false, 0),
	asked(16, noChecks, event.FailedJump, false, 0),
	asked(16, allChecks, event.FailedSlot, false, 0),
	asked(17, allChecks[4:], event.FailedChildren, true, 0),
	asked(18, noChecks, event.FailedTarget, true, 1),
	{Kind: event.Chose, Decider: label("ROOT", 0x2d5e207), Active: -1},
	{Kind: event.Chose, Decider: label("ROOT", 0x2d5e207), Active: 999},
	{Kind: event.Continued, Depth: 1, Index: 1, Decider: label("GUARD_NEST_GROUP", 0x2d5e200), Duration: 145.433682},
	{Kind: event.Visited, Depth: 2, Place: 9, Decider: label("GUARD_NEST_IDLE", 0x2d5e204), Options: 1, Active: -1, Duration: 7.904},
	{
		Kind: event.Ticking, Depth: 2, DT: 0.065555, Decider: label("GUARD_NEST_IDLE", 0x2d5e204),
		Behavior: label("IDLE_WALK", 0x2c20c24), BehaviorFlags: 2, Duration: 7.904,
	},
	returned(behavior.Running, true), returned(behavior.Failure, true), returned(behavior.Running, false),
	returned(behavior.Success, false), returned(0, false),
	{Kind: event.Masked, Depth: 2, Index: 4, Decider: label("GUARD_NEST_IDLE", 0x2d5e204), Status: behavior.Failure},
	{Kind: event.Entered, Decider: label("ROOT", 0x2d5e207)},
	{Kind: event.Entered, Depth: 2, Index: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202)},
	growling,
	{
		Kind: event.Deactivated, Depth: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202), Behavior: label("GROWL", 0x2c20c22),
		BehaviorFlags: 3, Reason: behavior.Interrupted, Duration: 0.711,
	},
	{Kind: event.Left, Depth: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202), Reason: behavior.Interrupted, Duration: 0.711},
	{Kind: event.Jumped, Depth: 1, Decider: label("GO_HOME", 5), Target: label("HOME", 6)},
	{Kind: event.SubsetRuleBroken, Depth: 1, Decider: label("GUARD_NEST_GROUP", 0x2d5e200)},
	{Kind: event.Erred, Depth: 1, Err: errors.New("no route")},
	{Kind: event.Erred, Depth: 1, Err: errors.Join(errors.New("no route"), errors.New("no \x1bwater\r\n\tat all"))},
	{Kind: event.Erred},
	{Kind: event.Erred, Err: errors.New("")},
	{Kind: event.Erred, Err: (*rude)(nil)},
	{Kind: event.TickFinished, PathLength: 3, Status: behavior.Running},
	{Kind: event.TickFinished, Status: behavior.Failure},
	{Kind: event.Visited, Depth: 1, Place: 2, Decider: label("HUNT", 8), Policy: decider.Concurrent, Children: 3, Duration: 2},
	{Kind: event.Visited, Depth: 1, Place: 3, Decider: label("PLAY", 9), DeciderKind: declaration.SlotDecider, Target: label("BALL", 10), Active: -1, Duration: 2},
	{Kind: event.Visited, Depth: 1, Place: 3, Decider: label("PLAY", 9), DeciderKind: declaration.SlotDecider, Active: -1, Duration: 3},
	{Kind: event.Visited, Depth: 2, Decider: label("BALL", 10), Tree: label("BALL", 10), Nested: true, Children: 2, Active: -1, Duration: 2},
	{Kind: event.Entered, Depth: 2, Decider: label("BALL", 10), Tree: label("BALL", 10), Nested: true},
	{Kind: event.Entered, Depth: 3, Place: 1, Decider: label("THROW", 11), Tree: label("BALL", 10), Nested: true},
	{Kind: event.Fired, Depth: 1, Index: 2, Decider: label("FLEE", 12)},
	{Kind: event.Repeated, Depth: 1, Decider: label("SING", 13), Iteration: 3, Status: behavior.Failure},
	{Kind: event.Pending, Depth: 1, Index: 2, Decider: label("FLEE", 12)},
	{Kind: event.Leaving, Depth: 2, Decider: label("LIE", 14), Behavior: label("SLEEP", 15), BehaviorFlags: 1, Reason: behavior.TimedOut, Duration: 1.5},
	left(behavior.Running), left(behavior.Success),
	{Kind: event.Plugged, Depth: 1, Decider: label("PLAY", 9), Target: label("BALL", 10)},
	{Kind: event.Unplugged, Depth: 1, Decider: label("PLAY", 9), Target: label("BALL", 10)},
	{Kind: event.Exited, Depth: 1, Decider: label("PLAY", 9), Status: behavior.Running},
	{Kind: event.Waiting, Depth: 1, Index: 2, Decider: label("EAT", 16)},
	pending(asked(19, append([]event.Verdict{event.FailedGate}, allChecks[3:]...), event.FailedGate, true, 0)),
}

func pending(e event.Event) event.Event {
	e.Pending = true
	return e
}

func returned(status behavior.Status, activating bool) event.Event {
	return event.Event{
		Kind: event.Returned, Depth: 2, Decider: label("GUARD_NEST_IDLE", 0x2d5e204),
		Behavior: label("IDLE_WALK", 0x2c20c24), BehaviorFlags: 2, Status: status, Activating: activating,
	}
}

// left is what a Leave has returned.
func left(status behavior.Status) event.Event {
	e := returned(status, false)
	e.Reason = behavior.Interrupted
	return e
}

// rude is an error that cannot be asked.
type rude struct{ text string }

func (r *rude) Error() string { return r.text }

func TestEveryLine(t *testing.T) {
	for _, form := range forms {
		var b []byte
		for _, e := range events {
			e.Agent, e.Time = 7, 149.26682949
			b = debugprint.Names{}.AppendEvent(b, &e, 5, form.mode)
		}
		golden.Equal(t, form.folder+"lines.golden", string(b))
	}
}

func TestAppendEventKeepsToTheLevel(t *testing.T) {
	for _, e := range events {
		for level := event.Level(-1); level < 7; level++ {
			readable := string(debugprint.Names{}.AppendEvent(nil, &e, level, 0))
			text := string(debugprint.Names{}.AppendEvent(nil, &e, level, debugprint.Spore))
			assert.Equal(t, e.Kind.Level() <= level && e.Kind != event.Exited, text != "", "%v at %d", e.Kind, level)
			assert.Equal(t, text != "", readable != "", "%v at %d", e.Kind, level)
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, int(line[3]-'0'), int(level))
			}
		}
	}
	assert.Len(t, strings.Split(string(debugprint.Names{}.AppendEvent(nil, &event.Event{Kind: event.Visited}, 4, debugprint.Spore)), "\n"), 2,
		"level 5's line of a visit is not in level 4")
}

func TestLinesOfOddThings(t *testing.T) {
	line := func(e event.Event) string {
		return string(debugprint.Names{}.AppendEvent(nil, &e, 5, debugprint.Spore))
	}
	assert.Equal(t, "DT(0) #0 @ 0.000: Kind(99) /0x0\n", line(event.Event{Kind: 99}), "a kind of the future")
	assert.Equal(t, "DT(2) #18446744073709551615 @ NaN: entering root a\\nb/0x1\n",
		line(event.Event{Kind: event.Entered, Agent: math.MaxUint64, Time: math.NaN(), Decider: label("a\nb", 1)}))
	assert.Contains(t, line(event.Event{Kind: event.Left, Time: math.Inf(-1), Duration: math.NaN()}),
		"@ -Inf: leaving decider /0x0, Reason(0), duration NaN\n")
	assert.Contains(t, line(event.Event{Kind: event.Left, Depth: 255}), "0.000:"+strings.Repeat(" ", 256)+"leaving")
}

// The readable form at the levels of events, with names that would break a line or a terminal.
func TestReadableLinesOfOddThings(t *testing.T) {
	line := func(e event.Event, level event.Level) string {
		return string(debugprint.Names{}.AppendEvent(nil, &e, level, 0))
	}
	assert.Equal(t, "   0.00 s  #0  Kind(99) \n", line(event.Event{Kind: 99}, 5), "a kind of the future")
	assert.Equal(t, "    NaN s  #18446744073709551615  a\\nb begins\n",
		line(event.Event{Kind: event.Entered, Agent: math.MaxUint64, Time: math.NaN(), Decider: label("a\nb", 1)}, 2))
	assert.Equal(t, "   -Inf s  #0   ends after NaN s: Reason(0)\n", line(event.Event{Kind: event.Left, Time: math.Inf(-1), Duration: math.NaN()}, 2))
	assert.Equal(t, "12345678.90 s  #0  A begins \\x1b\\xff(0x3)\n", line(event.Event{Kind: event.Activated, Time: 12345678.9, Depth: 3,
		Decider: label("A", 1), Behavior: label("\x1b\xff", 2), BehaviorFlags: 3}, 1), "level 1 is not indented")
	assert.Contains(t, line(event.Event{Kind: event.Left, Depth: 255}, 2), "#0  "+strings.Repeat("  ", 255)+" ends")
	for _, e := range events {
		e.Decider, e.Behavior, e.Target, e.Tree = label("a\nb", 1), label("c\nd", 2), label("e\nf", 3), label("g\nh", 4)
		if e.Kind == event.Erred || e.Kind == event.Exited {
			continue
		}
		for _, names := range []debugprint.Names{{}, {NameOf: func(world.AgentID) string { return "i\nj" }}} {
			for _, form := range forms {
				text := string(names.AppendEvent(nil, &e, e.Kind.Level(), form.mode))
				if form.mode == 0 || e.Kind != event.TickStarted { // which has two lines
					assert.Equal(t, 1, strings.Count(text, "\n"), text)
				}
			}
		}
	}
	for seconds, want := range map[float64]string{0: "at once", 2.5: "after 2.5 s", 10: "after 10 s", 0.125: "after 0.12 s", 0.001: "after 0.001 s", -1.5: "after -1.5 s", 1e300: "after 1e+300 s"} {
		assert.Contains(t, line(event.Event{Kind: event.Left, Duration: seconds}, 2), " ends "+want+": ")
	}
}

func TestEveryKindHasItsOwnWords(t *testing.T) {
	for _, form := range forms {
		for kind := event.TickStarted; kind <= event.Waiting; kind++ {
			text := string(debugprint.Names{}.AppendEvent(nil, &event.Event{Kind: kind}, 5, form.mode))
			if kind == event.Exited { // for hooks
				assert.Empty(t, text)
				continue
			}
			assert.NotContains(t, text, kind.String())
			assert.NotEmpty(t, text)
		}
	}
}

func TestEveryReasonHasAWord(t *testing.T) {
	seen := map[string]bool{}
	for reason := behavior.Succeeded; reason <= behavior.Restored; reason++ {
		text := string(debugprint.Names{}.AppendEvent(nil, &event.Event{Kind: event.Left, Reason: reason}, 2, 0))
		assert.NotContains(t, text, reason.String())
		assert.False(t, seen[text], text)
		seen[text] = true
	}
}
