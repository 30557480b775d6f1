package decidertest_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type calls = behavior.Context[struct{}]

func TestProvide(t *testing.T) {
	const hello stimuli.StimuliFlags = 1
	w := world.New(world.Options{Seed: 3})
	me, you := w.NewAgent(), w.NewAgent()
	c := decidertest.Provide(&calls{ID: me}, decidertest.Given{
		World: w, Duration: 3, Reason: behavior.Interrupted, Decider: "GROWL", Children: 0.5, Draws: []uint64{7, 8},
	})
	assert.Equal(t, 3.0, c.Duration())
	assert.Equal(t, behavior.Interrupted, c.Reason())
	assert.Equal(t, "GROWL", c.DeciderName())
	assert.Equal(t, 0.5, c.DelegateDecideToChildren())
	assert.Equal(t, w, c.World())
	for _, want := range []uint64{7, 8, 7} {
		assert.Equal(t, want, c.Rand().Uint64())
	}

	c.Send(you, stimuli.Note(hello, 1))
	require.NoError(t, c.Err())
	assert.ErrorIs(t, w.Advance(0), world.ErrUndelivered, "it was sent, and nobody listens")

	oops := errors.New("oops")
	assert.Equal(t, behavior.Failure, c.Fail(oops))
	assert.Equal(t, oops, c.Err())
}

// Without draws of its own a provided Context draws like one made by hand, from its world's seed.
func TestProvideNothing(t *testing.T) {
	by := &calls{ID: 4}
	c := decidertest.Provide(&calls{ID: 4}, decidertest.Given{})
	assert.Equal(t, by.Rand().Uint64(), c.Rand().Uint64())
	c.Send(1, stimuli.Note(1, 1))
	assert.ErrorIs(t, c.Err(), world.ErrNoWorld)
}
