package why_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/why"
)

type wonderBehavior = behavior.Behavior[*wonder]

var (
	wonderSlow = wonderBehavior{Name: "SLOW", LeaveTimeout: 3, Leave: func(*wonderContext) behavior.Status { return behavior.Running }}
	wonderDone = wonderBehavior{Name: "DONE", Tick: func(*wonderContext) behavior.Status { return behavior.Success }}
	wonderFail = wonderBehavior{Name: "FAIL", Tick: func(*wonderContext) behavior.Status { return behavior.Failure }}

	// wonderSteered ends as the agent's values say: 1 is Success, 2 Failure.
	wonderSteered = wonderBehavior{Name: "STEERED", Tick: func(c *wonderContext) behavior.Status {
		return behavior.Running + behavior.Status(c.Agent.values[c.DeciderName()])
	}}
)

// whys is what asking why says of all deciders after each of some ticks a second apart; before each tick do changes
// what it likes.
type whys struct {
	t     *testing.T
	tree  *decider.Tree[*wonder]
	a     *wonder
	flags decider.DecisionFlags
	b     strings.Builder

	silent bool // ticks explain nothing
}

func newWhys(t *testing.T, root *wonderDecider) (*whys, *wonderMemory) {
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	w := &whys{t: t, tree: tree, a: &wonder{values: map[string]float64{}}}
	return w, tree.NewMemory(nil, 3)
}

func (w *whys) tick(m *wonderMemory, time float64, set ...any) {
	for i := 0; i < len(set); i += 2 {
		w.a.values[set[i].(string)] = float64(set[i+1].(int))
	}
	require.NoError(w.t, decider.TickBehaviorTree(m, w.a, decider.Input{Time: time, DT: 1, DecisionFlags: w.flags}))
	w.ask(m, fmt.Sprintf("at %g %v", time, set))
}

func (w *whys) ask(m *wonderMemory, when string) {
	if w.silent {
		return
	}
	fmt.Fprintf(&w.b, "-- %s\n", when)
	before := memoryText(m)
	for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
		e := nowOf(w.t, m, s.Decider.Name)
		require.Len(w.t, e.Places, 1)
		assert.Equal(w.t, s.Active, e.Places[0].Before)
		w.b.WriteString(e.String())
	}
	assert.Equal(w.t, before, memoryText(m))
}

func TestNowInRunFirstGroups(t *testing.T) {
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Policy: decider.Selector, Children: wonderChildren{
		{Name: "ALARM", Options: decider.Monitor, Decide: wonderDecide, Children: wonderChildren{{Name: "HIDE", Behavior: &wonderIdle}}},
		{Name: "MEAL", Policy: decider.Sequence, Children: wonderChildren{
			{Name: "LAY", Behavior: &wonderDone}, {Name: "EAT", Behavior: &wonderSteered}, {Name: "CLEAR", Behavior: &wonderIdle},
		}},
		{Name: "ROUND", Policy: decider.ReactiveSelector, Children: wonderChildren{
			{Name: "DOOR", Behavior: &wonderFail}, {Name: "WALK", Behavior: &wonderIdle}, {Name: "STAND", Behavior: &wonderIdle},
		}},
		{Name: "SLEEP", Policy: decider.ReactiveSequence, Children: wonderChildren{{Name: "SNORE", Behavior: &wonderIdle}}},
	}})
	_, err := why.Now(m, "ROOT")
	require.ErrorIs(t, err, decider.ErrNotTicked)
	w.tick(m, 1)
	w.tick(m, 2, "EAT", 2)
	w.tick(m, 3, "ALARM", 1)
	golden.Equal(t, "now_runfirst.golden", w.b.String())
}

// A Monitor that accepted when it was asked last does not fire before it has rejected.
func TestNowOfMonitors(t *testing.T) {
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Policy: decider.Selector, Children: wonderChildren{
		{Name: "ALARM", Options: decider.Monitor, Decide: wonderDecide, Behavior: &wonderFail},
		{Name: "REST", Behavior: &wonderIdle},
	}})
	w.tick(m, 1, "ALARM", 1)
	w.tick(m, 2, "ALARM", 0)
	golden.Equal(t, "now_monitor.golden", w.b.String())
}

func TestNowInConcurrent(t *testing.T) {
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "ALL", Policy: decider.Concurrent, SucceedAt: 1, FailAt: 3, Modifiers: decider.Modifiers{Limit: 2}, Children: wonderChildren{
			{Name: "REJECTS", Decide: wonderDecide, Behavior: &wonderIdle},
			{Name: "ENDED", Behavior: &wonderFail},
			{Name: "RUNS", Behavior: &wonderSteered, Modifiers: decider.Modifiers{Timeout: 2.5, Repeat: 3}},
			{Name: "LOOPS", Behavior: &wonderDone, Modifiers: decider.Modifiers{Repeat: decider.Forever}},
		}},
		{Name: "REST", Behavior: &wonderIdle},
	}})
	w.tick(m, 1)
	w.tick(m, 2, "RUNS", 1)
	w.tick(m, 4.5, "REST", 0)
	golden.Equal(t, "now_concurrent.golden", w.b.String())
}

func TestNowOfPlugged(t *testing.T) {
	slot := decider.Slot[*wonder]{Name: "USE", Reserve: 512}
	inner := decider.Slot[*wonder]{Name: "INNER", Reserve: 128}
	hunger := blackboard.Key[int]{Name: "hunger", Scope: blackboard.Agent}
	taste := blackboard.Key[int]{Name: "taste", Scope: blackboard.Tree}
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Keys: decider.Keys{&hunger}, Children: wonderChildren{
		{Name: "FLEE", Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "USE", Policy: decider.Sequence, Children: wonderChildren{
			{Name: "GO", Behavior: &wonderSteered},
			{Name: "USE_SLOT", Slot: &slot, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess, Repeat: decider.Forever}},
		}},
	}})
	cake := decider.MustInitializeTreeData(&wonderDecider{Name: "CAKE", Keys: decider.Keys{&hunger, &taste}, Policy: decider.Sequence, Children: wonderChildren{
		{Name: "CUT", Behavior: &wonderSteered},
		{Name: "SHARE", Slot: &inner},
		{Name: "EAT", Modifiers: decider.Modifiers{Limit: 1}, Behavior: &wonderIdle},
	}})
	plate := decider.MustInitializeTreeData(&wonderDecider{Name: "PLATE", Children: wonderChildren{{Name: "PASS", Decide: wonderDecide, Behavior: &wonderIdle}, {Name: "KEEP", Behavior: &wonderIdle}}})
	w.tick(m, 1)
	require.NoError(t, m.Plug(&slot, cake))
	require.NoError(t, m.Plug(&inner, plate))
	*hunger.Of(m) = 7
	w.ask(m, "plugged")
	w.tick(m, 2, "GO", 1)
	w.tick(m, 3, "CUT", 1)
	require.NoError(t, m.Unplug(&slot))
	w.ask(m, "unplugged")
	require.NoError(t, m.Plug(&slot, cake))
	w.ask(m, "plugged again")
	w.tick(m, 4, "FLEE", 1)
	_, err := why.Now(m, "NOBODY")
	assert.EqualError(t, err, `why: the tree ROOT has no decider "NOBODY", nor have the trees that are plugged in`)
	golden.Equal(t, "now_plugged.golden", w.b.String())
}

func TestNowOfLeaves(t *testing.T) {
	lists := wonderChildren{
		{Name: "BEST", Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "BETTER", Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "SIT", DecisionFlags: decider.Check{None: 1}, Behavior: &wonderIdle, Children: wonderChildren{
			{Name: "DEEP", Decide: wonderDecide, Behavior: &wonderIdle},
			{Name: "LATE", DecisionFlags: decider.Check{None: 1}, Behavior: &wonderSlow, Modifiers: decider.Modifiers{Timeout: 5}},
			{Name: "OTHER", Behavior: &wonderIdle},
		}},
		{Name: "CALL", Decide: wonderDecide, Jump: "HOME"},
		{Name: "LAST", Children: wonderChildren{{Name: "HOME", Behavior: &wonderIdle}}},
	}
	lists[2], lists[3] = lists[3], lists[2] // the Jump stands before what it interrupts
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Children: lists})
	w.tick(m, 1)
	w.tick(m, 2, "BETTER", 1)
	w.tick(m, 3, "BEST", 1)
	golden.Equal(t, "now_leave.golden", w.b.String())

	w, m = newWhys(t, &wonderDecider{Name: "ROOT", Children: lists})
	w.tick(m, 1)
	w.tick(m, 2, "CALL", 1)
	w.b.WriteString("-- and timed out\n")
	_, m = newWhys(t, &wonderDecider{Name: "ROOT", Children: lists})
	w.a.values["CALL"] = 0
	w.tick(m, 1)
	w.tick(m, 6)
	golden.Equal(t, "now_jump.golden", w.b.String())

	w, m = newWhys(t, &wonderDecider{Name: "ROOT", Policy: decider.Scored, Margin: 1, Children: wonderChildren{
		{Name: "ONE", Weight: 2, Behavior: &wonderSlow}, {Name: "TWO", Decide: wonderDecide, Behavior: &wonderIdle}, {Name: "THREE", Decide: wonderDecide, Behavior: &wonderIdle},
	}})
	w.tick(m, 1)
	w.tick(m, 2, "TWO", 4)
	golden.Equal(t, "now_scored.golden", w.b.String())

	w, m = newWhys(t, &wonderDecider{Name: "ROOT", Policy: decider.Selector, Children: wonderChildren{
		{Name: "ONE", Decide: wonderDecide, Options: decider.Monitor, Behavior: &wonderIdle},
		{Name: "TWO", Decide: wonderDecide, Options: decider.Monitor, Behavior: &wonderIdle},
		{Name: "FAILED", Behavior: &wonderFail},
		{Name: "THREE", Behavior: &wonderSlow}, {Name: "FOUR", Behavior: &wonderIdle},
	}})
	w.tick(m, 1)
	w.tick(m, 2, "TWO", 1)
	golden.Equal(t, "now_selector.golden", w.b.String())
}

// Some are not reached for other reasons.
func TestNowNotReached(t *testing.T) {
	slot := decider.Slot[*wonder]{Name: "USE", Reserve: 256}
	toy := decider.MustInitializeTreeData(&wonderDecider{Name: "TOY", Policy: decider.Selector, Children: wonderChildren{
		{Name: "TRY", Behavior: &wonderFail}, {Name: "HOLD", Behavior: &wonderSlow}, {Name: "DROP", Behavior: &wonderIdle},
	}})
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "FLEE", Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "USE", DecisionFlags: decider.Check{All: 1}, Slot: &slot},
		{Name: "ONCE", DecisionFlags: decider.Check{None: 2}, Modifiers: decider.Modifiers{Repeat: 2}, Policy: decider.Sequence, Children: wonderChildren{
			{Name: "FIRST", Behavior: &wonderDone}, {Name: "SECOND", Behavior: &wonderDone},
		}},
		{Name: "ROW", Policy: decider.Sequential, Children: wonderChildren{{Name: "LEFT", Behavior: &wonderDone}, {Name: "RIGHT", Behavior: &wonderIdle}}},
	}})
	require.NoError(t, m.Plug(&slot, toy))
	explain := func(names ...string) {
		t.Helper()
		for _, name := range names {
			w.b.WriteString(nowOf(t, m, name).String())
		}
	}
	w.silent = true
	w.tick(m, 1)
	explain("ONCE", "FIRST", "SECOND", "TOY", "DROP")
	w.flags = 2
	w.tick(m, 2) // ONCE ends
	require.NoError(t, m.ResetBelow("RIGHT"))
	explain("LEFT")
	w.flags = 1
	w.tick(m, 3)
	explain("DROP")
	w.tick(m, 4, "FLEE", 1)
	explain("DROP", "FLEE", "ROW", "ROOT", "HOLD")
	golden.Equal(t, "now_not_reached.golden", w.b.String())
}
