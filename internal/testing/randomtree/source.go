package randomtree

import "math/rand/v2"

// Source makes the choices of [RandomTree] and of random runs, so that a seed, a fuzzer's bytes or a property tester can drive
// them. Smaller choices should lead to simpler results.
type Source interface {
	// Choose returns a number in [0, n). n is at least 1.
	Choose(n int) int
}

// SourceFunc adapts a function to [Source].
type SourceFunc func(n int) int

// Choose calls f.
func (f SourceFunc) Choose(n int) int { return f(n) }

// RandomSource returns a source whose choices depend on the seed alone.
func RandomSource(seed uint64) Source {
	return SourceFunc(rand.New(rand.NewPCG(seed, 0x6465636964657274)).IntN)
}

// ByteSource returns a source that takes each choice from two bytes. At the end of the bytes every choice is 0.
func ByteSource(data []byte) Source {
	return SourceFunc(func(n int) int {
		var x int
		for range min(2, len(data)) {
			x, data = x<<8|int(data[0]), data[1:]
		}
		return x % n
	})
}

// Recording is a source that forwards another source's choices and records them.
type Recording struct {
	Source  Source
	Choices []int
}

// Choose forwards and records a choice.
func (r *Recording) Choose(n int) int {
	choice := r.Source.Choose(n)
	r.Choices = append(r.Choices, choice)
	return choice
}

// Replaying returns a source that repeats recorded choices, which may have been shortened or changed: choices that are too
// large are clamped, and missing ones are 0.
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

// chance returns true with probability 1/n, and false for the simplest choices.
func chance(s Source, n int) bool { return s.Choose(n) == n-1 }
