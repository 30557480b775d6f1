package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// playToy plays with a toy of any kind. The toy is a smart object, which plugs in the tree for playing with it.
// [Ball] and [Mushroom] are such trees; a new kind of toy needs no change here.
var playToy = Decider{
	Name: "PLAY_TOY", Decide: toySeen, Behavior: &takeUp,
	Modifiers: decider.Modifiers{Timeout: 20},
	Policy:    decider.Sequence, Children: Children{
		{Name: "TOY_GO", Behavior: &goToToy},
		{Name: "TOY_LEARN", Behavior: &learn},
		{Name: "TOY_PLAY", Slot: &howTo},
	},
}

// howTo is the slot for a toy's tree. The largest tree takes 80 bytes.
var howTo = decider.Slot[*Creature]{Name: "HOW_TO", Reserve: 96}

// toySeen has a value between playing alone and accepting an invitation.
func toySeen(c *Context) float64 {
	if c.Agent.Sight.Toy == 0 {
		return 0
	}
	return 2
}

// TAKE_UP runs around a game: however the game ends, it puts the toy down and unplugs its tree.
var takeUp = Behavior{
	Name: "TAKE_UP",
	Activate: func(c *Context) behavior.Status {
		*toy.Of(c) = c.Agent.Sight.Toy
		return behavior.Running
	},
	Deactivate: func(c *Context) {
		*toy.Of(c) = 0
		_ = howTo.Unplug(c) // an error if she never reached the toy, which does not matter
		note(c, stimuli.Note(Played, 15))
	},
}

// inHand returns the toy it plays with; nil for none.
func inHand(c *Context) *Toy { return c.Agent.Land.Toy(*toy.Of(c)) }

// TOY_GO goes to the toy, also while it rolls.
var goToToy = Behavior{
	Name: "TOY_GO",
	Tick: func(c *Context) behavior.Status { return toToy(c, Walk, Strolling) },
}

// toToy goes to the toy; it fails if the toy is gone.
func toToy(c *Context, at Gait, as Pose) behavior.Status {
	t := inHand(c)
	switch {
	case t == nil:
		return behavior.Failure
	case c.Agent.goTo(t.Pos, at, as):
		return behavior.Success
	}
	return behavior.Running
}

// LEARN looks at the toy for a moment. The toy's tree is plugged in at the end of the tick.
var learn = Behavior{
	Name: "LEARN",
	Activate: func(c *Context) behavior.Status {
		t := inHand(c)
		if t == nil {
			return behavior.Failure
		}
		if err := howTo.Plug(c, t.HowTo); err != nil {
			return c.Fail(err)
		}
		return behavior.Running
	},
	Tick: func(c *Context) behavior.Status {
		c.Agent.do(Watching)
		return doneAfter(c, 0.5)
	},
}
