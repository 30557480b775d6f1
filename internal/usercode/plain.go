package usercode

import "unsafe"

// Taking converts the Activate of a DBlock's behavior, as the functions of plain_cast.go convert all others. That Activate
// takes the D by value, so the result is always a closure.
func Taking[C, D, M any, S ~uint8](f func(*C, D, *M) S) func(c *Context, dblock, block unsafe.Pointer) uint8 {
	if f == nil {
		return nil
	}
	return func(c *Context, d, m unsafe.Pointer) uint8 {
		return uint8(f((*C)(unsafe.Pointer(c)), *(*D)(d), (*M)(m)))
	}
}
