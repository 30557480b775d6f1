package query

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// all are queries of every outcome, about the decider that %s is.
var all = []string{
	"%s rejected", "%s rejected by decide", "%s rejected by gate or cooldown or every", "%s accepted", "%s asked", "%s not chosen", "%s waits", "%s waits for gate",
	"%s active", "%s not asked", "%s not asked because runs", "%s began", "%s began by asked", "%s ended", "%s ended interrupted",
}

// TestFindIsWhy: a search finds exactly the ticks whose explanation, asked for one by one, has the outcome.
func TestFindIsWhy(t *testing.T) {
	hits := map[What]int{}
	for seed := range uint64(trials.Count(12, 200)) {
		rec := randomRecording(t, seed)
		if rec == nil {
			continue
		}
		told := explained(t, rec)
		for i, name := range VocabularyOf(rec).Deciders {
			compare(t, rec, told, fmt.Sprintf(all[(i+int(seed))%len(all)], quoted(name)), hits)
		}
	}
	rec := creatures(t)
	told := explained(t, rec)
	for _, line := range []string{"STOCK_UP waits for gate", "STOCK_UP rejected by gate", "EAT_GRAZE rejected last 3s", "any ended failed", "any rejected by gate last 5s", "FLEE waits"} {
		compare(t, rec, told, line, hits)
	}
	t.Log(hits)
	for _, w := range []What{Rejected, Accepted, Asked, Active, NotAsked, Began, Ended} {
		if trials.Race { // few trials
			break
		}
		assert.Positive(t, hits[w], w)
	}
}

// compare compares a search with explanations of all ticks.
func compare(t *testing.T, rec *history.Recording, told []why.Explanation, line string, hits map[What]int) {
	t.Helper()
	q, err := Parse(line)
	require.NoError(t, err, line)
	found, err := q.Find(context.Background(), rec, Options{Limit: math.MaxInt32})
	require.NoError(t, err, line)
	got := map[string]int{} // ticks by agent and path
	in := map[string]bool{}
	for _, h := range found.Hits {
		assert.LessOrEqual(t, h.From, h.To, line)
		got[fmt.Sprint(h.Agent, h.Path)] += h.Ticks
		for frame := h.From; frame <= h.To; frame++ {
			in[fmt.Sprint(h.Agent, h.Path, frame)] = true
		}
		hits[q.What]++
	}
	want := map[string]int{}
	for i := range told {
		e := &told[i]
		if q.Decider != "" && e.Decider != q.Decider || e.Frame < found.From || e.Frame > found.To {
			continue
		}
		p := &e.Places[0]
		_, _, ok := q.match(p)
		if ok {
			want[fmt.Sprint(e.Agent, p.Path)]++
		}
		assert.Equal(t, ok, in[fmt.Sprint(e.Agent, p.Path, e.Frame)], "%s: agent %d, frame %d, %s: %s", line, e.Agent, e.Frame, p.Path, p.Because)
	}
	assert.Equal(t, want, got, line)
	assert.Zero(t, found.Problems, found.Problem)
}

// explained explains all deciders in all ticks of a recording.
func explained(t *testing.T, rec *history.Recording) (told []why.Explanation) {
	for _, agent := range rec.Agents() {
		done := uint64(math.MaxUint64)
		for tick := range rec.Ticks(agent) {
			if tick.Frame != done {
				m, err := rec.At(agent, tick.Frame)
				require.NoError(t, err)
				told = append(told, why.All(m, rec.Names())...)
			}
			done = tick.Frame
		}
	}
	return told
}

// randomRecording records agents of a random tree; nil if the tree is refused.
func randomRecording(t *testing.T, seed uint64) *history.Recording {
	s := randomtree.RandomSource(seed)
	f := randomtree.RandomTreeSet(s, 0)
	tree, err := decider.InitializeTreeData(f.Root)
	if err != nil {
		return nil
	}
	plugs, _ := f.InitializePlugs()
	w := world.New(world.Options{Seed: seed})
	r := history.New(history.Options{BytesEach: 1 << 18, Agents: 8})
	var memories []*decider.Memory[*randomtree.Subject]
	var subjects []*randomtree.Subject
	for id := range world.AgentID(3) {
		m := tree.NewMemory(w, id+1)
		require.NoError(t, m.Record(r))
		memories = append(memories, m)
		subjects = append(subjects, &randomtree.Subject{Seed: seed + uint64(id), Facts: seed, Slots: f.Slots, Trees: plugs, Names: f.Names, Others: []world.AgentID{1, 2, 3}})
	}
	for frame := range 40 {
		_ = w.Advance(0.25) // messages to nobody
		for i, m := range memories {
			a := subjects[i]
			a.ClearLog()
			if frame%4 == 0 { // so that ticks repeat
				a.Facts = uint64(s.Choose(1 << 16))
			}
			if s.Choose(30) == 0 {
				_ = m.Reset()
			}
			if s.Choose(4) > 0 {
				_ = decider.TickBehaviorTree(m, a, decider.Input{Time: w.Time(), DT: 0.25, DecisionFlags: decider.DecisionFlags(s.Choose(4))})
			}
		}
	}
	return r.Recording()
}

// creatures records 20 seconds of the demo.
func creatures(t *testing.T) *history.Recording {
	game, err := sim.New(sim.Options{Seed: 4, Agents: 4})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 18})
	require.NoError(t, game.Record(r))
	for range 150 {
		require.NoError(t, game.Step())
	}
	return r.Recording()
}
