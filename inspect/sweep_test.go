package inspect

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/wire"
)

// sweepLines reads the answer of a sweep.
func (i *inspected) sweepLines(ask wire.SweepRequest) (all []wire.Sweep) {
	i.t.Helper()
	r, err := i.http.Do(request(i.t, i.ins, http.MethodPost, "/api/sweep", ask))
	require.NoError(i.t, err)
	defer r.Body.Close()
	require.Equal(i.t, http.StatusOK, r.StatusCode)
	for d := json.NewDecoder(r.Body); ; {
		var s wire.Sweep
		err := d.Decode(&s)
		if err == io.EOF {
			return all
		}
		require.NoError(i.t, err)
		all = append(all, s)
	}
}

func TestSweeps(t *testing.T) {
	for _, n := range trials.Sizes(24, 1100) {
		i, from := forkable(t, n)
		agent := uint64(i.ids[n-1])
		scare := []wire.Act{{Do: "flag", Agent: agent, Set: "0x1"}}
		all := i.sweepLines(wire.SweepRequest{Frame: from, Frames: 10, Agent: agent, Decider: "FLEE", Worlds: 30, Changes: scare})
		last := all[len(all)-1]
		assert.True(t, last.Over)
		assert.Equal(t, 30, last.Yes)
		assert.False(t, last.Original)
		assert.Contains(t, last.Words, sprintf("#%d begins FLEE within 10 frames in 30 of 30 worlds; in what happened it does not.", agent))
		assert.Contains(t, last.Words, "history.Reseeder")
		seeds := map[uint64]bool{}
		for _, s := range all {
			for _, w := range s.Worlds {
				assert.True(t, w.Yes)
				assert.Equal(t, from+1, w.Frame)
				seeds[w.Seed] = true
			}
		}
		assert.Len(t, seeds, 30, "each world is told once")
		f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 10, Seed: 7, Changes: scare})
		assert.Equal(t, "the chance of seed 7", f.Changes[0])
		d := get[wire.Divergence](i, sprintf("/api/agent/%d/differs?recording=%s&with=%s", agent, f.Original, f.Recording))
		assert.Equal(t, "FLEE", d.Decider, "a world opens as a fork")

		good := wire.SweepRequest{Frame: from, Frames: 10, Agent: agent, Decider: "FLEE"}
		for _, c := range []struct {
			change func(*wire.SweepRequest)
			status int
			code   string
			words  string
		}{
			{func(r *wire.SweepRequest) { r.Worlds = maxWorlds + 1 }, http.StatusBadRequest, wire.ProblemBad, "1 to 200 worlds"},
			{func(r *wire.SweepRequest) { r.Worlds, r.Frames = 200, 2000 }, http.StatusBadRequest, wire.ProblemBad, "ask for fewer worlds"},
			{func(r *wire.SweepRequest) { r.Frames = -1 }, http.StatusBadRequest, wire.ProblemBad, "1 to 10000 frames"},
			{func(r *wire.SweepRequest) { r.Decider = "" }, http.StatusBadRequest, wire.ProblemBad, "it needs both"},
			{func(r *wire.SweepRequest) { r.Later = 5 }, http.StatusBadRequest, wire.ProblemBad, "differ by chance"},
			{func(r *wire.SweepRequest) { r.Later, r.Changes = 100, scare }, http.StatusBadRequest, wire.ProblemBad, "at most 600 frames later"},
			{func(r *wire.SweepRequest) { r.Changes = []wire.Act{{Do: "fly", Agent: 1}} }, http.StatusBadRequest, wire.ProblemBad, "an act is"},
			{func(r *wire.SweepRequest) { r.Decider = "SWIM" }, http.StatusConflict, wire.ProblemRefused, "SWIM"},
			{func(r *wire.SweepRequest) { r.Agent = 99_999 }, http.StatusConflict, wire.ProblemRefused, "agent 99999"},
			{func(r *wire.SweepRequest) { r.Frame = 1 << 40 }, http.StatusConflict, wire.ProblemRefused, "has not been yet"},
		} {
			r := good
			c.change(&r)
			assert.Contains(t, i.refused(http.MethodPost, "/api/sweep", r, c.status, c.code).Error, c.words)
		}
		i.end()
	}
}

// TestASweepEndsWithItsPage: a page that goes away cancels it, and makes room for the next one.
func TestASweepEndsWithItsPage(t *testing.T) {
	i, from := forkable(t, 300)
	ask := wire.SweepRequest{Frame: from, Frames: 1000, Agent: uint64(i.ids[0]), Decider: "FLEE", Worlds: 200}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := i.http.Do(request(t, i.ins, http.MethodPost, "/api/sweep", ask).WithContext(ctx))
	require.NoError(t, err)
	var s wire.Sweep
	require.NoError(t, json.NewDecoder(r.Body).Decode(&s))
	assert.False(t, s.Over)
	i.refused(http.MethodPost, "/api/sweep", ask, http.StatusServiceUnavailable, wire.ProblemBusy)
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: from, Frames: 5}, http.StatusServiceUnavailable, wire.ProblemBusy)
	cancel()
	r.Body.Close()
	require.Eventually(t, func() bool { return len(i.ins.server.forks) == 0 }, 5*time.Second, time.Millisecond)
	post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: from, Frames: 5})
}
