// Command tutorial is the mole that docs/TUTORIAL.md builds.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
)

func main() {
	tree, err := decider.InitializeTreeData(&Root) // once: checks everything, compiles
	if err != nil {
		log.Fatal(err)
	}
	mole := &Mole{Fullness: 0.25}
	memory := tree.NewMemory(nil, 1) // once per agent
	memory.Observe(&debugprint.Output{Level: 1, W: os.Stdout})

	const dt = 1.0 // a slow game: one frame a second
	for now := 0.0; now < 12; now += dt {
		mole.Fullness -= 0.02 * dt
		happens(mole, now)

		mole.Stimuli.Update(dt)
		err := decider.TickBehaviorTree(memory, mole, decider.Input{
			Time: now, DT: dt, DecisionFlags: flagsOf(mole), Stimuli: &mole.Stimuli,
		})
		if err != nil {
			log.Print(err)
		}
		if now == 3 {
			fmt.Println(debugprint.DebugPrintState(memory, debugprint.ActivePath))
		}
	}
	explanation, err := why.Now(memory, "EAT")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(explanation)
}

// flagsOf sets the game's switches for this frame.
func flagsOf(m *Mole) decider.DecisionFlags {
	var flags decider.DecisionFlags
	if m.Fullness < 0.5 {
		flags |= Hungry
	}
	return flags
}

// happens is the world around the mole.
func happens(m *Mole, now float64) {
	switch now {
	case 2:
		m.Shadow = true
	case 5:
		m.Shadow = false
	case 9:
		if err := m.Stimuli.Add(knocked.New(Knock{Door: 1}, 5)); err != nil {
			log.Print(err)
		}
	}
}
