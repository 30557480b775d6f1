package picture_test

import (
	"fmt"
	"os"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/picture"
)

type dog struct{}

func catNear(*behavior.Context[*dog]) float64 { return 0 }

var (
	chase = behavior.Behavior[*dog]{Name: "CHASE"}
	eat   = behavior.Behavior[*dog]{Name: "EAT"}
	doze  = behavior.Behavior[*dog]{Name: "DOZE"}
)

var dogsMind = decider.Decider[*dog]{
	Name: "ROOT",
	Children: decider.Children[*dog]{
		{Name: "CHASE", Decide: catNear, Cooldown: 30, Behavior: &chase},
		{Name: "EAT", DecisionFlags: decider.Check{All: 1}, Behavior: &eat},
		{Name: "DOZE", Behavior: &doze},
	},
}

// A tree as a chart that GitHub shows where it stands in a ```mermaid fence.
func ExampleMermaid() {
	tree := decider.MustInitializeTreeData(&dogsMind)
	names := debugprint.Names{Decision: debugprint.BitNames{"Hungry"}}
	if err := picture.Mermaid(os.Stdout, tree.Describe(), picture.Options{Names: names}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// flowchart LR
	//     d0["ROOT<br/>PrioritizedList"]
	//     d1("CHASE<br/>cooldown 30 s, catNear?")
	//     d2("EAT<br/>Hungry")
	//     d3("DOZE")
	//     d0 --> d1
	//     d0 --> d2
	//     d0 --> d3
}

// With states, what is active is lit.
func ExampleDOT() {
	tree := decider.MustInitializeTreeData(&dogsMind)
	memory := tree.NewMemory(nil, 1)
	for now := range 4 {
		if err := decider.TickBehaviorTree(memory, &dog{}, decider.Input{Time: float64(now), DT: 1}); err != nil {
			fmt.Println(err)
		}
	}
	if err := picture.DOT(os.Stdout, tree.Describe(), picture.Options{States: picture.States(memory)}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph "ROOT" {
	// 	graph [rankdir=LR ordering=out ranksep=0.6 nodesep=0.12]
	// 	node [fontname="monospace" fontsize=11 height=0.3 shape=box]
	// 	edge [arrowsize=0.6]
	// 	d0 [label="ROOT  3.0 s\nPrioritizedList" style="filled" fillcolor="#f0b232" fontcolor="#20160a"]
	// 	d1 [label="CHASE\ncooldown 30 s, catNear?" style="rounded"]
	// 	d2 [label="EAT\n0x1" style="rounded"]
	// 	d3 [label="DOZE  3.0 s" style="rounded,filled" fillcolor="#f0b232" fontcolor="#20160a"]
	// 	d0 -> d1
	// 	d0 -> d2
	// 	d0 -> d3 [color="#f0b232" penwidth=2]
	// }
}

// A drawing that stands by itself, and where in it things lie.
func ExampleSVG() {
	tree := decider.MustInitializeTreeData(&dogsMind)
	file, err := os.CreateTemp("", "*.svg")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.Remove(file.Name())
	fmt.Println(picture.SVG(file, tree.Describe(), picture.Options{}), file.Close())

	layout, err := picture.Arrange(tree.Describe(), picture.Options{})
	fmt.Println(layout.Places[3], err)
	// Output:
	// <nil> <nil>
	// {192 116 199 26} <nil>
}
