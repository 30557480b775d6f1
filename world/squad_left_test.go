package world_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// A squad names the member that was the first to leave too soon: of those between two Advances the one with the lowest ID,
// whose place nobody takes later. A snapshot keeps it.
func TestFirstToLeaveASquad(t *testing.T) {
	for _, saves := range []bool{false, true} {
		for _, keepOthers := range []bool{false, true} {
			w := world.New(world.Options{})
			declared := &world.Squad{Name: "LIFT", Agents: 5, Roles: []world.Role{9, 8, 7, 6, 5}, KeepOthers: keepOthers}
			s := squad(t, w, declared)
			id := singles(t, w, 5)
			number := joined(t, w, s, id)
			save := func() {
				if !saves {
					return
				}
				var b bytes.Buffer
				require.NoError(t, w.Snapshot(&b))
				w = world.New(world.Options{})
				s = squad(t, w, declared)
				_, err := w.Restore(&b)
				require.NoError(t, err)
				for _, i := range id {
					require.NoError(t, w.Join(key, i, nil))
					w.Returned(key, i)
				}
			}
			left := func() world.SquadLeft {
				see := w.GlanceSquad(key, s, 0, id[0]).Left
				for _, state := range w.States(key).Squads {
					if state.Instance == number {
						assert.Equal(t, see, state.Left)
					}
				}
				return see
			}
			w.LeaveSquad(key, number, id[1], true, 1)
			save()
			assert.Zero(t, left(), "it has done its part")
			w.LeaveSquad(key, number, id[3], false, 3)
			save()
			assert.Equal(t, world.SquadLeft{Agent: id[3], Role: 6, Reason: 3}, left())
			w.LeaveSquad(key, number, id[4], false, 4)
			assert.Equal(t, id[3], left().Agent)
			w.LeaveSquad(key, number, id[2], false, 5)
			assert.Equal(t, world.SquadLeft{Agent: id[2], Role: 7, Reason: 5}, left())
			save()
			advance(t, w, 1)
			save()
			w.Want(key, s, 0, id[1], false, world.AllRoles)
			assert.Equal(t, world.SquadLeft{Agent: id[2], Role: 7, Reason: 5}, left())
			assert.Equal(t, !keepOthers, w.GlanceSquad(key, s, 0, id[0]).Dissolved)
			w.LeaveSquad(key, number, id[0], false, 6)
			for _, state := range w.States(key).Squads {
				if state.Instance == number {
					assert.Equal(t, id[2], state.Left.Agent)
					assert.False(t, state.Idle(), "until the next Advance it is seen that it was dissolved")
				}
			}
			advance(t, w, 1)
			for _, state := range w.States(key).Squads {
				assert.NotEqual(t, number, state.Instance)
			}
		}
	}
}

// An agent that declines, or does not come, does not take part.
func TestFirstToDeclineASquad(t *testing.T) {
	w := world.New(world.Options{})
	s := squad(t, w, &world.Squad{Name: "LIFT", Agents: 3, KeepOthers: true})
	id := singles(t, w, 3)
	for _, i := range id {
		w.Want(key, s, 0, i, false, world.AllRoles)
	}
	advance(t, w, 1)
	number, _ := invitation(w, s, 0, id[0])
	w.JoinSquad(key, number, id[0])
	w.Unwant(key, s, 0, id[2])
	assert.Equal(t, world.SquadLeft{Agent: id[2], Role: 3}, w.GlanceSquad(key, s, 0, id[0]).Left)
	advance(t, w, 1)
	assert.Equal(t, world.SquadLeft{Agent: id[1], Role: 2}, w.GlanceSquad(key, s, 0, id[0]).Left, "it has not come by the Advance")
}
