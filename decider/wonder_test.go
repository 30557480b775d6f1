package decider_test

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// wonder is an agent whose Decides and Ticks return what it is told.
type wonder struct {
	values map[string]float64 // by decider
}

type (
	wonderContext  = behavior.Context[*wonder]
	wonderDecider  = decider.Decider[*wonder]
	wonderChildren = decider.Children[*wonder]
	wonderBehavior = behavior.Behavior[*wonder]
	wonderMemory   = decider.Memory[*wonder]
)

func wonderDecide(c *wonderContext) float64 { return c.Agent.values[c.DeciderName()] }

var (
	wonderIdle = wonderBehavior{Name: "IDLE"}
	wonderDone = wonderBehavior{Name: "DONE", Tick: func(*wonderContext) behavior.Status { return behavior.Success }}

	// wonderSteered ends as the agent's values say: 1 is Success, 2 Failure.
	wonderSteered = wonderBehavior{Name: "STEERED", Tick: func(c *wonderContext) behavior.Status {
		return behavior.Running + behavior.Status(c.Agent.values[c.DeciderName()])
	}}
)
