package blackboard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider/decidertest"
)

// A Context made by hand keeps values of its own, whatever their scope, so a behavior is tested without a tree.
func TestContextsMadeByHand(t *testing.T) {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	tries := blackboard.Key[[]int]{Name: "tries", Scope: blackboard.Decider}
	eat := behavior.Behavior[int]{Name: "EAT", Tick: func(c *behavior.Context[int]) behavior.Status {
		*hunger.Of(c) -= 0.25
		*tries.Of(c) = append(*tries.Of(c), c.Agent)
		return behavior.Success
	}}
	c := &behavior.Context[int]{Agent: 7}
	*hunger.Of(c) = 1
	for range 2 {
		assert.Equal(t, behavior.Success, eat.Tick(c))
	}
	assert.InDelta(t, 0.5, *hunger.Of(c), 0)
	assert.Equal(t, []int{7, 7}, *tries.Of(c))
	assert.Zero(t, *hunger.Of(&behavior.Context[int]{}), "another Context has its own")
	assert.NoError(t, c.Err())

	decidertest.Provide(c, decidertest.Given{Duration: 3})
	assert.Equal(t, behavior.Success, eat.Tick(c))
	assert.InDelta(t, 0.25, *hunger.Of(c), 0)
	assert.Len(t, *tries.Of(c), 3)
	assert.NoError(t, c.Err())
}
