package crowd_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// errands are miners who all walk: agents of a crowd, and single ones.
type errands struct {
	*minerWorld
	singles []*decider.Memory[*miner]
	minds   []*miner
	told    []string // what the system and tooltips see
	tokens  []world.Token
}

func newErrands(t *testing.T) *errands {
	e := &errands{minerWorld: mineOf(t, walkers(), map[world.AgentID]*miner{})}
	for range 2 {
		e.singles, e.minds = append(e.singles, e.crowd.Tree().NewMemory(e.world, e.world.NewAgent())), append(e.minds, &miner{})
	}
	e.add(4)
	return e
}

// tick ticks a single agent.
func (e *errands) tick(i int) {
	require.NoError(e.t, decider.TickBehaviorTree(e.singles[i], e.minds[i], decider.Input{Time: e.world.Time()}))
}

// reset resets an agent of the crowd.
func (e *errands) reset(id world.AgentID) {
	v, err := e.crowd.View(id)
	require.NoError(e.t, err)
	require.NoError(e.t, v.Reset())
}

// serve takes up to n requests, and the cancelled ones.
func (e *errands) serve(n int) {
	if n > 0 {
		for token, request := range ways.Launched(e.world, n) {
			e.told = append(e.told, fmt.Sprintf("launched %x for %d", token, request.Ore))
			e.tokens = append(e.tokens, token)
		}
	}
	for token := range ways.Cancelled(e.world) {
		e.told = append(e.told, fmt.Sprintf("cancelled %x", token))
	}
	e.look()
}

// complete gives the n-th request a result.
func (e *errands) complete(n int) {
	require.NoError(e.t, ways.Complete(e.world, e.tokens[n], wayToOre{[]byte("east")}))
}

// look notes the requests that the agents wait for.
func (e *errands) look() {
	for id := range world.AgentID(4) {
		v, err := e.crowd.View(1024 + id)
		require.NoError(e.t, err)
		for s, next := v.StateAt(0, true); next >= 0; s, next = v.StateAt(next, true) {
			if s.System != "" {
				e.told = append(e.told, fmt.Sprintf("%d waits for %x", 1024+id, s.Token))
			}
		}
	}
}

// all writes the world and its single agents.
func (e *errands) all() (mine []byte, singles [][]byte) {
	for _, m := range e.singles {
		var b bytes.Buffer
		require.NoError(e.t, m.Snapshot(&b))
		singles = append(singles, b.Bytes())
	}
	return e.saved(), singles
}

// restored goes on in another world.
func (e *errands) restored() *errands {
	mine, singles := e.all()
	to := &errands{minerWorld: mineOf(e.t, e.crowd.Tree(), e.miners), minds: e.minds, told: e.told, tokens: e.tokens}
	assert.Equal(e.t, "everything was kept", to.restore(mine).String())
	for i, m := range e.singles {
		to.singles = append(to.singles, m.Tree().NewMemory(to.world, m.ID()))
		lost, err := to.singles[i].Restore(bytes.NewReader(singles[i]), e.minds[i], decider.Restoring[*miner]{})
		require.NoError(e.t, err)
		assert.Empty(e.t, lost.Lost)
	}
	return to
}

// play does all kinds of things to requests between two calls of the system, and calls between after each.
func play(e *errands, between func(*errands) *errands) []string {
	step := func(f func()) {
		f()
		e = between(e)
	}
	e.frame()
	e.tick(1) // in an order of their own
	e = between(e)
	e.tick(0)
	e = between(e)
	e.serve(5)
	for _, id := range []world.AgentID{1027, 1024, 1026, 1025} { // one of them is still in the queue
		step(func() { e.reset(id) })
	}
	step(func() { require.NoError(e.t, e.singles[1].Reset()) })
	step(func() { e.tick(1) })
	step(func() { require.NoError(e.t, e.singles[1].Reset()) }) // no request is seen
	step(func() { e.tick(1) })
	step(func() { e.complete(0) })
	step(func() { e.complete(2) }) // too late
	require.NoError(e.t, e.world.Advance(1))
	step(func() { e.complete(3) }) // the system does not know yet that this is too late
	step(func() { e.tick(0) })
	step(func() { require.NoError(e.t, e.singles[0].Reset()) })
	step(func() {
		_, err := e.crowd.Tick()
		require.NoError(e.t, err)
	})
	step(func() { e.reset(1025) })
	e.serve(9)
	for n := range e.tokens[5:] {
		step(func() { e.complete(5 + n) })
	}
	for range 2 {
		step(e.frame)
		step(func() { e.tick(0) })
	}
	e.serve(9)
	e.told = append(append(e.told, e.heard()...), e.minds[0].said...)
	return append(e.told, fmt.Sprint(e.world.Stats()))
}

// A snapshot between ticks changes nothing: neither the order of requests, nor their tokens, nor what the view shows. A
// world that goes on from it comes to the same.
func TestSnapshotsChangeNothing(t *testing.T) {
	want := play(newErrands(t), func(e *errands) *errands { return e })
	assert.Equal(t, want, play(newErrands(t), func(e *errands) *errands { e.all(); e.all(); return e }))
	assert.Equal(t, want, play(newErrands(t), (*errands).restored))
	assert.Equal(t, want, play(newErrands(t), func(e *errands) *errands {
		_, err := e.crowd.Migrate(walkers())
		require.NoError(t, err)
		for _, m := range e.singles {
			_, err := m.Migrate(walkers())
			require.NoError(t, err)
		}
		return e
	}), "the same holds for Migrate to an equal tree")
}

// The crowd's view goes on showing its agent after a snapshot.
func TestSnapshotLeavesTheView(t *testing.T) {
	m := mineOf(t, walkers(), map[world.AgentID]*miner{})
	m.add(1)
	m.frame()
	v, err := m.crowd.View(1024)
	require.NoError(t, err)
	m.saved()
	require.NoError(t, v.Reset())
	m.saved()
	_, next := v.StateAt(0, true)
	assert.Negative(t, next)
}

// An agent whose request the world does not know, because the agent was restored without its world, fails.
func TestRequestOfAnotherWorld(t *testing.T) {
	old := newErrands(t)
	old.tick(0)
	_, singles := old.all()
	w, a := world.New(world.Options{}), &miner{}
	m := old.singles[0].Tree().NewMemory(w, old.singles[0].ID())
	_, err := m.Restore(bytes.NewReader(singles[0]), a, decider.Restoring[*miner]{})
	require.NoError(t, err)
	require.NoError(t, w.Advance(1))
	require.ErrorIs(t, decider.TickBehaviorTree(m, a, decider.Input{Time: 1}), world.ErrToken)
}
