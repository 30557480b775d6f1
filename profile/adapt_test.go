package profile

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A sampled tick of 3 µs beside ticks of 20 ns is one of many; beside ticks of 2 µs one of few.
func TestAdapts(t *testing.T) {
	p := New(Options{})
	assert.Equal(t, int64(defaultEvery), p.every.Load())
	p.adapt(costs{}, costs{20_000, 1000})
	assert.Equal(t, int64(defaultEvery), p.every.Load(), "nothing to compare with")
	p.adapt(costs{30_000, 10}, costs{20_000, 1000})
	assert.Equal(t, int64(2980/0.02/20), p.every.Load())
	for range 100 {
		p.adapt(costs{30_000, 10}, costs{2_000_000, 1000})
	}
	assert.InDelta(t, 1000/0.02/2000, p.every.Load(), 1)
	for range 100 {
		p.adapt(costs{21_000, 10}, costs{2_000_000, 1000})
	}
	assert.Equal(t, int64(leastEvery), p.every.Load())
	for range 100 {
		p.adapt(costs{30e9, 10}, costs{20_000, 1000})
	}
	assert.Equal(t, int64(mostEvery), p.every.Load())

	p = New(Options{Share: 0.1})
	p.adapt(costs{30_000, 10}, costs{20_000, 1000})
	assert.Equal(t, int64(2980/0.1/20), p.every.Load())
	p = New(Options{Every: 5})
	p.adapt(costs{30_000, 10}, costs{20_000, 1000})
	assert.Equal(t, int64(5), p.every.Load())
}
