package query_test

import (
	"context"
	"fmt"
	"log"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/query"
	"github.com/decidertree/decidertree/world"
)

type (
	Wolf     = struct{ Hungry bool }
	Decider  = decider.Decider[*Wolf]
	Children = decider.Children[*Wolf]
	Context  = behavior.Context[*Wolf]
	Behavior = behavior.Behavior[*Wolf]
)

var den = world.Gate{Name: "DEN", Max: 1}

func hungry(c *Context) float64 { return behavior.If(c.Agent.Hungry) }

var pack = Decider{Name: "WOLF", Children: Children{
	{Name: "HUNT", Decide: hungry, Behavior: &Behavior{Name: "CHASE"}},
	{Name: "SLEEP", Gate: &den, Behavior: &Behavior{Name: "LIE"}},
	{Name: "PROWL", Behavior: &Behavior{Name: "WALK"}},
}}

// recorded lets three wolves live for 20 frames of a tenth of a second: the den has room for one. The second is
// hungry from frame 11 on.
func recorded() *history.Recording {
	tree, err := decider.InitializeTreeData(&pack)
	if err != nil {
		log.Fatal(err)
	}
	w := world.New(world.Options{})
	wolves, err := crowd.New(w, tree, crowd.Options[*Wolf]{Name: "PACK", Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	recorder := history.New(history.Options{BytesEach: 1 << 16})
	if err := wolves.Record(recorder); err != nil {
		log.Fatal(err)
	}
	all := make([]*Wolf, 3)
	for i := range all {
		all[i] = &Wolf{}
		if _, err := wolves.Add(all[i]); err != nil {
			log.Fatal(err)
		}
	}
	for frame := 1; frame <= 20; frame++ {
		all[1].Hungry = frame > 10
		if err := w.Advance(0.1); err != nil {
			log.Fatal(err)
		}
		if _, err := wolves.Tick(); err != nil {
			log.Fatal(err)
		}
	}
	return recorder.Recording()
}

// Find answers for all agents of a recording what why.Explain answers for one agent in one frame.
func Example() {
	recording := recorded()
	for _, line := range []string{"SLEEP rejected by gate last 1s", "PROWL ended interrupted by HUNT", "HUNT active"} {
		q, err := query.Parse(line)
		if err != nil {
			log.Fatal(err)
		}
		found, err := q.Find(context.Background(), recording, query.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d of %d agents\n", q, found.Agents, found.Searched)
		for _, hit := range found.Hits {
			fmt.Println(" ", hit)
		}
	}
	// Output:
	// SLEEP rejected by gate last 1s: 1 of 3 agents
	//   #1026, frames 11 to 20 (1.10 to 2.00 s, 10 ticks): WOLF > SLEEP: It got no place in the gate DEN: 1 of 1 held by #1024.
	// PROWL ended interrupted by HUNT: 1 of 3 agents
	//   #1025, frame 11 (1.10 s): WOLF > PROWL: It was interrupted after 1.00 s: HUNT took over in WOLF, as its Decide hungry gave 1.
	// HUNT active: 1 of 3 agents
	//   #1025, frames 11 to 20 (1.10 to 2.00 s, 2 ticks): WOLF > HUNT: WOLF asked it, and it said yes, as its Decide hungry gave 1. It took the place of PROWL.
}

// An error names the place and what may stand there.
func ExampleParse() {
	for _, line := range []string{"GUARD rejectd by gate", "GUARD rejected by door", "GUARD rejected last 10 ticks", "of rejected"} {
		_, err := query.Parse(line)
		fmt.Println(err)
	}
	// Output:
	// query: "rejectd" is not an outcome (column 7); did you mean rejected?
	// query: "door" is not a check (column 19); write children, cooldown, decide, every, flags, gate, jump, limit, mask, override, role, slot, squad, stimuli or target
	// query: "ticks" is not a unit of time (column 24); write s, ms, min or frames
	// query: "of" is a word of the language; as a name it stands in quotes (column 1); did you mean "of"?
}

// Complete proposes what may follow.
func ExampleComplete() {
	names := query.VocabularyOf(recorded())
	for _, line := range []string{"S", "SLEEP ", "SLEEP rejected by g", "SLEEP rejected by gate l"} {
		fmt.Printf("%q:", line)
		for _, c := range query.Complete(line, names, 4) {
			fmt.Printf(" %s", c.Text)
		}
		fmt.Println()
	}
	// Output:
	// "S": SLEEP
	// "SLEEP ": rejected waits accepted asked
	// "SLEEP rejected by g": gate
	// "SLEEP rejected by gate l": last
}
