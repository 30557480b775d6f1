package treefile

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file has a declaration without the agent's type: what a file is made into before the Registry's shell makes deciders
// of it, and what the shell makes of deciders before they are written. Functions, behaviors, DBlocks and slots are in
// variables of type any, nil for none.

type declared struct {
	name              string
	options           decider.Options
	decisionFlags     decider.Check
	stimuliFlags      stimuli.Check
	role              world.Role
	cooldown, every   float64
	decide            any
	weight            float64
	squad             *world.Squad
	squadKey, canPlay any
	gate              *world.Gate
	gateKey           any
	behavior          *runner
	behaviorFlags     behavior.BehaviorFlags
	dblock            *thing
	policy            decider.Policy
	children          []*declared
	margin            float64
	succeedAt, failAt int
	jump              string
	slot              *place
	copy              *declared
	modifiers         decider.Modifiers
	keys              []decider.Key
	origin            any  // the decider it was made of
	broken            bool // the file has an error in it, so that it lacks something
}

// thing is something of the game with its name.
type thing struct {
	name string
	it   any
}

// runner is a behavior.
type runner struct {
	thing
	given   *usercode.Given // its parameter; nil for none
	stock   stock
	seconds float64 // of a behavior.Wait
}

// stock is one of the behaviors that need no declaration.
type stock uint8

const (
	notStock stock = iota
	stockWait
	stockSucceed
	stockFail
)

// defaultName is the name that a stock behavior has without one.
func (s stock) defaultName() string { return [...]string{"", "WAIT", "SUCCEED", "FAIL"}[s] }

// place is a slot.
type place struct {
	thing
	reserve int
}
