package profile_test

import (
	"fmt"
	"os"
	"time"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

// A goose looks out for the fox, which takes 2 µs, and grazes, which takes 10 µs, by the clock of this example.
func ExampleProfile() {
	now := time.Duration(0)
	spend := func(d time.Duration) { now += d }
	tree := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "GOOSE", Children: []*decider.Decider[int]{
		{
			Name:   "FLEE",
			Decide: func(*behavior.Context[int]) float64 { spend(2 * time.Microsecond); return 0 },
			Behavior: &behavior.Behavior[int]{
				Name: "RUN", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running },
			},
		},
		{Name: "GRAZE", Behavior: &behavior.Behavior[int]{Name: "CHEW", Tick: func(*behavior.Context[int]) behavior.Status {
			spend(10 * time.Microsecond)
			return behavior.Running
		}}},
	}})

	p := profile.New(profile.Options{
		Every: 1,                                   // of every tick; the default takes 2 % of the time
		Clock: func() time.Duration { return now }, // the real one by default
	})
	garden := world.New(world.Options{})
	geese, err := crowd.New(garden, tree, crowd.Options[int]{Name: "GEESE", Workers: 1, Profile: p})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range 50 {
		if _, err := geese.Add(i); err != nil {
			fmt.Println(err)
		}
	}
	for range 100 {
		if err := garden.Advance(1.0 / 60); err != nil {
			fmt.Println(err)
		}
		if _, err := geese.Tick(); err != nil {
			fmt.Println(err)
		}
	}
	if err := p.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 5,000 ticks, 60.0 ms, 12.0 µs each
	// decider  asked  accepted  entered  ticked   asking  running   share
	// GOOSE        0         0       50       0     0 ns     0 ns   0.0 %
	//   FLEE   5,000         0        0       0  10.0 ms     0 ns  16.7 %
	//   GRAZE     50        50       50   5,000     0 ns  50.0 ms  83.3 %
}
