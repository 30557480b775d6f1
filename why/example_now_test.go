package why_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
)

// Now explains why a decider of a live agent runs or does not: each check with the value seen.
func ExampleNow() {
	const (
		Adult decider.DecisionFlags = 1 << iota
		Night
	)
	type Context = behavior.Context[struct{}]
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "HUNT", DecisionFlags: decider.Check{All: Adult | Night}, Behavior: &act},
			{Name: "PLAY", Every: 10, Decide: func(*Context) float64 { return 0.5 }, Behavior: &behavior.Behavior[struct{}]{
				Name: "PLAY", Tick: func(*Context) behavior.Status { return behavior.Failure },
			}},
			{Name: "REST", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 4 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: Adult})
	}
	for _, name := range []string{"HUNT", "PLAY", "REST"} {
		explanation, err := why.Now(memory, name)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Print(explanation)
	}
	// Output:
	// ROOT > HUNT in a tick now (3 s): not active, it said no.
	//   It needs the decision flag 0x2, which is not set.
	//   HUNT, asked by ROOT:
	//     no  DecisionFlags: needs the decision flag 0x2, which is not set
	// ROOT > PLAY in a tick now (3 s): not active, it said no.
	//   It is asked once in 10 s, and its Every has 7 s left.
	//   PLAY, asked by ROOT:
	//     no  Every: is asked once in 10 s, and its Every has 7 s left
	//     -   Decide: not looked at
	// ROOT > REST in a tick now (3 s): active, as before.
	//   It went on: it has been active for 3 s. Nothing took its place: HUNT needs the decision flag 0x2, which is not set; and PLAY is asked once in 10 s, and its Every has 7 s left.
}
