package decider_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Agents of one tree and one world tick at the same time in different goroutines, each with its own memory and
// set, sending to each other; with the race detector this shows that ticks share nothing but what is guarded.
func TestAgentsTickAtTheSameTime(t *testing.T) {
	w := world.New(world.Options{})
	tree := pawnTree(t)
	const agents = 8
	var memories [agents]*pawnMemory
	var pawns [agents]*pawn
	var sets [agents]*stimuli.Set
	for i := range agents {
		memories[i] = tree.NewMemory(w, w.NewAgent())
		sets[i] = stimuli.NewSet(agents)
		pawns[i] = &pawn{do: map[string]func(*pawnContext){
			"PATROL.tick": func(c *pawnContext) { c.Send(memories[(i+1)%agents].ID(), stimuli.Note(1, 0)) },
		}}
	}
	for frame := range 20 {
		for _, set := range sets {
			set.Update(1)
		}
		require.NoError(t, w.Advance(1))
		if frame > 1 && frame <= 15 { // from 15 on they shout
			assert.Equal(t, 1, sets[0].Len())
		}
		var all sync.WaitGroup
		for i := range agents {
			all.Go(func() {
				in := decider.Input{Time: w.Time(), DT: 1, DecisionFlags: decider.DecisionFlags(frame / 15), Stimuli: sets[i]}
				assert.NoError(t, decider.TickBehaviorTree(memories[i], pawns[i], in))
			})
		}
		all.Wait()
	}
}
