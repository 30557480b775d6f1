package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

type wolf struct {
	Name  string
	Steps int // left until it is behind the prey
}

// hunt has two wolves hunt together or not at all: one drives the prey, the other cuts it off.
var hunt = world.Squad{Name: "HUNT", Agents: 2, Roles: []world.Role{driver, cutter}}

const (
	driver world.Role = 1 + iota
	cutter
)

// act returns a behavior that prints what the wolf does until goesOn is false.
func act(name string, goesOn func(*wolf) bool) *behavior.Behavior[*wolf] {
	return &behavior.Behavior[*wolf]{Name: name, Tick: func(c *behavior.Context[*wolf]) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, name, "as", c.Role())
		if goesOn(c.Agent) {
			return behavior.Running
		}
		return behavior.Success
	}}
}

func stepOn(w *wolf) bool {
	w.Steps--
	return w.Steps > 0
}

func atOnce(*wolf) bool { return false }

var pack = decider.Decider[*wolf]{
	Name: "WOLF",
	Children: decider.Children[*wolf]{
		{
			Name: "HUNT", Squad: &hunt, Policy: decider.Sequence, Cooldown: 60,
			Children: decider.Children[*wolf]{
				{Name: "STALK", Behavior: act("stalks", stepOn)},
				{Name: "IN_POSITION", Options: decider.Barrier}, // each waits for the other here
				{Name: "ATTACK", Policy: decider.Selector, Children: decider.Children[*wolf]{
					{Name: "DRIVE", Role: driver, Behavior: act("drives", atOnce)},
					{Name: "CUT_OFF", Role: cutter, Behavior: act("cuts off", atOnce)},
				}},
			},
		},
		{Name: "REST", Behavior: &behavior.Behavior[*wolf]{Name: "REST"}},
	},
}

// A Squad lets an exact number of agents enter a group together, each in a role. At a Barrier they wait for each
// other.
func Example_wolves() {
	tree := decider.MustInitializeTreeData(&pack)
	w := world.New(world.Options{})
	wolves := []*wolf{{"Geri", 1}, {"Freki", 3}}
	var minds []*decider.Memory[*wolf]
	for range wolves {
		minds = append(minds, tree.NewMemory(w, w.NewAgent()))
	}
	for frame := range 7 {
		if err := w.Advance(1); err != nil {
			fmt.Println(err)
		}
		for i, wolf := range wolves {
			if err := decider.TickBehaviorTree(minds[i], wolf, decider.Input{Time: w.Time(), DT: w.DT()}); err != nil {
				fmt.Println(err)
			}
		}
		if frame == 0 || frame == 2 {
			printWhy(minds[0], "HUNT")
		}
	}
	// Output:
	// WOLF > HUNT in a tick now (1 s): not active, it said no.
	//   It waits for its squad HUNT: 2 of 2 agents want it.
	//   HUNT, asked by WOLF:
	//     yes Cooldown: has waited out its Cooldown of 60 s
	//     no  Squad: waits for its squad HUNT: 2 of 2 agents want it
	// 2 Geri stalks as 1
	// 2 Freki stalks as 2
	// 3 Freki stalks as 2
	// WOLF > HUNT in a tick now (3 s): active, as before.
	//   It went on: it has been active for 1 s. It is in the squad HUNT with the role 1, beside #2. It is at the Barrier IN_POSITION with 1 of 2 members.
	// 4 Freki stalks as 2
	// 5 Geri drives as 1
	// 5 Freki cuts off as 2
}
