package decider_test

import (
	"fmt"
	"testing"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

type workTree = *decider.Decider[*workload.Creature]

// BenchmarkFigure1 ticks one creature of the Spore text's Figure 1, which is eating. Quiet: nothing changes.
// Churn: the predator comes or goes every tick, so that every tick leaves one path and enters another.
func BenchmarkFigure1(b *testing.B) {
	b.Run("decide/quiet", func(b *testing.B) {
		benchQuiet(b, &workload.Decide, 0)
	})
	b.Run("decide/churn", func(b *testing.B) {
		creature, memory := workload.Hungry(), memoryOf(b, &workload.Decide)
		in := decider.Input{DT: dt}
		b.ReportAllocs()
		for b.Loop() {
			creature.Predator = !creature.Predator
			tick(b, memory, creature, &in)
		}
	})
	b.Run("flags/quiet", func(b *testing.B) {
		benchQuiet(b, &workload.Flags, workload.IsHungry)
	})
	b.Run("flags/churn", func(b *testing.B) {
		creature, memory := workload.Hungry(), memoryOf(b, &workload.Flags)
		in := decider.Input{DT: dt, DecisionFlags: workload.IsHungry}
		b.ReportAllocs()
		for b.Loop() {
			in.DecisionFlags ^= workload.Predator
			tick(b, memory, creature, &in)
		}
	})
	b.Run("handwritten/quiet", func(b *testing.B) {
		creature := workload.Hungry()
		for b.Loop() {
			creature.Frame()
		}
	})
	b.Run("handwritten/churn", func(b *testing.B) {
		creature := workload.Hungry()
		for b.Loop() {
			creature.Predator = !creature.Predator
			creature.Frame()
		}
	})
}

// BenchmarkWide ticks a prioritized list whose last child runs, with a condition on all the others. Mixed:
// all conditions also ask for a flag that is set, so that no single flag tells that none of them holds.
func BenchmarkWide(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		for i, name := range []string{"", "mixed/"} {
			also := decider.DecisionFlags(i) * workload.Awake
			b.Run(fmt.Sprintf("%d/%sdecidertree", n, name), func(b *testing.B) {
				benchQuiet(b, workload.Wide(n, also), workload.Quiet)
			})
			b.Run(fmt.Sprintf("%d/%shandwritten", n, name), func(b *testing.B) {
				creature, list := workload.Hungry(), workload.NewWideByHand(n, also)
				for b.Loop() {
					list.Frame(creature, workload.Quiet)
				}
			})
		}
	}
}

// BenchmarkTreeSize ticks trees that differ in what lies beside the active path, and in nothing on it.
func BenchmarkTreeSize(b *testing.B) {
	for _, n := range []int{20, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchQuiet(b, workload.Size(n), 0)
		})
	}
}

// deaf is an observer that wants to know nothing, as debug output that is built in and turned off.
type deaf struct{}

func (deaf) ObserveLevel(world.AgentID) event.Level { return 0 }
func (deaf) Observe(*event.Event)                   {}

// BenchmarkDebugOff shows what an observer costs that is attached and does not listen.
func BenchmarkDebugOff(b *testing.B) {
	b.Run("none", func(b *testing.B) {
		benchQuiet(b, &workload.Decide, 0)
	})
	b.Run("attached", func(b *testing.B) {
		creature, memory := workload.Hungry(), memoryOf(b, &workload.Decide)
		memory.Observe(deaf{})
		in := decider.Input{DT: dt}
		b.ReportAllocs()
		for b.Loop() {
			tick(b, memory, creature, &in)
		}
	})
}

const dt = 1.0 / 64 // seconds a frame; a power of two, so that time adds up exactly

func memoryOf(tb testing.TB, root workTree) *decider.Memory[*workload.Creature] {
	tb.Helper()
	tree, err := decider.InitializeTreeData(root)
	if err != nil {
		tb.Fatal(err)
	}
	return tree.NewMemory(nil, 1)
}

// tick is inlined into the loops; time passes as it does in a game.
func tick(tb testing.TB, memory *decider.Memory[*workload.Creature], creature *workload.Creature, in *decider.Input) {
	in.Time += in.DT
	if err := decider.TickBehaviorTree(memory, creature, *in); err != nil {
		tb.Fatal(err)
	}
}

func benchQuiet(b *testing.B, root workTree, flags decider.DecisionFlags) {
	creature, memory := workload.Hungry(), memoryOf(b, root)
	in := decider.Input{DT: dt, DecisionFlags: flags}
	b.ReportAllocs()
	for b.Loop() {
		tick(b, memory, creature, &in)
	}
}
