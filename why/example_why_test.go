package why_test

import (
	"fmt"
	"log"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
)

type (
	Sheep         = struct{ Hunger float64 }
	SheepDecider  = decider.Decider[*Sheep]
	SheepChildren = decider.Children[*Sheep]
	SheepContext  = behavior.Context[*Sheep]
	SheepBehavior = behavior.Behavior[*Sheep]
)

const (
	Wolf decider.DecisionFlags = 1 << iota // a wolf is in sight
	Night
)

func hungryEnough(c *SheepContext) float64 { return behavior.If(c.Agent.Hunger > 0.5) }

var meadow = SheepDecider{Name: "SHEEP", Children: SheepChildren{
	{Name: "FLEE", DecisionFlags: decider.Check{All: Wolf, None: Night}, Behavior: &SheepBehavior{Name: "RUN"}},
	{Name: "GRAZE", Cooldown: 10, Decide: hungryEnough, Behavior: &SheepBehavior{Name: "CHEW"}},
	{Name: "REST", Behavior: &SheepBehavior{Name: "LIE"}},
}}

// record ticks a sheep ten times, every half second. It is hungry from frame 4 on, and a wolf comes in frame 7.
func record() *history.Recording { return recordWolfIn(7) }

func recordWolfIn(wolf int) *history.Recording {
	tree, err := decider.InitializeTreeData(&meadow)
	if err != nil {
		log.Fatal(err)
	}
	memory := tree.NewMemory(nil, 1)
	recorder := history.New(history.Options{Names: debugprint.Names{Decision: debugprint.BitNames{"Wolf", "Night"}}})
	if err := memory.Record(recorder); err != nil {
		log.Fatal(err)
	}
	sheep := &Sheep{}
	for frame := 1; frame <= 10; frame++ {
		in := decider.Input{Time: 0.5 * float64(frame), DT: 0.5}
		if frame >= 4 {
			sheep.Hunger = 0.8
		}
		if frame >= wolf {
			in.DecisionFlags = Wolf
		}
		if err := decider.TickBehaviorTree(memory, sheep, in); err != nil {
			log.Fatal(err)
		}
	}
	return recorder.Recording()
}

// Explain lists each condition in the order of asking, with the value seen.
func ExampleExplain() {
	recording := record()
	for _, name := range []string{"FLEE", "REST"} {
		explanation, err := why.Explain(recording, 1, 5, name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(explanation)
	}
	// Output:
	// SHEEP > FLEE in frame 5 (2.50 s): not active, it said no.
	//   It needs the decision flag Wolf, which is not set.
	//   FLEE, asked by SHEEP:
	//     no  DecisionFlags: needs the decision flag Wolf, which is not set
	// SHEEP > REST in frame 5 (2.50 s): not active, nobody asked it.
	//   It was not asked: GRAZE runs, and in SHEEP only what stands above it may take its place.
}

// An Explanation is also data, for a tool or a test of your own tree.
func ExampleExplain_data() {
	explanation, err := why.Explain(record(), 1, 4, "GRAZE")
	if err != nil {
		log.Fatal(err)
	}
	for _, place := range explanation.Places {
		fmt.Println(place.Path, place.Outcome, place.Before, place.After)
		for _, check := range place.Tries[0].Checks {
			fmt.Println(check.Name, check.Result, check.Value)
		}
	}
	// Output:
	// SHEEP > GRAZE Began false true
	// Cooldown Passed 0
	// Decide Passed 1
}

// Diverges says where two runs part, and why, on both sides.
func ExampleDiverges() {
	divergence, differ, err := why.Diverges(record(), recordWolfIn(5), 1)
	if err != nil || !differ {
		log.Fatal(err)
	}
	fmt.Println(divergence)
	fmt.Println(divergence.Checks)
	// Output:
	// #1 first differs in frame 5 (2.50 s), its decision flags: none in the first, Wolf in the second.
	// The first decision that leads elsewhere is that about FLEE in frame 5:
	//   in the first: not active, it said no. It needs the decision flag Wolf, which is not set.
	//   in the second: became active. SHEEP asked it, and it said yes, as Wolf is set and Night is not set. It took the place of GRAZE.
	// [DecisionFlags]
}

func ExampleInterruptedBy() {
	interruption, err := why.InterruptedBy(record(), 1, 10, "GRAZE")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(interruption.By, "in", interruption.Group)
	for _, change := range interruption.Changed {
		fmt.Println(change.Words)
	}
	// Output:
	// FLEE in SHEEP
	// the decision flag Wolf is set, and was not set
}

func ExampleLastRan() {
	run, err := why.LastRan(record(), 1, 10, "GRAZE")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run)
	// Output:
	// SHEEP > GRAZE ran from frame 4 (2 s) to frame 7 (3.50 s). SHEEP asked it, and it said yes, as its Decide hungryEnough gave 1. Nothing before it did: FLEE needs the decision flag Wolf, which is not set. It took the place of REST. It was interrupted after 1.50 s: FLEE took over in SHEEP, as Wolf is set and Night is not set.
}

// The error for a mistyped name suggests similar names.
func ExampleUnknownError() {
	_, err := why.Explain(record(), 1, 4, "GRAZ")
	fmt.Println(err)
	// Output:
	// why: the tree SHEEP has no decider "GRAZ", nor have the trees that are plugged in; did you mean GRAZE?
}

// Two needs of nearly equal value alternate in a Scored group without a Margin.
func ExampleOscillations() {
	tree, err := decider.InitializeTreeData(&SheepDecider{Name: "SHEEP", Policy: decider.Scored, Children: SheepChildren{
		{Name: "GRAZE", Decide: func(c *SheepContext) float64 { return c.Agent.Hunger }, Behavior: &SheepBehavior{Name: "CHEW"}},
		{Name: "REST", Weight: 0.5, Behavior: &SheepBehavior{Name: "LIE"}},
	}})
	if err != nil {
		log.Fatal(err)
	}
	memory := tree.NewMemory(nil, 1)
	recorder := history.New(history.Options{})
	if err := memory.Record(recorder); err != nil {
		log.Fatal(err)
	}
	for frame := 1; frame <= 20; frame++ {
		sheep := &Sheep{Hunger: 0.5 + 0.01*float64(frame%3-1)} // about as hungry as it is tired
		if err := decider.TickBehaviorTree(memory, sheep, decider.Input{Time: 0.1 * float64(frame), DT: 0.1}); err != nil {
			log.Fatal(err)
		}
	}
	oscillations, err := why.Oscillations(recorder.Recording(), 1, 0.5)
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range oscillations {
		fmt.Println(o)
	}
	// Output:
	// In SHEEP, GRAZE and REST took turns 12 times within 1.70 s (frames 3 to 20). What toggled: the Decide of GRAZE. Try a larger Margin, so that the running child is kept longer.
}
