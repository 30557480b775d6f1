package decidertest

// Features are parts of the framework that random trees can be made without, to look for the part at fault, or
// to test a new interpreter step by step.
type Features uint

const (
	RunFirst    Features = 1 << iota // Sequence and Selector
	Reactive                         // ReactiveSequence and ReactiveSelector
	Concurrents                      // Concurrent
	Monitors                         // Monitor flags; they need RunFirst
	Repeats                          // Modifiers.Repeat and Until
	Timeouts                         // Modifiers.Timeout
	Outcomes                         // Modifiers.Outcome
	Limits                           // Modifiers.Limit
	Leaves                           // behaviors with a Leave
	Slots                            // slots, and trees to plug into them
	Keys                             // blackboard keys
	Resets                           // ResetBelow
)
