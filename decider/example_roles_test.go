package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

type raider struct {
	Name       string
	HasShotgun bool
}

var raid = world.Squad{Name: "RAID", Agents: 2} // roles 1 and 2

const (
	breacher world.Role = 1 + iota
	follower
)

// raidRoles are the roles that a raider could play: whoever has a shotgun can breach the door.
func raidRoles(c *behavior.Context[*raider]) world.RoleSet {
	if c.Agent.HasShotgun {
		return world.Roles(breacher, follower)
	}
	return world.Roles(follower)
}

// raids returns a behavior that prints what a raider does.
func raids(what string) *behavior.Behavior[*raider] {
	return &behavior.Behavior[*raider]{Name: what, Activate: func(c *behavior.Context[*raider]) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, what)
		return behavior.Running
	}}
}

var raiders = decider.Decider[*raider]{
	Name: "RAIDER",
	Children: decider.Children[*raider]{
		{Name: "RAID", Squad: &raid, CanPlay: raidRoles, Children: decider.Children[*raider]{
			{Name: "BREACH", Role: breacher, Behavior: raids("breaches the door")},
			{Name: "FOLLOW", Role: follower, Behavior: raids("goes in behind")},
		}},
		{Name: "COVER", Behavior: raids("takes cover")},
	},
}

// CanPlay returns the roles of its squad that an agent could play. Three raiders wait until one of them has a shotgun; then
// that one breaches, with the one that comes first.
func ExampleDecider_canPlay() {
	tree := decider.MustInitializeTreeData(&raiders)
	w := world.New(world.Options{})
	team := []*raider{{Name: "Ash"}, {Name: "Bo"}, {Name: "Cy"}}
	var minds []*decider.Memory[*raider]
	for range team {
		minds = append(minds, tree.NewMemory(w, w.NewAgent()))
	}
	for frame := range 5 {
		if frame == 3 {
			printWhy(minds[0], "RAID")
			team[2].HasShotgun = true // Cy finds one
		}
		if err := w.Advance(1); err != nil {
			fmt.Println(err)
		}
		for i, mind := range minds {
			if err := decider.TickBehaviorTree(mind, team[i], decider.Input{Time: w.Time(), DT: w.DT()}); err != nil {
				fmt.Println(err)
			}
		}
	}
	// Output:
	// 1 Ash takes cover
	// 1 Bo takes cover
	// 1 Cy takes cover
	// RAIDER > RAID in a tick now (3 s): not active, it said no.
	//   It waits for its squad RAID: 3 of 2 agents want it, and none of them can play role 1.
	//   RAID, asked by RAIDER:
	//     no  Squad: waits for its squad RAID: 3 of 2 agents want it, and none of them can play role 1
	// 5 Ash goes in behind
	// 5 Cy breaches the door
}
