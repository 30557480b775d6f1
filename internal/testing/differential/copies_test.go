package differential_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/reference"
)

// A tree with Copies compiles to the same tables as one with the duplicates written by hand, by way of the reference: the
// same places, names, conditions and layout. TestDifferential compares what they do.
func TestCopiesCompileToDuplicates(t *testing.T) {
	copied := 0
	for seed := range uint64(600) {
		root := randomtree.RandomTreeSet(randomtree.RandomSource(seed), 0).Root
		written := reference.WrittenOut(root)
		tree, err := decider.InitializeTreeData(root)
		byHand, errByHand := decider.InitializeTreeData(written)
		if err != nil {
			assert.Error(t, errByHand, "seed %d", seed)
			continue
		}
		if !assert.NoError(t, errByHand, "seed %d", seed) {
			continue
		}
		assert.Equal(t, byHand.String(), tree.String(), "seed %d", seed)
		assert.Equal(t, byHand.Describe().Layout, tree.Describe().Layout, "seed %d", seed)
		if randomtree.HoldsCopy(root) {
			copied++
		}
	}
	assert.Greater(t, copied, 50)
}
