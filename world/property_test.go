package world_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/decidertree/decidertree/world"
)

// claimant is an agent in gateModel.
type claimant struct {
	claims, granted, holds bool
	since                  uint64  // the frame in which it claimed
	due                    float64 // of its own cooldown
}

// gateModel is a simple model of one key of a gate.
type gateModel struct {
	now, due float64
	agents   map[world.AgentID]*claimant
}

func (m *gateModel) taken() (n int) {
	for _, a := range m.agents {
		if a.granted || a.holds {
			n++
		}
	}
	return n
}

// some returns the agents for which wanted returns true, in the order of their IDs.
func (m *gateModel) some(wanted func(*claimant) bool) (ids []world.AgentID) {
	for _, id := range slices.Sorted(maps.Keys(m.agents)) {
		if wanted(m.agents[id]) {
			ids = append(ids, id)
		}
	}
	return ids
}

// inLine sorts agents by the frame since which they wait; those since the same frame stay as they are.
func inLine(ids []world.AgentID, since func(world.AgentID) uint64) []world.AgentID {
	slices.SortStableFunc(ids, func(a, b world.AgentID) int { return cmp.Compare(since(a), since(b)) })
	return ids
}

// Random crowds of claimants, with agents that vanish: at most Max agents are inside, no place is lost, grants go by the
// age of claims, then by ID, and cooldowns last exactly as long as declared. Restoring changes nothing.
func TestGateAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quarters := rapid.Map(rapid.IntRange(0, 6), func(i int) float64 { return float64(i) / 4 })
		g := &world.Gate{
			Name: "G", Max: rapid.IntRange(1, 4).Draw(t, "max"),
			Cooldown: quarters.Draw(t, "cooldown"), AgentCooldown: quarters.Draw(t, "agent cooldown"),
		}
		w := world.New(world.Options{Time: -2})
		require.NoError(t, w.Bind(key, []*world.Gate{g}, nil))
		c := &crowd{name: "CROWD"}
		require.NoError(t, w.Own(key, c))
		ids := c.grow(w, world.PageSize+4)[world.PageSize-4:] // of two pages
		one := w.NewAgent()
		require.NoError(t, w.Join(key, one, nil))
		ids = append([]world.AgentID{one}, ids...)
		const keys = 2
		models := [keys]*gateModel{}
		for of := range models {
			models[of] = &gateModel{now: -2, due: -2, agents: map[world.AgentID]*claimant{}}
			for _, id := range ids {
				models[of].agents[id] = &claimant{due: -2}
			}
		}
		draw := func(t *rapid.T) (of uint64, m *gateModel, id world.AgentID, a *claimant) {
			of = rapid.Uint64Range(0, keys-1).Draw(t, "key")
			id = rapid.SampledFrom(ids).Draw(t, "agent")
			return of, models[of], id, models[of].agents[id]
		}
		leave := func(of uint64, m *gateModel, id world.AgentID, entered bool) {
			w.LeaveGate(key, g, of, id, entered)
			a := m.agents[id]
			if entered && a.holds {
				m.due, a.due = m.now+g.Cooldown, m.now+g.AgentCooldown
			}
			if !a.holds {
				a.granted = false
			}
			a.holds = false
		}
		t.Repeat(map[string]func(*rapid.T){
			"claim": func(t *rapid.T) {
				of, _, id, a := draw(t)
				if id != one {
					w.ClaimGate(key, g, of, id)
					if !a.claims && !a.granted {
						a.claims, a.since = true, w.Frame()
					}
				}
			},
			"withdraw": func(t *rapid.T) {
				of, _, id, a := draw(t)
				w.WithdrawGate(key, g, of, id)
				if a.granted {
					a.granted = false
				} else {
					a.claims = false
				}
			},
			"take": func(t *rapid.T) {
				of, _, id, a := draw(t)
				w.TakeGate(key, g, of, id)
				a.holds = a.holds || a.granted
				a.granted = false
			},
			"take what is granted": func(t *rapid.T) {
				for of, m := range models {
					for _, id := range m.some(func(a *claimant) bool { return a.granted }) {
						w.TakeGate(key, g, uint64(of), id)
						m.agents[id].granted, m.agents[id].holds = false, true
					}
				}
			},
			"try": func(t *rapid.T) {
				of := rapid.Uint64Range(0, keys-1).Draw(t, "key")
				m, a := models[of], models[of].agents[one]
				want := a.holds || m.taken() < g.Max && m.now >= m.due && m.now >= a.due
				require.Equal(t, want, w.TryGate(key, g, of, one))
				a.holds = want
			},
			"leave": func(t *rapid.T) {
				of, m, id, _ := draw(t)
				leave(of, m, id, rapid.Bool().Draw(t, "entered"))
			},
			"vanish": func(t *rapid.T) {
				of, m, id, a := draw(t)
				w.WithdrawGate(key, g, of, id)
				w.WithdrawGate(key, g, of, id) // the grant and the claim
				a.claims, a.granted = false, false
				leave(of, m, id, true)
			},
			"save and restore": func(t *rapid.T) {
				w = reborn(t, w, c, g, nil)
				require.NoError(t, w.Join(key, one, nil))
				w.Returned(key, one)
			},
			"advance": func(t *rapid.T) {
				dt := quarters.Draw(t, "dt")
				require.NoError(t, w.Advance(dt))
				var want []world.AgentID
				for _, m := range models {
					m.now += dt
					for _, id := range inLine(m.some(func(a *claimant) bool { return a.claims }), func(id world.AgentID) uint64 { return m.agents[id].since }) {
						a := m.agents[id]
						if m.now < m.due || m.now < a.due || m.taken() == g.Max {
							continue
						}
						a.claims = false
						if !a.holds {
							a.granted = true
							want = append(want, id)
						}
					}
				}
				require.Equal(t, want, c.woken, "by key, then by age, then by ID")
				c.woken = nil
			},
			"": func(t *rapid.T) {
				for of, m := range models {
					inside := m.some(func(a *claimant) bool { return a.holds })
					require.LessOrEqual(t, len(inside), g.Max)
					got := slices.Collect(w.Holders(g, uint64(of)))
					require.Equal(t, inside, got)
					claims := 0
					for id, a := range m.agents {
						require.Equal(t, a.granted, w.Granted(key, g, uint64(of), id))
						if a.claims {
							claims++
						}
						require.InDelta(t, max(0, a.due-m.now), w.GlanceGate(key, g, uint64(of), id).AgentLeft, 0)
					}
					state := w.GlanceGate(key, g, uint64(of), one)
					require.Equal(t, m.taken(), state.Held+state.Kept, "no place is lost")
					require.Equal(t, claims, state.Claims)
					require.InDelta(t, max(0, m.due-m.now), state.Left, 0)
				}
			},
		})
	})
}

// recruit is an agent in squadModel.
type recruit struct {
	single, wants  bool
	stood          bool // a single that wanted in the last Advance and was put into no squad
	since          uint64
	roles          world.RoleSet
	squad          *band
	joined, marked bool
	at             int // barrier
	released       bool
}

// band is a squad in squadModel.
type band struct {
	number         uint64
	members        []world.AgentID // all members when it was formed
	roles          map[world.AgentID]world.Role
	broken, isOver bool
}

// want is what World.Want does.
func (a *recruit) want(frame uint64, roles world.RoleSet) {
	if a.squad != nil {
		return
	}
	if !a.wants && !a.stood {
		a.since = frame
	}
	a.wants, a.stood, a.roles = true, false, roles
}

// cast finds by trial the first n agents with whom every role finds one that can play it, and gives each the first role
// with which the others can be placed. It adds to those chosen.
func cast(agents map[world.AgentID]*recruit, line, chosen []world.AgentID, n int) ([]world.AgentID, []world.Role) {
	if len(chosen) == n {
		return chosen, castRoles(agents, chosen, nil)
	}
	for i, id := range line {
		if all, roles := cast(agents, line[i+1:], append(slices.Clone(chosen), id), n); roles != nil {
			return all, roles
		}
	}
	return nil, nil
}

func castRoles(agents map[world.AgentID]*recruit, chosen []world.AgentID, given []world.Role) []world.Role {
	if len(given) == len(chosen) {
		return given
	}
	for role := world.Role(1); int(role) <= len(chosen); role++ {
		if !slices.Contains(given, role) && agents[chosen[len(given)]].roles.Has(role) {
			if all := castRoles(agents, chosen, append(slices.Clone(given), role)); all != nil {
				return all
			}
		}
	}
	return nil
}

// Random crowds and singles that want, join, decline, leave, wait and vanish: a squad has exactly N agents, the first in
// line among whom every role finds one that can play it, no agent is in two, and all members that stay are released from a
// barrier or reset.
func TestSquadAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &world.Squad{Name: "S", Agents: rapid.IntRange(1, 4).Draw(t, "agents"), KeepOthers: rapid.Bool().Draw(t, "keep others")}
		w := world.New(world.Options{})
		require.NoError(t, w.Bind(key, nil, []*world.Squad{s}))
		c := &crowd{name: "CROWD"}
		require.NoError(t, w.Own(key, c))
		agents := map[world.AgentID]*recruit{}
		for _, id := range c.grow(w, 6) {
			agents[id] = &recruit{}
		}
		for i := range world.AgentID(4) {
			id := 1 + i%2*5000 + i // below the crowd's and above
			require.NoError(t, w.Join(key, id, nil))
			agents[id] = &recruit{single: true}
		}
		ids := slices.Sorted(maps.Keys(agents))
		canPlay := rapid.SampledFrom([]world.RoleSet{world.AllRoles, world.Roles(1), world.Roles(2), world.Roles(3, 4), world.Roles(1, 3), 0})
		var bands []*band
		gone := false // a single, since the last Advance
		last := uint64(0)
		draw := func(t *rapid.T) (world.AgentID, *recruit) {
			id := rapid.SampledFrom(ids).Draw(t, "agent")
			return id, agents[id]
		}
		in := func(b *band) (left []world.AgentID) {
			for _, id := range b.members {
				if agents[id] != nil && agents[id].squad == b {
					left = append(left, id)
				}
			}
			return left
		}
		leave := func(a *recruit, done bool) {
			a.squad.broken = a.squad.broken || !done
			a.squad, a.joined, a.marked, a.at, a.released = nil, false, false, 0, false
		}
		t.Repeat(map[string]func(*rapid.T){
			"want": func(t *rapid.T) {
				id, a := draw(t)
				roles := canPlay.Draw(t, "roles")
				w.Want(key, s, 3, id, !a.single, roles)
				a.want(w.Frame(), roles)
			},
			"all want": func(t *rapid.T) {
				for _, id := range ids {
					roles := canPlay.Draw(t, "roles")
					w.Want(key, s, 3, id, !agents[id].single, roles)
					agents[id].want(w.Frame(), roles)
				}
			},
			"renew": func(t *rapid.T) {
				id, a := draw(t)
				w.Renew(key, s, 3, id)
				if a.stood {
					a.wants, a.stood = true, false
				}
			},
			"unwant": func(t *rapid.T) {
				id, a := draw(t)
				w.Unwant(key, s, 3, id)
				a.wants, a.stood = false, false
				if a.squad != nil && !a.joined {
					leave(a, false)
				}
			},
			"join": func(t *rapid.T) {
				for _, id := range ids {
					if a := agents[id]; a.squad != nil && rapid.IntRange(0, 9).Draw(t, "stays away") > 0 {
						w.JoinSquad(key, a.squad.number, id)
						a.joined = true
					}
				}
			},
			"leave": func(t *rapid.T) {
				if id, a := draw(t); a.squad != nil {
					done := rapid.Bool().Draw(t, "done")
					w.LeaveSquad(key, a.squad.number, id, done, 0)
					leave(a, done)
				}
			},
			"are reset": func(t *rapid.T) {
				for _, id := range ids {
					if a := agents[id]; a.marked {
						w.LeaveSquad(key, a.squad.number, id, false, 0)
						leave(a, false)
					}
				}
			},
			"vanish": func(t *rapid.T) {
				id, a := draw(t)
				if len(ids) <= 4 { // never too few for a squad
					return
				}
				if a.squad != nil && a.joined {
					w.LeaveSquad(key, a.squad.number, id, false, 0)
					leave(a, false)
				}
				if a.single {
					w.Leave(key, id) // wants and invitations lapse
					gone = true
					if a.squad != nil {
						leave(a, false) // at the next Advance, where the world finds that it has not joined
					}
				} else {
					w.Unwant(key, s, 3, id)
					if a.squad != nil {
						leave(a, false)
					}
					delete(c.agents, id)
				}
				delete(agents, id)
				ids = slices.Sorted(maps.Keys(agents))
			},
			"at barrier": func(t *rapid.T) {
				barrier := rapid.IntRange(0, 2).Draw(t, "barrier")
				for _, id := range ids {
					if a := agents[id]; a.joined && rapid.IntRange(0, 4).Draw(t, "comes") > 0 {
						w.AtBarrier(key, a.squad.number, id, uint32(barrier))
						if a.at != barrier {
							a.at, a.released = barrier, false
						}
					}
				}
			},
			"pass": func(t *rapid.T) {
				if id, a := draw(t); a.released {
					w.PassBarrier(key, a.squad.number, id)
					a.at, a.released = 0, false
				}
			},
			"advance": func(t *rapid.T) {
				require.NoError(t, w.Advance(1))
				gone = false
				var woken, wanting []world.AgentID
				wake := func(id world.AgentID) {
					if !agents[id].single {
						woken = append(woken, id)
					}
				}
				for _, b := range bands {
					for _, id := range in(b) {
						if a := agents[id]; a.single && !a.joined {
							leave(a, false)
						}
					}
				}
				for _, b := range bands {
					left := in(b)
					at, wait := map[int]bool{}, true
					for _, id := range left {
						at[agents[id].at] = true
						wait = wait && agents[id].at != 0 && !agents[id].released
					}
					switch {
					case b.isOver:
					case b.broken && !s.KeepOthers:
						b.isOver = true
						for _, id := range left {
							if agents[id].marked = agents[id].joined; !agents[id].joined {
								leave(agents[id], false)
								agents[id].wants = !agents[id].single // it was only invited
							}
							wake(id)
						}
					case wait && len(at) == 1:
						for _, id := range left {
							agents[id].released = true
							wake(id)
						}
					}
				}
				for _, id := range ids {
					if agents[id].stood = false; agents[id].wants {
						wanting = append(wanting, id)
					}
				}
				wanting = inLine(wanting, func(id world.AgentID) uint64 { return agents[id].since })
				for {
					chosen, roles := cast(agents, wanting, nil, s.Agents)
					if roles == nil {
						break
					}
					last++
					b := &band{number: last, members: slices.Sorted(slices.Values(chosen)), roles: map[world.AgentID]world.Role{}}
					bands = append(bands, b)
					for i, id := range chosen {
						agents[id].wants, agents[id].squad, b.roles[id] = false, b, roles[i]
						wake(id)
					}
					wanting = slices.DeleteFunc(wanting, func(id world.AgentID) bool { return !agents[id].wants })
				}
				for _, id := range wanting {
					agents[id].wants, agents[id].stood = !agents[id].single, agents[id].single
				}
				slices.Sort(woken)
				require.Equal(t, slices.Compact(woken), c.wakes())
			},
			"save and restore": func(t *rapid.T) {
				w = reborn(t, w, c, nil, s)
				for _, id := range ids {
					if agents[id].single {
						require.NoError(t, w.Join(key, id, nil))
						w.Returned(key, id)
					}
				}
			},
			"": func(t *rapid.T) {
				for _, id := range ids {
					a := agents[id]
					number, role, ok := w.Invited(key, s, 3, id)
					require.Equal(t, a.squad != nil && !a.squad.isOver, ok)
					if ok {
						require.Equal(t, a.squad.number, number)
						require.Equal(t, a.squad.roles[id], role)
					}
					if a.squad != nil {
						require.Equal(t, a.marked, w.Dissolved(key, a.squad.number, id))
						require.Equal(t, a.released, w.Released(key, a.squad.number, id))
					}
				}
				lacking, wanted := world.Roles(1, 2, 3, 4)&(1<<s.Agents-1), 0
				for _, a := range agents {
					if a.wants {
						wanted++
						lacking &^= a.roles
					}
				}
				for _, state := range w.States(key).Squads {
					if state.Instance == 0 && !gone { // one that is gone wants until the Advance
						require.Equal(t, wanted, state.Wants)
						if wanted > 0 {
							require.Equal(t, lacking, state.Lacking)
						}
					}
				}
				for _, b := range bands {
					var left []world.AgentID
					for _, id := range w.Members(key, b.number) {
						if agents[id] != nil { // a single that is gone is in it until the Advance
							left = append(left, id)
						}
					}
					require.Equal(t, in(b), left)
				}
			},
		})
	})
}
