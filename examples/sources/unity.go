package main

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Behaviour Tree Tool for Unity: leaves with parameters, scopes and sub-trees.

// Thing is a kind of object that may exist in the creature's world.
type Thing string

// doesObjectExist is one leaf for all things.
var doesObjectExist = WithDBlock[Thing, struct{}]{
	Name: "DOES_OBJECT_EXIST",
	Activate: func(c *Context, what Thing, _ *struct{}) behavior.Status {
		if slices.Contains(c.Agent.Things, what) {
			return behavior.Success
		}
		return behavior.Failure
	},
}

// attack is the sub-tree that several behaviors use.
var attack = Decider{
	Name: "ATTACK", Policy: decider.Sequence, Cooldown: 5,
	Children: Children{
		{Name: "SOLDIER_EXISTS", Behavior: &Given[Thing]{Value: "soldier", Behavior: &doesObjectExist}},
		{Name: "SHOOT", Behavior: Wait{Seconds: 1}},
	},
}

const PointThreatened decider.DecisionFlags = 1

// unit attacks in two of its behaviors. Each has its own copy of ATTACK, with a Cooldown of its own.
var unit = Decider{
	Name: "UNIT",
	Children: Children{
		{Name: "DEFEND_POINT", DecisionFlags: Check{All: PointThreatened}, Policy: decider.Selector, Children: Children{
			{Name: "DEFEND_ATTACK", Copy: &attack},
			{Name: "HOLD", Behavior: Wait{Seconds: 1}},
		}},
		{Name: "CAPTURE_OBJECTIVE", Policy: decider.Selector, Behavior: &sprint, Children: Children{
			{Name: "CAPTURE_ATTACK", Copy: &attack},
			{Name: "GO_IN", Policy: decider.Sequence, Children: Children{
				{Name: "DOOR_EXISTS", Behavior: &Given[Thing]{Value: "door", Behavior: &doesObjectExist}},
				{Name: "OPEN_DOOR", Behavior: Wait{Seconds: 1}},
			}},
			{Name: "LOOT", Policy: decider.Sequence, Children: Children{
				{Name: "LOOT_BOX_EXISTS", Behavior: &Given[Thing]{Value: "loot box", Behavior: &doesObjectExist}},
				{Name: "OPEN_BOX", Behavior: Wait{Seconds: 1}},
			}},
			{Name: "WALK_ON", Behavior: Wait{Seconds: 9}},
		}},
	},
}

// sprint is a scope: a group behavior, which begins and ends with all that is below its group.
var sprint = Behavior{
	Name:       "SPRINT",
	Activate:   func(c *Context) behavior.Status { return c.Agent.hurries(+3) },
	Deactivate: func(c *Context) { c.Agent.hurries(-3) },
}

func (c *Creature) hurries(metres int) behavior.Status {
	c.Speed += metres
	c.Says("speed", c.Speed)
	return behavior.Running
}

var unity = []scene{
	{
		name: "unity/leaves", place: "Unity tool, Leaf Nodes",
		says: `One leaf DoesObjectExist serves for the soldier, the loot box and the door: it takes what it looks for from the tree.`,
		play: func(t *Transcript) {
			for _, things := range [][]Thing{{"loot box"}, {"loot box", "door"}, {"loot box", "door", "soldier"}} {
				t.Part(fmt.Sprint("In a world with ", things))
				c := t.Join(decider.MustInitializeTreeData(&unit), nil, "", 2)
				c.Things = things
				c.Frame("it begins")
			}
		},
	},
	{
		name: "unity/scopes", place: "Unity tool, Scopes",
		says: `A modifier of the movement speed holds while the nodes beneath a scope are executed. It is removed whatever happens, even
if the tree is reset manually.`,
		play: func(t *Transcript) {
			c := t.Cast(&unit, 2)
			c.Speed = 2
			c.Frame("it begins")
			c.Flags = PointThreatened
			c.Frame("the point is threatened")
			c.Flags = 0
			c.Frame("the point is safe")
			c.Heading("the tree is reset")
			if err := c.Memory.Reset(); err != nil {
				c.Note("error", err.Error())
			}
		},
	},
	{
		name: "unity/subtrees", place: "Unity tool, Sub-Trees",
		says: `A tree is inlined into others: one ATTACK serves CAPTURE_OBJECTIVE and DEFEND_POINT, and an improvement of it reaches both.`,
		play: func(t *Transcript) {
			c := t.Cast(&unit, 2)
			c.Things = []Thing{"soldier"}
			c.Frame("a soldier is in sight")
			c.Frame("it has shot")
			c.Frame("the Cooldown of this ATTACK runs")
			c.Flags = PointThreatened
			c.Frame("the point is threatened: the other has a Cooldown of its own")
		},
	},
}
