// Package decidertest helps to test trees. [New] makes an agent ready to be ticked, and asks afterwards which
// path is active and what happened:
//
//	a := decidertest.New(t, &nest.Root, creature)
//	a.Tick(decider.Input{DT: 0.1, DecisionFlags: nest.Night})
//	a.WantPath("ROOT", "SLEEP")
//	a.WantEvents("enter ROOT", "enter SLEEP", "activate SLEEP/behavior sleep")
//
// A [Recorder] keeps what an observer is told.
package decidertest
