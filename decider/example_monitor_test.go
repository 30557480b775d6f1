package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// Anguelov's guard smokes until it hears something, then goes there and looks around. Looking around moves the guard, and
// the Sequence does not send it back, because the walk is done.
func ExampleOptions_monitor() {
	type Guard struct {
		X       int
		Stimuli stimuli.Set
	}
	type Context = behavior.Context[*Guard]
	type Behavior = behavior.Behavior[*Guard]
	type Decider = decider.Decider[*Guard]
	type Children = decider.Children[*Guard]

	const NoiseHeard stimuli.StimuliFlags = 1 << 0
	const noise = stimuli.Kind[int](NoiseHeard) // the position of the noise

	walk := Behavior{Name: "WALK_TO_NOISE", Tick: func(c *Context) behavior.Status {
		at, ok := noise.Get(c.Stimuli)
		if !ok {
			return behavior.Failure // the noise expired on the way
		}
		c.Agent.X++
		fmt.Println(c.Time, "walks to", c.Agent.X)
		if c.Agent.X < at {
			return behavior.Running
		}
		c.Stimuli.Remove(NoiseHeard) // handled: only another noise fires the Monitor
		return behavior.Success
	}}
	look := Behavior{Name: "LOOK_AROUND", Tick: func(c *Context) behavior.Status {
		c.Agent.X--
		fmt.Println(c.Time, "looks around at", c.Agent.X)
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	smoke := Behavior{
		Name:       "SMOKE",
		Activate:   func(c *Context) behavior.Status { fmt.Println(c.Time, "smokes"); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println(c.Time, "puts it out:", c.Reason()) },
	}
	root := Decider{
		Name: "ROOT",
		Children: Children{
			{
				Name:      "GUARD_DUTY",
				Policy:    decider.Selector,
				Modifiers: decider.Modifiers{Repeat: decider.Forever},
				Children: Children{
					{
						Name:         "INVESTIGATE",
						Options:      decider.Monitor,
						StimuliFlags: stimuli.Check{Any: NoiseHeard},
						Policy:       decider.Sequence,
						Children: Children{
							{Name: "WALK_TO_NOISE", Behavior: &walk},
							{Name: "LOOK_AROUND", Behavior: &look},
						},
					},
					{Name: "SMOKE", Behavior: &smoke},
				},
			},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	guard := &Guard{}
	for time := range 5 {
		if time == 1 {
			_ = guard.Stimuli.Add(noise.New(2, 10))
		}
		_ = decider.TickBehaviorTree(memory, guard, decider.Input{Time: float64(time), DT: 1, Stimuli: &guard.Stimuli})
	}
	// Output:
	// 0 smokes
	// 1 puts it out: Interrupted
	// 1 walks to 1
	// 2 walks to 2
	// 2 looks around at 1
	// 3 looks around at 0
	// 3 smokes
}

// A Monitor fires when its conditions become true, not while they stay true: a door that cannot be closed does not fire
// it again and again.
func ExampleOptions_monitorEdge() {
	const DoorOpen decider.DecisionFlags = 1 << 0
	type Context = behavior.Context[struct{}]
	act := behavior.Behavior[struct{}]{
		Name:     "ACT",
		Activate: func(c *Context) behavior.Status { fmt.Println(c.Time, c.DeciderName()); return behavior.Running },
		Tick: func(c *Context) behavior.Status {
			if c.DeciderName() == "CLOSE_DOOR" {
				return behavior.Failure // it is stuck
			}
			return behavior.Running
		},
	}
	root := decider.Decider[struct{}]{
		Name:   "ROOT",
		Policy: decider.Selector,
		Children: decider.Children[struct{}]{
			{Name: "CLOSE_DOOR", Options: decider.Monitor, DecisionFlags: decider.Check{All: DoorOpen}, Behavior: &act},
			{Name: "READ", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, flags := range []decider.DecisionFlags{0, DoorOpen, DoorOpen, DoorOpen, 0, DoorOpen} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
	}
	// Output:
	// 0 READ
	// 1 CLOSE_DOOR
	// 1 READ
	// 5 CLOSE_DOOR
	// 5 READ
}
