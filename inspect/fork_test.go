package inspect

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/trials"
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

// Scene draws the flock of a fork: each sheep as far to the right as its leaf stands in the tree.
func (r run) Scene(m *Map) {
	var glances [4]engine.Glance
	for _, tool := range r.f.world.Tools(key) {
		for cursor, n := 0, 0; cursor >= 0; {
			n, cursor = tool.Glances(cursor, glances[:])
			for _, g := range glances[:n] {
				m.Creature(world.AgentID(g.Agent), float64(g.Leaf), float64(g.Agent), 1)
			}
		}
	}
}

func (r run) World() *world.World { return r.f.world }

func (r run) Step() error {
	if err := r.f.world.Advance(1.0 / 64); err != nil {
		return err
	}
	_, err := r.f.crowd.Tick()
	return err
}

func TestForks(t *testing.T) {
	i, from := forkable(t, 3)
	assert.True(t, get[wire.Hello](i, "/api/hello").Can.Fork)
	agent := uint64(i.ids[1])
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

// TestValuesAreSetInForks: package history tests what they come to; here is what the page is told.
func TestValuesAreSetInForks(t *testing.T) {
	i, from := forkable(t, 2)
	value := wire.Act{Do: "value", Agent: uint64(i.ids[0]), Key: "hunger", Text: "3"}
	p := i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: 5, Changes: []wire.Act{value}}, http.StatusBadRequest, wire.ProblemBad)
	assert.Equal(t, `history: the value "hunger" cannot be set: the agent's tree has no blackboard`, p.Error)
	p = i.refused(http.MethodPost, "/api/act", value, http.StatusBadRequest, wire.ProblemBad)
	assert.Contains(t, p.Error, "in a fork alone")
	for _, wrong := range []wire.Act{{Do: "value", Agent: 1, Text: "3"}, {Do: "value", Agent: 1, Key: "hunger", Text: strings.Repeat("9", maxValueText)}, {Do: "value", Key: "hunger"}} {
		i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: 5, Changes: []wire.Act{wrong}}, http.StatusBadRequest, wire.ProblemBad)
	}
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

// forkable inspects sheep whose game can be forked, until some saves are held, and returns a frame after one of the last.
func forkable(t *testing.T, sheeps int, change ...func(*Options)) (i *inspected, from uint64) {
	t.Helper()
	i = inspect(t, sheeps, append(change, func(o *Options) {
		o.Game, o.Checkpoints = o.Scene.(*flock), history.CheckpointOptions{Every: 5, Most: 100_000, Share: 1}
	})...)
	i.connect() // it is saved while a page looks
	require.Eventually(t, func() bool {
		i.between(func() {
			saves := i.ins.game.checkpoints.Saves()
			if len(saves) > 3 {
				from = saves[len(saves)-2] + 1
			}
		})
		return from > 0
	}, 20*time.Second, time.Millisecond)
	return i, from
}

// TestForksSayWhy: where the ways part and why, on both sides, also after the game's present.
func TestForksSayWhy(t *testing.T) {
	for _, n := range trials.Sizes(24, 1100) {
		i, from := forkable(t, n)
		agent, other := uint64(i.ids[n-1]), uint64(i.ids[0])
		f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 400, Changes: []wire.Act{{Do: "flag", Agent: agent, Set: "0x1"}}})
		assert.True(t, f.Fork)
		assert.Equal(t, []string{sprintf("set Scared of #%d", agent)}, f.Changes)
		assert.Equal(t, n, f.Of)
		assert.Empty(t, f.Notes)
		d := get[wire.Divergence](i, sprintf("/api/agent/%d/differs?recording=%s&with=%s", agent, f.Original, f.Recording))
		require.NotNil(t, d.First)
		assert.Equal(t, "decisionFlags", d.First.What)
		assert.Equal(t, from+1, d.Frame)
		assert.Equal(t, "FLEE", d.Decider)
		assert.Contains(t, d.A.Words, "It needs the decision flag Scared, which is not set.")
		assert.Contains(t, d.B.Words, "it said yes, as Scared is set")
		assert.False(t, d.A.Active)
		assert.True(t, d.B.Active)
		require.Len(t, d.A.Lines, 1)
		assert.True(t, d.A.Lines[0].Differs)
		assert.False(t, d.A.Lines[0].Passed)
		assert.True(t, d.B.Lines[0].Passed)
		assert.Contains(t, d.Words, "in the fork: became active")
		d = get[wire.Divergence](i, sprintf("/api/agent/%d/differs?recording=%s&with=%s", other, f.Original, f.Recording))
		assert.Nil(t, d.First)
		m := get[wire.Moment](i, sprintf("/api/agent/%d?frame=%d&recording=%s", agent, f.To, f.Original))
		assert.Equal(t, "GRAZE", activeLeaf(m), "the original goes on as long as the fork")
		i.end()
	}
}

func TestComparing(t *testing.T) {
	i, from := forkable(t, 24)
	agent := uint64(i.ids[1])
	f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 20, Changes: []wire.Act{{Do: "flag", Agent: agent, Set: "0x1"}}})
	file := bytes.Buffer{}
	s, _ := i.ins.server.library.find(f.Recording)
	require.NoError(t, s.recording.Save(&file))
	opened := post[wire.Opened](i, "/api/open", file.Bytes())

	c := get[wire.Fork](i, sprintf("/api/compare?recording=%s&with=%s", f.Original, opened.Recording))
	assert.False(t, c.Fork)
	assert.Equal(t, 1, c.Agents)
	assert.Equal(t, 24, c.Of)
	require.NotEmpty(t, c.Differences)
	assert.Equal(t, agent, c.Differences[0].Agent)
	require.Eventually(t, func() bool { return i.frames() > int(from)+30 }, 10*time.Second, time.Millisecond)
	c = get[wire.Fork](i, "/api/compare?with="+opened.Recording)
	assert.Equal(t, 1, c.Agents, "the file against the game")
	assert.Equal(t, from+20, c.To)
	d := get[wire.Divergence](i, sprintf("/api/agent/%d/differs?with=%s", agent, opened.Recording))
	assert.Equal(t, "FLEE", d.Decider)
	assert.Contains(t, d.Words, "in the second: became active")

	i.refused(http.MethodGet, "/api/compare", nil, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodGet, "/api/compare?recording=fork-1&with=fork-1", nil, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodGet, "/api/compare?with=fork-9", nil, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodGet, "/api/agent/99999/differs?recording=fork-1-original&with=fork-1", nil, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodGet, "/api/agent/x/differs?with=fork-1", nil, http.StatusBadRequest, wire.ProblemBad)

	stranger := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "STONE", Behavior: &behavior.Behavior[int]{Name: "LIE"}})
	for _, c := range []struct {
		agent         world.AgentID
		frames, start int
		words         string // of the refusal; "" for a comparison with notes
	}{
		{7, 3000, 0, "no agent is in both recordings"},
		{7, 3, 1 << 20, "no frame in common"},
		{i.ids[0], 3000, 0, ""},
	} {
		w := world.New(world.Options{})
		for range c.start {
			require.NoError(t, w.Advance(1))
		}
		recorder := history.New(history.Options{})
		m := stranger.NewMemory(w, c.agent)
		require.NoError(t, m.Record(recorder))
		for range c.frames {
			require.NoError(t, w.Advance(1))
			require.NoError(t, decider.TickBehaviorTree(m, 0, decider.Input{}))
		}
		file.Reset()
		require.NoError(t, recorder.Recording().Save(&file))
		other := post[wire.Opened](i, "/api/open", file.Bytes())
		path := sprintf("/api/compare?recording=%s&with=%s", f.Original, other.Recording)
		if c.words == "" {
			got := get[wire.Fork](i, path)
			require.Len(t, got.Notes, 2)
			assert.Contains(t, got.Notes[0], "only the first recording has: 23")
			assert.Contains(t, got.Notes[1], "SHEEP, fingerprint")
			continue
		}
		assert.Contains(t, i.refused(http.MethodGet, path, nil, http.StatusConflict, wire.ProblemRefused).Error, c.words)
	}
}

// TestGhosts: where agents are elsewhere in a fork, and no others.
func TestGhosts(t *testing.T) {
	for _, n := range trials.Sizes(24, 1100) {
		i, from := forkable(t, n)
		agent := uint64(i.ids[n-1])
		f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 20, Changes: []wire.Act{{Do: "flag", Agent: agent, Set: "0x3"}}})
		at := func(frame uint64) wire.Ghosts {
			return get[wire.Ghosts](i, sprintf("/api/ghosts?recording=%s&frame=%d&agent=%d", f.Recording, frame, agent))
		}
		assert.Empty(t, at(from).Ghosts)
		want := []wire.Ghost{{Agent: agent, In: wire.InBoth, X: 2, Y: float64(agent), FromX: 4, FromY: float64(agent)}}
		assert.Equal(t, wire.Ghosts{Frame: from + 1, Ghosts: want}, at(from+1))
		assert.Equal(t, wire.Ghosts{Frame: from + 20, Ghosts: want}, at(from+500))
		assert.Empty(t, at(1).Ghosts, "before it was forked")
		i.refused(http.MethodGet, "/api/ghosts?frame=3", nil, http.StatusNotFound, wire.ProblemNotRecorded)
		i.refused(http.MethodGet, "/api/ghosts?recording="+f.Original, nil, http.StatusNotFound, wire.ProblemNotRecorded)
		i.refused(http.MethodGet, "/api/ghosts?recording="+f.Recording+"&frame=x", nil, http.StatusBadRequest, wire.ProblemBad)
		i.end()
	}
}
