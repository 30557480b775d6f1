package main

import "testing"

// "Determine the next shape item", the first of the two points on cancellation; and the concurrent decider guard's
// aggregated state. He cancels what stands before the failed child first; here the last child goes first (R13).
func TestConcurrentCancellation(t *testing.T) {
	compare(t, "knafla/concurrent",
		said{2, "while a child runs and none has failed, the group runs", `
			ticks MARCH, DRUM, CARRY_FLAG
			path PARADE > MARCH > DRUM > CARRY_FLAG`},
		said{3, "a child fails, and with it the group; its running children are cancelled, MARCH before it, visited in this tick, and CARRY_FLAG behind it, which is not visited any more", `
			ticks MARCH, DRUM
			ends DRUM Failed, CARRY_FLAG Cancelled, MARCH Cancelled, PARADE Failed
			path none, Failure`},
	)
}

// The second of these points, and the last paragraph of "Cancel actions, if necessary".
func TestSelectorCancellation(t *testing.T) {
	compare(t, "knafla/selector",
		said{2, "a more important child that fails changes nothing", `
			begins HIDE
			ends HIDE Failed
			ticks GRAZE
			path PREY > GRAZE`},
		said{3, "a more important child runs: the action of lower priority, not visited in this tick, is cancelled; only after the new one has run, which finds its side effect on the blackboard", `
			begins HIDE
			ends HIDE Failed
			begins RUN
			ticks RUN
			does starts, with its head down, raises its head
			ends GRAZE Cancelled
			path PREY > RUN`},
		said{4, "in the next tick the side effect is gone", `
			begins HIDE
			ends HIDE Failed
			ticks RUN
			does runs
			path PREY > RUN`},
		said{7, "a more important child that succeeds cancels too", `
			begins WARN
			ticks WARN
			does whistles
			ends WARN Succeeded
			does raises its head
			ends GRAZE Cancelled, PREY Succeeded
			path none, Success`},
	)
}

// "Determine the next shape item", its last paragraph; "Cancel actions, if necessary"; "Complete update", 3 and 4; and
// "Actor" on the termination states of deferred actions.
func TestDeferredActions(t *testing.T) {
	compare(t, "knafla/deferred",
		said{1, "a launch request of a concurrent decider that fails is rolled back: it is not submitted to the system", `
			begins SCOUT, FIND_WAY, DRUM
			ends DRUM Failed, FIND_WAY Cancelled, SCOUT Failed
			path none, Failure`},
		said{2, "requests are handed over when the update is complete", `
			begins SCOUT, FIND_WAY, DRUM
			path SCOUT > FIND_WAY > DRUM
			system is asked for a way to 7`},
		said{3, "to cancel an action that was launched in an earlier update, a cancellation request is handed over", `
			ends DRUM Failed, FIND_WAY Cancelled, SCOUT Failed
			path none, Failure
			system is told to stop`},
		said{5, "the system has completed the action: its state is changed before the update, which reacts to it", `
			does knows the way, 21 metres
			ends FIND_WAY Succeeded, DRUM Cancelled, SCOUT Succeeded
			path none, Success`},
	)
}
