package behavior

import (
	"cmp"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// This file has stock behaviors, which need no code of the game's.

// Wait is a behavior that succeeds after a number of seconds:
//
//	{Name: "LISTEN_A_WHILE", Behavior: behavior.Wait[*Creature]{Seconds: 2}},
//
// The time counts from its activation, so in a Repeat each iteration takes as long. It succeeds in the first tick that
// is not earlier; with 0 Seconds in the tick in which it begins. In a crowd the agent sleeps meanwhile.
type Wait[A any] struct {
	Name    string  // shown for people; "" is WAIT
	Seconds float64 // finite, 0 or more
}

// Calls is for the packages of this module.
func (b Wait[A]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{Name: cmp.Or(b.Name, "WAIT"), Tick: succeed, Period: b.Seconds, Delayed: true, Stock: true}
}

// Succeed is a behavior that succeeds at once, when it is activated. To test a condition in a run-first or Concurrent
// group a decider needs no behavior at all.
type Succeed[A any] struct {
	Name string // shown for people; "" is SUCCEED
}

// Calls is for the packages of this module.
func (b Succeed[A]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{Name: cmp.Or(b.Name, "SUCCEED"), Activate: succeed, Stock: true}
}

// Fail is a behavior that fails at once, when it is activated.
type Fail[A any] struct {
	Name string // shown for people; "" is FAIL
}

// Calls is for the packages of this module.
func (b Fail[A]) Calls(engine.Key, *Context[A]) usercode.Behavior {
	return usercode.Behavior{Name: cmp.Or(b.Name, "FAIL"), Activate: fail, Stock: true}
}

func succeed(*usercode.Context) uint8 { return uint8(Success) }

func fail(*usercode.Context) uint8 { return uint8(Failure) }
