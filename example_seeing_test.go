package decidertree_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/inspect"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// A recorded creature explains afterwards why it did not eat.
func Example_seeing() {
	tree := decider.MustInitializeTreeData(&Root)
	memory := tree.NewMemory(nil, 7)
	creature := &Creature{Food: 9}
	recorder := history.New(history.Options{Names: debugprint.Names{Decision: debugprint.BitNames{"Hungry", "Tired"}}})
	if err := memory.Record(recorder); err != nil {
		fmt.Println(err)
	}
	for frame := 1; frame <= 4; frame++ {
		if frame == 3 {
			creature.Raiders = 1
		}
		in := decider.Input{Time: float64(frame), DT: 1, DecisionFlags: Hungry}
		if err := decider.TickBehaviorTree(memory, creature, in); err != nil {
			fmt.Println(err)
		}
	}
	recording := recorder.Recording()
	for _, name := range []string{"EAT", "YELL_FOR_HELP"} {
		told, err := why.Explain(recording, 7, 3, name)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Print(told)
	}
	// Output:
	// ROOT > EAT in frame 3 (3 s): ended.
	//   It was interrupted after 2 s: GUARD took over in ROOT, as its Decide nestRaided gave 1.
	// ROOT > GUARD > YELL_FOR_HELP in frame 3 (3 s): not active, it said no.
	//   It said no: its Decide outnumbered gave 0.
	//   YELL_FOR_HELP, asked by GUARD:
	//     yes Every: is due: it is asked once in 10 s
	//     no  Decide: said no: its Decide outnumbered gave 0
}

// A game loop with the inspector in it. A real game prints the inspector's address.
func Example_inspector() {
	meadow := world.New(world.Options{Seed: 7})
	tree := decider.MustInitializeTreeData(&Root)
	memory := tree.NewMemory(meadow, meadow.NewAgent())
	creature := &Creature{Food: 9}
	step := func() {
		if err := meadow.Advance(1); err != nil {
			fmt.Println(err)
		}
		in := decider.Input{Time: meadow.Time(), DT: meadow.DT(), DecisionFlags: Hungry}
		if err := decider.TickBehaviorTree(memory, creature, in); err != nil {
			fmt.Println(err)
		}
	}
	running := func() bool { return memory.Status() != behavior.Success && meadow.Frame() < 100 }

	ins, err := inspect.Serve("127.0.0.1:0", meadow, inspect.Options{Title: "Meadow"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ins.Close()
	for running() {
		for range ins.Frame() { // none while the page has paused the world, several when it runs fast
			step()
		}
	}
	fmt.Println("frames:", meadow.Frame())
	// Output: frames: 100
}
