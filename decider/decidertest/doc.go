// Package decidertest helps to test trees. [New] makes an agent that is ready to be ticked; its methods check which path is
// active and which events have happened:
//
//	a := decidertest.New(t, &nest.Root, creature)
//	a.Tick(decider.Input{DT: 0.1, DecisionFlags: nest.Night})
//	a.WantPath("ROOT", "SLEEP")
//	a.WantEvents("enter ROOT", "enter SLEEP", "activate SLEEP/behavior sleep")
//
// A [Recorder] keeps the events of an agent. [Provide] prepares a Context to test a behavior without a tree. Package games plays
// random games of the whole API.
package decidertest
