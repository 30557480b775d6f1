package usercode

import "unsafe"

// Taking converts the Activate of the behavior of a DBlock, as the functions of plain_cast.go convert all others. It
// takes the D by value, so it is always a function of its own.
func Taking[C, D, M any, S ~uint8](f func(*C, D, *M) S) func(c *Context, dblock, block unsafe.Pointer) uint8 {
	if f == nil {
		return nil
	}
	return func(c *Context, d, m unsafe.Pointer) uint8 {
		return uint8(f((*C)(unsafe.Pointer(c)), *(*D)(d), (*M)(m)))
	}
}
