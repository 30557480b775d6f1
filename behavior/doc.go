// Package behavior is the part of a creature that acts. A behavior is made of functions, all optional: Activate
// when it begins, Tick every frame while it runs, Deactivate when it ends, and Leave where it takes time to stop.
// Deciders, in package decider, choose which behavior runs; the same behavior may stand under many of them.
//
//	var growl = behavior.Behavior[*Creature]{
//		Name:     "GROWL",
//		Activate: func(c *behavior.Context[*Creature]) behavior.Status { c.Agent.Bare(); return behavior.Running },
//		Tick:     func(c *behavior.Context[*Creature]) behavior.Status { … },
//	}
//
// A behavior that needs memory while it runs is a [WithBlock]: each function also gets a pointer to a block of
// the behavior's own type, zero at activation, kept in the agent's memory by the tree. A behavior that is
// started with data its decider computed is a [WithDBlock]. One that another system carries out, such as a path
// finder, is a [Deferred].
//
// # The contract
//
// Activate returning Running goes on to Tick in the same frame; Success or Failure ends the behavior at once,
// without Tick. A nil Activate is Running, a nil Tick runs for ever. Tick returning Success or Failure ends
// it (Spore's false), and the group it stands in goes on in the same frame: it chooses anew, or runs the next
// child. Deactivate is called exactly once for every Activate due, also where that was nil, failed or panicked,
// whatever ended the behavior; [Context.Reason] tells why. Under a decider that repeats it, all this holds for each
// iteration. The zero Status counts as Failure and is reported as an error.
// With a Period Tick is called no more often than every so many seconds, and Context.DT is the time since it was last.
//
// When something better interrupts the behavior, or its decider's time is out, and it has a Leave, that is called
// in place of Tick until it no longer returns Running or LeaveTimeout is over; then comes Deactivate. All other
// ends skip Leave, so what must be done belongs into Deactivate.
//
// A behavior is tested without any tree: &Context{Agent: …} is a Context.
package behavior
