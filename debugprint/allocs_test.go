//go:build !decider_debug

package debugprint_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

// The same with several paths, a tree that is plugged in, blackboard values and Leaves.
func TestObservingSeveralPathsAllocatesNothing(t *testing.T) {
	for _, form := range forms {
		for hours := 1; hours < 7; hours++ {
			o := &debugprint.Output{Level: 5, W: discard{}, Mode: form.mode}
			m := evening(t, o, hours)
			in := decider.Input{Time: 20 + float64(hours)}
			var c camper
			var b []byte
			allocated := testing.AllocsPerRun(100, func() {
				if err := decider.TickBehaviorTree(m, &c, in); err != nil {
					t.Fatal(err)
				}
				b = debugprint.AppendState(b[:0], m, form.mode|debugprint.WholeTree)
				b = debugprint.AppendState(b, m, form.mode)
			})
			assert.Zero(t, allocated, "%v, %d hours", form.mode, hours)
			assert.NoError(t, o.Err())
		}
	}
}

// The decider_debug tag is left out: there the tick itself allocates, to know its goroutine.
func TestObservingAllocatesNothing(t *testing.T) {
	for _, form := range forms {
		m := live(t, nil)
		o := &debugprint.Output{Level: 5, W: discard{}, Mode: form.mode}
		m.Observe(o)
		in := decider.Input{Time: 1000, DT: 0.5}
		var g guard
		var b []byte
		allocated := testing.AllocsPerRun(100, func() {
			in.Time += 0.5
			if err := decider.TickBehaviorTree(m, &g, in); err != nil {
				t.Fatal(err)
			}
			b = debugprint.AppendState(b[:0], m, form.mode|debugprint.WholeTree)
			b = names.AppendState(b, m, form.mode)
		})
		assert.Zero(t, allocated, "%v", form.mode)
		assert.NoError(t, o.Err())
	}
}
