//go:build !decider_debug

// The checks of the decider_debug build may allocate.

package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Frames in which requests are launched, cancelled, handed over, and completed in time, too late or never, allocate
// nothing, for systems that fetch all requests or few.
func TestDeferredAllocatesNothing(t *testing.T) {
	type system = world.System[[3]float64, [2]int]
	for name, serve := range map[string]func(w *world.World, s *system, open *[]world.Token){
		"serves all": func(w *world.World, s *system, open *[]world.Token) {
			for _, token := range *open {
				_ = s.Complete(w, token, [2]int{1, 2})
			}
			*open = (*open)[:0]
			for token := range s.Launched(w, 0) {
				*open = append(*open, token)
			}
			for range s.Cancelled(w) {
			}
		},
		"never asks what was cancelled": func(w *world.World, s *system, open *[]world.Token) {
			for token := range s.Launched(w, 64) {
				_ = s.Complete(w, token, [2]int{})
			}
			for _, token := range *open {
				_ = s.Complete(w, token, [2]int{})
			}
			*open = (*open)[:0]
			for token := range s.Launched(w, 64) {
				*open = append(*open, token)
			}
		},
		"never answers": func(w *world.World, s *system, open *[]world.Token) {
			for range s.Launched(w, 3) {
			}
			for range s.Cancelled(w) {
			}
		},
		"never asks": func(*world.World, *system, *[]world.Token) {},
	} {
		t.Run(name, func(t *testing.T) {
			s, w := &system{Name: "MOVES"}, world.New(world.Options{})
			type nothing struct{}
			tree := decider.MustInitializeTreeData(&decider.Decider[nothing]{Name: "ROOT", Children: decider.Children[nothing]{
				{Name: "STOP", DecisionFlags: decider.Check{All: alarm}, Behavior: &behavior.Behavior[nothing]{
					Name: "STOP", Tick: func(*behavior.Context[nothing]) behavior.Status { return behavior.Success },
				}},
				{Name: "MOVE", Behavior: &behavior.Deferred[nothing, [2]int, [3]float64, [2]int]{
					Name: "MOVE", System: s,
					Launch: func(*behavior.Context[nothing], *[2]int) [3]float64 { return [3]float64{1, 2, 3} },
					Done: func(_ *behavior.Context[nothing], b *[2]int, moved [2]int) behavior.Status {
						*b = moved
						return behavior.Success
					},
				}},
			}})
			var memories [100]*decider.Memory[nothing]
			for i := range memories {
				memories[i] = tree.NewMemory(w, w.NewAgent())
			}
			var open []world.Token
			number := 0
			frame := func() {
				number++
				if err := w.Advance(1); err != nil {
					t.Error(err)
				}
				for i, m := range memories {
					in := decider.Input{Time: w.Time(), DT: 1}
					if (i+number)%3 == 0 {
						in.DecisionFlags = alarm
					}
					if err := decider.TickBehaviorTree(m, nothing{}, in); err != nil {
						t.Error(err)
					}
				}
				serve(w, s, &open)
			}
			for range 300 { // until all buffers have grown
				frame()
			}
			assert.Zero(t, testing.AllocsPerRun(500, frame))
		})
	}
}
