package world_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

// crowd stands for a crowd.
type crowd struct {
	name    string
	agents  map[world.AgentID]*stimuli.Set
	woken   []world.AgentID
	ticking bool
	closing func() error
}

func (c *crowd) OwnerName(engine.Key) string         { return c.name }
func (c *crowd) Wake(_ engine.Key, id world.AgentID) { c.woken = append(c.woken, id) }
func (c *crowd) TickingNow(engine.Key) bool          { return c.ticking }
func (c *crowd) Agents(engine.Key) int               { return len(c.agents) }
func (c *crowd) Deliver(_ engine.Key, id world.AgentID, s stimuli.Stimulus, renew bool) error {
	set, living := c.agents[id]
	if !living {
		return world.ErrGone
	}
	if renew {
		return set.Renew(s)
	}
	return set.Add(s)
}

func (c *crowd) CloseOwner(engine.Key) error {
	if c.closing == nil {
		return nil
	}
	return c.closing()
}

// The crowd itself is what its snapshot loads.

func (c *crowd) FreezeOwner(engine.Key, world.FrozenOwner) (world.FrozenOwner, error) { return c, nil }
func (c *crowd) Save(engine.Key, *snapshot.Writer)                                    {}
func (c *crowd) Size(engine.Key) int                                                  { return 0 }
func (c *crowd) LoadOwner(engine.Key, *snapshot.Reader, float64, uint64, *world.Migration) (world.Loading, error) {
	return c, nil
}

func (c *crowd) Pages(engine.Key) (pages []world.AgentID) {
	for id := range c.agents {
		pages = append(pages, id/world.PageSize)
	}
	slices.Sort(pages)
	return slices.Compact(pages)
}

func (c *crowd) Gone(engine.Key) []world.AgentID { return nil }
func (c *crowd) Commit(engine.Key)               {}
func (c *crowd) Claim(engine.Key) error          { return nil }

// reborn saves a world with a crowd and restores it into a new one that has the gate or squad.
func reborn(t require.TestingT, w *world.World, c *crowd, g *world.Gate, s *world.Squad) *world.World {
	var saved bytes.Buffer
	require.NoError(t, w.Snapshot(&saved))
	w = world.New(world.Options{})
	require.NoError(t, w.Own(key, c))
	if g != nil {
		require.NoError(t, w.Bind(key, []*world.Gate{g}, nil))
	}
	if s != nil {
		require.NoError(t, w.Bind(key, nil, []*world.Squad{s}))
	}
	_, err := w.Restore(&saved)
	require.NoError(t, err)
	return w
}

// wakes returns the agents woken since the last call, in order, each once.
func (c *crowd) wakes() []world.AgentID {
	woken := slices.Compact(slices.Sorted(slices.Values(c.woken)))
	c.woken = nil
	return woken
}

// own adds a crowd to a world.
func own(t testing.TB, w *world.World, name string) *crowd {
	t.Helper()
	c := &crowd{name: name}
	require.NoError(t, w.Own(key, c))
	return c
}

// crowdOf adds a crowd of n agents to a world, and returns their IDs.
func crowdOf(t testing.TB, w *world.World, n int) (c *crowd, ids []world.AgentID) {
	t.Helper()
	c = own(t, w, "CROWD")
	return c, c.grow(w, n)
}

// grow adds n agents to the crowd.
func (c *crowd) grow(w *world.World, n int) (ids []world.AgentID) {
	if c.agents == nil {
		c.agents = map[world.AgentID]*stimuli.Set{}
	}
	for len(ids) < n {
		first := w.Page(key, c)
		for i := range world.AgentID(min(n-len(ids), world.PageSize)) {
			ids = append(ids, first+i)
			c.agents[first+i] = nil
		}
	}
	return ids
}

// singles adds n single agents to a world.
func singles(t testing.TB, w *world.World, n int) (ids []world.AgentID) {
	t.Helper()
	for range n {
		ids = append(ids, w.NewAgent())
		require.NoError(t, w.Join(key, ids[len(ids)-1], nil))
	}
	return ids
}

func advance(t testing.TB, w *world.World, dt float64) {
	t.Helper()
	require.NoError(t, w.Advance(dt))
}

// memory stands for a single agent's memory.
type memory struct{ close func() error }

func (m *memory) CloseMember(engine.Key) error { return m.close() }

var errFailed = errors.New("failed")
