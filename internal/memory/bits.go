package memory

import (
	"math"
	mathbits "math/bits"
)

// Bits is a bit set in 64-bit words.
type Bits []uint64

// Has reports whether bit i is set.
func (b Bits) Has(i int) bool { return b[i>>6]&(1<<(i&63)) != 0 }

// Set sets bit i.
func (b Bits) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Unset clears bit i.
func (b Bits) Unset(i int) { b[i>>6] &^= 1 << (i & 63) }

// Next returns the first set bit at or after i, or -1.
func (b Bits) Next(i int) int {
	for w := i >> 6; w < len(b); w++ {
		word := b[w]
		if w == i>>6 {
			word &= math.MaxUint64 << (i & 63)
		}
		if word != 0 {
			return w<<6 + mathbits.TrailingZeros64(word)
		}
	}
	return -1
}

// Count returns the number of set bits.
func (b Bits) Count() (n int) {
	for _, word := range b {
		n += mathbits.OnesCount64(word)
	}
	return n
}

// last returns the last set bit, or -1.
func (b Bits) last() int {
	for w := len(b) - 1; w >= 0; w-- {
		if b[w] != 0 {
			return w<<6 + mathbits.Len64(b[w]) - 1
		}
	}
	return -1
}

// Fill sets the first n bits and clears the rest.
func (b Bits) Fill(n int) {
	for i := range b {
		b[i] = 1<<min(max(n-64*i, 0), 63) - 1
		if n-64*i >= 64 {
			b[i] = math.MaxUint64
		}
	}
}
