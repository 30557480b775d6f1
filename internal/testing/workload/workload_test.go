package workload_test

import (
	"math/rand/v2"
	"testing"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// Both trees of Figure 1 do tick by tick what the nested if does, under every input and in any order of them.
func TestFigure1DoesWhatTheHandwrittenDoes(t *testing.T) {
	decide := decider.MustInitializeTreeData(&workload.Decide).NewMemory(nil, 1)
	flags := decider.MustInitializeTreeData(&workload.Flags).NewMemory(nil, 1)
	var byHand, byDecide, byFlags workload.Creature
	rng := rand.New(rand.NewPCG(1, 2))
	in := decider.Input{DT: 0.5}
	for i := range 20 * workload.AllSenses {
		bits := rng.Uint64N(workload.AllSenses)
		byHand.Senses = workload.SensesOf(bits)
		byDecide.Senses = byHand.Senses
		byHand.Frame()
		in.Time += in.DT
		if err := decider.TickBehaviorTree(decide, &byDecide, in); err != nil {
			t.Fatal(err)
		}
		in.DecisionFlags = decider.DecisionFlags(bits)
		if err := decider.TickBehaviorTree(flags, &byFlags, in); err != nil {
			t.Fatal(err)
		}
		if byDecide.Counts != byHand.Counts || byFlags.Counts != byHand.Counts {
			t.Fatalf("tick %d with senses %+v:\nby hand %v\ndecide  %v\nflags   %v",
				i, byHand.Senses, byHand.Counts, byDecide.Counts, byFlags.Counts)
		}
	}
}

// Wide does what the loop does, whichever condition holds. The tree's child that runs is not asked again and its
// behavior never ends, so each condition gets a fresh memory.
func TestWideDoesWhatTheLoopDoes(t *testing.T) {
	const n = 70
	for _, also := range []decider.DecisionFlags{0, workload.Awake} {
		tree := decider.MustInitializeTreeData(workload.Wide(n, also))
		for bit := range 64 {
			memory, list := tree.NewMemory(nil, 1), workload.NewWideByHand(n, also)
			var byHand, byTree workload.Creature
			in := decider.Input{DT: 0.5}
			for _, in.DecisionFlags = range []decider.DecisionFlags{workload.Quiet, workload.Quiet | 1<<bit, workload.Quiet | 1<<bit} {
				list.Frame(&byHand, in.DecisionFlags)
				in.Time += in.DT
				if err := decider.TickBehaviorTree(memory, &byTree, in); err != nil {
					t.Fatal(err)
				}
			}
			if byTree.Counts != byHand.Counts {
				t.Errorf("flag %d: by hand %v\ntree    %v", bit, byHand.Counts, byTree.Counts)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	for _, n := range []int{20, 1000, 10000} {
		root := workload.Size(n)
		if got := workload.CountOf(root); got != n {
			t.Errorf("Size(%d) has %d deciders", n, got)
		}
		memory := decider.MustInitializeTreeData(root).NewMemory(nil, 1)
		var creature workload.Creature
		if err := decider.TickBehaviorTree(memory, &creature, decider.Input{Time: 1, DT: 1}); err != nil {
			t.Fatal(err)
		}
		if creature.Did[workload.Dance] != 1 {
			t.Errorf("Size(%d): the leaf at the end of the active path did not run", n)
		}
	}
}
