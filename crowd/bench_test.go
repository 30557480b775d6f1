package crowd_test

import (
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/world"
)

var sizes = []struct {
	name   string
	agents int
}{{"1k", 1000}, {"100k", 100_000}, {"1M", 1_000_000}}

// BenchmarkCrowd is a frame of a crowd of Figure 1, whose creatures lie in a slice of structs. Idle: all eat, and
// nothing changes. 1pct: half a percent begin to flee in each frame, and half a percent stop. Busy: every behavior has a
// Tick, so all are ticked.
func BenchmarkCrowd(b *testing.B) {
	for _, kind := range []struct {
		name     string
		tree     func() *crowds.Tree
		changing int // in 1000
	}{{"idle", crowds.Sleeping, 0}, {"1pct", crowds.Sleeping, 10}, {"busy", crowds.Busy, 0}} {
		for _, size := range sizes {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%s/%s/workers=%d", kind.name, size.name, workers), func(b *testing.B) {
					h, err := crowds.New(kind.tree(), size.agents, workers)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportAllocs()
					for b.Loop() {
						frame(b, h, size.agents*kind.changing/1000)
					}
					perAgent(b, size.agents)
				})
			}
		}
	}
}

// BenchmarkByHand is the same creatures in the hand-written loop.
func BenchmarkByHand(b *testing.B) {
	for _, kind := range []struct {
		name     string
		changing int // in 1000
	}{{"idle", 0}, {"1pct", 10}} {
		for _, size := range sizes {
			b.Run(kind.name+"/"+size.name, func(b *testing.B) {
				h := crowds.NewByHand(size.agents)
				for b.Loop() {
					h.Change(size.agents * kind.changing / 1000)
					h.Frame()
				}
				perAgent(b, size.agents)
			})
		}
	}
}

// BenchmarkMemory reports the bytes of an agent in a crowd of 1,000,000.
func BenchmarkMemory(b *testing.B) {
	bytes := 0.0
	for b.Loop() {
		bytes = bytesPerAgent(b, 1_000_000)
	}
	b.ReportMetric(bytes, "B/agent")
	b.ReportMetric(0, "ns/op")
}

// An agent's memory in a crowd is at most 64 bytes for Figure 1, without its A and its stimuli. In addition, the crowd
// keeps its ID and flags, 8 bytes each, and its row, 4 bytes; the allocator rounds up.
func TestMemoryPerAgent(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64-bit machines")
	}
	memory := crowds.Sleeping().MemoryRequirements().Bytes
	assert.LessOrEqual(t, memory, 64)
	bytes := bytesPerAgent(t, 200_000)
	assert.LessOrEqual(t, bytes, float64(memory)+26)
	assert.GreaterOrEqual(t, bytes, float64(memory)+20, "or the test counts too little")
}

// bytesPerAgent returns the heap that a crowd of Figure 1 holds for each agent that was added and ticked, without its A.
func bytesPerAgent(tb testing.TB, agents int) float64 {
	creature := &workload.Creature{Senses: workload.Senses{Hungry: true}} // one for all: only the crowd's bytes count
	w := world.New(world.Options{})
	c, err := crowd.New(w, crowds.Sleeping(), crowd.Options[*workload.Creature]{Name: "HERD", Workers: 1})
	require.NoError(tb, err)
	before := heap.InUse()
	for range agents {
		id, err := c.Add(creature)
		require.NoError(tb, err)
		require.NoError(tb, c.SetFlags(id, workload.IsHungry, 0))
	}
	for range 3 {
		require.NoError(tb, w.Advance(crowds.DT))
		_, err := c.Tick()
		require.NoError(tb, err)
	}
	held := heap.InUse() - before
	runtime.KeepAlive(c)
	return float64(held)/float64(agents) - float64(unsafe.Sizeof(creature))
}

// A frame allocates nothing, whatever happens in it, in one goroutine or several.
func TestFramesAllocateNothing(t *testing.T) {
	const agents, most = 2000, 2000
	for name, scene := range map[string]struct {
		tree     *crowds.Tree
		changing int
	}{
		"idle":              {crowds.Sleeping(), 0},
		"1 % changing":      {crowds.Sleeping(), agents / 100},
		"all changing":      {crowds.Sleeping(), most},
		"busy":              {crowds.Busy(), 0},
		"busy and changing": {crowds.Busy(), agents / 10},
		"gates":             {gated(t), agents / 10},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprint(name, ", workers ", workers), func(t *testing.T) {
				h, err := crowds.New(scene.tree, agents, workers)
				require.NoError(t, err)
				for range 3 * agents / max(scene.changing/2, agents/10) { // until all agents have had a turn, and all buffers have grown
					frame(t, h, scene.changing)
				}
				allocs := 1.0
				for try := 0; try < workers*workers && allocs > 0; try++ { // the split between workers is random: a buffer may still have to grow
					allocs = testing.AllocsPerRun(2, func() {
						for range 50 { // an occasional one counts, too
							frame(t, h, scene.changing)
						}
					})
				}
				assert.Zero(t, allocs)
			})
		}
	}
}

// gated returns a tree in which fleeing agents compete for 100 hiding places, and hungry ones take turns at the food.
func gated(t *testing.T) *crowds.Tree {
	hiding := &world.Gate{Name: "HIDING", Max: 100, Cooldown: 0.1}
	trough := &world.Gate{Name: "TROUGH", Max: 20, AgentCooldown: 0.2}
	byNest := func(c *behavior.Context[*workload.Creature]) uint64 { return uint64(c.ID) % 2 }
	hide := &behavior.Behavior[*workload.Creature]{Name: "HIDE", Tick: func(c *behavior.Context[*workload.Creature]) behavior.Status {
		if c.DecisionFlags&workload.Predator == 0 {
			return behavior.Success
		}
		return behavior.Running
	}}
	stay := &behavior.Behavior[*workload.Creature]{Name: "STAY"}
	tree, err := decider.InitializeTreeData(&decider.Decider[*workload.Creature]{
		Name: "ROOT",
		Children: decider.Children[*workload.Creature]{
			{Name: "HIDE", DecisionFlags: decider.Check{All: workload.Predator}, Gate: hiding, Behavior: hide},
			{Name: "EAT", DecisionFlags: decider.Check{All: workload.IsHungry}, Gate: trough, GateKey: byNest, Behavior: stay,
				Modifiers: decider.Modifiers{Timeout: 0.3}},
			{Name: "STAY", Behavior: stay},
		},
	})
	require.NoError(t, err)
	return tree
}

func frame(tb testing.TB, h *crowds.Game, changing int) {
	if err := h.Change(changing); err != nil {
		tb.Fatal(err)
	}
	if err := h.Frame(); err != nil {
		tb.Fatal(err)
	}
}

func perAgent(b *testing.B, agents int) {
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(agents), "ns/agent")
}
