package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// Three ways to wait.
func Example_waiting() {
	type Caller struct{ Stimuli stimuli.Set }
	type Context = behavior.Context[*Caller]
	type Decider = decider.Decider[*Caller]
	type Children = decider.Children[*Caller]
	type Behavior = behavior.Behavior[*Caller]
	const Answered stimuli.StimuliFlags = 1 << 0

	once := func(name, what string) *Behavior {
		return &Behavior{Name: name, Activate: func(c *Context) behavior.Status {
			fmt.Printf("%.2f %s\n", c.Time, what)
			return behavior.Success
		}}
	}
	ring, give, talk := once("RING", "rings"), once("GIVE_UP", "gives up"), once("TALK", "talks")

	// hesitate waits one to three seconds.
	type until struct{ Time float64 }
	hesitate := behavior.WithBlock[*Caller, until]{
		Name: "HESITATE",
		Activate: func(c *Context, b *until) behavior.Status {
			b.Time = c.Time + 1 + 2*c.Rand().Float64()
			return behavior.Running
		},
		Tick: func(c *Context, b *until) behavior.Status { return running(c.Time < b.Time) },
	}

	// listen waits for a stimulus.
	listen := Behavior{
		Name: "LISTEN",
		Tick: func(c *Context) behavior.Status { return running(c.Stimuli.Flags()&Answered == 0) },
	}

	call := Decider{
		Name: "CALL", Policy: decider.Sequence,
		Children: Children{
			{Name: "RING", Behavior: ring},
			{Name: "PAUSE", Behavior: behavior.Wait[*Caller]{Seconds: 2}},
			{Name: "RING_AGAIN", Behavior: ring},
			{Name: "HESITATE", Behavior: &hesitate},
			{Name: "RING_ONCE_MORE", Behavior: ring},
			{Name: "ANSWER_OR_NOT", Policy: decider.Selector, Children: Children{
				{Name: "ANSWER", Policy: decider.Sequence, Children: Children{
					{Name: "LISTEN", Behavior: &listen, Modifiers: decider.Modifiers{Timeout: 5}}, // after that it has failed
					{Name: "TALK", Behavior: talk},
				}},
				{Name: "GIVE_UP", Behavior: give},
			}},
		},
	}
	tree := decider.MustInitializeTreeData(&call)
	for _, answerAt := range []int{24, 100} { // frames
		memory, caller := tree.NewMemory(nil, 1), &Caller{}
		for frame := 0; frame == 0 || memory.Status() == behavior.Running; frame++ {
			if frame == answerAt {
				_ = caller.Stimuli.Add(stimuli.Note(Answered, 1))
			}
			_ = decider.TickBehaviorTree(memory, caller, decider.Input{Time: float64(frame) / 4, DT: 0.25, Stimuli: &caller.Stimuli})
		}
	}
	// Output:
	// 0.00 rings
	// 2.00 rings
	// 3.75 rings
	// 6.00 talks
	// 0.00 rings
	// 2.00 rings
	// 3.75 rings
	// 8.75 gives up
}
