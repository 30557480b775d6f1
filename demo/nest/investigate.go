package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// investigate looks into a noise (Anguelov's guard). It is a Monitor: in a Selector, it interrupts the children after
// it as soon as there is a noise, and then the Selector goes on as before. She walks to the noise once: if looking
// around leads her away, she is not sent back. Guards and hunters share it.
var investigate = Decider{
	Name: "INVESTIGATE", Options: decider.Monitor, StimuliFlags: StimuliCheck{Any: NoiseHeard},
	Modifiers: decider.Modifiers{Timeout: 12}, // then she gives up
	Policy:    decider.Sequence, Children: Children{
		{Name: "INVESTIGATE_GO", DBlock: &DBlock[Call]{Decide: heard, Behavior: &approach}},
		&lookOut,
	},
}

// heard returns the origin of the newest noise.
func heard(c *Context, d *Call) float64 {
	in, ok := noiseHeard.Get(c.Stimuli)
	*d = in
	return behavior.If(ok)
}

// APPROACH sneaks to the origin of the noise, or of a newer one. After arrival only a new noise counts.
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
