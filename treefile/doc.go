// Package treefile reads and writes trees as JSON files, for designers, tools and other programs. A tree is a Go declaration
// first: a file says the same in other words, with the functions, behaviors and so on by their names. A [Registry] has what
// the names stand for:
//
//	var minds = treefile.Registry[*Creature]{
//		Decides:   map[string]func(*Context) float64{"hungry": hungry},
//		Behaviors: []behavior.Runner[*Creature]{&Eat, &Flee, &Wander},
//		Names:     names,
//	}
//
//	tree, err := minds.Load("sheep.json", text)
//
// The file:
//
//	{
//		"version": 1,
//		"tree": {
//			"name": "SHEEP",
//			"children": [
//				{"name": "FLEE", "decisionFlags": {"all": ["Wolf"], "none": ["Night"]}, "behavior": "RUN"},
//				{"name": "GRAZE", "decide": "hungry", "cooldown": 10, "behavior": "EAT"},
//				{"name": "REST", "behavior": {"wait": 5}}
//			]
//		}
//	}
//
// [Registry.Load] tells everything that is wrong at once, with line and remedy:
//
//	sheep.json:6:30: SHEEP > FLEE: decisionFlags.all[0]: there is no flag "Wulf"; write "Wolf", or add it to the Registry's Names
//
// [Registry.Save] writes a declaration, and [Collect] makes a Registry of what declarations use, so that any tree can be
// saved without writing lists:
//
//	text, err := treefile.Collect(names, &sheep).Save(&sheep)
//
// # The form
//
// Fields have the names of [decider.Decider]'s, beginning with a small letter. A decider that stands in several groups is
// written once; elsewhere stands {"shared": "NAME"}. A copy names one of the file's declarations, one of the Registry, or a decider of the
// tree. A behavior is a name, {"name": "WALK", "given": {"X": 3}} for a *behavior.Given, or one of {"wait": 2.5},
// {"succeed": true} and {"fail": true}. Flags are lists of names. Flags without a name are bits, "0x10". Gates, squads and
// slots are declared in the file or by the Registry.
//
// [Registry.Schema] is a JSON Schema of the form, with the game's names; v1.schema.json in this directory is that of all
// files. An editor that knows it completes names and marks errors.
//
// # Trust
//
// A file runs nothing but functions that the Registry has. Load takes time and memory in proportion to the file, which has
// at most [MaxFile] bytes.
package treefile
