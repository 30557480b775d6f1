package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// Bobby Anguelov, Synchronized Behavior Trees: the guard of figures 3 to 6, who smokes until there is a noise. The pictures
// are not in the text; the trees here are what its words say of them. Figures 7 to 9 are in anguelov_together.go.

// What the game knows.
const (
	OnDuty decider.DecisionFlags = 1 << iota
	Brawl
	InSight // of the enemy
	Hurt
)

// What happens to the guard.
const (
	Noise stimuli.StimuliFlags = 1 << iota
	Light
)

// Both tell where they come from.
const (
	noise = stimuli.Kind[int](Noise)
	light = stimuli.Kind[int](Light)
)

// figure3 is evaluated anew in each update: the Reactive groups begin at their first child every tick.
var figure3 = Decider{
	Name: "GUARD", Policy: decider.ReactiveSelector,
	Children: Children{
		&notice,
		{Name: "INVESTIGATION", Policy: decider.ReactiveSequence, Children: Children{
			{Name: "HAS_TARGET", Decide: hasTarget},
			{Name: "MOVE_TO_TARGET", Behavior: &moveToTarget},
			{Name: "INVESTIGATE", Behavior: &investigate},
		}},
		&smoking,
	},
}

// figure4 is the same tree with stored state: children that have succeeded or failed are skipped until the tree has ended.
var figure4 = Decider{
	Name: "GUARD", Policy: decider.Selector,
	Children: Children{&notice, &investigation, &smoking},
}

// repeated is figure 4 with the naive fix: its branches are evaluated anew in each update, the first one included.
var repeated = Decider{
	Name: "GUARD", Policy: decider.ReactiveSelector,
	Children: Children{&notice, &investigation, &smoking},
}

// figure5 evaluates LISTEN anew, but not the branches above it: the repeat has moved to after the first selector and a
// sequence.
var figure5 = Decider{
	Name: "GUARD", Policy: decider.Selector,
	Children: Children{
		{Name: "NOTICE", Policy: decider.Selector, Modifiers: goOn, Children: Children{
			{Name: "WHILE_ON_DUTY", Policy: decider.Sequence, Children: Children{
				{Name: "ON_DUTY", DecisionFlags: Check{All: OnDuty}},
				{Name: "LISTEN", Policy: decider.ReactiveSequence, Children: Children{
					{Name: "HEARD_NOISE", StimuliFlags: stimuli.Check{Any: Noise}},
					{Name: "SET_TARGET", Behavior: &setTarget},
				}},
			}},
		}},
		&investigation,
		&smoking,
	},
}

// figure6 has a Monitor there: a query, which is asked although its branch has failed.
var figure6 = Decider{
	Name: "GUARD", Policy: decider.Selector,
	Children: Children{
		{Name: "NOTICE", Policy: decider.Selector, Modifiers: goOn, Children: Children{
			{Name: "WHILE_ON_DUTY", Policy: decider.Sequence, Children: Children{
				{Name: "ON_DUTY", DecisionFlags: Check{All: OnDuty}},
				{Name: "SOMETHING_NEW", Options: decider.Monitor, Policy: decider.Selector, Children: Children{
					{Name: "HEARD_NOISE", StimuliFlags: stimuli.Check{Any: Noise}},
					{Name: "SAW_LIGHT", StimuliFlags: stimuli.Check{Any: Light}},
				}},
				{Name: "SET_TARGET", Behavior: &setTarget},
			}},
		}},
		&investigation,
		&smoking,
	},
}

// notice is the first branch of figures 3 and 4.
var notice = Decider{
	Name: "NOTICE", Policy: decider.Selector, Modifiers: goOn,
	Children: Children{
		{Name: "LISTEN", Policy: decider.Sequence, Children: Children{
			{Name: "HEARD_NOISE", StimuliFlags: stimuli.Check{Any: Noise}},
			{Name: "SET_TARGET", Behavior: &setTarget},
		}},
	},
}

// goOn makes a branch fail that has only noticed something, so that the Selector goes on to the next.
var goOn = Modifiers{Outcome: decider.AlwaysFailure}

// investigation is the middle branch of figures 4 to 6, a plan: each step once.
var investigation = Decider{
	Name: "INVESTIGATION", Policy: decider.Sequence,
	Children: Children{
		{Name: "HAS_TARGET", Decide: hasTarget},
		{Name: "MOVE_TO_TARGET", Behavior: &moveToTarget},
		{Name: "INVESTIGATE", Behavior: &investigate},
	},
}

// smoking is the last branch.
var smoking = Decider{Name: "SMOKE", Behavior: &smoke}

func hasTarget(c *Context) float64 { return behavior.If(c.Agent.Target != 0) }

var (
	setTarget = Behavior{Name: "SET_TARGET", Activate: func(c *Context) behavior.Status {
		if at, ok := noise.Get(c.Stimuli); ok {
			c.Agent.Target = at
		} else if at, ok := light.Get(c.Stimuli); ok {
			c.Agent.Target = at
		}
		c.Stimuli.Remove(Noise | Light) // it is known now
		return behavior.Success
	}}
	moveToTarget = Behavior{Name: "MOVE_TO_TARGET", Tick: func(c *Context) behavior.Status {
		if c.Agent.At < c.Agent.Target {
			c.Agent.At++
			c.Agent.Says("walks to", c.Agent.At)
		}
		return while(c.Agent.At < c.Agent.Target)
	}}
	// investigate moves the guard: it looks behind things.
	investigate = Behavior{
		Name: "INVESTIGATE",
		Tick: func(c *Context) behavior.Status {
			c.Agent.At -= 2
			c.Agent.Says("looks around at", c.Agent.At)
			if c.Duration() < 1 {
				return behavior.Running
			}
			c.Agent.Target = 0
			return behavior.Success
		},
	}
	// smoke cleans up after itself, whatever ends it.
	smoke = Behavior{
		Name:       "SMOKE",
		Activate:   func(c *Context) behavior.Status { c.Agent.Smoking = true; return behavior.Running },
		Tick:       lasting(4),
		Deactivate: func(c *Context) { c.Agent.Smoking = false; c.Agent.Says("puts it out") },
	}
)

// barman has a full-body interaction: leaning on the bar takes two seconds to get out of.
var barman = Decider{
	Name: "BARMAN",
	Children: Children{
		{Name: "DUCK", DecisionFlags: Check{All: Brawl}, Behavior: &duck},
		{Name: "LEAN_ON_BAR", Behavior: &lean},
	},
}

var (
	duck = Behavior{Name: "DUCK"}
	lean = WithBlock[posture]{
		Name: "LEAN_ON_BAR",
		Leave: func(c *Context, p *posture) behavior.Status {
			p.Upright++
			c.Agent.Says("straightens up,", p.Upright, "of 2")
			return while(p.Upright < 2)
		},
		LeaveTimeout: 5,
		Deactivate:   func(c *Context, _ *posture) { c.Agent.Says("lets go of the bar") },
	}
)

// posture is 2 when the barman stands.
type posture struct{ Upright int32 }

var anguelov = []scene{
	{
		name: "anguelov/figure3", place: "Anguelov, Stored State Behavior Trees, figure 3 in the traditional model",
		says: `Each update evaluates the tree from its root, so the noise is noticed at once. But when INVESTIGATE has moved the guard,
MOVE_TO_TARGET starts again: the behavior oscillates.`,
		play: func(t *Transcript) {
			guard := t.Cast(&figure3, 3)
			guard.Frame("all is quiet")
			guard.Frame("all is quiet")
			_ = guard.Stimuli.Add(noise.New(3, 60))
			guard.Frame("a noise at 3")
			for range 5 {
				guard.Frame("nothing new")
			}
		},
	},
	{
		name: "anguelov/figure4", place: "Anguelov, Stored State Behavior Trees, figure 4 and the second and third update",
		says: `After the first update each node's state is stored. The second skips all that has completed and re-enters SMOKE alone. In
the third there is a noise, but the first branch is not entered until SMOKE completes.`,
		play: func(t *Transcript) {
			guard := t.Cast(&figure4, 5)
			guard.Brief = true
			guard.Frame("all is quiet")
			t.State(guard)
			guard.Frame("all is quiet")
			_ = guard.Stimuli.Add(noise.New(3, 60))
			guard.Frame("a noise at 3")
			guard.Frame("nothing new")
			guard.Frame("the cigarette is finished")
			guard.Frame("the next evaluation")
		},
	},
	{
		name: "anguelov/repeat", place: "Anguelov, Stored State Behavior Trees, between figures 4 and 5",
		says: `A naive fix is a repeat decorator on the first branch: it is reset and evaluated again in each update. That does fix it, in
this case only.`,
		play: func(t *Transcript) {
			guard := t.Cast(&repeated, 3)
			guard.Frame("all is quiet")
			_ = guard.Stimuli.Add(noise.New(1, 60))
			guard.Frame("a noise at 1")
			guard.Frame("nothing new")
		},
	},
	{
		name: "anguelov/figure5", place: "Anguelov, Stored State Behavior Trees, figure 5",
		says: `The node that is evaluated anew stands below the first selector, behind a sequence. That sequence has failed in the first
evaluation, so the node is not reached, and the noise is not noticed.`,
		play: func(t *Transcript) {
			guard := t.Cast(&figure5, 5)
			guard.Brief = true
			guard.Flags = OnDuty
			guard.Frame("all is quiet")
			_ = guard.Stimuli.Add(noise.New(3, 60))
			guard.Frame("a noise at 3")
		},
	},
	{
		name: "anguelov/figure6", place: "Anguelov, Stored State Behavior Trees, figure 6, and what he says on reset and oscillation",
		says: `A Monitor of higher priority than the current branch is evaluated before the tree. When it succeeds, the tree is reset:
nodes clean up after themselves, and the evaluation begins anew. MOVE_TO_TARGET, once completed, is not run again.`,
		play: func(t *Transcript) {
			guard := t.Cast(&figure6, 5)
			guard.Brief = true
			guard.Flags = OnDuty
			guard.Frame("all is quiet")
			guard.Frame("all is quiet")
			_ = guard.Stimuli.Add(noise.New(3, 60))
			guard.Frame("a noise at 3")
			guard.Frame("nothing new")
			guard.Frame("nothing new")
			_ = guard.Stimuli.Add(light.New(4, 60))
			guard.Frame("a light at 4")
			for range 4 {
				guard.Frame("nothing new")
			}
		},
	},
	{
		name: "anguelov/cleanup", place: "Anguelov, Stored State Behavior Trees, the good example of the reset",
		says: `An interruption in the middle of a full-body interaction tells the animation to blend out. The node itself does that, so no
node above has to check whether it may interrupt.`,
		play: func(t *Transcript) {
			c := t.Cast(&barman, 2)
			c.Frame("all is quiet")
			c.Flags = Brawl
			c.Frame("a brawl")
			c.Frame("nothing has changed")
		},
	},
}
