package world_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// What the path finder is asked, and what it answers: the cells on the way.
type (
	pathRequest struct{ From, To int }
	path        []int
)

var pathFinder = world.System[pathRequest, path]{Name: "PATH_FINDER"}

// hiker finds its way before it goes.
type hiker struct {
	at, goal int
	route    path
}

var planRoute = behavior.Deferred[*hiker, struct{}, pathRequest, path]{
	Name:   "PLAN_ROUTE",
	System: &pathFinder,
	Launch: func(c *behavior.Context[*hiker], _ *struct{}) pathRequest {
		return pathRequest{From: c.Agent.at, To: c.Agent.goal}
	},
	Done: func(c *behavior.Context[*hiker], _ *struct{}, found path) behavior.Status {
		c.Agent.route = found
		return behavior.Success
	},
}

var followRoute = behavior.Behavior[*hiker]{
	Name: "FOLLOW_ROUTE",
	Tick: func(c *behavior.Context[*hiker]) behavior.Status {
		if len(c.Agent.route) == 0 {
			return behavior.Success
		}
		c.Agent.at, c.Agent.route = c.Agent.route[0], c.Agent.route[1:]
		return behavior.Running
	},
}

var hiking = decider.Decider[*hiker]{Name: "HIKE", Policy: decider.Sequence, Children: decider.Children[*hiker]{
	{Name: "PLAN", Behavior: &planRoute},
	{Name: "FOLLOW", Behavior: &followRoute},
}}

// findPaths works on what creatures have asked for, at most 64 a frame; the others wait for the next. A longer search
// would go on in a goroutine and call Complete when it is done.
func findPaths(w *world.World) {
	for token, request := range pathFinder.Launched(w, 64) {
		var found path
		for at := request.From; at < request.To; at++ {
			found = append(found, at+1)
		}
		var err error
		if found == nil {
			err = pathFinder.Fail(w, token, fmt.Errorf("there is no way from %d to %d", request.From, request.To))
		} else {
			err = pathFinder.Complete(w, token, found)
		}
		if err != nil {
			fmt.Println(err)
		}
	}
}

// A path finder serves the requests of all creatures of a world; here is one of them.
func ExampleSystem() {
	w := world.New(world.Options{})
	creature := &hiker{at: 3, goal: 5}
	memory := decider.MustInitializeTreeData(&hiking).NewMemory(w, w.NewAgent())
	frame := func() {
		if err := w.Advance(0.1); err != nil {
			fmt.Println(err)
		}
		err := decider.TickBehaviorTree(memory, creature, decider.Input{Time: w.Time(), DT: w.DT()})
		findPaths(w)
		fmt.Println("at", creature.at, memory.Status(), err)
	}
	for range 4 {
		frame()
	}
	creature.goal = 1
	for range 2 {
		frame()
	}
	// Output:
	// at 3 Running <nil>
	// at 4 Running <nil>
	// at 5 Running <nil>
	// at 5 Success <nil>
	// at 5 Running <nil>
	// at 5 Failure agent 1 @ 0.600: Tick of HIKE > PLAN: there is no way from 5 to 1
}
