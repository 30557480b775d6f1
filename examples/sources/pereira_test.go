package main

import (
	"slices"
	"strings"
	"testing"
)

// Benzi Ahamed's comment of June 6, 2015, 14:46: what PrintAction prints in his seven ticks, and who is executed before it.
func TestBenzi(t *testing.T) {
	want := []struct{ prints, executed string }{
		{"IDLE-1", "FLEE no, EAT no, IDLE yes"},
		{"IDLE-1", "FLEE no, EAT no, IDLE yes"},
		{"EAT-3", "FLEE no, EAT yes"},
		{"EAT-2", "FLEE no"}, // and EAT, which is open: its condition is not asked
		{"FLEE-1", "FLEE yes"},
		{"FLEE-1", "FLEE yes"},
		{"EAT-3", "FLEE no, EAT yes"},
	}
	got := frames(t, "pereira/benzi")
	if len(got) != len(want) {
		t.Fatalf("%d ticks, want %d", len(got), len(want))
	}
	for i, w := range want {
		for _, line := range []string{"does " + w.prints, "asks " + w.executed} {
			if !slices.Contains(got[i], line) {
				t.Errorf("tick %d lacks %q:\n\t%s", i+1, line, strings.Join(got[i], "\n\t"))
			}
		}
	}
	// His explanation: the leaf that eats is not run any more, and so is missing from the list of open nodes.
	compare(t, "pereira/benzi", said{5, "danger interrupts the meal: EAT, which was open, is closed", `
			asks FLEE yes
			begins FLEE
			ticks FLEE
			does FLEE-1
			ends FLEE Succeeded, EAT Cancelled, PRIORITY Succeeded
			path none, Success`})
}

// "BaseNode" and "BehaviorTree". His exit comes after close, here before it, because the group closes (docs/SOURCES.md,
// P07); he also ticks groups.
func TestHooks(t *testing.T) {
	compare(t, "pereira/hooks",
		said{1, "enter every time, open because they were closed, tick, no close while RUNNING, exit every time", `
			enter PRIORITY
			open PRIORITY (open are PRIORITY)
			enter EAT
			open EAT (open are PRIORITY > EAT)
			tick EAT
			does EAT-3
			exit EAT Running, PRIORITY Running
			path PRIORITY > EAT`},
		said{2, "they are still open: enter, tick and exit alone", `
			enter PRIORITY, EAT
			tick EAT
			does EAT-2
			exit EAT Running, PRIORITY Running
			path PRIORITY > EAT`},
		said{3, "FLEE returns SUCCESS and is closed; the tree closes EAT, open from the last tick and not executed, after the new node has run", `
			enter PRIORITY, FLEE
			open FLEE (open are PRIORITY > FLEE > EAT)
			tick FLEE
			does FLEE-1
			exit FLEE Success
			close FLEE Succeeded, EAT Cancelled
			exit PRIORITY Success
			close PRIORITY Succeeded
			path none, Success`},
	)
}

// His answers to Francisco (wait and MaxTime) and to Benzi (closed, so that it is reopened next time).
func TestWait(t *testing.T) {
	compare(t, "pereira/wait",
		said{3, "high priority interrupts low priority, which is closed", `
			ends REST Interrupted, ROUTINE Interrupted
			begins RUN_AWAY
			path STRAY > RUN_AWAY`},
		said{4, "it is reopened, and notes its start", `
			ends RUN_AWAY Succeeded
			begins ROUTINE, REST
			path STRAY > ROUTINE > REST`},
		said{5, "of two seconds one has passed since it was opened, though it waited before", `path STRAY > ROUTINE > REST`},
		said{6, "two seconds after it was opened the wait is over", `
			ends REST Succeeded
			begins SNIFF
			path STRAY > ROUTINE > SNIFF`},
		said{8, "MaxTime counts from when its node was opened, too", `
			ends SNIFF TimedOut, ROUTINE Failed, STRAY Failed
			path none, Failure`},
	)
}
