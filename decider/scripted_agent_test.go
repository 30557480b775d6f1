package decider_test

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// scripted is an agent whose Decides and Ticks return the values a test has set.
type scripted struct {
	values map[string]float64 // by decider
}

type (
	scriptedContext  = behavior.Context[*scripted]
	scriptedDecider  = decider.Decider[*scripted]
	scriptedChildren = decider.Children[*scripted]
	scriptedBehavior = behavior.Behavior[*scripted]
	scriptedMemory   = decider.Memory[*scripted]
)

func scriptedDecide(c *scriptedContext) float64 { return c.Agent.values[c.DeciderName()] }

var (
	scriptedIdle = scriptedBehavior{Name: "IDLE"}
	scriptedDone = scriptedBehavior{Name: "DONE", Tick: func(*scriptedContext) behavior.Status { return behavior.Success }}

	// scriptedSteered ends by the agent's value for the decider: 0 is Running, 1 Success, 2 Failure.
	scriptedSteered = scriptedBehavior{Name: "STEERED", Tick: func(c *scriptedContext) behavior.Status {
		return behavior.Running + behavior.Status(c.Agent.values[c.DeciderName()])
	}}
)
