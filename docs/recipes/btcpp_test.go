package recipes_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A robot enters a room, in the words of BehaviorTree.CPP.
func Example_behaviorTreeCPP() {
	type Robot struct{ Battery, Locked int }
	type Context = behavior.Context[*Robot]
	type Decider = decider.Decider[*Robot]
	type Children = decider.Children[*Robot]
	type Behavior = behavior.Behavior[*Robot]
	status := func(good bool) behavior.Status {
		if good {
			return behavior.Success
		}
		return behavior.Failure
	}

	batteryOK := func(c *Context) float64 { return behavior.If(c.Agent.Battery > 20) }
	openDoor := Behavior{Name: "OPEN_DOOR", Tick: func(c *Context) behavior.Status {
		c.Agent.Locked--
		fmt.Println(c.Time, "tries the door")
		return status(c.Agent.Locked <= 0)
	}}
	smashDoor := Behavior{Name: "SMASH_DOOR", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, "smashes the door")
		return behavior.Success
	}}
	drive := Behavior{ // a StatefulActionNode
		Name: "DRIVE",
		Activate: func(c *Context) behavior.Status { // onStart
			fmt.Println(c.Time, "starts the motors")
			return behavior.Running
		},
		Tick: func(c *Context) behavior.Status { // onRunning
			c.Agent.Battery -= 30
			return behavior.Running
		},
		Deactivate: func(c *Context) { // onHalted, but also after Success and Failure
			fmt.Println(c.Time, "stops the motors:", c.Reason())
		},
	}

	enter := Decider{
		Name: "ENTER", Policy: decider.ReactiveSequence,
		Children: Children{
			{Name: "BATTERY_OK", Decide: batteryOK},
			{Name: "GET_IN", Policy: decider.Sequence, Children: Children{
				{Name: "DOOR", Policy: decider.Selector, Children: Children{
					{Name: "OPEN_DOOR", Behavior: &openDoor, Modifiers: decider.Modifiers{Repeat: 3, Until: decider.UntilSuccess}},
					{Name: "SMASH_DOOR", Behavior: &smashDoor},
				}},
				{Name: "DRIVE", Behavior: &drive},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&enter).NewMemory(nil, 1)
	robot := &Robot{Battery: 90, Locked: 5}
	for time := 0; time == 0 || memory.Status() == behavior.Running; time++ {
		if err := decider.TickBehaviorTree(memory, robot, decider.Input{Time: float64(time), DT: 1}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 tries the door
	// 1 tries the door
	// 2 tries the door
	// 2 smashes the door
	// 2 starts the motors
	// 5 stops the motors: Cancelled
	// Failure
}

// An IfThenElse looks at its condition once, and has the status of the branch that it chose.
func TestIfThenElse(t *testing.T) {
	const Armed decider.DecisionFlags = 1 << 0
	for _, first := range []decider.DecisionFlags{0, Armed} {
		for _, end := range []behavior.Status{behavior.Success, behavior.Failure} {
			act := behavior.Behavior[struct{}]{Name: "ACT", Tick: func(c *behavior.Context[struct{}]) behavior.Status {
				if c.Duration() < 2 {
					return behavior.Running
				}
				return end
			}}
			memory := decider.MustInitializeTreeData(alone(&decider.Decider[struct{}]{
				Name: "IF_ARMED", Policy: decider.Sequential, Options: decider.FinishWithChild,
				Children: decider.Children[struct{}]{
					{Name: "THEN", DecisionFlags: decider.Check{All: Armed}, Behavior: &act},
					{Name: "ELSE", Behavior: &act},
				},
			})).NewMemory(nil, 1)
			want := map[decider.DecisionFlags]string{0: "ELSE", Armed: "THEN"}[first]
			for time, flags := range []decider.DecisionFlags{first, first ^ Armed, first ^ Armed} {
				in := decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags}
				require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, in))
				if time < 2 {
					assert.Equal(t, want, leaf(memory))
				}
			}
			assert.Equal(t, end, memory.Status())
		}
	}
}
