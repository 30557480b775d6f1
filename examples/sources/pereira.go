package main

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// Renato Pereira, Implementing A Behavior Tree, Part 1: Benzi Ahamed's trace in the comments, and why nodes are opened and
// closed.

// What Benzi sets between ticks: flee.inDanger and eat.hungry.
const (
	InDanger decider.DecisionFlags = 1 << iota
	Hungry
)

// benzi is his animal. His Priority begins at its first child in each tick.
var benzi = Decider{
	Name: "PRIORITY", Policy: decider.ReactiveSelector,
	Children: Children{
		{Name: "FLEE", DecisionFlags: Check{All: InDanger}, Behavior: &Given[ticks]{Value: 1, Behavior: &printAction}},
		{Name: "EAT", DecisionFlags: Check{All: Hungry}, Behavior: &Given[ticks]{Value: 3, Behavior: &printAction}},
		{Name: "IDLE", Behavior: &Given[ticks]{Value: 1, Behavior: &printAction}},
	},
}

type ticks int

// printAction takes a number of ticks, and says how many are left.
var printAction = WithDBlock[ticks, ticks]{
	Name:     "PRINT_ACTION",
	Activate: func(_ *Context, all ticks, left *ticks) behavior.Status { *left = all; return behavior.Running },
	Tick: func(c *Context, left *ticks) behavior.Status {
		c.Agent.Says(fmt.Sprintf("%s-%d", c.DeciderName(), *left))
		*left--
		return while(*left > 0)
	},
}

// stray has the two nodes that, he answers Francisco, must know when they are opened: wait and MaxTime.
var stray = Decider{
	Name: "STRAY",
	Children: Children{
		{Name: "RUN_AWAY", DecisionFlags: Check{All: InDanger}, Behavior: &escape},
		{Name: "ROUTINE", Policy: decider.Sequence, Children: Children{
			{Name: "REST", Behavior: Wait{Seconds: 2}},
			{Name: "SNIFF", Modifiers: Modifiers{Timeout: 2}, Behavior: &sniff},
		}},
	},
}

var (
	sniff  = Behavior{Name: "SNIFF", Tick: goesOn}
	escape = Behavior{Name: "ESCAPE", Tick: func(c *Context) behavior.Status { return while(c.DecisionFlags&InDanger != 0) }}
)

// fiveHooks calls Note for each of his five events.
func (t *Transcript) fiveHooks() *event.Hooks {
	open := func(v *event.Visit) string {
		var names []string
		for _, label := range v.Open() {
			names = append(names, label.Name)
		}
		return strings.Join(names, " > ")
	}
	return &event.Hooks{
		Enter: func(v *event.Visit) { t.Note("enter", v.Decider.Name) },
		Open:  func(v *event.Visit) { t.Note("open", fmt.Sprintf("%s (open are %s)", v.Decider.Name, open(v))) },
		Tick:  func(v *event.Visit) { t.Note("tick", v.Decider.Name) },
		Close: func(v *event.Visit) { t.Note("close", v.Decider.Name+" "+v.Reason.String()) },
		Exit:  func(v *event.Visit) { t.Note("exit", v.Decider.Name+" "+v.Status.String()) },
	}
}

var pereira = []scene{
	{
		name: "pereira/benzi", place: "Pereira, comment of Benzi Ahamed, June 6, 2015, 14:46, and its outputs",
		says: `An animal flees, which takes a tick, eats, which takes three, or idles. Danger interrupts the meal after its second tick.
When the danger is over, it eats from the start.`,
		play: func(t *Transcript) {
			c := t.Cast(&benzi, 5)
			c.Frame("neither hungry nor in danger")
			c.Frame("neither hungry nor in danger")
			c.Flags = Hungry
			c.Frame("hungry = true")
			c.Frame("hungry = true")
			c.Flags = Hungry | InDanger
			c.Frame("inDanger = true")
			c.Frame("inDanger = true")
			c.Flags = Hungry
			c.Frame("inDanger = false")
		},
	},
	{
		name: "pereira/hooks", place: "Pereira, BaseNode and BehaviorTree",
		says: `Enter and exit at every execution; open only if the node was closed; close when it is no longer running, or when the tree
forces it after a tick in which a more important node has run.`,
		play: func(t *Transcript) {
			c := t.Cast(&benzi, 0)
			c.Memory.Observe(t.fiveHooks())
			c.Flags = Hungry
			c.Frame("hungry = true")
			c.Frame("nothing has changed")
			c.Flags = Hungry | InDanger
			c.Frame("inDanger = true")
		},
	},
	{
		name: "pereira/wait", place: "Pereira, his answers to Francisco, December 3, 2014, and to Benzi, June 8, 2015",
		says: `A wait node notes its start when it is opened, as MaxTime does. A node of low priority that was interrupted is closed, so
that it is opened the next time: it waits anew.`,
		play: func(t *Transcript) {
			c := t.Cast(&stray, 2)
			c.Frame("all is quiet")
			c.Frame("a second has passed")
			c.Flags = InDanger
			c.Frame("inDanger = true")
			c.Flags = 0
			c.Frame("inDanger = false")
			for range 4 {
				c.Frame("a second has passed")
			}
		},
	},
}
