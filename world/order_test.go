package world_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// patient is an agent of a crowd that claims or wants now and then, and what it does meanwhile.
type patient struct {
	asking bool
	since  uint64
	busy   int // frames for which it goes on holding its place
}

// line holds patients that ask, and keeps count of how long they wait.
type waiting struct {
	agents  map[world.AgentID]*patient
	longest uint64 // frames
}

// isServed notes that an agent got what it has asked for, and requires that nobody else has waited for longer.
func (l *waiting) isServed(t *testing.T, id world.AgentID, frame uint64, comparable func(other world.AgentID) bool) {
	a := l.agents[id]
	require.True(t, a.asking)
	a.asking = false
	l.longest = max(l.longest, frame-a.since)
	for other, b := range l.agents {
		require.False(t, b.asking && b.since < a.since && comparable(other), "frame %d: agent %d since %d before agent %d since %d", frame, id, a.since, other, b.since)
	}
}

func newWaiting(ids []world.AgentID) *waiting {
	l := &waiting{agents: map[world.AgentID]*patient{}}
	for _, id := range ids {
		l.agents[id] = &patient{}
	}
	return l
}

// In 10,000 frames of random claims nobody waits for longer than it takes to serve all others once.
func TestNobodyStarvesAtAGate(t *testing.T) {
	const agents, longestStay = 40, 3
	r := rand.New(rand.NewPCG(1, 2))
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 2})
	c, ids := crowdOf(t, w, agents)
	l := newWaiting(ids)
	granted := 0
	for range 10_000 {
		w = reborn0(t, r, w, c, g, nil)
		c.woken = c.woken[:0]
		advance(t, w, 1)
		now := slices.Clone(c.woken)
		for _, id := range now {
			l.agents[id].busy = 1 + r.IntN(longestStay)
			granted++
			w.TakeGate(key, g, 0, id)
		}
		for _, id := range now {
			l.isServed(t, id, w.Frame(), func(other world.AgentID) bool { return !slices.Contains(now, other) })
		}
		for _, id := range ids {
			a := l.agents[id]
			switch {
			case a.busy > 0:
				if a.busy--; a.busy == 0 {
					w.LeaveGate(key, g, 0, id, true)
					if r.IntN(2) == 0 { // at once again, as those with low IDs would do for ever
						w.ClaimGate(key, g, 0, id)
						a.asking, a.since = true, w.Frame()
					}
				}
			case !a.asking && r.IntN(3) == 0:
				w.ClaimGate(key, g, 0, id)
				a.asking, a.since = true, w.Frame()
			case a.asking && r.IntN(200) == 0:
				w.WithdrawGate(key, g, 0, id)
				a.asking = false
			case a.asking:
				w.ClaimGate(key, g, 0, id) // changes nothing
			}
		}
	}
	assert.Greater(t, granted, 5000)
	assert.LessOrEqual(t, l.longest, uint64(agents*(longestStay+1)/2+longestStay))
}

// In 10,000 frames of random wants nobody whose role is needed waits for longer than it takes to serve all others once.
func TestNobodyStarvesForASquad(t *testing.T) {
	const agents, longestStay = 30, 3
	r := rand.New(rand.NewPCG(3, 4))
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "BREACH", Agents: 3})
	c, ids := crowdOf(t, w, agents)
	l := newWaiting(ids)
	canPlay := func(id world.AgentID) world.RoleSet {
		switch id % 6 {
		case 0:
			return world.Roles(1)
		case 1, 2:
			return world.Roles(2, 3)
		}
		return world.AllRoles
	}
	formed := 0
	for range 10_000 {
		w = reborn0(t, r, w, c, nil, s)
		c.woken = c.woken[:0]
		advance(t, w, 1)
		now := slices.Clone(c.woken)
		for _, id := range now {
			number, role := invitation(w, s, 0, id)
			require.True(t, canPlay(id).Has(role))
			w.JoinSquad(key, number, id)
			l.agents[id].busy = 1 + r.IntN(longestStay)
			formed++
		}
		for _, id := range now {
			l.isServed(t, id, w.Frame(), func(other world.AgentID) bool { return !slices.Contains(now, other) && canPlay(other) == canPlay(id) })
		}
		for _, id := range ids {
			a := l.agents[id]
			switch {
			case a.busy > 0:
				if a.busy--; a.busy == 0 {
					number, _ := invitation(w, s, 0, id)
					w.LeaveSquad(key, number, id, true, 0)
				}
			case !a.asking && r.IntN(8) == 0:
				w.Want(key, s, 0, id, true, canPlay(id))
				a.asking, a.since = true, w.Frame()
			case a.asking && r.IntN(200) == 0:
				w.Unwant(key, s, 0, id)
				a.asking = false
			}
		}
	}
	assert.Greater(t, formed, 5000)
	assert.LessOrEqual(t, l.longest, uint64(agents*(longestStay+1)))
}

// reborn0 restores the world now and then.
func reborn0(t *testing.T, r *rand.Rand, w *world.World, c *crowd, g *world.Gate, s *world.Squad) *world.World {
	if r.IntN(100) > 0 {
		return w
	}
	return reborn(t, w, c, g, s)
}

// A claim that waits for its agent's own cooldown keeps its age, filed before or after the agent has left.
func TestClaimsGrowOldWhileTheirAgentsCool(t *testing.T) {
	for _, before := range []bool{true, false} {
		w := world.New(world.Options{})
		g := bound(t, w, &world.Gate{Name: "GRENADE", Max: 1, AgentCooldown: 2})
		c, id := crowdOf(t, w, 3)
		w.ClaimGate(key, g, 0, id[2])
		advance(t, w, 0)
		w.TakeGate(key, g, 0, id[2])
		if before {
			w.ClaimGate(key, g, 0, id[2])
		}
		w.LeaveGate(key, g, 0, id[2], true)
		w.ClaimGate(key, g, 0, id[2])
		assert.True(t, w.TryGate(key, g, 0, singles(t, w, 1)[0]))
		advance(t, w, 1)
		w.ClaimGate(key, g, 0, id[1])
		advance(t, w, 1)
		w.ClaimGate(key, g, 0, id[0])
		w = reborn(t, w, c, g, nil)
		c.wakes()
		w.LeaveGate(key, g, 0, holders(w, g, 0)[0], false)
		advance(t, w, 0)
		assert.Equal(t, id[2:], c.wakes())
		w.WithdrawGate(key, g, 0, id[2])
		advance(t, w, 0)
		assert.Equal(t, id[1:2], c.wakes())
	}
}

// A single's want is as old as the row of frames in which it was filed.
func TestAgeOfASinglesWant(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3})
	id := singles(t, w, 4)
	for i, gaps := range []bool{true, false, false} {
		for _, single := range id[1:3] {
			if single == id[1] && gaps {
				continue
			}
			w.Want(key, s, 0, single, false, world.AllRoles)
		}
		if i == 1 {
			w.Want(key, s, 0, id[1], false, world.AllRoles) // again in one frame
		}
		advance(t, w, 1)
	}
	w.Renew(key, s, 0, id[1])
	w.Renew(key, s, 0, id[2])
	w.Renew(key, s, 0, id[3]) // wants nothing
	advance(t, w, 1)
	none, _ := invitation(w, s, 0, id[1])
	assert.Zero(t, none, "three are needed")
	for _, single := range id {
		w.Want(key, s, 0, single, false, world.AllRoles)
	}
	advance(t, w, 1)
	for i, want := range []world.Role{3, 2, 1, 0} {
		_, role := invitation(w, s, 0, id[i])
		assert.Equal(t, want, role, "agent %d", i)
	}
}

// An agent whose invitation is withdrawn because another did not come has its old place in line.
func TestInvitedForNothing(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2})
	c, id := crowdOf(t, w, 4)
	w.Want(key, s, 0, id[3], true, world.Roles(2))
	advance(t, w, 1)
	w.Want(key, s, 0, id[2], true, world.AllRoles)
	advance(t, w, 1)
	w.Unwant(key, s, 0, id[2])
	w.Want(key, s, 0, id[0], true, world.Roles(2))
	w.Want(key, s, 0, id[1], true, world.Roles(1))
	w = reborn(t, w, c, nil, s)
	advance(t, w, 1)
	_, role := invitation(w, s, 0, id[3])
	assert.Equal(t, world.Role(2), role)
	none, _ := invitation(w, s, 0, id[0])
	assert.Zero(t, none)
}

// In snapshots of before claims had an age, all have waited since the snapshot. The file holds agents 1024 to 1027, of which
// the last three claim SHOOT, with Max 1, and want PAIR, of 2.
func TestSnapshotWithoutAges(t *testing.T) {
	from, err := os.Open("testdata/without_ages.snapshot")
	require.NoError(t, err)
	defer from.Close()
	w := world.New(world.Options{})
	g := bound(t, w, &world.Gate{Name: "SHOOT", Max: 1})
	s := squad(t, w, &world.Squad{Name: "PAIR", Agents: 4})
	c := own(t, w, "CROWD")
	id := c.grow(world.New(world.Options{}), 4) // the restored world knows their page
	_, err = w.Restore(from)
	require.NoError(t, err)
	w.ClaimGate(key, g, 0, id[0])
	advance(t, w, 1)
	assert.Equal(t, id[:1], c.wakes())
	w.WithdrawGate(key, g, 0, id[0])
	w.ClaimGate(key, g, 0, id[0])
	w.Want(key, s, 0, id[0], true, world.Roles(3))
	advance(t, w, 1)
	assert.Equal(t, id, c.wakes())
	assert.True(t, w.Granted(key, g, 0, id[1]))
	for i, want := range []world.Role{3, 1, 2, 4} {
		_, role := invitation(w, s, 0, id[i])
		assert.Equal(t, want, role)
	}
}

// The first in line for whom a squad can be made up are in it; earlier ones get the earlier role.
func TestCasting(t *testing.T) {
	for _, tc := range []struct {
		name  string
		roles []world.Role
		can   []world.RoleSet // of the agents in line
		want  []world.Role    // 0 for those that go on waiting
	}{
		{"all can play all", nil, []world.RoleSet{world.AllRoles, world.AllRoles, world.AllRoles}, []world.Role{1, 2, 0}},
		{"the second cannot", nil, []world.RoleSet{world.Roles(1), world.Roles(1), world.Roles(1, 2)}, []world.Role{1, 0, 2}},
		{"the first makes room", nil, []world.RoleSet{world.AllRoles, world.Roles(1)}, []world.Role{2, 1}},
		{"nobody can", nil, []world.RoleSet{world.Roles(1), world.Roles(1), world.Roles(1)}, []world.Role{0, 0, 0}},
		{"another squad's role", nil, []world.RoleSet{world.Roles(3), world.Roles(2), world.Roles(1)}, []world.Role{0, 2, 1}},
		{"the order of the list", []world.Role{9, 4}, []world.RoleSet{world.Roles(4, 9), world.Roles(4, 9)}, []world.Role{9, 4}},
		{"the same role twice", []world.Role{5, 5}, []world.RoleSet{world.Roles(1), world.Roles(5), world.Roles(5)}, []world.Role{0, 5, 5}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := world.New(world.Options{})
			s := squad(t, w, &world.Squad{Name: "BREACH", Agents: 2, Roles: tc.roles})
			_, id := crowdOf(t, w, len(tc.can))
			for i, can := range tc.can {
				w.Want(key, s, 0, id[i], true, can)
			}
			advance(t, w, 1)
			for i, want := range tc.want {
				_, role := invitation(w, s, 0, id[i])
				assert.Equal(t, want, role, "agent %d", i)
			}
		})
	}
}

// Sixteen agents of which each can play two roles have to make room for the last, which can play one: all of them move.
func TestCastingMovesAll(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "CHAIN", Agents: 16})
	_, id := crowdOf(t, w, 17)
	for i := range 15 {
		w.Want(key, s, 0, id[i], true, world.Roles(world.Role(i+1), world.Role(i+2)))
	}
	w.Want(key, s, 0, id[15], true, world.Roles(16))
	w.Want(key, s, 0, id[16], true, world.Roles(1))
	advance(t, w, 1)
	for i := range 16 {
		_, role := invitation(w, s, 0, id[i])
		assert.Equal(t, world.Role(i+1), role)
	}
	w = world.New(world.Options{})
	s = squad(t, w, &world.Squad{Name: "CHAIN", Agents: 16})
	_, id = crowdOf(t, w, 17)
	for i := range 15 {
		w.Want(key, s, 0, id[i], true, world.Roles(world.Role(i+1), world.Role(i+2)))
	}
	w.Want(key, s, 0, id[15], true, world.Roles(15))
	w.Want(key, s, 0, id[16], true, world.Roles(1))
	advance(t, w, 1)
	none, _ := invitation(w, s, 0, id[16])
	assert.Zero(t, none, "agent 15 moves none of them on, as 14 plays the last role")
	for i := range 14 {
		_, role := invitation(w, s, 0, id[i])
		assert.Equal(t, world.Role(i+1), role)
	}
	_, role := invitation(w, s, 0, id[15])
	assert.Equal(t, world.Role(15), role)
}

func TestRoleSet(t *testing.T) {
	s := world.Roles(3, 1, 16, 3, 0, 17)
	assert.Equal(t, "1, 3, 16", s.String())
	assert.Equal(t, []world.Role{1, 3, 16}, slices.Collect(s.All()))
	assert.Equal(t, 3, s.Len())
	assert.True(t, s.Has(16))
	assert.False(t, s.Has(2))
	assert.False(t, s.Has(0))
	assert.False(t, world.AllRoles.Has(17))
	assert.Equal(t, 16, world.AllRoles.Len())
	assert.Equal(t, "none", world.Roles().String())
	for role := range s.All() {
		assert.Equal(t, world.Role(1), role)
		break
	}
}

// Frames in which agents with abilities are put into squads allocate nothing, once the memory has grown.
func TestCastingAllocatesNothing(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "BREACH", Agents: 3})
	c, id := crowdOf(t, w, 3000)
	c.woken = make([]world.AgentID, 0, len(id))
	for _, one := range id[300:] {
		w.Want(key, s, 0, one, true, world.Roles(1)) // too many
	}
	n, came := 0, 0
	frame := func() {
		c.woken = c.woken[:0]
		for range 3 {
			n++
			w.Want(key, s, 0, id[n%300], true, world.Roles(2, 3))
		}
		if err := w.Advance(1); err != nil {
			t.Error(err)
		}
		for _, one := range c.woken {
			came++
			number, role := invitation(w, s, 0, one)
			w.JoinSquad(key, number, one)
			w.LeaveSquad(key, number, one, true, 0)
			if role == 1 {
				w.Want(key, s, 0, one, true, world.Roles(1))
			}
		}
	}
	for range 2000 {
		frame()
	}
	before := came
	assert.Zero(t, testing.AllocsPerRun(300, frame))
	assert.Greater(t, came, before+900)
}

// 100,000 agents have claimed in 1,000 frames. In each frame 100 more claim and 100 withdraw.
func BenchmarkOldClaims(b *testing.B) {
	w := world.New(world.Options{})
	g := &world.Gate{Name: "SHOOT", Max: 3}
	require.NoError(b, w.Bind(key, []*world.Gate{g}, nil))
	c, id := crowdOf(b, w, 100_000)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(id), func(i, j int) { id[i], id[j] = id[j], id[i] })
	n := 0
	frame := func() {
		for range 100 {
			w.ClaimGate(key, g, 0, id[n%len(id)])
			n++
		}
		for _, i := range c.woken {
			w.TakeGate(key, g, 0, i)
			w.LeaveGate(key, g, 0, i, true)
		}
		c.woken = c.woken[:0]
		advance(b, w, 1)
	}
	for range 1000 {
		frame()
	}
	for b.Loop() {
		for i := range 100 {
			w.WithdrawGate(key, g, 0, id[(n+i)%len(id)])
		}
		frame()
	}
}

// 100,000 agents want a squad, and none of them can play one of its roles.
func BenchmarkWantsWithoutARole(b *testing.B) {
	w := world.New(world.Options{})
	s := &world.Squad{Name: "BREACH", Agents: 4}
	require.NoError(b, w.Bind(key, nil, []*world.Squad{s}))
	_, id := crowdOf(b, w, 100_000)
	for i, one := range id {
		w.Want(key, s, 0, one, true, world.Roles(1+world.Role(i%3)))
	}
	n := 0
	for b.Loop() {
		n++
		one := id[n%len(id)]
		w.Unwant(key, s, 0, one)
		w.Want(key, s, 0, one, true, world.Roles(1+world.Role(n%3)))
		advance(b, w, 1)
	}
}
