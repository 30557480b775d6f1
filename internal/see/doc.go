// Package see reads the state of an agent between ticks into the types of package state: each decider, each blackboard
// value, and what the agent has of gates and squads. It serves Memory.StateAt, debug output, tools and tests.
//
// It must not change the agent, and it calls no user code: a gate or squad divided by a key that was not asked for
// shows its name alone.
//
// It runs between ticks, in the goroutine that owns the agent.
package see
