package decider_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

// worker is an agent that does random things in every function, and counts the Deactivates it is owed.
type worker struct {
	randomtree.Source
	memory *decider.Memory[*worker]
	slots  []*workerSlot
	toys   []*decider.Tree[*worker]
	names  []string
	owed   int
	faults []string
	calm   bool
}

type (
	workerContext = behavior.Context[*worker]
	workerDecider = decider.Decider[*worker]
	workerSlot    = decider.Slot[*worker]
	duty          struct{ Owed, Guard uint64 }
)

const guard = 0x5ca1ab1e

// begin, goOn and end check the block of the place: it is zero at first, one Deactivate is owed from then on, and no
// other place writes to it.
func (w *worker) begin(c *workerContext, d *duty) behavior.Status {
	if *d != (duty{}) {
		w.faults = append(w.faults, "Activate of "+c.DeciderName())
	}
	*d = duty{1, guard}
	w.owed++
	return w.anything(c, 6)
}

func (w *worker) goOn(c *workerContext, d *duty) behavior.Status {
	if *d != (duty{1, guard}) {
		w.faults = append(w.faults, "Tick or Leave of "+c.DeciderName())
	}
	return w.anything(c, 2)
}

func (w *worker) end(c *workerContext, d *duty) {
	if *d != (duty{1, guard}) {
		w.faults = append(w.faults, fmt.Sprintf("Deactivate of %s, %v", c.DeciderName(), c.Reason()))
	}
	*d = duty{0, guard}
	w.owed--
	w.anything(c, 2)
}

func (w *worker) accept(c *workerContext) float64 {
	return behavior.If(w.anything(c, 1) == behavior.Running)
}

// anything returns a random status, more often Running for a greater often, and sometimes does something that ends
// more than this behavior.
func (w *worker) anything(c *workerContext, often int) behavior.Status {
	if w.calm {
		return behavior.Running
	}
	switch w.Choose(100) {
	case 99:
		panic("ouch")
	case 98:
		runtime.Goexit()
	case 97, 96:
		_ = w.memory.Reset()
	case 95, 94, 93:
		_ = decider.ResetBelow(c, w.names[w.Choose(len(w.names))])
	case 92, 91:
		_ = w.slots[w.Choose(len(w.slots))].Unplug(c)
	case 90, 89, 88:
		_ = w.slots[w.Choose(len(w.slots))].Plug(c, w.toys[w.Choose(len(w.toys))])
	}
	switch st := w.Choose(2 + often); st {
	case 0:
		return behavior.Success
	case 1:
		return behavior.Failure
	}
	return behavior.Running
}

// grow makes a decider of a random kind, with everything below it.
func (w *worker) grow(depth int, inSelector bool) *workerDecider {
	d := &workerDecider{Name: fmt.Sprintf("D%d", len(w.names))}
	w.names = append(w.names, d.Name)
	b := &behavior.WithBlock[*worker, duty]{Name: "WORK", Activate: begins, Tick: goesOn, Deactivate: endsDuty}
	if w.Choose(3) == 2 {
		b.Name, b.Leave, b.LeaveTimeout = "WORK_AND_LEAVE", b.Tick, 3
	}
	if depth > 0 {
		d.Decide = acceptsDuty
		if inSelector && w.Choose(2) == 1 {
			d.Options = decider.Monitor
		}
		if w.Choose(3) == 2 {
			d.Modifiers = decider.Modifiers{Repeat: pick(w.Source, 0, 2, 3, decider.Forever), Timeout: float64(w.Choose(4)), Outcome: decider.Outcome(w.Choose(4)), Limit: 4 * w.Choose(3)}
			if d.Modifiers.Repeat != 0 {
				d.Modifiers.Until = decider.Until(w.Choose(3))
			}
		}
	}
	switch kind := w.Choose(6); {
	case depth > 0 && (kind < 2 || depth > 4 || len(w.names) > 24):
		d.Behavior = b
	case depth > 0 && kind == 2:
		d.Slot = &workerSlot{Name: fmt.Sprintf("SLOT_%s", d.Name), Reserve: 1 << 11}
		w.slots = append(w.slots, d.Slot)
	default:
		d.Policy = decider.Policy(w.Choose(int(decider.Concurrent) + 1))
		if w.Choose(2) == 1 {
			d.Behavior = b
		}
		for range 1 + w.Choose(4) {
			d.Children = append(d.Children, w.grow(depth+1, d.Policy == decider.Selector))
		}
	}
	return d
}

// The functions of declarations find their worker in the Context.
func begins(c *workerContext, d *duty) behavior.Status { return c.Agent.begin(c, d) }
func goesOn(c *workerContext, d *duty) behavior.Status { return c.Agent.goOn(c, d) }
func endsDuty(c *workerContext, d *duty)               { c.Agent.end(c, d) }
func acceptsDuty(c *workerContext) float64             { return c.Agent.accept(c) }

// playOwing plays a random agent and checks after each step that exactly the active behaviors owe a Deactivate. It
// reports whether the random declarations were sound trees.
func playOwing(t *testing.T, s randomtree.Source) (played bool) {
	w := &worker{Source: s, slots: []*workerSlot{{Name: "FOREIGN"}}}
	var trees []*decider.Tree[*worker]
	for range 1 + s.Choose(3) {
		tree, err := decider.InitializeTreeData(w.grow(0, false))
		if err != nil {
			return false // it can never run, or the like
		}
		trees = append(trees, tree)
	}
	w.toys = trees
	w.memory = trees[0].NewMemory(nil, 1)
	if s.Choose(4) == 3 {
		w.memory.Observe(&spectator{})
	}
	for time := range 40 {
		elsewhere(func() {
			switch s.Choose(12) {
			case 11:
				_ = w.memory.Reset()
			case 10:
				_ = w.memory.ResetBelow(w.names[s.Choose(len(w.names))])
			case 9:
				_ = w.memory.Unplug(w.slots[s.Choose(len(w.slots))])
			case 8, 7:
				_ = w.memory.Plug(w.slots[s.Choose(len(w.slots))], w.toys[s.Choose(len(w.toys))])
			default:
				_ = decider.TickBehaviorTree(w.memory, w, decider.Input{Time: float64(time), DT: 1})
			}
		})
		require.Empty(t, w.faults)
		owed := 0
		for s, next := w.memory.StateAt(0, true); next >= 0; s, next = w.memory.StateAt(next, true) {
			if s.Behavior.Name != "" && (!s.Resting || s.Children > 0) {
				owed++
			}
		}
		require.Equal(t, owed, w.owed, "after step %d", time)
	}
	w.calm = true
	require.NoError(t, w.memory.Reset())
	require.Zero(t, w.owed)
	require.NoError(t, decider.TickBehaviorTree(w.memory, w, decider.Input{Time: -1}))
	require.NoError(t, w.memory.Close())
	require.Zero(t, w.owed)
	require.Empty(t, w.faults)
	return true
}

// Each Deactivate owed is called exactly once, and no place writes to another's block, while the agent's code panics,
// ends its goroutine, resets, plugs and unplugs at random.
func TestOwedDeactivates(t *testing.T) {
	played := 0
	trees := trials.Count(500, 4000)
	for seed := range uint64(trees) {
		t.Run("", func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("seed %d", seed)
				}
			}()
			if playOwing(t, randomtree.RandomSource(seed)) {
				played++
			}
		})
		if t.Failed() {
			return
		}
	}
	require.Greater(t, played, trees/4)
}

// FuzzOwedDeactivates is TestOwedDeactivates with choices taken from bytes.
func FuzzOwedDeactivates(f *testing.F) {
	for seed := range uint64(20) {
		source := randomtree.RandomSource(seed)
		data := make([]byte, 400)
		for i := range data {
			data[i] = byte(source.Choose(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { playOwing(t, randomtree.ByteSource(data)) })
}
