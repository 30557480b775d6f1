package history_test

import (
	"context"
	"fmt"
	"io"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type (
	catDecider  = decider.Decider[struct{}]
	catBehavior = behavior.Behavior[struct{}]
)

const mouse stimuli.StimuliFlags = 1

// A cat that hears a mouse pounces in one of ten ticks; otherwise it naps.
var catMind = decider.MustInitializeTreeData(&catDecider{Name: "CAT", Children: decider.Children[struct{}]{
	{Name: "POUNCE", StimuliFlags: stimuli.Check{All: mouse}, Decide: func(c *behavior.Context[struct{}]) float64 { return behavior.If(c.Rand().Float64() < 0.1) },
		Behavior: &catBehavior{Name: "POUNCE"}},
	{Name: "NAP", Behavior: &catBehavior{Name: "NAP", Tick: func(*behavior.Context[struct{}]) behavior.Status { return behavior.Running }}},
}})

// house is a game of cats. All its chance is that of its world.
type house struct {
	world *world.World
	cats  *crowd.Crowd[struct{}]
}

func newHouse() (*house, error) {
	h := &house{world: world.New(world.Options{Seed: 1})}
	var err error
	h.cats, err = crowd.New(h.world, catMind, crowd.Options[struct{}]{
		Name: "CATS", Workers: 1, StimuliEach: 1, Agent: func(world.AgentID) (struct{}, bool) { return struct{}{}, true },
	})
	return h, err
}

func (h *house) World() *world.World { return h.world }

func (h *house) Step() error {
	if err := h.world.Advance(0.1); err != nil {
		return err
	}
	_, err := h.cats.Tick()
	return err
}

func (h *house) Save(to io.Writer) error { return h.world.Snapshot(to) }

func (h *house) Load(from io.Reader) (history.Run, error) {
	other, err := newHouse()
	if err == nil {
		_, err = other.world.Restore(from)
	}
	return other, err
}

// How likely is it that a cat that hears a mouse for a second catches it?
func ExampleCheckpoints_Sweep() {
	h, err := newHouse()
	if err != nil {
		fmt.Println(err)
		return
	}
	cat, err := h.cats.Add(struct{}{})
	if err != nil {
		fmt.Println(err)
	}
	saves := history.NewCheckpoints(h.world, h, history.CheckpointOptions{Every: 10, Share: 1})
	for range 30 {
		if err := h.Step(); err != nil {
			fmt.Println(err)
		}
		if err := saves.Keep(); err != nil {
			fmt.Println(err)
		}
	}
	sweep, err := saves.Sweep(context.Background(), nil, history.SweepOptions{
		After: 25, Frames: 20, Worlds: 20,
		Change: func(b *history.Branch) error { return b.Stimulate(cat, stimuli.Note(mouse, 1)) },
	}, history.Question{Agent: cat, Decider: "POUNCE"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("without the mouse it pounces:", sweep.Original.Yes)
	fmt.Println("with the mouse it pounces", sweep)
	for _, w := range sweep.Worlds[:3] {
		fmt.Printf("seed %d: %t, frame %d\n", w.Seed, w.Yes, w.Frame)
	}
	// Output:
	// without the mouse it pounces: false
	// with the mouse it pounces in 13 of 20 worlds
	// seed 1: false, frame 0
	// seed 2: false, frame 0
	// seed 3: true, frame 28
}
