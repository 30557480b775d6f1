package blackboard_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// Trees that share keys are initialized at the same time, and agents of one tree tick at the same time: with the
// race detector this shows that keys hold nothing of an agent's, and get their IDs in good order.
func TestKeysAreSharedByGoroutines(t *testing.T) {
	var keys [16]blackboard.Key[int]
	for i := range keys {
		keys[i].Name = fmt.Sprint("key", i)
	}
	var all sync.WaitGroup
	for agent := range 8 {
		all.Go(func() {
			var declared decider.Keys
			for i := range keys {
				declared = append(declared, &keys[(i+agent)%len(keys)])
			}
			m := born(t, root(declared, leaf("EAT")))
			for range 100 {
				assert.NoError(t, tick(m, code{"EAT": func(c *context) {
					for i := range keys {
						*keys[i].Of(c) += i
					}
				}}))
			}
			for i := range keys {
				assert.Equal(t, 100*i, *keys[i].Of(m))
			}
		})
	}
	all.Wait()

	tree := decider.MustInitializeTreeData(root(decider.Keys{&keys[0]}, leaf("EAT")))
	for range 2 {
		all.Go(func() {
			m := tree.NewMemory(nil, 1)
			for range 1000 {
				assert.NoError(t, tick(m, code{"EAT": func(c *context) { *keys[0].Of(c)++ }}))
			}
			assert.Equal(t, 1000, *keys[0].Of(m))
		})
	}
	all.Wait()
}
