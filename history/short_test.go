package history_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// The error for a frame that is not held any more names the option to raise.
func TestTooShort(t *testing.T) {
	mood := func(c *behavior.Context[float64]) float64 { return -c.Agent } // another in each frame, so that ticks need room
	tree := decider.MustInitializeTreeData(&decider.Decider[float64]{Name: "ROOT", Children: decider.Children[float64]{
		{Name: "NEVER", DecisionFlags: decider.Check{All: 1}, Behavior: &behavior.Behavior[float64]{Name: "NEVER"}},
		{Name: "GROWL", Decide: mood, Behavior: &behavior.Behavior[float64]{Name: "GROWL"}},
		{Name: "IDLE", Behavior: &behavior.Behavior[float64]{Name: "IDLE"}},
	}})
	for name, c := range map[string]struct {
		options      history.Options
		skip, frames int
		frame        uint64
		raise, says  string
	}{
		"ring":        {history.Options{BytesEach: 2048}, 0, 3000, 1, "BytesEach", `^history: not recorded: frame 1 of agent 1; the oldest held is \d+; to keep older ones, raise history\.Options\.BytesEach$`},
		"frames":      {history.Options{BytesEach: 1 << 15, Frames: 1024}, 0, 5000, 1, "Frames", `^history: not recorded: frame 1 of agent 1; the oldest held is \d+; to keep older ones, raise history\.Options\.Frames$`},
		"begun later": {history.Options{}, 10, 5, 7, "", `^history: not recorded: frame 7 of agent 1; its recording begins with frame 10$`},
	} {
		t.Run(name, func(t *testing.T) {
			w := world.New(world.Options{})
			memory := tree.NewMemory(w, w.NewAgent())
			r := history.New(c.options)
			for i := range c.skip + c.frames {
				if i == c.skip {
					require.NoError(t, memory.Record(r))
				}
				require.NoError(t, w.Advance(1))
				require.NoError(t, decider.TickBehaviorTree(memory, w.Time(), decider.Input{}))
			}
			rec := r.Recording()
			_, err := rec.At(memory.ID(), c.frame)
			var missing *history.NotRecordedError
			require.ErrorAs(t, err, &missing)
			assert.Regexp(t, c.says, err.Error())
			assert.Equal(t, c.raise, missing.Raise)

			_, last, _ := rec.Frames()
			_, err = why.LastRan(rec, memory.ID(), last, "NEVER")
			require.ErrorIs(t, err, why.ErrNeverRan)
			if c.raise == "" {
				assert.NotContains(t, err.Error(), "raise")
			} else {
				assert.Contains(t, err.Error(), "; to keep older frames, raise history.Options."+c.raise)
			}
		})
	}
}
