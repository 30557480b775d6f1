//go:build !decider_debug

package profile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/profile"
)

// A profile allocates nothing once it knows the trees, nor does an agent or crowd whose profile was taken away.
func TestProfileAllocatesNothing(t *testing.T) {
	for _, o := range []profile.Options{{}, {Every: 1}, {Every: 5, Labels: true}} {
		g := game(t, crowds.Busy(), 500, 1)
		p := profile.New(o)
		require.NoError(t, g.Crowd.Profile(p))
		frame := func() {
			if err := g.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		for range 10 {
			frame()
		}
		if allocated := testing.AllocsPerRun(50, frame); o.Labels {
			assert.LessOrEqual(t, allocated, 2.0, "with Labels a goroutine of its own")
		} else {
			assert.Zero(t, allocated, "%+v", o)
		}
		require.NoError(t, g.Crowd.Profile(nil))
		assert.Zero(t, testing.AllocsPerRun(50, frame))

		s := &shop{}
		m := decider.MustInitializeTreeData(shopTree()).NewMemory(nil, 1)
		require.NoError(t, m.Profile(p))
		in := decider.Input{DT: 1}
		tick := func() {
			in.Time++
			if err := decider.TickBehaviorTree(m, s, in); err != nil {
				t.Fatal(err)
			}
		}
		for range 10 {
			tick()
		}
		assert.Zero(t, testing.AllocsPerRun(100, tick))
		require.NoError(t, m.Profile(nil))
		assert.Zero(t, testing.AllocsPerRun(100, tick))
	}
}
