// Package memory holds the only accessors of an agent's bytes. [Records] reads and writes them by a tree's layout: the
// engine, snapshots and recordings share them. An [Instance] is one tree of an agent with its bytes, the boxes and plugs
// beside them ([Extras]) and the [Scratch] of the tick; [Trees] are all trees of an agent, with the one that a walk is in.
//
// It owns which children of a group are active, where choices wait for a Leave, what is plugged in, and the [Board] with
// the blackboard values that several memories of an agent share.
//
// It must not call user code, ask the world, or decide anything: it knows what lies where, not what it means for a tick.
//
// Nothing here is locked. An agent's bytes belong to whoever ticks the agent; a scratch belongs to one tick at a time.
package memory
