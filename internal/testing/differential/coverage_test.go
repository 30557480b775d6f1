package differential_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// coverage counts what happened in trials, so that tests detect a generator that makes harmless trees.
type coverage map[string]int

// add counts what happened to an agent in one tick or request.
func (c coverage) add(h *history, events []event.Event, calls []randomtree.Call) {
	h.begin()
	for i := range events {
		e := &events[i]
		c[e.Kind.String()]++
		switch e.Kind {
		case event.Asked:
			c[e.Verdict.String()]++
			if e.Pending {
				c["pending "+e.Verdict.String()]++
			}
			if e.Override == event.Forced {
				c["forced "+e.Verdict.String()]++
			}
		case event.Returned:
			c[fmt.Sprintf("%v activating %v", e.Status, e.Activating)]++
		case event.Left:
			c["left "+e.Reason.String()]++
		case event.Leaving:
			c["leaving "+e.Reason.String()]++
		case event.Erred:
			c["error "+sentinel(e.Err)]++
		case event.TickFinished:
			c["tick "+e.Status.String()]++
		}
		for _, what := range h.see(e) {
			c[what]++
		}
	}
	for i := range calls {
		for did := range strings.FieldsSeq(calls[i].Did) {
			what, result, _ := strings.Cut(did, "(")
			what, _, _ = strings.Cut(what, ":")
			c["did "+what]++
			if strings.HasPrefix(what, "plug") || strings.HasPrefix(what, "unplug") {
				c["refused "+strings.TrimSuffix(result, ")")]++
			}
		}
		if calls[i].Drawn != 0 {
			c["did draw"]++
		}
	}
}

// refused counts the faults of a tree that was refused.
func (c coverage) refused(err error) {
	if faults, ok := err.(declaration.Faults); ok {
		for _, f := range faults {
			c["fault "+f.Code.String()]++
		}
	}
}

func (c coverage) merge(other coverage) {
	for what, n := range other {
		c[what] += n
	}
}

// needed returns everything that must occur.
func needed() []string {
	need := []string{
		"did add", "did remove", "did send", "did Fail", "did panic", "did Reset", "did Close", "did TickAgain", "did draw", "did delegate",
		"did plug", "did unplug", "did resetBelow", "did key", "did nokey",
		monitorFired, restedLeaf, restedGroup, leaveInterrupted, leaveInterruptedFromAbove, timeoutInterrupted, leaveTimedOut, pendingReplaced, reactiveCancel,
		event.FailedOverride.String(), "forced Accepted", "forced " + event.FailedMask.String(), "forced " + event.FailedJump.String(),
		"forced " + event.FailedSlot.String(), "forced " + event.FailedTarget.String(),
		concurrentSucceededEarly, concurrentFailedEarly, pluggedActive, unpluggedActive, nestedPlug, timedOutInRepeat, timedOutPlainly, givenData, handedToGroup, unaskedGroup, copiedEntered, copiedTwice, jumpedInCopy, jumpedOutOfCopy, jumpedIntoCopy,
		notAllFlags, notAllStimuli, rejectedFailed, rejectedSucceeded, conditionPassed, conditionInverted, waited,
		"leaving " + behavior.Interrupted.String(), "leaving " + behavior.TimedOut.String(),
	}
	for k := event.TickStarted; k <= event.Unplugged; k++ {
		need = append(need, k.String())
	}
	for v := event.Accepted; v <= event.FailedTarget; v++ {
		if v != event.FailedRole { // see neededInWorlds
			need = append(need, v.String())
		}
	}
	for p := decider.PrioritizedList; p <= decider.Concurrent; p++ {
		for s := behavior.Running; s <= behavior.Failure; s++ {
			need = append(need, fmt.Sprintf("%v %v", p, s))
		}
	}
	for s := behavior.Running; s <= behavior.Failure; s++ {
		need = append(need, "tick "+s.String(), fmt.Sprintf("%v activating true", s), fmt.Sprintf("%v activating false", s))
	}
	for r := behavior.Succeeded; r <= behavior.Removed; r++ {
		need = append(need, "left "+r.String())
	}
	for _, err := range sentinels {
		need = append(need, "error "+err.Error())
	}
	for _, err := range []error{decider.ErrNilTree, decider.ErrSlotOverflow, decider.ErrSlotCycle, decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrKey} {
		need = append(need, "refused "+strings.ReplaceAll(err.Error(), " ", "_"))
	}
	return need
}

// require fails the test if more than missable of what is needed did not occur.
func (c coverage) require(t *testing.T, need []string, missable int) {
	t.Helper()
	rarest := slices.MinFunc(need, func(a, b string) int { return cmp.Compare(c[a], c[b]) })
	t.Logf("rarest: %s, %d times", rarest, c[rarest])
	missing := slices.DeleteFunc(slices.Clone(need), func(what string) bool { return c[what] > 0 })
	if len(missing) > missable {
		t.Errorf("never occurred, so that the generator needs a look: %v", strings.Join(missing, ", "))
	}
}

// print logs how often everything occurred, rarest first.
func (c coverage) print(t *testing.T, need []string) {
	t.Helper()
	all := slices.Collect(maps.Keys(c))
	for _, what := range need {
		if _, ok := c[what]; !ok {
			all = append(all, what)
		}
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(c[a], c[b]), cmp.Compare(a, b)) })
	for _, what := range all {
		t.Logf("%9d %s", c[what], what)
	}
}
