package event

// Override replaces the result of asking a decider: see Memory.Override.
type Override uint8

const (
	NoOverride Override = iota // its conditions decide
	Forced                     // it accepts, without regard to flags, role, limit, timers and Decide
	Forbidden                  // it rejects, with the verdict FailedOverride
)
