package stimuli_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/stimuli"
)

// An agent may have no set: it hears nothing, and what is added to it is an error.
func TestNilSet(t *testing.T) {
	var none *stimuli.Set
	assert.ErrorIs(t, none.Add(stimuli.Note(1, 2)), stimuli.ErrNilSet)
	assert.ErrorIs(t, none.Renew(stimuli.Note(1, 2)), stimuli.ErrNilSet)
	none.Remove(1)
	assert.Zero(t, none.Update(0.5))
	assert.Zero(t, none.Flags())
}
