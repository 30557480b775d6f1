package decider_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// A gate that was taken by asking and goes back at the end of the tick, while a slot runs: a slot has a shorter frame than a
// group, and here it is the last thing in the memory. CI runs this with -d=checkptr, which finds a read beyond it in the
// sizes that fill an allocation.
func TestGateGivenBackBesideASlot(t *testing.T) {
	b := behavior.Behavior[int]{Name: "B"}
	toy := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "TOY", Behavior: &b})
	for words := range 24 {
		gate, slot := world.Gate{Name: "DOOR", Max: 1}, decider.Slot[int]{Name: "HAND", Reserve: 256}
		keys := decider.Keys{}
		for i := range words {
			keys = append(keys, &blackboard.Key[uint64]{Name: fmt.Sprint("KEY", i)})
		}
		tree := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Policy: decider.Random, Keys: keys, Children: decider.Children[int]{
			{Name: "GATED", Gate: &gate, Behavior: &b},
			{Name: "USE", Slot: &slot, Weight: 1e9},
		}})
		w := world.New(world.Options{})
		m := tree.NewMemory(w, w.NewAgent())
		require.NoError(t, m.Plug(&slot, toy))
		require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{}))
		for range w.Holders(&gate, 0) {
			t.Error("the gate was not given back")
		}
	}
}
