package declaration

// Modifiers change how often, how long and how a decider ends, a leaf or a group (behavior trees call them
// decorators). They apply inside out: Repeat, Timeout, Outcome; Limit is asked before the decider is entered.
// The zero Modifiers change nothing. The root and a Jump have none.
type Modifiers struct {
	// Repeat runs it so many times in a row, or for ever with [Forever]; 0 and 1 run it once. It goes on
	// whatever an iteration's status, and the last one's status counts. An iteration that ends in the tick
	// in which it began is followed by the next one in the next tick. A leaf is deactivated and activated
	// anew each time; a group keeps its behavior. Not beside a DBlock, whose data is handed over once.
	Repeat int
	// Until ends a Repeat as soon as an iteration ends so.
	Until Until
	// Timeout is how many seconds it may be active, all iterations together; 0 for any. When they are over,
	// it and all below it is taken down, and it has failed. It is tested before the behavior's Tick.
	Timeout float64
	// Outcome is what its parent gets to see of its status.
	Outcome Outcome
	// Limit is how often it may be entered until the agent is reset; 0 for any. Places share the count.
	Limit int
}

// Forever is a Repeat without end.
const Forever = -1

// Until is the status of an iteration that ends a Repeat.
type Until uint8

const (
	UntilDone    Until = iota // none: only the count ends it
	UntilSuccess              // an iteration that succeeds
	UntilFailure              // an iteration that fails
)

// Outcome is how a decider's own status becomes the one its parent sees. The reason its Deactivate gets goes by
// its own status.
type Outcome uint8

const (
	AsIs          Outcome = iota // as it is: Success stays Success, Failure stays Failure
	Inverted                     // Success and Failure change places
	AlwaysSuccess                // whatever it was
	AlwaysFailure                // whatever it was
)
