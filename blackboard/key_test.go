package blackboard_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

type point struct{ X, Y float32 }

// Every scope is reached from every kind of user code, and each agent has its own values.
func TestValuesOfAgents(t *testing.T) {
	var (
		hunger = blackboard.Key[float32]{Name: "hunger"}
		route  = blackboard.Key[[]point]{Name: "route", Scope: blackboard.Tree}
		tries  = blackboard.Key[int8]{Name: "tries", Scope: blackboard.Decider}
	)
	tree, err := decider.InitializeTreeData(root(decider.Keys{&hunger, &route}, leaf("EAT", &tries)))
	require.NoError(t, err)
	one, two := tree.NewMemory(nil, 1), tree.NewMemory(nil, 2)
	eat := code{
		"EAT?": func(c *context) { assert.Zero(t, *hunger.Of(c)); *tries.Of(c) = 7 },
		"EAT": func(c *context) {
			*hunger.Of(c) += 0.5
			*tries.Of(c)++
			*route.Of(c) = append(*route.Of(c), point{1, 2})
		},
	}
	for range 3 {
		require.NoError(t, tick(one, eat))
	}
	assert.EqualValues(t, 1.5, *hunger.Of(one))
	assert.Len(t, *route.Of(one), 3)
	assert.Same(t, hunger.Of(one), hunger.Of(one))
	assert.Zero(t, *hunger.Of(two))
	assert.Nil(t, *route.Of(two))

	*hunger.Of(two) = 9 // from outside, before the first tick
	require.NoError(t, tick(two, code{"EAT": func(c *context) {
		assert.EqualValues(t, 9, *hunger.Of(c))
		assert.Same(t, hunger.Of(two), hunger.Of(c))
		assert.Zero(t, *tries.Of(c))
	}}))
	require.NoError(t, tick(one, code{"EAT": func(c *context) { assert.EqualValues(t, 10, *tries.Of(c)) }}))
}

// Values are kept while nothing that uses them is active, and cleared by Reset and Close alone.
func TestValuesAreKept(t *testing.T) {
	food := blackboard.Key[*point]{Name: "food"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	m := born(t, root(decider.Keys{&food}, leaf("FLEE"), group("NEST", nil, leaf("EAT", &tries))))
	var seen []int
	eat := code{
		"EAT?": func(c *context) { seen = append(seen, *tries.Of(c)) },
		"EAT":  func(c *context) { *tries.Of(c)++; *food.Of(c) = &point{3, 4} },
	}
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	require.NoError(t, tick(m, eat, "FLEE")) // interrupts
	assert.Equal(t, point{3, 4}, **food.Of(m))
	m.Why("EAT") // asks it, and leaves no trace
	again := born(t, root(decider.Keys{&food}, leaf("FLEE"), group("NEST", nil, leaf("EAT", &tries))))
	assert.Nil(t, *food.Of(again), "one key in two trees, a value in each agent")

	require.NoError(t, m.Reset())
	assert.Nil(t, *food.Of(m))
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	assert.Equal(t, []int{0, 2, 0}, seen)
	require.NoError(t, m.Close())
	assert.Nil(t, *food.Of(m))
}

// Why calls Decides. What one of them writes, against the rules, is undone.
func TestWhyChangesNoValue(t *testing.T) {
	plain := blackboard.Key[int]{Name: "plain"}
	boxed := blackboard.Key[[]int]{Name: "boxed"}
	m := born(t, root(decider.Keys{&plain, &boxed}, leaf("EAT"), leaf("REST")))
	eat := code{"EAT?": func(c *context) { *plain.Of(c)++; *boxed.Of(c) = append(*boxed.Of(c), 1) }}
	require.NoError(t, tick(m, eat, "REST"))
	require.Len(t, m.Why("EAT").Places, 1)
	assert.Equal(t, 1, *plain.Of(m))
	assert.Len(t, *boxed.Of(m), 1)
}

// A shared decider has a value in each of its places; of several deciders above each other that list a key, the
// nearest counts.
func TestScopeDecider(t *testing.T) {
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	mood := blackboard.Key[string]{Name: "mood", Scope: blackboard.Decider}
	shared := group("NEST", decider.Keys{&tries}, leaf("EAT"), leaf("SLEEP", &mood))
	m := born(t, root(decider.Keys{&mood},
		group("DAY", nil, shared),
		group("NIGHT", decider.Keys{&tries}, shared, leaf("HUNT")),
	))
	set := func(n int, s string) func(*context) {
		return func(c *context) { *tries.Of(c) += n; *mood.Of(c) += s }
	}
	run := func(path ...string) {
		t.Helper()
		require.NoError(t, m.Unlatch())
	}
	_ = run
	_ = set
}
