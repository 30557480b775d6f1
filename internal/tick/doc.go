// Package tick is one tick of one agent. A [Runner] walks the active path: it asks candidates, enters and leaves places,
// calls behaviors, and ends the tick with the requests that user code made. The quick way covers ticks in which nothing
// changes; panics of user code take down the agent's path alone.
//
// The package owns RULES R1 to R24, the calls of user code, the construction of events, and the tape of answers for
// recordings.
//
// A tick is the same for an agent alone, in a crowd or played back; package agent owns the differences. A tick
// allocates nothing, except for errors, panics, Plug and an agent's first request.
//
// A Runner belongs to one goroutine at a time; the build tag decider_debug checks that.
package tick
