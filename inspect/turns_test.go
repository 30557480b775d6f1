package inspect

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/glance"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// stateWords returns what the page shows of a group's children.
func stateWords(s state.Decider) string { return moments{}.stateOf(&s).Children }

func TestWordsOfTurns(t *testing.T) {
	of := func(policy declaration.Policy, left int) string {
		return stateWords(state.Decider{Policy: policy, Active: true, Children: 5, TurnsLeft: left})
	}
	assert.Equal(t, "2 of 5 turns left", of(declaration.OneOff, 2))
	assert.Equal(t, "0 of 5 left in the bag", of(declaration.Shuffle, 0))
	assert.Empty(t, of(declaration.Sequential, 5))
	assert.Empty(t, of(declaration.Random, 0))
	assert.Equal(t, "1 of 3 succeeded, 2 of 3 failed", stateWords(state.Decider{Policy: declaration.Concurrent, Accepted: 3, Succeeded: 1, Failed: 2}))
	child := event.LabelOf("THROW")
	assert.Equal(t, "gate GRENADE to enter THROW", glance.Waiting(&state.Waiting{Child: child, Gate: "GRENADE"}))
	assert.Equal(t, "squad FLANK to enter THROW", glance.Waiting(&state.Waiting{Child: child, Squad: "FLANK"}))
	assert.Equal(t, "THROW", glance.Waiting(&state.Waiting{Child: child}))
	assert.Empty(t, glance.Waiting(&state.Waiting{}))
}

func TestEventsNameChildrenAndAgents(t *testing.T) {
	told := &description.Tree{
		Deciders: []description.Decider{{Name: "ROOT"}, {Name: "EAT"}, {Name: "SLEEP"}},
		Places:   []description.Place{{Children: []int{1, 2}}, {Decider: 1}, {Decider: 2}},
	}
	ms := moments{names: debugprint.Names{NameOf: func(id world.AgentID) string { return map[world.AgentID]string{7: "Ogg"}[id] }}}
	of := func(e event.Event) string { return withChild(ms.words(&e), &e, told) }
	root := event.Event{Kind: event.Chose, Agent: 7, Decider: event.LabelOf("ROOT"), Active: 1, Children: 2, DeciderKind: declaration.GroupDecider}
	assert.Equal(t, "ROOT chooses SLEEP", of(root))
	root.Kind = event.Visited
	assert.Contains(t, of(root), "PrioritizedList of 2, SLEEP active")
	root.Policy = declaration.Concurrent
	assert.Contains(t, of(root), "Concurrent of 2, first active child SLEEP")
	root.Active = -1
	assert.Contains(t, of(root), "none active")
	root.Active = 2
	assert.Contains(t, of(root), "first active child 2", "a forged index")
	assert.Equal(t, "Ogg #7 @ 1.000: Tick of A: boom", ms.named("agent 7 @ 1.000: Tick of A: boom", 7))
	assert.Equal(t, "agent 8 @ 1.000: Tick of A: boom", ms.named("agent 8 @ 1.000: Tick of A: boom", 8))
}
