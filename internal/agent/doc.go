// Package agent holds the three uses of a runner: an [Agent] that lives alone, which is a decider.Memory without the
// agent's type; a [Worker], with which a crowd ticks the agents of its rows one after the other; and a view, an Agent that
// looks at one row of a crowd at a time.
//
// An Agent may serve one agent after another ([Agent.Reuse], [Pool]), and several may share a blackboard.
//
// It owns the rules of when a memory may be called: it refuses calls that come at the wrong time with the errors of
// package refusal, and carries requests out or queues them for the end of the tick. It also owns [Tell], which passes
// what the workers of a crowd have noted to the world and the observer in the order of agent IDs.
//
// It must not know the agent's type, a crowd's rows, or the format of snapshots and recordings.
//
// An Agent and a Worker belong to one goroutine at a time. Tell runs when all workers have finished.
package agent
