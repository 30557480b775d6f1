// Package shared keeps an agent's dealings with others: the passes of gates and the memberships of squads that it holds
// for its places (RULES R26, R27; Anguelov, gates and synchronized trees). It asks an [Environment], which is the world,
// the world with its answers recorded, or a recording in its place. It tells the world by notices: at once for an agent
// alone, after the tick of all agents for a crowd.
//
// It owns the rule that whatever was taken is given back exactly once, and that what was not asked for again lapses.
// Package world owns who holds what among agents.
//
// It must not know how a tick walks: package tick tells it when a place is asked, entered and left.
//
// Sharing belongs to the runner that it is part of. In a crowd it changes nothing in the world while agents tick.
package shared
