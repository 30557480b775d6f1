package world_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

func squad(t testing.TB, w *world.World, s *world.Squad) *world.Squad {
	t.Helper()
	require.NoError(t, w.Bind(key, nil, []*world.Squad{s}))
	return s
}

func members(w *world.World, number uint64) (all []world.SquadMember) {
	for role, id := range w.Members(key, number) {
		all = append(all, world.SquadMember{Role: role, Agent: id})
	}
	return all
}

// invitation returns the squad that an agent is invited to, 0 for none, and its role there.
func invitation(w *world.World, s *world.Squad, of uint64, id world.AgentID) (uint64, world.Role) {
	number, role, ok := w.Invited(key, s, of, id)
	if ok != (number != 0) {
		panic("ok without a squad, or a squad without ok")
	}
	return number, role
}

// joined forms a squad of agents of a crowd, all of which have joined.
func joined(t testing.TB, w *world.World, s *world.Squad, ids []world.AgentID) (number uint64) {
	t.Helper()
	for _, id := range ids {
		w.Want(key, s, 0, id, true, world.AllRoles)
	}
	advance(t, w, 1)
	for _, id := range ids {
		number, _ = invitation(w, s, 0, id)
		w.JoinSquad(key, number, id)
	}
	require.Len(t, members(w, number), len(ids))
	return number
}

// A squad has exactly as many agents as declared, those with the lowest IDs; the surplus waits.
func TestSquadsForm(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "FLANK", Agents: 2})
	c, id := crowdOf(t, w, 6)
	for _, i := range []int{5, 2, 0, 4} {
		w.Want(key, s, 0, id[i], true, world.AllRoles)
		w.Want(key, s, 0, id[i], true, world.AllRoles)
	}
	w.Want(key, s, 0, id[3], true, world.AllRoles)
	w.Unwant(key, s, 0, id[0])
	assert.Equal(t, world.SquadGlance{Wanting: 4, Needed: 2}, w.GlanceSquad(key, s, 0, id[2]))
	advance(t, w, 1)
	assert.Equal(t, id[2:], c.wakes())
	first, role := invitation(w, s, 0, id[2])
	assert.Equal(t, world.Role(1), role)
	same, role := invitation(w, s, 0, id[3])
	assert.Equal(t, first, same)
	assert.Equal(t, world.Role(2), role)
	second, _ := invitation(w, s, 0, id[5])
	assert.Equal(t, first+1, second)
	none, _ := invitation(w, s, 0, id[0])
	assert.Zero(t, none)
	none, _ = invitation(w, s, 1, id[2])
	assert.Zero(t, none, "another key")
	assert.Equal(t, []world.SquadMember{{Role: 1, Agent: id[4]}, {Role: 2, Agent: id[5]}}, members(w, second))
	seen := world.SquadGlance{Needed: 2, Instance: first, Size: 2, Role: 2}
	copy(seen.Members[:], members(w, first))
	assert.Equal(t, seen, w.GlanceSquad(key, s, 0, id[3]))

	w.Want(key, s, 0, id[2], true, world.AllRoles) // is in one
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	advance(t, w, 1)
	advance(t, w, 1)
	assert.Empty(t, c.wakes(), "agent 0 waits alone")
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	advance(t, w, 1)
	assert.Equal(t, id[:2], c.wakes(), "its want has stood")
}

func TestSquadKeys(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "FLANK", Agents: 2})
	c, id := crowdOf(t, w, 4)
	for i, of := range []uint64{9, 8, 8, 9} {
		w.Want(key, s, of, id[i], true, world.AllRoles)
	}
	advance(t, w, 1)
	assert.Equal(t, id, c.wakes())
	eight, _ := invitation(w, s, 8, id[1])
	nine, _ := invitation(w, s, 9, id[0])
	assert.Equal(t, eight+1, nine, "in the order of keys")
	assert.Equal(t, []world.SquadMember{{Role: 1, Agent: id[0]}, {Role: 2, Agent: id[3]}}, members(w, nine))
}

// Squads are formed in the order of their binding.
func TestSquadsInOrder(t *testing.T) {
	w := world.New(world.Options{})
	b, a := squad(t, w, &world.Squad{Name: "B", Agents: 1}), squad(t, w, &world.Squad{Name: "A", Agents: 1})
	_, id := crowdOf(t, w, 1)
	w.Want(key, a, 0, id[0], true, world.AllRoles)
	w.Want(key, b, 0, id[0], true, world.AllRoles)
	advance(t, w, 1)
	inB, _ := invitation(w, b, 0, id[0])
	inA, _ := invitation(w, a, 0, id[0])
	assert.Equal(t, []uint64{1, 2}, []uint64{inB, inA})
}

func TestRoles(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "FLANK", Agents: 3, Roles: []world.Role{7, 2, 7}})
	c, id := crowdOf(t, w, 3)
	number := joined(t, w, s, id)
	assert.Equal(t, []world.SquadMember{{Role: 7, Agent: id[0]}, {Role: 2, Agent: id[1]}, {Role: 7, Agent: id[2]}}, members(w, number))
	w.LeaveSquad(key, number, id[1], true, 0)
	assert.Equal(t, []world.SquadMember{{Role: 7, Agent: id[0]}, {Role: 7, Agent: id[2]}}, members(w, number), "those that have not left")

	many := squad(t, w, &world.Squad{Name: "ARMY", Agents: 300})
	id = c.grow(w, 300)
	all := members(w, joined(t, w, many, id))
	assert.Equal(t, world.Role(254), all[253].Role)
	assert.Equal(t, world.Role(255), all[254].Role)
	assert.Equal(t, world.Role(255), all[299].Role, "0 is no role")
}

// A single wants in the next Advance only, and has to join before the one after.
func TestSquadOfSingles(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2})
	id := singles(t, w, 3)
	w.Want(key, s, 0, id[0], false, world.AllRoles)
	advance(t, w, 1)
	w.Want(key, s, 0, id[1], false, world.AllRoles)
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, id[1])
	assert.Zero(t, number, "agent 0 does not want any more")
	w.Want(key, s, 0, id[0], false, world.AllRoles)
	w.Want(key, s, 0, id[1], false, world.AllRoles)
	w.Unwant(key, s, 0, id[1])
	w.Want(key, s, 0, id[2], false, world.AllRoles)
	advance(t, w, 1)
	number, role := invitation(w, s, 0, id[2])
	assert.Equal(t, world.Role(2), role)
	w.JoinSquad(key, number, id[2])
	advance(t, w, 1)
	assert.Equal(t, []world.SquadMember{{Role: 2, Agent: id[2]}}, members(w, number), "agent 0 was not there")
	assert.True(t, w.Dissolved(key, number, id[2]))
	assert.False(t, w.Dissolved(key, number, id[0]))
}

// Singles and agents of crowds form squads together.
func TestMixedSquad(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3})
	c, id := crowdOf(t, w, 3)
	low := singles(t, w, 1)[0]
	high := id[2] + world.PageSize
	require.NoError(t, w.Join(key, high, nil))
	w.Want(key, s, 0, high, false, world.AllRoles)
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	w.Want(key, s, 0, low, false, world.AllRoles)
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, low)
	assert.Equal(t, []world.SquadMember{{Role: 1, Agent: low}, {Role: 2, Agent: id[0]}, {Role: 3, Agent: id[1]}}, members(w, number))
	assert.Equal(t, id[:2], c.wakes())
	advance(t, w, 1)
	none, _ := invitation(w, s, 0, low)
	assert.Zero(t, none, "the single has not joined")
	none, _ = invitation(w, s, 0, id[0])
	assert.Zero(t, none, "so the others need not")
	assert.Equal(t, id[:2], c.wakes())
	advance(t, w, 1)
	assert.Empty(t, members(w, number))
}

// A single that is gone is in no squad that is formed afterwards.
func TestGoneSinglesWantNothing(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2})
	id := singles(t, w, 3)
	for _, i := range id {
		w.Want(key, s, 0, i, false, world.AllRoles)
	}
	w.Leave(key, id[0])
	advance(t, w, 1)
	number, role := invitation(w, s, 0, id[1])
	assert.NotZero(t, number)
	assert.Equal(t, world.Role(1), role)
	w.JoinSquad(key, number, id[1])
	w.Leave(key, id[2]) // invited
	advance(t, w, 1)
	assert.True(t, w.Dissolved(key, number, id[1]))
}

// An invitation of a crowd's agent stands until it joins or declines.
func TestInvitationsStand(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2})
	c, id := crowdOf(t, w, 2)
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	for range 3 {
		advance(t, w, 1)
	}
	number, _ := invitation(w, s, 0, id[0])
	require.NotZero(t, number)
	w.JoinSquad(key, number, id[0])
	w.Unwant(key, s, 0, id[0])
	assert.Len(t, members(w, number), 2, "has joined: no invitation to decline")
	c.wakes()
	w.Unwant(key, s, 0, id[1])
	assert.False(t, w.Dissolved(key, number, id[0]), "at the next Advance")
	advance(t, w, 1)
	assert.True(t, w.Dissolved(key, number, id[0]))
	assert.Equal(t, id[:1], c.wakes())
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	w.LeaveSquad(key, number, id[0], false, 0)
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	assert.False(t, w.Dissolved(key, number, id[0]))
	advance(t, w, 1)
	again, _ := invitation(w, s, 0, id[0])
	assert.Equal(t, number+1, again, "another squad")
}

// A member that leaves before its part is done dissolves the squad, except with KeepOthers.
func TestLeaving(t *testing.T) {
	for _, tc := range []struct {
		name             string
		keepOthers, done bool
		dissolved        bool
	}{
		{"undone", false, false, true},
		{"done", false, true, false},
		{"undone, others are kept", true, false, false},
		{"done, others are kept", true, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := world.New(world.Options{})
			s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3, KeepOthers: tc.keepOthers})
			c, id := crowdOf(t, w, 3)
			number := joined(t, w, s, id)
			c.wakes()
			w.LeaveSquad(key, number, id[1], tc.done, 0)
			w.LeaveSquad(key, number, id[1], false, 0) // has left
			none, _ := invitation(w, s, 0, id[1])
			assert.Zero(t, none)
			advance(t, w, 1)
			assert.Equal(t, tc.dissolved, w.Dissolved(key, number, id[0]))
			assert.Equal(t, tc.dissolved, w.Dissolved(key, number, id[2]))
			assert.False(t, w.Dissolved(key, number, id[1]))
			if tc.dissolved {
				assert.Equal(t, []world.AgentID{id[0], id[2]}, c.wakes())
				none, _ := invitation(w, s, 0, id[0])
				assert.Zero(t, none, "nobody enters it any more")
			} else {
				assert.Empty(t, c.wakes())
			}
			w.LeaveSquad(key, number, id[0], true, 0)
			w.LeaveSquad(key, number, id[2], false, 0)
			advance(t, w, 1)
			assert.Empty(t, c.wakes())
			assert.Empty(t, members(w, number))
			for _, i := range id {
				assert.False(t, w.Dissolved(key, number, i))
			}
		})
	}
}

// A barrier opens when all members that are left are at it, and once for each.
func TestBarrier(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3, KeepOthers: true})
	c, id := crowdOf(t, w, 3)
	number := joined(t, w, s, id)
	c.wakes()
	released := func() (all []bool) {
		for _, i := range id {
			all = append(all, w.Released(key, number, i))
		}
		return all
	}
	w.AtBarrier(key, number, id[0], 7)
	w.AtBarrier(key, number, id[1], 7)
	advance(t, w, 1)
	w.AtBarrier(key, number, id[2], 8)
	advance(t, w, 1)
	assert.Equal(t, []bool{false, false, false}, released(), "another barrier")
	w.AtBarrier(key, number, id[2], 7)
	assert.Equal(t, []bool{false, false, false}, released(), "at the next Advance")
	assert.Empty(t, c.wakes())
	advance(t, w, 1)
	assert.Equal(t, []bool{true, true, true}, released())
	assert.Equal(t, id, c.wakes())

	w.PassBarrier(key, number, id[0])
	w.AtBarrier(key, number, id[0], 7) // once more
	w.PassBarrier(key, number, id[1])
	w.AtBarrier(key, number, id[1], 7)
	w.AtBarrier(key, number, id[2], 7) // has been slow
	advance(t, w, 1)
	assert.Equal(t, []bool{false, false, true}, released(), "agent 2 has still to go through")
	w.AtBarrier(key, number, id[2], 0) // was called away
	advance(t, w, 1)
	assert.Equal(t, []bool{false, false, false}, released())
	w.LeaveSquad(key, number, id[2], false, 0)
	advance(t, w, 1)
	assert.Equal(t, []bool{true, true, false}, released(), "all that are left")
	assert.Equal(t, id[:2], c.wakes())
}

// A member that is invited and has not joined holds the barrier.
func TestBarrierWaitsForTheInvited(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2, KeepOthers: true})
	_, id := crowdOf(t, w, 2)
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, id[0])
	w.JoinSquad(key, number, id[0])
	w.AtBarrier(key, number, id[0], 1)
	advance(t, w, 1)
	assert.False(t, w.Released(key, number, id[0]))
	w.Unwant(key, s, 0, id[1])
	advance(t, w, 1)
	assert.True(t, w.Released(key, number, id[0]))
}

// The Advance that removes a single that did not join also opens the barrier for the others.
func TestBarrierWithoutTheAbsent(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 2, KeepOthers: true})
	id := singles(t, w, 2)
	w.Want(key, s, 0, id[0], false, world.AllRoles)
	w.Want(key, s, 0, id[1], false, world.AllRoles)
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, id[0])
	w.JoinSquad(key, number, id[0])
	w.AtBarrier(key, number, id[0], 1)
	advance(t, w, 1)
	assert.True(t, w.Released(key, number, id[0]))
}

func TestSquadTooLarge(t *testing.T) {
	w := world.New(world.Options{})
	_, id := crowdOf(t, w, 2)
	one := singles(t, w, 1)[0]
	s := squad(t, w, &world.Squad{Name: "ARMY", Agents: 4})
	advance(t, w, 1) // no agent wants it
	w.Want(key, s, 5, one, false, world.AllRoles)
	err := w.Advance(1)
	require.ErrorIs(t, err, world.ErrSquadTooLarge)
	require.EqualError(t, err, `world: squad "ARMY" needs 4 agents, and 3 live in the world; nobody enters it`)
	assert.InDelta(t, 2.0, w.Time(), 0, "the frame has begun")
	w.Want(key, s, 0, id[0], true, world.AllRoles)
	advance(t, w, 1) // the error is returned once
	other := squad(t, w, &world.Squad{Name: "LEGION", Agents: 5})
	w.Want(key, other, 0, id[0], true, world.AllRoles)
	var size *world.SquadSizeError
	require.ErrorAs(t, w.Advance(1), &size)
	assert.Equal(t, world.SquadSizeError{Squad: "LEGION", Agents: 5, Living: 3}, *size)
}

// Calls with squads that the world does not know have no effect.
func TestUnknownSquads(t *testing.T) {
	w := world.New(world.Options{})
	s := &world.Squad{Name: "LIFT", Agents: 1}
	w.Want(key, s, 0, 1, true, world.AllRoles)
	w.Unwant(key, s, 0, 1)
	w.JoinSquad(key, 1, 1)
	w.LeaveSquad(key, 1, 1, false, 0)
	w.AtBarrier(key, 1, 1, 1)
	w.PassBarrier(key, 1, 1)
	assert.False(t, w.Released(key, 1, 1))
	assert.False(t, w.Dissolved(key, 1, 1))
	assert.Zero(t, w.GlanceSquad(key, s, 0, 1))
	assert.Empty(t, members(w, 1))
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, 1)
	assert.Zero(t, number)
	squad(t, w, s)
	w.Unwant(key, s, 0, 1)
	_, id := crowdOf(t, w, 1)
	first := joined(t, w, s, id)
	w.LeaveSquad(key, first, 12345, false, 0)
	assert.Len(t, members(w, first), 1)
}

// Members may leave while a loop ranges over them.
func TestMembersWhileTheyLeave(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 5})
	_, id := crowdOf(t, w, 5)
	number := joined(t, w, s, id)
	var met []world.AgentID
	for _, i := range w.Members(key, number) {
		w.LeaveSquad(key, number, i, true, 0)
		w.LeaveSquad(key, number, i+1, true, 0)
		if met = append(met, i); len(met) == 2 {
			break
		}
	}
	assert.Equal(t, []world.AgentID{id[0], id[2]}, met)
}

// Singles may tick in several goroutines at once.
func TestSquadsInManyGoroutines(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3})
	id := singles(t, w, 9)
	met := make([]int, len(id))
	for range 50 {
		var all sync.WaitGroup
		for i, one := range id {
			all.Go(func() {
				number, _ := invitation(w, s, 0, one)
				if number == 0 {
					w.Want(key, s, 0, one, false, world.AllRoles)
					return
				}
				w.JoinSquad(key, number, one)
				for range w.Members(key, number) {
					met[i]++
				}
				w.AtBarrier(key, number, one, 1)
				w.GlanceSquad(key, s, 0, one)
				w.LeaveSquad(key, number, one, true, 0)
			})
		}
		all.Wait()
		advance(t, w, 1)
	}
	for _, n := range met {
		assert.Positive(t, n)
	}
}
