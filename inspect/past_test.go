package inspect

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// paused pauses the world and runs something in it.
func (i *inspected) paused(do func()) {
	i.t.Helper()
	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "pause"})
	i.between(do)
}

func leaves(a wire.Agents) map[world.AgentID]string {
	all := map[world.AgentID]string{}
	for _, row := range a.Agents {
		all[world.AgentID(row.Agent)] = row.Leaf
	}
	return all
}

// sums counts agents by leaf.
func sums(a wire.Agents) map[string]int {
	all := map[string]int{}
	for _, row := range a.Agents {
		all[row.Leaf]++
	}
	return all
}

func countOf(v wire.CrowdView, decider string) int {
	for _, c := range v.Counts {
		if c.Decider == decider {
			return c.Agents
		}
	}
	return 0
}

// TestTheListAndTheCrowdOfAFrame: of a past frame, also of one before any page was open, the list has who was alive and what each
// did then, the filters go by that, the crowd counts it, and the map has their colours. A recording tells the same.
func TestTheListAndTheCrowdOfAFrame(t *testing.T) {
	i := inspect(t, 5)
	var calm, fleeing, gone, after uint64
	var born world.AgentID
	require.Eventually(t, func() bool { i.between(func() { calm = i.world.Frame() }); return calm > 3 }, 10*time.Second, time.Millisecond)
	i.paused(func() {
		for _, id := range i.ids[:2] {
			require.NoError(t, i.crowd.SetFlags(id, scared, 0))
		}
		for range 64 {
			i.step()
		}
		fleeing = i.world.Frame()
		i.step() // what is done between two frames counts for the first
		require.NoError(t, i.crowd.Remove(i.ids[0]))
		i.step()
		gone = i.world.Frame()
		i.step()
		var err error
		born, err = i.crowd.Add(9)
		require.NoError(t, err)
		require.NoError(t, i.crowd.SetFlags(i.ids[2], scared, 0))
		for range 200 {
			i.step()
		}
		after = i.world.Frame()
	})
	recorded := i.ins.Recording()
	var file bytes.Buffer
	require.NoError(t, recorded.Save(&file))
	opened := post[wire.Opened](i, "/api/open?name=saved", file.Bytes())

	for _, from := range []string{"", "&recording=" + opened.Recording} {
		list := func(query string, frame uint64) wire.Agents {
			return get[wire.Agents](i, sprintf("/api/agents?frame=%d%s%s", frame, query, from))
		}
		assert.Equal(t, map[string]int{"GRAZE": 5}, sums(list("", calm)))
		then := list("", fleeing)
		assert.Equal(t, map[world.AgentID]string{i.ids[0]: "FLEE", i.ids[1]: "FLEE", i.ids[2]: "GRAZE", i.ids[3]: "GRAZE", i.ids[4]: "GRAZE"}, leaves(then))
		assert.Equal(t, [3]int{5, 5, 0}, [3]int{then.All, then.Total, then.Unrecorded})
		assert.Equal(t, fleeing, then.Frame)
		assert.Equal(t, []string{"Scared"}, then.Agents[0].Flags.Names)
		assert.Equal(t, "Running", then.Agents[0].Status)
		for _, row := range then.Agents {
			assert.True(t, row.Recorded)
		}
		assert.NotContains(t, leaves(list("", gone)), i.ids[0], "it was gone")
		assert.Len(t, leaves(list("", gone)), 4)
		assert.Equal(t, "GRAZE", leaves(list("", after))[born])
		assert.Equal(t, map[world.AgentID]string{i.ids[0]: "FLEE", i.ids[1]: "FLEE"}, leaves(list("&decider=FLEE", fleeing)))
		assert.Equal(t, map[world.AgentID]string{i.ids[1]: "FLEE", i.ids[2]: "FLEE"}, leaves(list("&decider=FLEE", after)))
		assert.Len(t, leaves(list("&flag=0x1", fleeing)), 2)
		assert.NotContains(t, leaves(list("&flag=0x1", after)), i.ids[0])
		assert.Len(t, leaves(list("&query=flee", fleeing)), 2)

		crowd := get[wire.CrowdView](i, sprintf("/api/crowd?frame=%d&flows=1%s", fleeing, from))
		assert.Equal(t, [3]int{5, 2, 3}, [3]int{crowd.Agents, countOf(crowd, "FLEE"), countOf(crowd, "GRAZE")})
		assert.Equal(t, [2]uint64{fleeing, fleeing}, [2]uint64{crowd.Began, crowd.Frame})
		assert.Equal(t, []wire.Flow{{From: "GRAZE", To: "FLEE", Agents: 2}}, crowd.Flows, "64 frames are a second")
		crowd = get[wire.CrowdView](i, sprintf("/api/crowd?frame=%d%s", after, from))
		assert.Equal(t, [3]int{5, 2, 3}, [3]int{crowd.Agents, countOf(crowd, "FLEE"), countOf(crowd, "GRAZE")})
		assert.Empty(t, crowd.Flows)
	}
	require.Eventually(t, func() bool { return leaves(get[wire.Agents](i, "/api/agents"))[born] == "GRAZE" }, 10*time.Second, 5*time.Millisecond)

	p := i.refused(http.MethodGet, sprintf("/api/agents?frame=%d", after+1000), nil, http.StatusNotFound, wire.ProblemNotRecorded)
	assert.Contains(t, p.Error, sprintf("it is in frame %d", after))
	p = i.refused(http.MethodGet, sprintf("/api/crowd?recording=%s&frame=%d", opened.Recording, after+1000), nil, http.StatusNotFound, wire.ProblemNotRecorded)
	assert.Contains(t, p.Error, "there are frames")
	for _, path := range []string{"/api/agents?frame=now", "/api/crowd?frame=-1", "/api/scene?frame=1.5"} {
		i.refused(http.MethodGet, path, nil, http.StatusBadRequest, wire.ProblemBad)
	}
}

// TestWhoWasNotRecordedThen: agents that were not recorded in a frame are listed as such and counted, without what they do now.
func TestWhoWasNotRecordedThen(t *testing.T) {
	i := inspect(t, 10, func(o *Options) { o.Record = history.Options{Agents: 3} })
	for len(get[wire.Agents](i, "/api/agents").Agents) < 10 {
	}
	var frame uint64
	i.paused(func() {
		for _, id := range i.ids {
			require.NoError(t, i.crowd.SetFlags(id, scared, 0))
		}
		for range 10 {
			i.step()
		}
		frame = i.world.Frame()
		for _, id := range i.ids {
			require.NoError(t, i.crowd.SetFlags(id, tired, scared))
		}
		i.step()
	})
	a := get[wire.Agents](i, sprintf("/api/agents?frame=%d", frame))
	assert.Equal(t, [4]int{10, 10, 7, 10}, [4]int{a.All, a.Total, a.Unrecorded, len(a.Agents)})
	for n, row := range a.Agents {
		if n < 3 {
			assert.Equal(t, "FLEE", row.Leaf)
			assert.True(t, row.Recorded)
			continue
		}
		assert.False(t, row.Recorded)
		assert.Empty(t, row.Leaf)
		assert.Empty(t, row.Flags.Names)
		assert.Equal(t, "FLOCK", row.Crowd)
	}
	v := get[wire.CrowdView](i, sprintf("/api/crowd?frame=%d&flows=1", frame))
	assert.Equal(t, [3]int{3, 7, 3}, [3]int{v.Agents, v.Unrecorded, countOf(v, "FLEE")})
	a = get[wire.Agents](i, sprintf("/api/agents?decider=FLEE&frame=%d", frame))
	assert.Equal(t, [3]int{10, 3, 7}, [3]int{a.All, a.Total, a.Unrecorded})
}

// TestWhoHasNoRoomIsNotRecorded: the list does not say that an agent is recorded for whose memory there was no room.
func TestWhoHasNoRoomIsNotRecorded(t *testing.T) {
	i := inspect(t, 5, func(o *Options) { o.Record = history.Options{Bytes: 3*4096 + 100} })
	assert.Eventually(t, func() bool {
		n := 0
		for _, row := range get[wire.Agents](i, "/api/agents").Agents {
			if row.Recorded {
				n++
			}
		}
		return n == 3
	}, 10*time.Second, 5*time.Millisecond)
}

// BenchmarkScrub is what a position of the timeline takes the server for a crowd of 20,000 agents that are all recorded: the list, the
// crowd with its heat, and the map. It reports milliseconds and positions a second, without the network, and the agents of which it
// was known what they did.
func BenchmarkScrub(b *testing.B) {
	const agents = 20_000
	s, err := sim.New(sim.Options{Seed: 3, Agents: agents})
	require.NoError(b, err)
	o := Options{Record: history.Options{Agents: 2 * agents, Bytes: 1 << 30}, Scene: SceneFunc(func(m *Map) {
		m.Bounds(0, 0, s.Size().X, s.Size().Y, false)
		for _, being := range s.Beings() {
			m.Creature(being.ID, being.Body.Pos.X, being.Body.Pos.Y, 1)
		}
	})}
	i, err := Serve("127.0.0.1:0", s.World, o)
	require.NoError(b, err)
	defer i.Close()
	i.game.takeCensus() // records all
	for range 100 {
		require.NoError(b, s.Step())
	}
	var drawn Map
	drawn.begin(s.World.Frame(), s.World.Time(), 1)
	require.NoError(b, drawn.drawn(o.Scene))
	i.server.scenes.keep(i.server.scenes.of(&drawn, &i.server.roster))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() { // the game, which stands still
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				for range i.Frame() {
				}
			}
		}
	}()
	last := s.World.Frame()
	position := func(n int) (crowd wire.CrowdView) {
		frame := last - uint64(n*37)%60
		for _, path := range []string{"agents?frame=%d", "crowd?heat=GRAZE&frame=%d", "scene?frame=%d"} {
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "/api/"+sprintf(path, frame), nil)
			require.NoError(b, err)
			var got any
			switch path[0] {
			case 'a':
				got, err = i.server.agents(r)
			case 'c':
				got, err = i.server.crowd(r)
				crowd, _ = got.(wire.CrowdView)
			case 's':
				if frame == last { // there is but one scene
					got, err = i.server.scene(r)
				}
			}
			require.NoError(b, err)
			_, err = json.Marshal(got)
			require.NoError(b, err)
		}
		return crowd
	}
	began := time.Now()
	crowd := position(0)
	first := time.Since(began)
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for n := range b.N {
		began := time.Now()
		crowd = position(n + 1)
		took = append(took, time.Since(began))
	}
	b.StopTimer()
	close(stop)
	<-done
	slices.Sort(took)
	median := took[len(took)/2]
	b.ReportMetric(1000*first.Seconds(), "ms/first")
	b.ReportMetric(1000*median.Seconds(), "ms/position")
	b.ReportMetric(1/median.Seconds(), "positions/s")
	b.ReportMetric(float64(crowd.Agents), "agents")
	b.ReportMetric(float64(crowd.Unrecorded), "unrecorded")
}
