package randomtree

import "math/rand/v2"

// Source makes the choices of [RandomTree] and of random runs, so that a seed, a fuzzer's bytes and a property
// tester can all drive them. Smaller choices should mean simpler things.
type Source interface {
	// Choose returns a number in [0, n). n is at least 1.
	Choose(n int) int
}

// SourceFunc is a function as a [Source].
type SourceFunc func(n int) int

// Choose calls f.
func (f SourceFunc) Choose(n int) int { return f(n) }

// RandomSource returns the choices of a seed, always the same.
func RandomSource(seed uint64) Source {
	return SourceFunc(rand.New(rand.NewPCG(seed, 0x6465636964657274)).IntN)
}

// ByteSource takes the choices from bytes, two for each; when they have run out, every choice is 0.
func ByteSource(data []byte) Source {
	return SourceFunc(func(n int) int {
		var x int
		for range min(2, len(data)) {
			x, data = x<<8|int(data[0]), data[1:]
		}
		return x % n
	})
}

// Recording passes the choices of a source on and keeps them.
type Recording struct {
	Source  Source
	Choices []int
}

// Choose asks the source.
func (r *Recording) Choose(n int) int {
	choice := r.Source.Choose(n)
	r.Choices = append(r.Choices, choice)
	return choice
}

// Replaying makes recorded choices again, also shortened or changed ones: what is too large is cut, and what
// is missing is 0.
func Replaying(choices []int) Source {
	return SourceFunc(func(n int) int {
		if len(choices) == 0 {
			return 0
		}
		choice := choices[0]
		choices = choices[1:]
		return min(choice, n-1)
	})
}

// chance is true once in n, and never for the simplest choices.
func chance(s Source, n int) bool { return s.Choose(n) == n-1 }
