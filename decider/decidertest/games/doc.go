// Package games plays random games of the whole public API and checks what must always hold.
//
// A [Game] is a seed, from which its trees are generated, and a list of operations. The games play several worlds with
// crowds, single agents, plugged trees, systems, observers, recordings, snapshots and forks. An operation can lay a trap:
// a call of an agent's user code at which that code panics, ends its goroutine, fails, or calls back into the API.
//
// [Play] plays a game twice: plainly, and with several workers, recorded, and moved to other worlds and processes by
// snapshots on the way. Both must come to the same. [Shrink] looks for the smallest game that fails.
//
// The games try this module, not a user's trees. Play them where you rely on something new, such as another processor,
// system or version of Go:
//
//	go run github.com/decidertree/decidertree/decider/decidertest/games/play -for 2h
package games
