package world_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

func bound(t testing.TB, w *world.World, g *world.Gate) *world.Gate {
	t.Helper()
	require.NoError(t, w.Bind(key, []*world.Gate{g}, nil))
	return g
}

func holders(w *world.World, g *world.Gate, of uint64) []world.AgentID {
	return slices.Collect(w.Holders(g, of))
}

// first returns IDs as the Holders of a GateGlance.
func first(ids ...world.AgentID) (all [world.Glanced]world.AgentID) {
	copy(all[:], ids)
	return all
}

// A single agent takes a free place at once. The place is free again as soon as it is given back.
func TestGateOfSingles(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 2})
	id := singles(t, w, 3)
	assert.Equal(t, world.GateGlance{Max: 2}, w.GlanceGate(key, g, 0, id[0]))
	assert.True(t, w.TryGate(key, g, 0, id[2]))
	assert.True(t, w.TryGate(key, g, 0, id[0]))
	assert.True(t, w.TryGate(key, g, 0, id[0]), "what it holds is free for it")
	assert.False(t, w.TryGate(key, g, 0, id[1]))
	assert.Equal(t, []world.AgentID{id[0], id[2]}, holders(w, g, 0))
	w.LeaveGate(key, g, 0, id[1], true) // was never in
	assert.False(t, w.TryGate(key, g, 0, id[1]))
	w.LeaveGate(key, g, 0, id[2], true)
	assert.True(t, w.TryGate(key, g, 0, id[1]), "in the same tick")
	assert.Equal(t, world.GateGlance{Max: 2, Held: 2, Holders: first(id[0], id[1])}, w.GlanceGate(key, g, 0, id[1]))

	other := &world.Gate{Name: "OTHER", Max: 1}
	assert.False(t, w.TryGate(key, other, 0, id[0]), "no tree of this world names it")
	assert.Empty(t, holders(w, other, 0))
}

// Each key has places and cooldowns of its own.
func TestGateKeys(t *testing.T) {
	w := world.New(world.Options{Time: -50})
	g := bound(t, w, &world.Gate{Name: "GRENADE", Max: 1, Cooldown: 3})
	id := singles(t, w, 2)
	assert.True(t, w.TryGate(key, g, 7, id[0]))
	assert.True(t, w.TryGate(key, g, 0, id[0]), "holds one of each")
	assert.False(t, w.TryGate(key, g, 7, id[1]))
	assert.True(t, w.TryGate(key, g, 8, id[1]))
	w.LeaveGate(key, g, 7, id[0], true)
	assert.False(t, w.TryGate(key, g, 7, id[1]), "cools down")
	assert.InDelta(t, 3.0, w.GlanceGate(key, g, 7, 0).Left, 0)
	w.LeaveGate(key, g, 8, id[1], false)
	assert.True(t, w.TryGate(key, g, 8, id[0]), "was never used")
	assert.Equal(t, []world.AgentID{id[0]}, holders(w, g, 8))
}

// due = now + seconds, shut while now < due.
func TestGateCooldowns(t *testing.T) {
	w := world.New(world.Options{Time: 1})
	g := bound(t, w, &world.Gate{Name: "GRENADE", Max: 2, Cooldown: 1, AgentCooldown: 2})
	id := singles(t, w, 3)
	require.True(t, w.TryGate(key, g, 0, id[0]))
	require.True(t, w.TryGate(key, g, 0, id[1]))
	w.LeaveGate(key, g, 0, id[0], true)
	assert.Equal(t, world.GateGlance{Max: 2, Held: 1, Holders: first(id[1]), Left: 1, AgentLeft: 2}, w.GlanceGate(key, g, 0, id[0]))
	assert.True(t, w.TryGate(key, g, 0, id[1]), "what it holds is free for it")
	advance(t, w, 0.5)
	assert.False(t, w.TryGate(key, g, 0, id[2]))
	w.LeaveGate(key, g, 0, id[1], true) // begins both anew
	advance(t, w, 0.5)
	assert.False(t, w.TryGate(key, g, 0, id[2]))
	assert.Equal(t, world.GateGlance{Max: 2, Left: 0.5, AgentLeft: 1}, w.GlanceGate(key, g, 0, id[0]))
	advance(t, w, 0.5)
	assert.False(t, w.TryGate(key, g, 0, id[0]), "its own cooldown")
	assert.True(t, w.TryGate(key, g, 0, id[2]))
	advance(t, w, 0.5)
	assert.True(t, w.TryGate(key, g, 0, id[0]))
	assert.False(t, w.TryGate(key, g, 0, id[1]))
}

// Claims are granted at Advance, the oldest first, then in the order of IDs, as far as places are free.
func TestClaims(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 2})
	c, id := crowdOf(t, w, 5)
	for _, i := range []int{4, 3, 1, 2, 3} {
		w.ClaimGate(key, g, 0, id[i])
	}
	assert.False(t, w.Granted(key, g, 0, id[1]), "not before the world advances")
	assert.Equal(t, world.GateGlance{Max: 2, Claims: 4}, w.GlanceGate(key, g, 0, id[0]))
	advance(t, w, 1)
	assert.Equal(t, id[1:3], c.wakes())
	assert.True(t, w.Granted(key, g, 0, id[1]))
	assert.True(t, w.Granted(key, g, 0, id[2]))
	assert.False(t, w.Granted(key, g, 0, id[3]))
	assert.Empty(t, holders(w, g, 0), "a grant is no place yet")
	assert.Equal(t, world.GateGlance{Max: 2, Kept: 2, Claims: 2}, w.GlanceGate(key, g, 0, id[0]), "but it is kept")
	assert.False(t, w.TryGate(key, g, 0, singles(t, w, 1)[0]))

	w.TakeGate(key, g, 0, id[1])
	w.TakeGate(key, g, 0, id[3]) // was not granted
	w.WithdrawGate(key, g, 0, id[2])
	assert.Equal(t, id[1:2], holders(w, g, 0))
	assert.False(t, w.Granted(key, g, 0, id[1]))
	assert.False(t, w.Granted(key, g, 0, id[2]))
	w.ClaimGate(key, g, 0, id[0])
	w.WithdrawGate(key, g, 0, id[3])
	advance(t, w, 1)
	assert.Equal(t, id[4:], c.wakes(), "its claim is older")
	w.ClaimGate(key, g, 0, id[4])
	w.LeaveGate(key, g, 0, id[4], false) // unused
	advance(t, w, 1)
	assert.Equal(t, id[:1], c.wakes(), "claiming what is granted is no second claim")
	advance(t, w, 1)
	assert.Empty(t, c.wakes())
	assert.Equal(t, world.GateGlance{Max: 2, Held: 1, Kept: 1, Holders: first(id[1])}, w.GlanceGate(key, g, 0, id[0]))
}

// Claims wait for the cooldown of the gate and for that of the agent.
func TestClaimsAndCooldowns(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "GRENADE", Max: 1, Cooldown: 1, AgentCooldown: 3})
	c, id := crowdOf(t, w, 3)
	enter := func(i int) {
		w.ClaimGate(key, g, 9, id[i])
		advance(t, w, 0)
		require.Equal(t, id[i:i+1], c.wakes())
		w.TakeGate(key, g, 9, id[i])
	}
	enter(0)
	w.ClaimGate(key, g, 9, id[0]) // asked again in the tick that ended it
	w.LeaveGate(key, g, 9, id[0], true)
	w.ClaimGate(key, g, 9, id[1])
	assert.Equal(t, 2, w.GlanceGate(key, g, 9, id[0]).Claims)
	advance(t, w, 0.5)
	assert.Empty(t, c.wakes())
	advance(t, w, 0.5)
	assert.Equal(t, id[1:2], c.wakes(), "agent 0 comes first, but is not due")
	w.TakeGate(key, g, 9, id[1])
	w.LeaveGate(key, g, 9, id[1], true)
	w.ClaimGate(key, g, 9, id[1])
	advance(t, w, 1)
	assert.Empty(t, c.wakes(), "open, but neither is due")
	w.ClaimGate(key, g, 9, id[0])
	w.WithdrawGate(key, g, 9, id[1])
	advance(t, w, 1)
	assert.Equal(t, id[:1], c.wakes())
	w.WithdrawGate(key, g, 9, id[0])
	advance(t, w, 9)
	assert.Empty(t, c.wakes(), "withdrawn while it cooled down")
	enter(1)
	w.LeaveGate(key, g, 9, id[1], false)
	enter(1) // given back unused: no cooldowns
}

// A claim of an agent that holds a place has no effect, unless the agent gives the place back.
func TestClaimOfAHolder(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 2})
	c, id := crowdOf(t, w, 2)
	w.ClaimGate(key, g, 0, id[0])
	advance(t, w, 1)
	w.TakeGate(key, g, 0, id[0])
	w.ClaimGate(key, g, 0, id[0])
	w.ClaimGate(key, g, 0, id[1])
	c.wakes()
	advance(t, w, 1)
	assert.Equal(t, id[1:], c.wakes())
	assert.Equal(t, world.GateGlance{Max: 2, Held: 1, Kept: 1, Holders: first(id[0])}, w.GlanceGate(key, g, 0, id[0]))
}

// Holders yields the agents inside at the beginning of the loop, whatever happens in it.
func TestHoldersWhileTheyLeave(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 9})
	id := singles(t, w, 9)
	for _, i := range id {
		require.True(t, w.TryGate(key, g, 0, i))
	}
	var met []world.AgentID
	for i := range w.Holders(g, 0) {
		w.LeaveGate(key, g, 0, i+1, true)
		if met = append(met, i); len(met) == 5 {
			break
		}
	}
	assert.Equal(t, id[:5], met)
}

func TestBind(t *testing.T) {
	w := world.New(world.Options{})
	shoot, flank := &world.Gate{Name: "SHOOT", Max: 1}, &world.Squad{Name: "SHOOT", Agents: 1}
	gates, squads := []*world.Gate{shoot, shoot}, []*world.Squad{flank, flank}
	require.NoError(t, w.Bind(key, gates, squads), "a gate and a squad may share a name")
	id := singles(t, w, 2)
	require.True(t, w.TryGate(key, shoot, 0, id[0]))
	require.NoError(t, w.Bind(key, gates, squads))
	assert.Equal(t, id[:1], holders(w, shoot, 0), "it keeps its state")

	twin := &world.Gate{Name: "SHOOT", Max: 1}
	err := w.Bind(key, []*world.Gate{{Name: "NEW", Max: 1}, twin}, nil)
	require.ErrorIs(t, err, world.ErrNameTwice)
	require.EqualError(t, err, `world: there is another gate "SHOOT" in this world; give each its own name, or share one`)
	require.ErrorIs(t, w.Bind(key, nil, []*world.Squad{{Name: "SHOOT", Agents: 1}}), world.ErrNameTwice)
	require.NoError(t, w.Bind(key, []*world.Gate{{Name: "NEW", Max: 1}}, nil), "nothing was bound")
	var name *world.NameError
	require.ErrorAs(t, w.Bind(key, []*world.Gate{{Name: "A"}, {Name: "A"}}, nil), &name)
	assert.Equal(t, world.NameError{What: "gate", Name: "A"}, *name)
	require.ErrorAs(t, w.Bind(key, nil, []*world.Squad{{Name: "A"}, {Name: "A"}}), &name)
	assert.Equal(t, world.NameError{What: "squad", Name: "A"}, *name)

	other := world.New(world.Options{})
	require.NoError(t, other.Bind(key, []*world.Gate{twin, {Name: "MORE", Max: 1}}, nil), "worlds do not know of each other")
}

// Singles may tick in several goroutines at once, while workers of crowds read the gate.
func TestGateInManyGoroutines(t *testing.T) {
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 3})
	id := singles(t, w, 8)
	for range 20 {
		var all sync.WaitGroup
		for i, one := range id {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(i), 1))
				for range 50 {
					of := random.Uint64N(2)
					if w.TryGate(key, g, of, one) {
						assert.LessOrEqual(t, len(holders(w, g, of)), 3)
						w.LeaveGate(key, g, of, one, true)
					}
					w.Granted(key, g, of, one)
					w.GlanceGate(key, g, of, one)
				}
			})
		}
		all.Wait()
		advance(t, w, 1)
	}
	assert.Empty(t, holders(w, g, 0))
	assert.Empty(t, holders(w, g, 1))
}
