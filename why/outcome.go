package why

// Outcome is what became of a decider in a tick.
type Outcome string

const (
	WentOn        Outcome = "WentOn"        // it was active and still is
	Began         Outcome = "Began"         // it became active
	Ended         Outcome = "Ended"         // it was active and is no longer
	BeganAnew     Outcome = "BeganAnew"     // it was active, ended and became active again
	BeganAndEnded Outcome = "BeganAndEnded" // it became active and ended
	Waits         Outcome = "Waits"         // it was chosen and becomes active when the running decider has left
	Jumped        Outcome = "Jumped"        // a Jump that accepted and led elsewhere
	NotChosen     Outcome = "NotChosen"     // it accepted and was not entered
	Rejected      Outcome = "Rejected"      // it was asked and said no
	Pending       Outcome = "Pending"       // it was asked, and its gate or squad answers at the next Advance, or its group waits for a yes
	Masked        Outcome = "Masked"        // it was asked again after it had finished in this tick
	NotAsked      Outcome = "NotAsked"      // nobody asked it
	NotPlugged    Outcome = "NotPlugged"    // its tree is not plugged into any slot
)

// Result is how a check ended.
type Result string

const (
	Passed  Result = "Passed"
	Failed  Result = "Failed"
	Unasked Result = "Unasked" // an earlier check had failed
	Awaited Result = "Awaited" // it is not answered yet, or the group waits for another answer
)

// Values of Asked.As.
const (
	asChild  = "Child"
	asActive = "Active"
	asAnew   = "Anew"
	asHint   = "Hint"
	asTarget = "Target"
	asAlone  = "Alone"
)

// Values of Beginning.How.
const (
	howAsked       = "Asked"
	howRoot        = "Root"
	howDelegated   = "Delegated"
	howMonitor     = "Monitor"
	howJump        = "Jump"
	howWaited      = "Waited"
	howPlugged     = "Plugged"
	howForced      = "Forced"
	howUnexplained = "Unexplained"
)

// Values of Missed.Why.
const (
	missChosen     = "Chosen"
	missRuns       = "Runs"
	missNotYet     = "NotYet"
	missDone       = "Done"
	missGroup      = "Group"
	missGroupEnded = "GroupEnded"
	missGroupIdle  = "GroupIdle"
	missLeaving    = "Leaving"
	missDeclined   = "Declined"
	missLed        = "Led"
	missRedecide   = "Redecide"
	missPanic      = "Panic"
	missLoop       = "Loop"
	missRoot       = "Root"
	missNoTick     = "NoTick"
	missUnknown    = "Unknown"
)
