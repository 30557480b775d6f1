//go:build !race && !decider_debug

// The race detector and the checks of the decider_debug build enlarge allocations.

package decider_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// A Memory for Figure 1 takes at most 512 bytes beside the agent's own bytes.
func TestMemorySize(t *testing.T) {
	const agents, most = 10_000, 512
	for name, root := range map[string]*decider.Decider[*workload.Creature]{"Decide": &workload.Decide, "flags": &workload.Flags} {
		t.Run(name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(root)
			require.NoError(t, err)
			own := tree.MemoryRequirements().Bytes
			creature := &workload.Creature{}
			memories := make([]*decider.Memory[*workload.Creature], agents)
			before := heap.InUse()
			for i := range memories {
				memories[i] = tree.NewMemory(nil, 1)
				require.NoError(t, decider.TickBehaviorTree(memories[i], creature, decider.Input{Time: 1, DT: 1}))
			}
			each := int(heap.InUse()-before) / agents
			runtime.KeepAlive(memories)
			assert.LessOrEqual(t, each-own, most, "a Memory takes %d bytes, %d of them the agent's own", each, own)
		})
	}
}
