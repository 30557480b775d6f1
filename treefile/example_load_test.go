package treefile_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/treefile"
)

func ExampleRegistry_Load() {
	minds := treefile.Registry[*sheep]{
		Decides:   map[string]func(*Context) float64{"hungry": hungry},
		Behaviors: []behavior.Runner[*sheep]{&run, &eat},
		Names:     debugprint.Names{Decision: debugprint.BitNames{"Wolf", "Night"}},
	}
	tree, err := minds.Load("sheep.json", []byte(`{
		"version": 1,
		"tree": {
			"name": "SHEEP",
			"children": [
				{"name": "FLEE", "decisionFlags": {"all": ["Wolf"], "none": ["Night"]}, "behavior": "RUN"},
				{"name": "GRAZE", "decide": "hungry", "cooldown": 10, "behavior": "EAT"},
				{"name": "REST", "behavior": {"wait": 5}}
			]
		}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	dolly := tree.NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(dolly, &sheep{}, decider.Input{Time: 1, DT: 1, DecisionFlags: 1})
	for s, next := dolly.StateAt(0, true); next >= 0; s, next = dolly.StateAt(next, true) {
		fmt.Println(s.Decider.Name)
	}

	_, err = minds.Load("sheep.json", []byte(`{"version": 1, "tree": {"name": "SHEEP", "children": [
		{"name": "FLEE", "decisionFlags": {"all": ["Wulf"]}, "behavior": "RUN"},
		{"name": "GRAZE", "decide": "hungri", "behavior": "EAT"}]}}`))
	fmt.Println(err)
	// Output:
	// SHEEP
	// FLEE
	// sheep.json:2:46: SHEEP > FLEE: decisionFlags.all[0]: there is no flag "Wulf"; write "Wolf", or add it to the Registry's Names
	// sheep.json:3:31: SHEEP > GRAZE: decide: there is no function "hungri"; write "hungry", or add it to the Registry's Decides
}

// Any declaration can be saved: Collect finds the names.
func ExampleCollect() {
	root := &Decider{Name: "SHEEP", Children: decider.Children[*sheep]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Behavior: &run},
		{Name: "GO", Decide: hungry, Behavior: &behavior.Given[*sheep, spot]{Value: spot{X: 3}, Behavior: &walk}},
	}}
	minds := treefile.Collect(debugprint.Names{Decision: debugprint.BitNames{"Wolf"}}, root)
	text, err := minds.Save(root)
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// {
	// 	"version": 1,
	// 	"tree": {
	// 		"name": "SHEEP",
	// 		"children": [
	// 			{
	// 				"name": "FLEE",
	// 				"decisionFlags": {
	// 					"all": [
	// 						"Wolf"
	// 					]
	// 				},
	// 				"behavior": "RUN"
	// 			},
	// 			{
	// 				"name": "GO",
	// 				"decide": "hungry",
	// 				"behavior": {
	// 					"name": "WALK",
	// 					"given": {
	// 						"X": 3,
	// 						"Y": 0,
	// 						"Speed": 0,
	// 						"tags": [],
	// 						"wide": [
	// 							false,
	// 							false
	// 						]
	// 					}
	// 				}
	// 			}
	// 		]
	// 	}
	// }
	// <nil>
}
