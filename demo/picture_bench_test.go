package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkFrame is a frame as it is on a terminal of 120 by 40: simulated, drawn, and made into what is sent. 33 ms is
// what there is for it at 30 a second.
func BenchmarkFrame(b *testing.B) {
	for _, agents := range []int{24, 2000, 20000} {
		b.Run(fmt.Sprint(agents), func(b *testing.B) {
			a, err := newApp(config{seed: 1, seconds: -1, agents: agents, level: 1, fps: 30})
			require.NoError(b, err)
			a.canvas.colours = colours24bit
			a.canvas.resize(120, 40)
			for range 300 {
				a.step()
			}
			for b.Loop() {
				a.step()
				a.draw()
				a.frame = a.canvas.appendFrame(a.frame[:0])
			}
			require.Zero(b, a.failed)
		})
	}
}
