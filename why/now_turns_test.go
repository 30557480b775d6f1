package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// TestNowOfTurns asks about what groups have stored about their children, and about groups that wait at a gate.
func TestNowOfTurns(t *testing.T) {
	hall := &world.Gate{Name: "HALL", Max: 1}
	c := newMates(t, 2, &wonderDecider{Name: "ROOT", Policy: decider.Concurrent, FailAt: 4, Children: wonderChildren{
		{Name: "TURNS", Policy: decider.Sequential, Children: wonderChildren{{Name: "T1", Behavior: &wonderDone}, {Name: "T2", Behavior: &wonderIdle}, {Name: "T3", Behavior: &wonderIdle}}},
		{Name: "BAG", Policy: decider.Shuffle, Children: wonderChildren{{Name: "B1", Behavior: &wonderIdle}, {Name: "B2", Behavior: &wonderIdle}}},
		{Name: "ALL", Policy: decider.Concurrent, SucceedAt: 2, FailAt: 2, Children: wonderChildren{
			{Name: "A1", Behavior: &wonderDone}, {Name: "A2", Behavior: &wonderFail}, {Name: "A3", Behavior: &wonderIdle},
		}},
		{Name: "STEPS", Policy: decider.Sequence, Children: wonderChildren{
			{Name: "S1", Behavior: &wonderDone}, {Name: "S2", Gate: hall, Options: decider.Wait, Behavior: &wonderIdle}, {Name: "S3", Behavior: &wonderIdle},
		}},
	}}, func(*world.World) string { return "" })
	c.frame(1)
	because := func(name string) string { return nowOf(t, c.memories[1], name).Places[0].Because }
	for name, want := range map[string]string{
		"TURNS": "It went on: it has been active for 0 s. The turn of 1 of its 3 children is still to come.",
		"BAG":   "It went on: it has been active for 0 s. 1 of its 2 children is left in the bag.",
		"ALL":   "It went on: it has been active for 0 s. 1 of its 3 children has succeeded. 1 of its 3 children has failed.",
		"STEPS": "It went on: it has been active for 0 s. It waits for the gate HALL to enter S2.",
		"S1":    "It was not asked: it is done already, and STEPS, a Sequence, does not do it again.",
		"S2":    "It got no place in the gate HALL: 1 of 1 held by #1. Its group STEPS waits for it.",
		"S3":    "It was not asked: its turn in STEPS comes after S2, and STEPS waits for the gate HALL to enter that one.",
	} {
		assert.Equal(t, want, because(name), name)
	}
}
