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
	"github.com/decidertree/decidertree/internal/golden"
)

// asked is the event of a child that was asked.
func asked(index int, checks []decider.Verdict, verdict decider.Verdict, decided bool, value float64) decider.Event {
	e := decider.Event{
		Kind: decider.Asked, Depth: 1, Index: index, Decider: label("DIE", 0x2d5e211), Verdict: verdict, Decided: decided, Value: value,
	}
	for _, c := range checks {
		e.Checks |= 1 << c
	}
	return e
}

var (
	noChecks  []decider.Verdict
	allChecks = []decider.Verdict{decider.FailedDecisionFlags, decider.FailedStimuliFlags, decider.FailedLimit, decider.FailedCooldown, decider.FailedEvery}
)

// events are one of each kind, and of each way a kind can read.
var events = []decider.Event{
	{Kind: decider.TickStarted, DT: 0.065555, DecisionFlags: 2, Stimuli: 5},
	{
		Kind: decider.Visited, Decider: label("ROOT", 0x2d5e207), Policy: decider.PrioritizedList, Children: 7, Active: 1,
		Duration: 145.433682,
	},
	asked(0, allChecks[:1], decider.FailedDecisionFlags, false, 0),
	asked(1, allChecks, decider.FailedDecisionFlags, false, 0),
	asked(2, allChecks, decider.FailedStimuliFlags, false, 0),
	asked(3, allChecks, decider.FailedCooldown, false, 0),
	asked(3, allChecks, decider.FailedLimit, false, 0),
	asked(4, allChecks, decider.FailedEvery, false, 0),
	asked(5, allChecks, decider.FailedDecide, true, 0),
	asked(6, allChecks[1:2], decider.FailedDecide, true, 0),
	asked(7, noChecks, decider.FailedDecide, true, -1.5),
	asked(8, noChecks, decider.FailedDecide, true, 1),
	asked(9, noChecks, decider.FailedDecide, false, 0),
	asked(10, noChecks, decider.Accepted, true, 1),
	asked(11, noChecks, decider.Accepted, true, 1e-9),
	asked(12, noChecks, decider.Accepted, true, 1e300),
	asked(13, noChecks, decider.Accepted, false, 2),
	asked(14, noChecks, decider.FailedDecide, true, math.NaN()),
	asked(15, noChecks, decider.FailedMask, false, 0),
	asked(16, noChecks, decider.FailedJump, false, 0),
	asked(16, allChecks, decider.FailedSlot, false, 0),
	asked(17, allChecks[4:], decider.FailedChildren, true, 0),
	asked(18, noChecks, decider.FailedTarget, true, 1),
	{Kind: decider.Chose, Decider: label("ROOT", 0x2d5e207), Active: -1},
	{Kind: decider.Chose, Decider: label("ROOT", 0x2d5e207), Active: 999},
	{Kind: decider.Continued, Depth: 1, Index: 1, Decider: label("GUARD_NEST_GROUP", 0x2d5e200), Duration: 145.433682},
	{Kind: decider.Visited, Depth: 2, Place: 9, Decider: label("GUARD_NEST_IDLE", 0x2d5e204), Flags: 1, Active: -1, Duration: 7.904},
	{
		Kind: decider.Ticking, Depth: 2, DT: 0.065555, Decider: label("GUARD_NEST_IDLE", 0x2d5e204),
		Behavior: label("IDLE_WALK", 0x2c20c24), BehaviorFlags: 2, Duration: 7.904,
	},
	returned(behavior.Running, true), returned(behavior.Failure, true), returned(behavior.Running, false),
	returned(behavior.Success, false), returned(0, false),
	{Kind: decider.Masked, Depth: 2, Index: 4, Decider: label("GUARD_NEST_IDLE", 0x2d5e204), Status: behavior.Failure},
	{Kind: decider.Entered, Decider: label("ROOT", 0x2d5e207)},
	{Kind: decider.Entered, Depth: 2, Index: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202)},
	growling,
	{
		Kind: decider.Deactivated, Depth: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202), Behavior: label("GROWL", 0x2c20c22),
		BehaviorFlags: 3, Reason: behavior.Interrupted, Duration: 0.711,
	},
	{Kind: decider.Left, Depth: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202), Reason: behavior.Interrupted, Duration: 0.711},
	{Kind: decider.Jumped, Depth: 1, Decider: label("GO_HOME", 5), Target: label("HOME", 6)},
	{Kind: decider.SubsetRuleBroken, Depth: 1, Decider: label("GUARD_NEST_GROUP", 0x2d5e200)},
	{Kind: decider.Erred, Depth: 1, Err: errors.New("no route")},
	{Kind: decider.Erred, Depth: 1, Err: errors.Join(errors.New("no route"), errors.New("no \x1bwater\r\n\tat all"))},
	{Kind: decider.Erred},
	{Kind: decider.Erred, Err: errors.New("")},
	{Kind: decider.Erred, Err: (*rude)(nil)},
	{Kind: decider.TickFinished, PathLength: 3, Status: behavior.Running},
	{Kind: decider.TickFinished, Status: behavior.Failure},
	{Kind: decider.Visited, Depth: 1, Place: 2, Decider: label("HUNT", 8), Policy: decider.Concurrent, Children: 3, Duration: 2},
	{Kind: decider.Visited, Depth: 1, Place: 3, Decider: label("PLAY", 9), DeciderKind: decider.SlotDecider, Target: label("BALL", 10), Active: -1, Duration: 2},
	{Kind: decider.Visited, Depth: 1, Place: 3, Decider: label("PLAY", 9), DeciderKind: decider.SlotDecider, Active: -1, Duration: 3},
	{Kind: decider.Visited, Depth: 2, Decider: label("BALL", 10), Tree: label("BALL", 10), Nested: true, Children: 2, Active: -1, Duration: 2},
	{Kind: decider.Entered, Depth: 2, Decider: label("BALL", 10), Tree: label("BALL", 10), Nested: true},
	{Kind: decider.Entered, Depth: 3, Place: 1, Decider: label("THROW", 11), Tree: label("BALL", 10), Nested: true},
	{Kind: decider.Fired, Depth: 1, Index: 2, Decider: label("FLEE", 12)},
	{Kind: decider.Repeated, Depth: 1, Decider: label("SING", 13), Iteration: 3, Status: behavior.Failure},
	{Kind: decider.Pending, Depth: 1, Index: 2, Decider: label("FLEE", 12)},
	{Kind: decider.Leaving, Depth: 2, Decider: label("LIE", 14), Behavior: label("SLEEP", 15), BehaviorFlags: 1, Reason: behavior.TimedOut, Duration: 1.5},
	left(behavior.Running), left(behavior.Success),
	{Kind: decider.Plugged, Depth: 1, Decider: label("PLAY", 9), Target: label("BALL", 10)},
	{Kind: decider.Unplugged, Depth: 1, Decider: label("PLAY", 9), Target: label("BALL", 10)},
	{Kind: decider.Exited, Depth: 1, Decider: label("PLAY", 9), Status: behavior.Running},
}

func returned(status behavior.Status, activating bool) decider.Event {
	return decider.Event{
		Kind: decider.Returned, Depth: 2, Decider: label("GUARD_NEST_IDLE", 0x2d5e204),
		Behavior: label("IDLE_WALK", 0x2c20c24), BehaviorFlags: 2, Status: status, Activating: activating,
	}
}

// left is what a Leave has returned.
func left(status behavior.Status) decider.Event {
	e := returned(status, false)
	e.Reason = behavior.Interrupted
	return e
}

// rude is an error that cannot be asked.
type rude struct{ text string }

func (r *rude) Error() string { return r.text }

func TestEveryLine(t *testing.T) {
	var b []byte
	for _, e := range events {
		e.Agent, e.Time = 7, 149.26682949
		b = debugprint.Names{}.AppendEvent(b, &e, 5)
	}
	golden.Equal(t, "lines.golden", string(b))
}

func TestAppendEventKeepsToTheLevel(t *testing.T) {
	for _, e := range events {
		for level := decider.Level(-1); level < 7; level++ {
			text := string(debugprint.Names{}.AppendEvent(nil, &e, level))
			assert.Equal(t, e.Kind.Level() <= level && e.Kind != decider.Exited, text != "", "%v at %d", e.Kind, level)
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, int(line[3]-'0'), int(level))
			}
		}
	}
	assert.Len(t, strings.Split(string(debugprint.Names{}.AppendEvent(nil, &decider.Event{Kind: decider.Visited}, 4)), "\n"), 2,
		"level 5's line of a visit is not in level 4")
}

func TestLinesOfOddThings(t *testing.T) {
	line := func(e decider.Event) string { return string(debugprint.Names{}.AppendEvent(nil, &e, 5)) }
	assert.Equal(t, "DT(0) #0 @ 0.000: EventKind(99) /0x0\n", line(decider.Event{Kind: 99}), "a kind of the future")
	assert.Equal(t, "DT(2) #18446744073709551615 @ NaN: entering root a\\nb/0x1\n",
		line(decider.Event{Kind: decider.Entered, Agent: math.MaxUint64, Time: math.NaN(), Decider: label("a\nb", 1)}))
	assert.Contains(t, line(decider.Event{Kind: decider.Left, Time: math.Inf(-1), Duration: math.NaN()}),
		"@ -Inf: leaving decider /0x0, Reason(0), duration NaN\n")
	assert.Contains(t, line(decider.Event{Kind: decider.Left, Depth: 255}), "0.000:"+strings.Repeat(" ", 256)+"leaving")
}

func TestEveryKindHasItsOwnWords(t *testing.T) {
	for kind := decider.TickStarted; kind <= decider.Unplugged; kind++ {
		text := string(debugprint.Names{}.AppendEvent(nil, &decider.Event{Kind: kind}, 5))
		if kind == decider.Exited { // for hooks
			assert.Empty(t, text)
			continue
		}
		assert.NotContains(t, text, kind.String())
		assert.NotEmpty(t, text)
	}
}
