//go:build decidertree_closures

package usercode

import "unsafe"

// This file is plain_cast.go without its assumption: each conversion returns a closure that converts its pointers.

// Value converts a Decide.
func Value[C any](f func(*C) float64) func(*Context) float64 {
	if f == nil {
		return nil
	}
	return func(c *Context) float64 { return f((*C)(unsafe.Pointer(c))) }
}

// Number converts a GateKey or SquadKey.
func Number[C any](f func(*C) uint64) func(*Context) uint64 {
	if f == nil {
		return nil
	}
	return func(c *Context) uint64 { return f((*C)(unsafe.Pointer(c))) }
}

// Roles converts a CanPlay.
func Roles[C any, R ~uint16](f func(*C) R) func(*Context) uint16 {
	if f == nil {
		return nil
	}
	return func(c *Context) uint16 { return uint16(f((*C)(unsafe.Pointer(c)))) }
}

// Status converts a function of a behavior without a block.
func Status[C any, S ~uint8](f func(*C) S) func(*Context) uint8 {
	if f == nil {
		return nil
	}
	return func(c *Context) uint8 { return uint8(f((*C)(unsafe.Pointer(c)))) }
}

// Done converts the Deactivate of a behavior without a block.
func Done[C any](f func(*C)) func(*Context) {
	if f == nil {
		return nil
	}
	return func(c *Context) { f((*C)(unsafe.Pointer(c))) }
}

// BlockStatus converts a function of a behavior with a block.
func BlockStatus[C, M any, S ~uint8](f func(*C, *M) S) func(*Context, unsafe.Pointer) uint8 {
	if f == nil {
		return nil
	}
	return func(c *Context, m unsafe.Pointer) uint8 { return uint8(f((*C)(unsafe.Pointer(c)), (*M)(m))) }
}

// BlockDone converts the Deactivate of a behavior with a block.
func BlockDone[C, M any](f func(*C, *M)) func(*Context, unsafe.Pointer) {
	if f == nil {
		return nil
	}
	return func(c *Context, m unsafe.Pointer) { f((*C)(unsafe.Pointer(c)), (*M)(m)) }
}

// BlockValue converts the Decide of a DBlock.
func BlockValue[C, D any](f func(*C, *D) float64) func(*Context, unsafe.Pointer) float64 {
	if f == nil {
		return nil
	}
	return func(c *Context, d unsafe.Pointer) float64 { return f((*C)(unsafe.Pointer(c)), (*D)(d)) }
}
