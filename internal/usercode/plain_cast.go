//go:build !decidertree_closures

package usercode

import "unsafe"

// This file converts functions of a behavior.Context[A] to functions of a Context. C stands for behavior.Context[A], M and
// D for the types of blocks and DBlocks, S for behavior.Status, R for world.RoleSet. nil stays nil.

// cast converts a func value to another func type. It is the only such conversion.
//
// A func value of any type is a pointer to code and closed-over variables, and Go passes all pointers alike, in one
// register or word. So the engine may call a func(*C) as a func(*Context) as long as the *Context is the beginning of a
// whole C, which holds for every Context of the engine. The language does not guarantee this, but every release of the
// Go toolchain so far behaves so. For a toolchain that does not, the build tag decidertree_closures selects
// plain_closures.go, where a closure converts the pointers at each call. Tests run with and without the tag, -race and
// -d=checkptr.
func cast[To, From any](f From) To { return *(*To)(unsafe.Pointer(&f)) }

// Value converts a Decide.
func Value[C any](f func(*C) float64) func(*Context) float64 {
	return cast[func(*Context) float64](f)
}

// Number converts a GateKey or SquadKey.
func Number[C any](f func(*C) uint64) func(*Context) uint64 {
	return cast[func(*Context) uint64](f)
}

// Roles converts a CanPlay.
func Roles[C any, R ~uint16](f func(*C) R) func(*Context) uint16 {
	return cast[func(*Context) uint16](f)
}

// Status converts a function of a behavior without a block.
func Status[C any, S ~uint8](f func(*C) S) func(*Context) uint8 {
	return cast[func(*Context) uint8](f)
}

// Done converts the Deactivate of a behavior without a block.
func Done[C any](f func(*C)) func(*Context) {
	return cast[func(*Context)](f)
}

// BlockStatus converts a function of a behavior with a block.
func BlockStatus[C, M any, S ~uint8](f func(*C, *M) S) func(*Context, unsafe.Pointer) uint8 {
	return cast[func(*Context, unsafe.Pointer) uint8](f)
}

// BlockDone converts the Deactivate of a behavior with a block.
func BlockDone[C, M any](f func(*C, *M)) func(*Context, unsafe.Pointer) {
	return cast[func(*Context, unsafe.Pointer)](f)
}

// BlockValue converts the Decide of a DBlock.
func BlockValue[C, D any](f func(*C, *D) float64) func(*Context, unsafe.Pointer) float64 {
	return cast[func(*Context, unsafe.Pointer) float64](f)
}
