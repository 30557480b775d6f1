// Package behavior is the acting part of a creature. A behavior consists of functions, all optional: Activate when it
// begins, Tick every frame while it runs, Deactivate when it ends, and Leave if it needs time to stop. Deciders, in
// package decider, choose which behavior runs; one behavior may stand under many of them.
//
//	var growl = behavior.Behavior[*Creature]{
//		Name:     "GROWL",
//		Activate: func(c *behavior.Context[*Creature]) behavior.Status { c.Agent.Bare(); return behavior.Running },
//		Tick:     func(c *behavior.Context[*Creature]) behavior.Status { … },
//	}
//
// A behavior that needs memory while it runs is a [WithBlock]: its functions also get a pointer to a block of the
// behavior's own type, zero at activation, kept in the agent's memory. A behavior that starts with data is a
// [WithDBlock]: its decider computes the data, or the tree states it in a [Given]. A behavior carried out by another
// system, such as a path finder, is a [Deferred]. [Wait], [Succeed] and [Fail] are stock behaviors, which need no
// functions.
//
// # The contract
//
// If Activate returns Running, Tick is called in the same frame; Success or Failure ends the behavior at once, without
// Tick. A nil Activate is Running, a nil Tick runs for ever. If Tick returns Success or Failure the behavior ends
// (Spore's false), and its group goes on in the same frame: it decides again, or runs the next child. Deactivate is
// called exactly once for each Activate, even if Activate is nil, failed or panicked, whatever ended the behavior;
// [Context.Reason] returns why. Under a decider that repeats the behavior, all this holds for each iteration. The zero
// Status counts as Failure and is reported as an error. With a Period, Tick is called at most once in so many seconds,
// and Context.DT is the time since the last Tick.
//
// If a better decider interrupts the behavior, or its time is over, Leave is called in place of Tick until it returns
// something other than Running or LeaveTimeout is over; then Deactivate is called. All other ends skip Leave, so put
// what must always be done into Deactivate.
//
// To test a behavior without a tree, call its functions with &Context{Agent: …}.
package behavior
