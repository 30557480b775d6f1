package inspect

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// Save writes the flock.
func (f *flock) Save(to io.Writer) error { return f.world.Snapshot(to) }

// Load makes another flock of what Save wrote.
func (f *flock) Load(from io.Reader) (history.Run, error) {
	other := &flock{t: f.t, world: world.New(world.Options{Seed: 3})}
	tree, err := decider.InitializeTreeData(&sheep)
	if err != nil {
		return nil, err
	}
	other.crowd, err = crowd.New(other.world, tree, crowd.Options[int]{
		Name: "FLOCK", Workers: 1, StimuliEach: 4, Agent: func(id world.AgentID) (int, bool) { return int(id), true },
	})
	if err != nil {
		return nil, err
	}
	if _, err := other.world.Restore(from); err != nil {
		return nil, err
	}
	return run{other}, nil
}

// run is a flock that was loaded.
type run struct{ f *flock }

func (r run) World() *world.World { return r.f.world }

func (r run) Step() error {
	if err := r.f.world.Advance(1.0 / 64); err != nil {
		return err
	}
	_, err := r.f.crowd.Tick()
	return err
}

func TestForks(t *testing.T) {
	i := inspect(t, 3, func(o *Options) {
		o.Game, o.Checkpoints = o.Scene.(*flock), history.CheckpointOptions{Every: 5, Most: 100_000, Share: 1}
	})
	assert.True(t, get[wire.Hello](i, "/api/hello").Can.Fork)
	i.connect() // it is saved while a page looks
	agent := uint64(i.ids[1])
	require.Eventually(t, func() bool {
		saved := 0
		i.between(func() { saved = len(i.ins.game.checkpoints.Saves()) })
		return saved > 3
	}, 10*time.Second, time.Millisecond)
	var from uint64
	i.between(func() {
		saves := i.ins.game.checkpoints.Saves()
		from = saves[len(saves)-2] + 1
	})
	f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 20, Changes: []wire.Act{{Do: "flag", Agent: agent, Set: "0x1"}}})
	assert.Equal(t, from, f.From)
	assert.Equal(t, from+20, f.To)
	assert.Equal(t, 1, f.Agents)
	require.NotEmpty(t, f.Differences)
	assert.Equal(t, agent, f.Differences[0].Agent)
	assert.Equal(t, from+1, f.Differences[0].Frame)
	assert.True(t, f.Differences[0].First)
	m := get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d&recording=%s", agent, from+1, f.Recording))
	assert.Equal(t, "FLEE", activeLeaf(m))
	m = get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d", agent, from+1))
	assert.Equal(t, "GRAZE", activeLeaf(m), "the game itself is as it was")

	f = post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 5})
	assert.Empty(t, f.Differences, "no change, no difference")
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: maxFork + 1}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: -1}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Changes: []wire.Act{{Do: "fly", Agent: agent}}}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Changes: make([]wire.Act, maxChanges+1)}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: 1 << 40}, http.StatusConflict, wire.ProblemRefused)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Changes: []wire.Act{{Do: "reset", Agent: 99999}}}, http.StatusConflict, wire.ProblemRefused)
}

func TestForksNeedHooks(t *testing.T) {
	i := inspect(t, 1)
	assert.False(t, get[wire.Hello](i, "/api/hello").Can.Fork)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: 1}, http.StatusConflict, wire.ProblemNoHooks)
}

func TestActsAreDoneAgainInForks(t *testing.T) {
	i := inspect(t, 2, func(o *Options) {
		o.Game, o.Checkpoints = o.Scene.(*flock), history.CheckpointOptions{Every: 1000, Share: 1}
	})
	i.connect()
	agent := uint64(i.ids[0])
	require.Eventually(t, func() bool {
		saved := 0
		i.between(func() { saved = len(i.ins.game.checkpoints.Saves()) })
		return saved == 1
	}, 10*time.Second, time.Millisecond)
	done := post[wire.Done](i, "/api/act", wire.Act{Do: "force", Agent: agent, Decider: "FLEE"})
	post[wire.Done](i, "/api/act", wire.Act{Do: "free", Agent: agent})
	post[wire.Done](i, "/api/act", wire.Act{Do: "stimulate", Agent: agent, Stimuli: "0x1", Seconds: 0.1})
	post[wire.Done](i, "/api/act", wire.Act{Do: "reset", Agent: agent})
	require.Eventually(t, func() bool { return i.frames() > int(done.Frame)+20 }, 10*time.Second, time.Millisecond)
	// The run without a change has to come to what was recorded, or the fork is refused.
	f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: done.Frame + 10, Frames: 5})
	assert.Empty(t, f.Differences)
}
