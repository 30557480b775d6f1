// Package tick is one tick of one agent. A [Runner] walks the active path: it asks candidates, enters and leaves places,
// calls behaviors, and ends the tick with the requests that user code made. The quick way covers ticks in which nothing
// changes; panics of user code take down the agent's path alone.
//
// It owns RULES R1 to R24, the calls of user code, the making of events, and the tape of answers for recordings.
//
// It must not know whose agent it ticks: alone, in a crowd and played back are one tick. Package agent owns the
// difference. A tick allocates nothing; errors, panics, Plug and an agent's first request may.
//
// A Runner belongs to one goroutine at a time; the build tag decider_debug checks that.
package tick
