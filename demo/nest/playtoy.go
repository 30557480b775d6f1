package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// playToy plays with whatever lies about. It does not know what that is: the toy plugs in how it is played with
// (a smart object). [Ball] and [Mushroom] are such trees; a new kind of toy needs nothing here.
var playToy = Decider{
	Name: "PLAY_TOY", Decide: toySeen, Behavior: &takeUp,
	Modifiers: decider.Modifiers{Timeout: 20},
	Policy:    decider.Sequence, Children: Children{
		{Name: "TOY_GO", Behavior: &goToToy},
		{Name: "TOY_LEARN", Behavior: &learn},
		{Name: "TOY_PLAY", Slot: &howTo},
	},
}

// howTo is where a toy's tree goes. The largest takes 80 bytes.
var howTo = decider.Slot[*Creature]{Name: "HOW_TO", Reserve: 96}

// toySeen: rather that than play alone, unless somebody wants to play.
func toySeen(c *Context) float64 {
	if c.Agent.Sight.Toy == 0 {
		return 0
	}
	return 2
}

// TAKE_UP brackets a game: whatever ends it, the toy is put down, and forgotten how to play with.
var takeUp = Behavior{
	Name: "TAKE_UP",
	Activate: func(c *Context) behavior.Status {
		*toy.Of(c) = c.Agent.Sight.Toy
		return behavior.Running
	},
	Deactivate: func(c *Context) {
		*toy.Of(c) = 0
		_ = howTo.Unplug(c) // an error if she never got there: so much the better
		note(c, stimuli.Note(Played, 15))
	},
}

// inHand is the toy it plays with; nil for none.
func inHand(c *Context) *Toy { return c.Agent.Land.Toy(*toy.Of(c)) }

// TOY_GO goes to the toy, wherever it rolls.
var goToToy = Behavior{
	Name: "TOY_GO",
	Tick: func(c *Context) behavior.Status { return toToy(c, Walk, Strolling) },
}

// toToy goes to the toy in hand; it fails if that is gone.
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

// LEARN looks at the toy for a moment. What it says is plugged in at the end of the tick.
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
