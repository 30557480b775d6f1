// Package usercode is user code as the engine calls it: behaviors, Decides and keys as functions over a [Context] without
// the agent's type, and the blocks of memory they work on. Nothing in it depends on that type, so the engine is compiled
// once, with this module, and not with every game.
//
// It owns the conversion of typed functions, in plain_cast.go or, under the build tag decidertree_closures, in
// plain_closures.go. It must not know trees or ticks: a Context reaches whatever runs it by its [Host].
//
// A Context belongs to the goroutine that ticks its agent.
package usercode
