package crowd_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// The IDs of agents that were removed before a snapshot are not given again after it, neither to single agents nor to
// those of a crowd, and messages to them are counted as those to agents that are gone.
func TestIDsOfTheGoneAreNotUsedAgain(t *testing.T) {
	for name, keep := range map[string]int{"some live": 3, "none lives": 0} {
		t.Run(name, func(t *testing.T) {
			w, c := idlers(t, nil)
			used := map[world.AgentID]bool{w.NewAgent(): true}
			var all []world.AgentID
			for range 3*world.PageSize + 5 {
				id, err := c.Add(1)
				require.NoError(t, err)
				all = append(all, id)
				used[id] = true
			}
			for _, id := range all[:len(all)-keep] {
				require.NoError(t, c.Remove(id))
			}
			for range 2 {
				var b bytes.Buffer
				require.NoError(t, w.Snapshot(&b))
				w, c = idlers(t, func(world.AgentID) (int, bool) { return 1, true })
				_, err := w.Restore(&b)
				require.NoError(t, err)
			}
			assert.Equal(t, keep, c.Len())
			for _, id := range []world.AgentID{all[0], all[2*world.PageSize], all[3*world.PageSize]} {
				require.NoError(t, w.Send(id, stimuli.Note(1, 1)))
				require.ErrorIs(t, w.Join(engine.Key{}, id, nil), world.ErrAgentUsed)
			}
			require.NoError(t, w.Advance(1))
			assert.EqualValues(t, 3, w.Stats().Undelivered)
			var again []world.AgentID
			for range 2 * world.PageSize {
				id, err := c.Add(1)
				require.NoError(t, err)
				again = append(again, id, w.NewAgent())
			}
			slices.Sort(again)
			assert.Len(t, slices.Compact(again), 4*world.PageSize)
			for _, id := range again {
				require.False(t, used[id], "agent %d", id)
			}
		})
	}
}
