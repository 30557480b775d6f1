package inspect

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
)

// TestForksRecordWhomTheyChange: of more agents than a fork may record, it records those that the game has recorded and
// those that it changes.
func TestForksRecordWhomTheyChange(t *testing.T) {
	const n = 6000
	i := inspect(t, n, func(o *Options) {
		o.Game, o.Checkpoints = o.Scene.(*flock), history.CheckpointOptions{Every: 5, Most: 100_000, Share: 1}
	})
	i.connect()
	frames := i.frames() + 30
	require.Eventually(t, func() bool { return i.frames() > frames }, 30*time.Second, time.Millisecond)
	var from uint64
	i.between(func() { from = i.world.Frame() })
	for _, act := range []wire.Act{{Do: "flag", Set: "0x1"}, {Do: "reset"}} {
		act.Agent = uint64(i.ids[n-1])
		f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 20, Changes: []wire.Act{act}})
		assert.Equal(t, 1, f.Agents, "%+v", act)
		for _, d := range f.Differences {
			assert.Equal(t, act.Agent, d.Agent)
		}
	}
}
