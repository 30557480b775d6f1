package decider_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// spawner is a game's code around a pool: creatures are born and die.
type spawner struct {
	t      *testing.T
	world  *world.World
	pool   *decider.Pool[*goblin]
	living []*goblinMemory
}

func (s *spawner) spawn() {
	m, err := s.pool.Get(s.world, s.world.NewAgent())
	require.NoError(s.t, err)
	s.living = append(s.living, m)
}

func (s *spawner) kill(i int) {
	require.NoError(s.t, s.pool.Put(s.living[i]))
	s.living = append(s.living[:i], s.living[i+1:]...)
}

// A pool hands out each memory once, grows when it is empty, and serves another world when one is closed.
func TestPool(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 3} {
		s := &spawner{t: t, world: world.New(world.Options{}), pool: goblinTree(t).NewPool(n)}
		used := map[*goblinMemory]bool{}
		for range 50 {
			s.spawn()
			last := s.living[len(s.living)-1]
			require.False(t, used[last])
			used[last] = true
			require.NoError(t, decider.TickBehaviorTree(last, &goblin{}, decider.Input{Time: s.world.Time(), DecisionFlags: 64}))
			require.NoError(t, s.world.Advance(1))
			if len(s.living) == 5 {
				for range 3 {
					used[s.living[1]] = false
					s.kill(1)
				}
			}
		}
		assert.LessOrEqual(t, len(used), 8)
		require.NoError(t, s.world.Close())
		for len(s.living) > 0 {
			s.kill(0)
		}
		s.world = world.New(world.Options{})
		for range 8 {
			s.spawn()
			require.NoError(t, decider.TickBehaviorTree(s.living[0], &goblin{}, decider.Input{DecisionFlags: 8}))
		}
	}
}

// What a pool refuses changes nothing, and the error says what to do.
func TestRefusalsOfPools(t *testing.T) {
	tree := goblinTree(t)
	w := world.New(world.Options{})
	pool, other := tree.NewPool(1), tree.NewPool(1)
	var none *decider.Pool[*goblin]
	var noTree *decider.Tree[*goblin]
	get := func(p *decider.Pool[*goblin], w *world.World, id world.AgentID) error {
		m, err := p.Get(w, id)
		require.Equal(t, err != nil, m == nil)
		return err
	}
	m, err := pool.Get(w, 5)
	require.NoError(t, err)
	lone := tree.NewMemory(w, 6)
	copied := *m //nolint:govet // that is the point
	g := &goblin{}
	var inside error
	g.inTip = func(*goblinContext) { inside = pool.Put(m) }
	require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{DecisionFlags: 8}))
	herd, err := crowd.New(w, tree, crowd.Options[*goblin]{Name: "herd", Workers: 1})
	require.NoError(t, err)
	member, err := herd.Add(&goblin{})
	require.NoError(t, err)
	view, err := herd.View(member)
	require.NoError(t, err)
	closed := world.New(world.Options{})
	require.NoError(t, closed.Close())
	for what, test := range map[string]struct {
		got, want error
		says      string
	}{
		"get of no pool":            {get(none, w, 9), decider.ErrNoPool, "Tree.NewPool"},
		"get of a zero pool":        {get(&decider.Pool[*goblin]{}, w, 9), decider.ErrNoPool, "Tree.NewPool"},
		"get of no tree":            {get(noTree.NewPool(3), w, 9), decider.ErrNilTree, "nil tree"},
		"get a used ID":             {get(pool, w, 5), world.ErrAgentUsed, "5; take one from NewAgent"},
		"get a used ID, full":       {get(other, w, 5), world.ErrAgentUsed, "5; take one from NewAgent"},
		"get in a closed world":     {get(pool, closed, 9), world.ErrClosed, "make a new one"},
		"get without a world":       {get(pool, nil, 9), world.ErrNoWorld, `gate "DOOR" needs a world`},
		"put into no pool":          {none.Put(m), decider.ErrNoPool, "Tree.NewPool"},
		"put into a zero pool":      {(&decider.Pool[*goblin]{}).Put(m), decider.ErrNoPool, "Tree.NewPool"},
		"put into a nil tree's":     {noTree.NewPool(3).Put(m), decider.ErrNotPooled, "into its own pool"},
		"put nothing":               {pool.Put(nil), decider.ErrNilMemory, "nil memory"},
		"put a zero memory":         {pool.Put(&goblinMemory{}), decider.ErrNoTree, "Tree.NewMemory"},
		"put a copy":                {pool.Put(&copied), decider.ErrNoTree, "keep a pointer"},
		"put a new memory":          {pool.Put(lone), decider.ErrNotPooled, "agent 6's is from another pool or from Tree.NewMemory"},
		"put another pool's":        {other.Put(m), decider.ErrNotPooled, "agent 5's is from another pool"},
		"put in a tick":             {inside, decider.ErrReentrant, "put back the memory of agent 5 after its tick"},
		"put one of a crowd":        {pool.Put(view), decider.ErrInCrowd, "use Crowd.Remove"},
		"reuse one of a crowd":      {view.Reuse(9), decider.ErrInCrowd, "use Crowd.Remove"},
		"a memory of another world": {tree.NewMemory(closed, 1).Reuse(2), world.ErrClosed, "make a new one"},
	} {
		require.ErrorIs(t, test.got, test.want, what)
		assert.ErrorContains(t, test.got, test.says, what)
	}
	g.inTip = nil
	assert.Equal(t, []string{"DOOR"}, g.calls, "the agent goes on")
	require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{DecisionFlags: 8}))
	require.NoError(t, decider.TickBehaviorTree(lone, g, decider.Input{DecisionFlags: 64}))

	patched := goblinTree(t)
	_, err = m.Migrate(patched)
	require.NoError(t, err)
	err = pool.Put(m)
	require.ErrorIs(t, err, decider.ErrOtherTree)
	require.ErrorContains(t, err, "make a pool of the new tree")
	_, err = m.Migrate(tree)
	require.NoError(t, err)

	require.NoError(t, pool.Put(m))
	assert.Equal(t, "DOOR Closed", g.calls[len(g.calls)-1])
	err = pool.Put(m)
	require.ErrorIs(t, err, decider.ErrNotPooled)
	assert.ErrorContains(t, err, "put back before; let Put be the last use of it")
	assert.ErrorIs(t, m.Reuse(9), decider.ErrClosed)
	assert.NoError(t, m.Close(), "it is closed")
	assert.NotSame(t, goblinGold.Of(m), goblinGold.Of(m), "it has no values")
	for _, err := range []error{m.Reset(), m.ResetBelow("REST"), m.ShareBlackboard(lone), m.Snapshot(nil), decider.TickBehaviorTree(m, g, decider.Input{})} {
		assert.ErrorIs(t, err, decider.ErrClosed)
		assert.ErrorContains(t, err, "take one with Pool.Get")
	}
}

// Several goroutines may use a pool, each with agents of its own.
func TestPoolOfSeveralGoroutines(t *testing.T) {
	w := world.New(world.Options{})
	pool := goblinTree(t).NewPool(4)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 200 {
				m, err := pool.Get(w, w.NewAgent())
				if !assert.NoError(t, err) {
					return
				}
				g := &goblin{}
				assert.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{DecisionFlags: 64}))
				assert.Len(t, g.calls, 1)
				assert.NoError(t, pool.Put(m))
			}
		})
	}
	wg.Wait()
}
