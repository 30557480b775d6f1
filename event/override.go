package event

// Override is what asking a decider comes to, whatever its conditions say.
type Override uint8

const (
	NoOverride Override = iota // it goes by its conditions
	Forced                     // it accepts: neither its flags, role, limit and timers nor its Decide count
	Forbidden                  // it rejects, with the verdict FailedOverride
)
