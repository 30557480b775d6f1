package history_test

import (
	"bytes"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// sheep is a creature of the example.
type sheep struct{ hunger float64 }

func sheepTree() *decider.Tree[*sheep] {
	type (
		context  = behavior.Context[*sheep]
		decide   = decider.Decider[*sheep]
		behaving = behavior.Behavior[*sheep]
	)
	return decider.MustInitializeTreeData(&decide{
		Name: "SHEEP", Children: []*decide{
			{
				Name: "GRAZE", Decide: func(c *context) float64 { return behavior.If(c.Agent.hunger > 0.5) },
				Behavior: &behaving{Name: "GRAZE", Tick: func(c *context) behavior.Status {
					if c.Agent.hunger -= 0.25; c.Agent.hunger <= 0 {
						return behavior.Success
					}
					return behavior.Running
				}},
			},
			{Name: "REST", Behavior: &behaving{Name: "REST", Tick: func(c *context) behavior.Status {
				c.Agent.hunger += 0.125
				return behavior.Running
			}}},
		},
	})
}

// A recorded flock: first what one sheep did, then one of its ticks.
func Example() {
	w := world.New(world.Options{Seed: 1})
	flock, err := crowd.New(w, sheepTree(), crowd.Options[*sheep]{Name: "FLOCK", Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	recorder := history.New(history.Options{BytesEach: 8192})
	if err := flock.Record(recorder); err != nil {
		fmt.Println(err)
		return
	}
	dolly, _ := flock.Add(&sheep{hunger: 0.4})
	for range 10 {
		_ = w.Advance(0.5)
		_, _ = flock.Tick()
	}

	recording := recorder.Recording(dolly) // a copy: the game can go on
	var file bytes.Buffer
	_ = recording.Save(&file)
	recording, err = history.Load(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	first, last, _ := recording.Span(dolly)
	for e, err := range recording.Events(dolly, first, last, 2) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if e.Kind == event.Activated {
			fmt.Printf("frame %d, %.1f s: %s\n", e.Frame, e.Time, e.Behavior.Name)
		}
	}
	moment, err := recording.At(dolly, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(debugprint.DebugPrintState(moment, debugprint.WholeTree))
	// Output:
	// frame 1, 0.5 s: REST
	// frame 2, 1.0 s: GRAZE
	// frame 4, 2.0 s: REST
	// frame 10, 5.0 s: GRAZE
	// > SHEEP    1.5 s
	//     GRAZE
	// >   REST   0.0 s
}
