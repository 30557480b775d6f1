package inspect

import (
	"bytes"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// namedFlock inspects a flock whose first agents have names. Nothing guards the map: under the race detector it is only read
// where the game's loop may be, and never while agents tick.
func namedFlock(t testing.TB, sheeps int, names ...string) (*inspected, map[world.AgentID]string) {
	t.Helper()
	of := map[world.AgentID]string{}
	i := inspect(t, sheeps, func(o *Options) {
		f := o.Scene.(*flock)
		o.Game, o.Checkpoints = f, history.CheckpointOptions{Every: 5, Most: 100_000, Share: 1}
		for n, name := range names {
			of[f.ids[n]] = name
		}
		o.Names.NameOf = func(id world.AgentID) string {
			if f.ticking {
				t.Error("NameOf in a tick")
			}
			return of[id]
		}
	})
	return i, of
}

// rows waits for the list of agents to fit.
func (i *inspected) rows(query string, fits func(wire.Agents) bool) (a wire.Agents) {
	i.t.Helper()
	require.Eventually(i.t, func() bool {
		a = get[wire.Agents](i, "/api/agents?query="+query)
		return fits(a)
	}, 10*time.Second, 5*time.Millisecond)
	return a
}

func TestNamesOfAgents(t *testing.T) {
	i, of := namedFlock(t, 4, "Ogg", "Ugh\n")
	ids := i.ids
	i.rows("", func(a wire.Agents) bool {
		return a.Indexed == 4 && a.Agents[0].Name == "Ogg" && a.Agents[1].Name == "Ugh\n"
	})
	for query, agent := range map[string]world.AgentID{
		"ogg": ids[0], "OGG": ids[0], sprintf("Ogg+%%23%d", ids[0]): ids[0], "ugh": ids[1], sprintf("%%23%d", ids[2]): ids[2], sprintf("%d", ids[3]): ids[3],
	} {
		a := get[wire.Agents](i, "/api/agents?query="+query)
		require.Len(t, a.Agents, 1, query)
		assert.Equal(t, uint64(agent), a.Agents[0].Agent, query)
	}
	m := get[wire.Moment](i, sprintf("/api/agent/%d", ids[1]))
	assert.Equal(t, "Ugh\n", m.Name)

	all := get[wire.AgentNames](i, "/api/names")
	assert.True(t, all.All)
	assert.Equal(t, []uint64{uint64(ids[0]), uint64(ids[1])}, all.Agents)
	assert.Equal(t, []string{"Ogg", "Ugh\n"}, all.Names)
	since := func(version uint64) wire.AgentNames {
		return get[wire.AgentNames](i, sprintf("/api/names?since=%d", version))
	}
	assert.Equal(t, wire.AgentNames{Version: all.Version, Agents: []uint64{}, Names: []string{}}, since(all.Version))

	// One gets another name, one loses its own, one comes and one goes.
	s := i.connect()
	assert.Equal(t, all.Version, until[wire.Hello](s, "hello", nil).Named)
	i.between(func() {
		of[ids[0]] = "Bah"
		delete(of, ids[1])
		id, err := i.crowd.Add(9)
		require.NoError(t, err)
		of[id] = "New"
		require.NoError(t, i.crowd.Remove(ids[3]))
	})
	i.rows("", func(a wire.Agents) bool {
		return a.Agents[0].Name == "Bah" && a.Agents[1].Name == "" && a.Agents[len(a.Agents)-1].Name == "New"
	})
	news := since(all.Version)
	assert.False(t, news.All)
	assert.Subset(t, news.Names, []string{"Bah", "", "New"})
	until(s, "frame", func(f wire.Frame) bool { return f.Named == news.Version })
	assert.Equal(t, 1, get[wire.Agents](i, "/api/agents?query=new").Total)

	// A breakpoint says who.
	post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{On: wire.OnActivated, Decider: "FLEE"}})
	i.between(func() { _ = i.crowd.SetFlags(ids[0], scared, 0) })
	hit := until(s, "paused", func(c wire.Control) bool { return c.Stopped != nil })
	assert.Equal(t, sprintf("FLEE of Bah #%d has become active", ids[0]), hit.Stopped.Words)
}

// A fork takes the names from the recording, since the game's function belongs to the game's goroutine.
func TestNamesOfForks(t *testing.T) {
	i, _ := namedFlock(t, 2, "Ogg")
	i.connect() // it is saved while a page looks
	require.Eventually(t, func() bool { return i.frames() > 30 }, 5*time.Second, time.Millisecond)
	f := post[wire.Fork](i, "/api/fork", wire.ForkRequest{Frame: 20, Frames: 10, Changes: []wire.Act{{Do: "flag", Agent: uint64(i.ids[0]), Set: "1"}}})
	require.NotEmpty(t, f.Differences)
	assert.Equal(t, "Ogg", f.Differences[0].Name)
	of := get[wire.AgentNames](i, "/api/names?recording="+f.Recording)
	assert.Equal(t, wire.AgentNames{Version: 1, All: true, Agents: []uint64{uint64(i.ids[0])}, Names: []string{"Ogg"}}, of)
	assert.Equal(t, uint64(1), get[wire.Hello](i, "/api/hello?recording="+f.Recording).Named)
}

// A recording is shown with the names in it.
func TestNamesOfARecording(t *testing.T) {
	f := newFlock(t, 3)
	o := history.Options{}
	o.Names.NameOf = func(id world.AgentID) string { return map[world.AgentID]string{f.ids[1]: "Ogg"}[id] }
	r := history.New(o)
	require.NoError(t, f.crowd.Record(r))
	for range 5 {
		f.step()
	}
	var file bytes.Buffer
	require.NoError(t, r.Recording().Save(&file))
	rec, err := history.Load(&file)
	require.NoError(t, err)
	ins, err := View("127.0.0.1:0", rec, Options{Names: flockNames})
	require.NoError(t, err)
	defer ins.Close()
	i := &inspected{flock: f, ins: ins, http: http.DefaultClient}
	a := get[wire.Agents](i, "/api/agents?query=ogg")
	require.Len(t, a.Agents, 1)
	assert.Equal(t, "Ogg", a.Agents[0].Name)
	assert.Equal(t, "Ogg", get[wire.Moment](i, sprintf("/api/agent/%d", f.ids[1])).Name)
	assert.Empty(t, get[wire.Moment](i, sprintf("/api/agent/%d", f.ids[2])).Name)
	assert.Equal(t, []string{"Ogg"}, get[wire.AgentNames](i, "/api/names").Names)
	h := get[wire.Hello](i, "/api/hello")
	assert.Equal(t, uint64(1), h.Named)
	assert.Equal(t, []string{"Scared", "Tired"}, h.Names.Decision)
}

// A NameOf that panics costs a message, not the game.
func TestNameOfPanics(t *testing.T) {
	var connected atomic.Bool // an error is told to whoever is connected
	i := inspect(t, 2, func(o *Options) {
		o.Names.NameOf = func(world.AgentID) string {
			if connected.Load() {
				panic("nobody")
			}
			return ""
		}
	})
	s := i.connect()
	i.between(func() {
		connected.Store(true)
		_, err := i.crowd.Add(9) // the next scan asks for the name of a new agent
		require.NoError(t, err)
	})
	p := until[wire.Problem](s, "error", nil)
	assert.Contains(t, p.Error, "NameOf panicked and is not asked any more: nobody")
	at := i.frames()
	require.Eventually(t, func() bool { return i.frames() > at+5 }, 5*time.Second, time.Millisecond)
	i.rows("", func(a wire.Agents) bool { return a.Indexed == 3 && a.Agents[0].Name == "" })
}

func TestVersionsOfNames(t *testing.T) {
	var n agentNames
	assert.Equal(t, wire.AgentNames{Agents: []uint64{}, Names: []string{}}, n.after(0))
	n.add(1, []called{{3, "Ogg"}, {1, "Ugh"}, {2, ""}, {maxAgentID + 1, "Far"}})
	first := n.after(0)
	assert.True(t, first.All)
	assert.Equal(t, []uint64{1, 3}, first.Agents)
	assert.Equal(t, []string{"Ugh", "Ogg"}, first.Names)
	n.add(1, []called{{3, "Ogg"}, {1, ""}})
	assert.Equal(t, wire.AgentNames{Version: first.Version + 1, Agents: []uint64{1}, Names: []string{""}}, n.after(first.Version))
	assert.Equal(t, "Ogg", n.nameOf(3))

	n.add(2, []called{{7, "Bah"}})
	n.add(1, []called{{3, "Late"}})
	other := n.after(first.Version + 1)
	assert.True(t, other.All, "of another world")
	assert.Equal(t, []string{"Bah"}, other.Names)
	assert.True(t, n.after(1<<40).All, "of another server")

	// Names of agents that are gone stay until they are many.
	r := roster{rows: []row{{Glance: engine.Glance{Agent: 7}}}}
	n.prune(&r)
	many := make([]called, 5000)
	for i := range many {
		many[i] = called{uint64(i + 100), "Gone"}
	}
	n.add(2, many)
	assert.Equal(t, "Gone", n.nameOf(100))
	n.prune(&r)
	assert.Equal(t, []string{"Bah"}, n.after(0).Names)
}
