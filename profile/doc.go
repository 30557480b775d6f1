// Package profile counts, for each decider, how often agents ask, accept, enter and tick it, and measures the time spent in
// it. One [Profile] serves any number of crowds and single agents:
//
//	p := profile.New(profile.Options{})
//	err := flock.Profile(p) // or crowd.Options.Profile, or Memory.Profile for one agent
//	...
//	p.WriteText(os.Stdout)
//
// Only whole ticks are sampled: one of many, with exact counts, which are then scaled up. In a wide tree most of a tick is
// asking candidates, at a few nanoseconds each, so counting in every tick would cost many times more than the tick.
package profile
