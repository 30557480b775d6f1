package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// investigate looks into a noise (Anguelov's guard). It is a Monitor: in a Selector, it takes the creature from
// whatever stands after it as soon as there is a noise, and after that the Selector goes on as before. The way
// is gone once: looking around may lead her off, and does not send her back. Guards and hunters share it.
var investigate = Decider{
	Name: "INVESTIGATE", Flags: decider.Monitor, StimuliFlags: Stimuli{Any: NoiseHeard},
	Modifiers: decider.Modifiers{Timeout: 12}, // then it is not worth the trouble
	Policy:    decider.Sequence, Children: Children{
		{Name: "INVESTIGATE_GO", DBlock: &DBlock[Call]{Decide: heard, Behavior: &approach}},
		&lookOut,
	},
}

// heard is where the newest noise came from.
func heard(c *Context, d *Call) float64 {
	in, ok := noiseHeard.Get(c.Stimuli)
	*d = in
	return behavior.If(ok)
}

// APPROACH goes carefully to where the noise was, or the one after it. Arrived, only a new one is news.
var approach = WithDBlock[Call, Call]{
	Name: "APPROACH",
	Activate: func(_ *Context, in Call, at *Call) behavior.Status {
		*at = in
		return behavior.Running
	},
	Tick: func(c *Context, at *Call) behavior.Status {
		if newer, ok := noiseHeard.Get(c.Stimuli); ok {
			*at = newer
		}
		if !c.Agent.walk(at.At, Investigating) {
			return behavior.Running
		}
		c.Stimuli.Remove(NoiseHeard)
		return behavior.Success
	},
}
