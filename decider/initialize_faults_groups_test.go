package decider_test

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// grouped is a group of a policy, which may reject if it is not the root.
func grouped(name string, policy decider.Policy, children ...*plain) *plain {
	d := &plain{Name: name, Policy: policy, Children: children}
	if name != "ROOT" {
		d.Decide = yes
	}
	return d
}

// with is a leaf that may reject, with these modifiers.
func with(name string, m decider.Modifiers) *plain {
	d := leaf(name)
	d.Modifiers = m
	return d
}

// ready is a leaf that always accepts, with these modifiers.
func ready(name string, m decider.Modifiers) *plain {
	return &plain{Name: name, Behavior: &idle, Modifiers: m}
}

// monitor is a Monitor.
func monitor(name string) *plain {
	d := leaf(name)
	d.Flags = decider.Monitor
	return d
}

// large are leaves, each with the largest block there may be.
func large(n int) (all plainChildren) {
	for i := range n {
		all = append(all, &plain{Name: fmt.Sprintf("LARGE_%d", i), Decide: yes,
			Behavior: &behavior.WithBlock[struct{}, [decider.MaxBlock]byte]{Name: "LARGE"}})
	}
	return all
}

// handing are leaves, each with the largest DBlock there may be.
func handing(n int) (all plainChildren) {
	for i := range n {
		all = append(all, &plain{Name: fmt.Sprintf("HANDING_%d", i), DBlock: &decider.DBlock[struct{}, [decider.MaxBlock]byte]{
			Decide:   func(*plainContext, *[decider.MaxBlock]byte) float64 { return 1 },
			Behavior: &behavior.WithDBlock[struct{}, [decider.MaxBlock]byte, int]{Name: "TAKES"}}})
	}
	return all
}

// faultyGroups are groups whose policy does not fit what they or their children have.
var faultyGroups = []faultyTree{
	{decider.DecideFirstOnly, "Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, Flags: decider.FinishWithChild, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.DecideFirstOnly, "Concurrent", under(&plain{Name: "G", Policy: decider.Concurrent, Flags: decider.DelegateDecide | decider.CallDecideOnRedecide, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{decider.GroupOnly, "Margin of a Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, Margin: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.MonitorOutsideSelector, "root", &plain{Name: "ROOT", Flags: decider.Monitor, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.MonitorOutsideSelector, "PrioritizedList", under(monitor("A")), "ROOT > A"},
	{decider.MonitorOutsideSelector, "second place", func() *plain {
		m := monitor("A")
		return under(grouped("G", decider.Selector, m, leaf("B")), grouped("H", decider.ReactiveSelector, m, leaf("C")))
	}(), "ROOT > H > A"},
	{decider.BadThreshold, "leaf", under(&plain{Name: "A", SucceedAt: 1, Behavior: &idle}), "ROOT > A"},
	{decider.BadThreshold, "Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, FailAt: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.BadThreshold, "negative", &plain{Name: "ROOT", Policy: decider.Concurrent, SucceedAt: -1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.BadThreshold, "SucceedAt", &plain{Name: "ROOT", Policy: decider.Concurrent, SucceedAt: 3, Children: plainChildren{leaf("A"), leaf("B")}}, "ROOT"},
	{decider.BadThreshold, "FailAt", &plain{Name: "ROOT", Policy: decider.Concurrent, FailAt: 3, Children: plainChildren{leaf("A"), leaf("B")}}, "ROOT"},
	{decider.MemoryTooLarge, "DBlocks, which wait while something leaves", under(append(handing(decider.MaxMemory/decider.MaxBlock),
		&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, int]{Name: "LEAVES", LeaveTimeout: 1,
			Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }}})...), "ROOT"},
	{decider.MemoryTooLarge, "Concurrent", &plain{Name: "ROOT", Policy: decider.Concurrent, Children: large(decider.MaxMemory/decider.MaxBlock + 1)}, "ROOT"},
	{decider.NeverRuns, "after AlwaysFailure", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Outcome: decider.AlwaysFailure}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after Forever", grouped("ROOT", decider.ReactiveSequence, with("A", decider.Modifiers{Repeat: decider.Forever}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after Forever with Timeout", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after UntilFailure", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after AlwaysSuccess", grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Outcome: decider.AlwaysSuccess}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after Forever, inverted", grouped("ROOT", decider.ReactiveSelector, ready("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1, Outcome: decider.Inverted}), leaf("B")), "ROOT > B"},
	{decider.NeverRuns, "after UntilSuccess", grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilSuccess}), monitor("B")), "ROOT > B"},
}

func leaving(*plainContext) behavior.Status { return behavior.Success }

// faultyModifiers are deciders with wrong Modifiers, and behaviors with a wrong Leave.
var faultyModifiers = []faultyTree{
	{decider.RootAsked, "Modifiers", &plain{Name: "ROOT", Modifiers: decider.Modifiers{Repeat: 2}, Behavior: &idle}, "ROOT"},
	{decider.JumpOnly, "Modifiers", under(&plain{Name: "A", Jump: "B", Modifiers: decider.Modifiers{Limit: 1}}, leaf("B")), "ROOT > A"},
	{decider.BadModifiers, "Repeat", under(with("A", decider.Modifiers{Repeat: -2})), "ROOT > A"},
	{decider.BadModifiers, "Repeat of a DBlock", under(&plain{Name: "A", Modifiers: decider.Modifiers{Repeat: 2}, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{decider.BadModifiers, "Until", under(with("A", decider.Modifiers{Repeat: 2, Until: 3})), "ROOT > A"},
	{decider.BadModifiers, "Until without Repeat", under(with("A", decider.Modifiers{Until: decider.UntilFailure})), "ROOT > A"},
	{decider.BadModifiers, "Until beside Repeat 1", under(with("A", decider.Modifiers{Repeat: 1, Until: decider.UntilSuccess})), "ROOT > A"},
	{decider.BadModifiers, "Timeout negative", under(with("A", decider.Modifiers{Timeout: -1})), "ROOT > A"},
	{decider.BadModifiers, "Timeout NaN", under(with("A", decider.Modifiers{Timeout: math.NaN()})), "ROOT > A"},
	{decider.BadModifiers, "Timeout infinite", under(with("A", decider.Modifiers{Timeout: math.Inf(1)})), "ROOT > A"},
	{decider.BadModifiers, "Outcome", under(with("A", decider.Modifiers{Outcome: 4})), "ROOT > A"},
	{decider.BadModifiers, "Limit", under(with("A", decider.Modifiers{Limit: -1})), "ROOT > A"},
	{decider.BadLeave, "no LeaveTimeout", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving}}), "ROOT > A"},
	{decider.BadLeave, "no Leave", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "STAYS", LeaveTimeout: 1}}), "ROOT > A"},
	{decider.BadLeave, "negative, of a group", under(&plain{Name: "G", Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving, LeaveTimeout: -1}, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{decider.BadLeave, "NaN, with a block", under(&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, int]{Name: "LEAVES",
		Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }, LeaveTimeout: math.NaN()}}), "ROOT > A"},
	{decider.BadLeave, "infinite, of a DBlock", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: &plainTaker{Name: "LEAVES",
		Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }, LeaveTimeout: math.Inf(1)}}}), "ROOT > A"},
}
