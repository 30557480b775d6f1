package decider_test

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
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
	d.Options = decider.Monitor
	return d
}

// large are leaves, each with the largest block there may be.
func large(n int) (all plainChildren) {
	for i := range n {
		all = append(all, &plain{Name: fmt.Sprintf("LARGE_%d", i), Decide: yes,
			Behavior: &behavior.WithBlock[struct{}, [declaration.MaxBlock]byte]{Name: "LARGE"}})
	}
	return all
}

// handing are leaves, each with the largest DBlock there may be.
func handing(n int) (all plainChildren) {
	for i := range n {
		all = append(all, &plain{Name: fmt.Sprintf("HANDING_%d", i), DBlock: &decider.DBlock[struct{}, [declaration.MaxBlock]byte]{
			Decide:   func(*plainContext, *[declaration.MaxBlock]byte) float64 { return 1 },
			Behavior: &behavior.WithDBlock[struct{}, [declaration.MaxBlock]byte, int]{Name: "TAKES"}}})
	}
	return all
}

// faultyGroups are groups whose policy does not fit what they or their children have.
var faultyGroups = []faultyTree{
	{declaration.DecideFirstOnly, "Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, Options: decider.FinishWithChild, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.DecideFirstOnly, "Concurrent", under(&plain{Name: "G", Policy: decider.Concurrent, Options: decider.DelegateDecide | decider.CallDecideOnRedecide, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.GroupOnly, "Margin of a Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, Margin: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.MonitorOutsideSelector, "root", &plain{Name: "ROOT", Options: decider.Monitor, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.MonitorOutsideSelector, "PrioritizedList", under(monitor("A")), "ROOT > A"},
	{declaration.MonitorOutsideSelector, "second place", func() *plain {
		m := monitor("A")
		return under(grouped("G", decider.Selector, m, leaf("B")), grouped("H", decider.ReactiveSelector, m, leaf("C")))
	}(), "ROOT > H > A"},
	{declaration.ConcurrentOnly, "Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, Options: decider.RejectedFails, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.ConcurrentOnly, "PrioritizedList", under(&plain{Name: "G", Decide: yes, Options: decider.RejectedFails | decider.FinishWithChild, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.GroupOnly, "leaf with RejectedFails", under(&plain{Name: "A", Options: decider.RejectedFails, Behavior: &idle}), "ROOT > A"},
	{declaration.BadThreshold, "leaf", under(&plain{Name: "A", SucceedAt: 1, Behavior: &idle}), "ROOT > A"},
	{declaration.BadThreshold, "Sequence", &plain{Name: "ROOT", Policy: decider.Sequence, FailAt: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.BadThreshold, "negative", &plain{Name: "ROOT", Policy: decider.Concurrent, SucceedAt: -1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.BadThreshold, "SucceedAt", &plain{Name: "ROOT", Policy: decider.Concurrent, SucceedAt: 3, Children: plainChildren{leaf("A"), leaf("B")}}, "ROOT"},
	{declaration.BadThreshold, "FailAt", &plain{Name: "ROOT", Policy: decider.Concurrent, FailAt: 3, Children: plainChildren{leaf("A"), leaf("B")}}, "ROOT"},
	{declaration.MemoryTooLarge, "DBlocks, which wait while something leaves", under(append(handing(declaration.MaxMemory/declaration.MaxBlock),
		&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, int]{Name: "LEAVES", LeaveTimeout: 1,
			Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }}})...), "ROOT"},
	{declaration.MemoryTooLarge, "Concurrent", &plain{Name: "ROOT", Policy: decider.Concurrent, Children: large(declaration.MaxMemory/declaration.MaxBlock + 1)}, "ROOT"},
	{declaration.Empty, "no conditions", grouped("ROOT", decider.Sequence, &plain{Name: "A", Weight: 2}), "ROOT > A"},
	{declaration.Empty, "conditions, in a second place", func() *plain {
		asks := &plain{Name: "ASKS", Decide: yes}
		return grouped("ROOT", decider.Concurrent, grouped("G", decider.Sequence, asks, leaf("A")), grouped("H", decider.Scored, asks, leaf("B")))
	}(), "ROOT > H > ASKS"},
	{declaration.BadModifiers, "Repeat of a condition", grouped("ROOT", decider.Sequence, &plain{Name: "A", Decide: yes, Modifiers: decider.Modifiers{Repeat: 2}}), "ROOT > A"},
	{declaration.BadModifiers, "Timeout of a condition", grouped("ROOT", decider.Concurrent, &plain{Name: "A", Decide: yes, Modifiers: decider.Modifiers{Timeout: 1}}), "ROOT > A"},
	{declaration.NeverRuns, "after an inverted condition", grouped("ROOT", decider.Sequence, &plain{Name: "A", Decide: yes, Modifiers: decider.Modifiers{Outcome: decider.Inverted}}, leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after AlwaysFailure", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Outcome: decider.AlwaysFailure}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after Forever", grouped("ROOT", decider.ReactiveSequence, with("A", decider.Modifiers{Repeat: decider.Forever}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after Forever with Timeout", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after UntilFailure", grouped("ROOT", decider.Sequence, with("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after AlwaysSuccess", grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Outcome: decider.AlwaysSuccess}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after Forever, inverted", grouped("ROOT", decider.ReactiveSelector, ready("A", decider.Modifiers{Repeat: decider.Forever, Timeout: 1, Outcome: decider.Inverted}), leaf("B")), "ROOT > B"},
	{declaration.NeverRuns, "after UntilSuccess", grouped("ROOT", decider.Selector, ready("A", decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilSuccess}), monitor("B")), "ROOT > B"},
}

func leaving(*plainContext) behavior.Status { return behavior.Success }

// faultyModifiers are deciders with wrong Modifiers, and behaviors with a wrong Leave.
var faultyModifiers = []faultyTree{
	{declaration.RootAsked, "Modifiers", &plain{Name: "ROOT", Modifiers: decider.Modifiers{Repeat: 2}, Behavior: &idle}, "ROOT"},
	{declaration.JumpOnly, "Modifiers", under(&plain{Name: "A", Jump: "B", Modifiers: decider.Modifiers{Limit: 1}}, leaf("B")), "ROOT > A"},
	{declaration.BadModifiers, "Repeat", under(with("A", decider.Modifiers{Repeat: -2})), "ROOT > A"},
	{declaration.BadModifiers, "Repeat of a DBlock", under(&plain{Name: "A", Modifiers: decider.Modifiers{Repeat: 2}, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{declaration.BadModifiers, "Until", under(with("A", decider.Modifiers{Repeat: 2, Until: 3})), "ROOT > A"},
	{declaration.BadModifiers, "Until without Repeat", under(with("A", decider.Modifiers{Until: decider.UntilFailure})), "ROOT > A"},
	{declaration.BadModifiers, "Until beside Repeat 1", under(with("A", decider.Modifiers{Repeat: 1, Until: decider.UntilSuccess})), "ROOT > A"},
	{declaration.BadModifiers, "Timeout negative", under(with("A", decider.Modifiers{Timeout: -1})), "ROOT > A"},
	{declaration.BadModifiers, "Timeout NaN", under(with("A", decider.Modifiers{Timeout: math.NaN()})), "ROOT > A"},
	{declaration.BadModifiers, "Timeout infinite", under(with("A", decider.Modifiers{Timeout: math.Inf(1)})), "ROOT > A"},
	{declaration.BadModifiers, "Outcome", under(with("A", decider.Modifiers{Outcome: 4})), "ROOT > A"},
	{declaration.BadModifiers, "Limit", under(with("A", decider.Modifiers{Limit: -1})), "ROOT > A"},
	{declaration.BadLeave, "no LeaveTimeout", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving}}), "ROOT > A"},
	{declaration.BadLeave, "no Leave", under(&plain{Name: "A", Behavior: &plainBehavior{Name: "STAYS", LeaveTimeout: 1}}), "ROOT > A"},
	{declaration.BadLeave, "negative, of a group", under(&plain{Name: "G", Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving, LeaveTimeout: -1}, Children: plainChildren{leaf("A")}}), "ROOT > G"},
	{declaration.BadLeave, "NaN, with a block", under(&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, int]{Name: "LEAVES",
		Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }, LeaveTimeout: math.NaN()}}), "ROOT > A"},
	{declaration.BadLeave, "infinite, of a DBlock", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: &plainTaker{Name: "LEAVES",
		Leave: func(*plainContext, *int) behavior.Status { return behavior.Success }, LeaveTimeout: math.Inf(1)}}}), "ROOT > A"},
}
