package main

import (
	"fmt"
	"log"
	"os"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
)

// names are the names of the flags, in the order of their bits.
var names = debugprint.Names{
	Decision: debugprint.BitNames{"Hungry", "Night"},
	Stimuli:  debugprint.BitNames{"Knocked"},
}

func main() {
	tree, err := decider.InitializeTreeData(&Root) // once: checks everything, compiles
	if err != nil {
		log.Fatal(err)
	}
	mole := &Mole{Fullness: 0.25}
	memory := tree.NewMemory(nil, 1) // once per agent
	memory.Observe(&debugprint.Output{W: os.Stdout, Names: names})

	const dt = 1.0 // a slow game: one frame a second
	for now := 0.0; now < 12; now += dt {
		in := frame(mole, now, dt)
		if err := decider.TickBehaviorTree(memory, mole, in); err != nil {
			log.Print(err)
		}
		if now == 3 {
			fmt.Println(names.DebugPrintState(memory, debugprint.ActivePath))
		}
	}
	explanation, err := why.Now(memory, "EAT", names)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(explanation)
}
