package history

import (
	"fmt"
	"testing"

	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// BenchmarkTake is what keeping a take costs by itself, of agents whose memories have so many bytes: one that is as the one
// before, and one in which answers and three words of the memory have changed.
func BenchmarkTake(b *testing.B) {
	for _, size := range []int{64, 1024} {
		for _, changes := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d bytes, changes %v", size, changes), func(b *testing.B) {
				const agents = 1000
				w := world.New(world.Options{})
				r := New(Options{BytesEach: 1 << 14})
				s, err := r.Sink(key, tape.Source{Crowd: "C", World: w, Fingerprint: 1, Size: size, Describe: described(size)})
				if err != nil {
					b.Fatal(err)
				}
				takes := make([]tape.Take, agents)
				for i := range takes {
					takes[i] = tape.Take{Agent: uint64(1024 + i), Image: make([]byte, size), Answers: make([]byte, 24)}
				}
				b.ResetTimer()
				for i := range b.N {
					if i%agents == 0 {
						if err := w.Advance(1.0 / 32); err != nil {
							b.Fatal(err)
						}
					}
					t := &takes[i%agents]
					t.Frame, t.Time, t.DT = w.Frame(), w.Time(), w.DT()
					if changes {
						t.Answers[3]++
						t.Image[0]++
						t.Image[size/2]++
						t.Image[size-8]++
					}
					s.Take(t)
				}
			})
		}
	}
}
