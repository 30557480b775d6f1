package main

import (
	"fmt"
	"os"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/picture"
)

// The mole's mind as a chart.
func Example_picture() {
	tree := decider.MustInitializeTreeData(&Root)
	names := debugprint.Names{Decision: debugprint.BitNames{"Hungry", "Night"}, Stimuli: debugprint.BitNames{"Knocked"}}
	if err := picture.Mermaid(os.Stdout, tree.Describe(), picture.Options{Names: names}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// flowchart LR
	//     d0["ROOT<br/>PrioritizedList"]
	//     d1("HIDE<br/>shadowAbove?")
	//     d2("ANSWER_DOOR<br/>Knocked")
	//     d3["EAT<br/>Sequential<br/>Hungry, not Night"]
	//     d4("EAT_DIG<br/>▸ DIG")
	//     d5("EAT_WORM")
	//     d6("DOZE")
	//     d0 --> d1
	//     d0 --> d2
	//     d0 --> d3
	//     d0 --> d6
	//     d3 --> d4
	//     d3 --> d5
}
