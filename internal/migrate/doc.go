// Package migrate saves and restores agents, and moves live ones to a changed tree (RULES R31). A snapshot holds the
// shape of each tree and an image of each agent: its bytes, its boxes and what is plugged in. A plan maps the places,
// Jumps, values and slots of a shape to those of a tree by their names; what it cannot keep becomes a world.Migration.
//
// It owns the format of an agent in a snapshot, and the checks that no bytes, however hostile, lead anywhere they must
// not. Package snapshot owns the stream around it, package memory the accessors.
//
// It must not know the agent's type or a crowd's rows: an [Archive] reads and writes one row at a time.
//
// All of it runs between ticks, in the goroutine that owns the agent or the crowd.
package migrate
