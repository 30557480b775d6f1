package history_test

import (
	"fmt"
	"log"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
)

const lambWolf decider.DecisionFlags = 1

var lamb = decider.Decider[struct{}]{Name: "LAMB", Children: decider.Children[struct{}]{
	{Name: "FLEE", DecisionFlags: decider.Check{All: lambWolf}, Behavior: &behavior.Behavior[struct{}]{Name: "RUN"}},
	{Name: "GRAZE", Behavior: &behavior.Behavior[struct{}]{Name: "CHEW"}},
}}

// recordLamb ticks a lamb eight times, half a second each. From frame wolfAt on there is a wolf; 0 means none.
func recordLamb(wolfAt int) *history.Recording {
	tree, err := decider.InitializeTreeData(&lamb)
	if err != nil {
		log.Fatal(err)
	}
	memory := tree.NewMemory(nil, 1)
	recorder := history.New(history.Options{Names: debugprint.Names{Decision: debugprint.BitNames{"Wolf"}}})
	if err := memory.Record(recorder); err != nil {
		log.Fatal(err)
	}
	for frame := 1; frame <= 8; frame++ {
		in := decider.Input{Time: 0.5 * float64(frame), DT: 0.5}
		if wolfAt > 0 && frame >= wolfAt {
			in.DecisionFlags = lambWolf
		}
		if err := decider.TickBehaviorTree(memory, struct{}{}, in); err != nil {
			log.Fatal(err)
		}
	}
	return recorder.Recording()
}

// Compare reports where two runs of one game part, and where they meet again.
func ExampleCompare() {
	for difference := range history.Compare(recordLamb(3), recordLamb(5)) {
		fmt.Println(difference)
	}
	// Output:
	// #1, frame 3 (1.50 s): decision flags: Wolf | none
	// #1, frame 3 (1.50 s): FLEE: said yes | said no (DecisionFlags)
	// #1, frame 3 (1.50 s): path: LAMB > FLEE | LAMB > GRAZE
	// #1, frame 5 (2.50 s): decision flags: the same again: Wolf
	// #1, frame 5 (2.50 s): path: the same again: LAMB > FLEE
}

func ExampleRecording_Timeline() {
	timeline, err := recordLamb(5).Timeline(1, 2, 8)
	if err != nil {
		log.Fatal(err)
	}
	for _, lane := range timeline.Lanes {
		for _, span := range lane.Spans {
			fmt.Printf("%-12s frames %d to %d, %.1f to %.1f s, %q\n", lane.Path, span.From, span.To, span.Begin, span.End, span.Ended)
		}
	}
	for _, mark := range timeline.Marks {
		fmt.Printf("frame %d: %s %s\n", mark.Frame, mark.Kind, mark.Words)
	}
	// Output:
	// LAMB         frames 2 to 8, 0.5 to 4.0 s, ""
	// LAMB > FLEE  frames 5 to 8, 2.5 to 4.0 s, ""
	// LAMB > GRAZE frames 2 to 5, 0.5 to 2.5 s, "Interrupted"
	// frame 5: flag +Wolf
}
