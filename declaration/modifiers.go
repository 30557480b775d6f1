package declaration

// Modifiers change how often and how long a decider runs, and its status. They work on leaves and groups; behavior
// trees call them decorators. They apply from the inside out: Repeat, Timeout, Outcome. Limit is tested before the
// decider is entered. The zero Modifiers change nothing. The root and a Jump have none.
type Modifiers struct {
	// Repeat runs the decider that many times in a row, or without end with [Forever]; 0 and 1 run it once. It goes
	// on whatever status an iteration returns, and the status of the last one counts. If an iteration ends in the
	// tick in which it began, the next begins in the next tick. A leaf is deactivated and activated anew each time; a
	// group keeps its behavior. Repeat is not allowed beside a DBlock, whose data is passed once.
	Repeat int
	// Until ends a Repeat as soon as an iteration returns that status.
	Until Until
	// Timeout is the most seconds that the decider may be active, over all iterations; 0 is no limit. When it is
	// over, the decider and everything below it is deactivated with the reason TimedOut, and the decider fails. It is
	// tested before the behavior's Tick.
	Timeout float64
	// Outcome changes the status that the parent sees.
	Outcome Outcome
	// Limit is how often the decider may be entered until the agent is reset; 0 is no limit. All its places share the
	// count.
	Limit int
}

// Forever is a Repeat without end.
const Forever = -1

// Until is the status of an iteration that ends a Repeat.
type Until uint8

const (
	UntilDone    Until = iota // only the count ends it
	UntilSuccess              // an iteration that succeeds
	UntilFailure              // an iteration that fails
)

// Outcome is how a decider's own status becomes the status that its parent sees. The reason passed to Deactivate is
// that of the decider's own status.
type Outcome uint8

const (
	AsIs          Outcome = iota // unchanged
	Inverted                     // Success and Failure are swapped
	AlwaysSuccess                // in any case
	AlwaysFailure                // in any case
)
