package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
)

// The kinds of stimuli, and what they carry.
const (
	Knocked stimuli.StimuliFlags = 1 << iota
)

const knocked = stimuli.Kind[Knock](Knocked)

// Knock is a knock at one of the mole's doors.
type Knock struct{ Door int32 }

var answerDoor = Behavior{
	Name: "ANSWER_DOOR",
	Tick: func(c *Context) behavior.Status {
		knock, ok := knocked.Get(c.Stimuli)
		if !ok {
			return behavior.Failure // the visitor is gone
		}
		c.Agent.Visitor = [...]string{"shrew", "vole"}[knock.Door%2]
		c.Stimuli.Remove(Knocked)
		return behavior.Success
	},
}
