package differential_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

// restore gives an agent of an engine a new memory that continues the old one.
func (t *trial) restore(tb testing.TB, a *actor) {
	old := a.interpreter.(fast)
	var first, second bytes.Buffer
	err := old.Snapshot(&first)
	if errors.Is(err, decider.ErrClosed) {
		return
	}
	require.NoError(tb, err)
	memory := t.tree.NewMemory(nil, old.ID())
	if a.echo != nil { // the restored agent is recorded too
		a.echo = &echo{}
		require.NoError(tb, memory.Record(a.echo))
	}
	in := bytes.NewBuffer(bytes.Clone(first.Bytes()))
	migration, err := memory.Restore(in, a.subject, decider.Restoring[*randomtree.Subject]{Trees: append(t.plugs, t.tree), Stimuli: a.stimuli})
	require.NoError(tb, err)
	require.Zero(tb, migration)
	require.Zero(tb, in.Len())
	require.NoError(tb, memory.Snapshot(&second))
	require.True(tb, bytes.Equal(first.Bytes(), second.Bytes()), "the same bytes again")
	a.interpreter = fast{memory}
	id := uint64(old.ID())
	require.NoError(tb, memory.Plain(engine.Key{}).Tool(engine.Key{}).Hold(id, old.Plain(engine.Key{}).Tool(engine.Key{}).Holds(id))) // overrides are no part of snapshots
	if a.watched {
		a.Observe(&a.recorder)
	}
}

// playAlone plays trials of agents without a world, with a disturbance before about every fourth step, and ends each.
func playAlone(t *testing.T, enough int, disturb func(randomtree.Source, *trial) *mismatch, end func(*trial) *mismatch) {
	for seed, tried := uint64(1), 0; tried < enough; seed++ {
		s := randomtree.RandomSource(seed)
		tr := newTrial(s, coverage{})
		if tr == nil || tr.scenes[0].world != nil {
			continue
		}
		tried++
		check := func(m *mismatch) {
			if m != nil {
				t.Fatalf("seed %d: %s", seed, tr.report(m))
			}
		}
		for agent := range tr.scenes[0].actors {
			tr.watch(0, agent, 5)
		}
		restless := 1 + s.Choose(6)
		for range 10 + s.Choose(60) {
			if chance(s, 4) {
				check(disturb(s, tr))
			}
			check(tr.step(s, restless))
		}
		check(end(tr))
	}
}

// A restored agent goes on as if it had never stopped: random agents are restored again and again, and must agree with the
// reference, which is not restored, in every call, event, status and byte.
func TestRestoredGoesOn(t *testing.T) {
	restored := 0
	playAlone(t, trials.Count(40, 400), func(s randomtree.Source, tr *trial) *mismatch {
		for _, a := range tr.scenes[1+s.Choose(2)].actors {
			tr.restore(t, a)
			restored++
		}
		return nil
	}, func(tr *trial) *mismatch {
		for agent := range tr.scenes[0].actors {
			if m := tr.each(agent, "Close", (*actor).Close); m != nil {
				return m
			}
		}
		return nil
	})
	t.Logf("%d agents were restored", restored)
}
