package inspect

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/stops"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/wire"
)

func TestPauseStepAndGoOn(t *testing.T) {
	i := inspect(t, 3)
	s := i.connect()
	c := post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "pause"})
	assert.True(t, c.Paused)
	until(s, "paused", func(c wire.Control) bool { return c.Paused })
	at := i.frames()
	time.Sleep(20 * time.Millisecond)
	assert.Equal(t, at, i.frames(), "it stands still")

	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "step"})
	require.Eventually(t, func() bool { return i.frames() == at+1 }, 5*time.Second, time.Millisecond)
	post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "step", Steps: 40})
	require.Eventually(t, func() bool { return i.frames() == at+41 }, 5*time.Second, time.Millisecond)
	time.Sleep(20 * time.Millisecond)
	assert.Equal(t, at+41, i.frames())
	f := until(s, "frame", func(f wire.Frame) bool { return f.Frame == uint64(at+41) })
	assert.True(t, f.Control.Paused)

	c = post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "go"})
	assert.False(t, c.Paused)
	require.Eventually(t, func() bool { return i.frames() > at+50 }, 5*time.Second, time.Millisecond)
}

func TestSpeed(t *testing.T) {
	for speed, most := range map[float64]int{0.1: 1, 0.5: 1, 1: 1, 2.5: 3, 16: 16} {
		f := newFlock(t, 1)
		ins, err := Serve("127.0.0.1:0", f.world, Options{})
		require.NoError(t, err)
		_, err = ins.game.controlBy(wire.ControlRequest{Do: "speed", Speed: speed})
		require.NoError(t, err)
		for range 100 {
			n := 0
			for range ins.Frame() {
				f.step()
				n++
			}
			assert.LessOrEqual(t, n, most)
		}
		assert.InDelta(t, 100*speed, f.steps, 1, "speed %v", speed)
		require.NoError(t, ins.Close())
	}
}

func TestAGameThatPausesItself(t *testing.T) {
	i := inspect(t, 1)
	i.between(func() {
		i.ins.Pause(true)
		assert.True(t, i.ins.Paused())
	})
	at := i.frames()
	time.Sleep(10 * time.Millisecond)
	assert.Equal(t, at, i.frames())
	assert.True(t, get[wire.Hello](i, "/api/hello").Control.Paused)
	i.between(func() { i.ins.Pause(false) })
	require.Eventually(t, func() bool { return i.frames() > at }, 5*time.Second, time.Millisecond)
}

func TestControlThatMakesNoSense(t *testing.T) {
	i := inspect(t, 1)
	for _, body := range []string{
		`{"do":"fly"}`, `{}`, `{"do":"speed"}`, `{"do":"speed","speed":0}`, `{"do":"speed","speed":-1}`, `{"do":"speed","speed":1e300}`,
		`{"do":"speed","speed":17}`, `{"do":"step","steps":-1}`, `{"do":"step","steps":1001}`,
	} {
		i.refused(http.MethodPost, "/api/control", body, http.StatusBadRequest, wire.ProblemBad)
	}
}

func TestBreakpoints(t *testing.T) {
	for _, c := range []struct {
		name  string
		point func(agent uint64) wire.Breakpoint
		cause func(i *inspected)
		words string
	}{
		{"activated", func(uint64) wire.Breakpoint { return wire.Breakpoint{On: wire.OnActivated, Decider: "FLEE"} },
			func(i *inspected) { _ = i.crowd.SetFlags(i.ids[1], scared, 0) }, "FLEE of #%d has become active"},
		{"activated, of one agent", func(agent uint64) wire.Breakpoint {
			return wire.Breakpoint{On: wire.OnActivated, Decider: "FLEE", Agent: agent}
		},
			func(i *inspected) {
				_ = i.crowd.SetFlags(i.ids[0], scared, 0)
				_ = i.crowd.SetFlags(i.ids[1], scared, 0)
			}, "FLEE of #%d has become active"},
		{"deactivated", func(agent uint64) wire.Breakpoint {
			return wire.Breakpoint{On: wire.OnDeactivated, Decider: "GRAZE", Agent: agent}
		},
			func(i *inspected) { _ = i.crowd.SetFlags(i.ids[1], scared, 0) }, "GRAZE of #%d has ended: Interrupted"},
		{"failed", func(uint64) wire.Breakpoint { return wire.Breakpoint{On: wire.OnFailed, Decider: "REST"} },
			func(i *inspected) { _ = i.crowd.SetFlags(i.ids[1], tired, 0) }, "REST of #%d has ended: Failed"},
		{"flag", func(uint64) wire.Breakpoint { return wire.Breakpoint{On: wire.OnFlag, Flags: "0x3"} },
			func(i *inspected) { _ = i.crowd.SetFlags(i.ids[1], tired, 0) }, "#%d is ticked with Tired"},
		{"stimulus", func(agent uint64) wire.Breakpoint {
			return wire.Breakpoint{On: wire.OnStimulus, Flags: "1", Agent: agent}
		},
			func(i *inspected) {
				_, _ = i.ins.game.act(deed{Act: wire.Act{Do: "stimulate", Agent: uint64(i.ids[1])}, stimulus: bang()})
			}, "#%d hears HeardBang"},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := inspect(t, 3)
			i.between(func() { i.ins.game.pause(false) })
			agent := uint64(i.ids[1])
			s := i.connect()
			all := post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: c.point(agent)})
			require.Len(t, all.Breakpoints, 1)
			// Speed makes several frames in each round of the game's loop: it must stop after the very one.
			post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "speed", Speed: 16})
			at := i.frames()
			require.Eventually(t, func() bool { return i.frames() > at+20 }, 5*time.Second, time.Millisecond)
			i.between(func() { c.cause(i) })
			hit := until(s, "paused", func(c wire.Control) bool { return c.Stopped != nil })
			assert.True(t, hit.Paused)
			assert.Equal(t, all.Breakpoints[0].ID, hit.Stopped.Breakpoint)
			assert.Equal(t, agent, hit.Stopped.Agent)
			assert.Equal(t, sprintf(c.words, agent), hit.Stopped.Words)
			assert.Equal(t, hit.Stopped.Frame, hit.Frame, "paused right after the frame")
			i.between(func() { assert.Equal(t, hit.Frame, i.world.Frame()) })
			m := get[wire.Moment](i, sprintf("/api/agent/%d", agent))
			assert.Equal(t, hit.Frame, m.Frame, "it can be looked at")

			post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "remove", Breakpoint: all.Breakpoints[0]})
			post[wire.Control](i, "/api/control", wire.ControlRequest{Do: "go"})
			at = i.frames()
			require.Eventually(t, func() bool { return i.frames() > at+20 }, 5*time.Second, time.Millisecond)
			i.between(func() { assert.False(t, i.ins.game.members.spied, "nobody is told any more") })
		})
	}
}

func TestBreakpointsThatMakeNoSense(t *testing.T) {
	i := inspect(t, 1)
	for _, b := range []wire.Breakpoint{
		{}, {On: "x"}, {On: wire.OnActivated}, {On: wire.OnFailed, Decider: "A", Flags: "1"}, {On: wire.OnFlag}, {On: wire.OnFlag, Flags: "0"}, {On: wire.OnFlag, Flags: "x"},
		{On: wire.OnStimulus, Flags: "1", Decider: "A"},
	} {
		i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: b}, http.StatusBadRequest, wire.ProblemBad)
	}
	i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "x"}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "remove"}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "remove", Breakpoint: wire.Breakpoint{ID: 7}}, http.StatusNotFound, wire.ProblemNotFound)
	for decider, says := range map[string]string{"NOBODY": "in the same case", "graze": "did you mean GRAZE?"} {
		problem := i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{On: wire.OnActivated, Decider: decider}}, http.StatusNotFound, wire.ProblemNotFound)
		assert.Contains(t, problem.Error, says)
	}
	for range stops.Most {
		post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{On: wire.OnActivated, Decider: "GRAZE"}})
	}
	i.refused(http.MethodPost, "/api/breakpoint", wire.BreakpointRequest{Do: "add", Breakpoint: wire.Breakpoint{On: wire.OnActivated, Decider: "GRAZE"}}, http.StatusBadRequest, wire.ProblemBad)
	assert.Empty(t, post[wire.Breakpoints](i, "/api/breakpoint", wire.BreakpointRequest{Do: "clear"}).Breakpoints)
}

func TestActs(t *testing.T) {
	i := inspect(t, 2)
	agent := uint64(i.ids[0])
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Agents: []uint64{agent}})
	leaf := func(want string) wire.Moment {
		t.Helper()
		return until(s, "agent", func(m wire.Moment) bool { return activeLeaf(m) == want })
	}
	leaf("GRAZE")
	act := func(a wire.Act) wire.Done {
		t.Helper()
		a.Agent = agent
		return post[wire.Done](i, "/api/act", a)
	}
	act(wire.Act{Do: "flag", Set: "0x1"})
	m := leaf("FLEE")
	assert.Equal(t, []string{"Scared"}, m.Flags.Names)
	assert.Equal(t, []string{"Scared"}, m.HeldSet.Names)
	act(wire.Act{Do: "forbid", Decider: "FLEE"})
	act(wire.Act{Do: "reset"}) // what is active already is not asked
	m = leaf("GRAZE")
	assert.Equal(t, []wire.Override{{Decider: "FLEE", How: "forbidden"}}, m.Overrides)
	act(wire.Act{Do: "free", Decider: "FLEE"})
	leaf("FLEE")
	act(wire.Act{Do: "flag"})
	act(wire.Act{Do: "reset"})
	leaf("GRAZE")
	act(wire.Act{Do: "force", Decider: "FLEE"})
	m = leaf("FLEE")
	assert.Empty(t, m.Flags.Names)
	act(wire.Act{Do: "free"})
	m = until(s, "agent", func(m wire.Moment) bool { return len(m.Overrides) == 0 })
	assert.Empty(t, m.HeldSet.Names)
	act(wire.Act{Do: "reset"})
	leaf("GRAZE")
	act(wire.Act{Do: "stimulate", Stimuli: "0x1", Seconds: 0.2})
	leaf("PANIC")
	assert.Equal(t, "GRAZE", activeLeaf(get[wire.Moment](i, sprintf("/api/agent/%d", i.ids[1]))), "nobody else was touched")
}

func TestActsThatMakeNoSense(t *testing.T) {
	i := inspect(t, 1)
	agent := uint64(i.ids[0])
	for _, a := range []wire.Act{
		{}, {Do: "fly", Agent: agent}, {Do: "reset"}, {Do: "stimulate", Agent: agent}, {Do: "stimulate", Agent: agent, Stimuli: "3"},
		{Do: "stimulate", Agent: agent, Stimuli: "1", Seconds: -1}, {Do: "flag", Agent: agent, Set: "x"}, {Do: "flag", Agent: agent, Clear: "x"},
		{Do: "flag", Agent: agent, Set: "1", Clear: "1"}, {Do: "force", Agent: agent}, {Do: "forbid", Agent: agent},
	} {
		i.refused(http.MethodPost, "/api/act", a, http.StatusBadRequest, wire.ProblemBad)
	}
	i.refused(http.MethodPost, "/api/act", wire.Act{Do: "reset", Agent: 99_999}, http.StatusNotFound, wire.ProblemNotFound)
	i.refused(http.MethodPost, "/api/act", wire.Act{Do: "force", Agent: agent, Decider: "NOBODY"}, http.StatusNotFound, wire.ProblemNotFound)
}

func TestAGameThatMakesNoFramesIsNotWaitedFor(t *testing.T) {
	if !trials.More() {
		t.Skip("waits for patience to end: DECIDERTREE_TRIALS=some")
	}
	t.Parallel() // most of it is waiting
	i := inspect(t, 1)
	i.mu.Lock() // the loop stands still
	began := time.Now()
	status, problem := ask(t, i.http, request(t, i.ins, http.MethodPost, "/api/act", wire.Act{Do: "flag", Set: "1", Agent: uint64(i.ids[0])}), nil)
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Equal(t, wire.ProblemBusy, problem.Code)
	assert.Less(t, time.Since(began), 2*patience)
	i.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	i.between(func() {
		assert.Nil(t, i.ins.game.members.of(i.world, i.ids[0]).Holds(uint64(i.ids[0])), "what was given up is not done later")
	})
}

func TestForceWithTheGroupsThatLeadThere(t *testing.T) {
	i := inspect(t, 2)
	agent := uint64(i.ids[0])
	post[wire.Done](i, "/api/act", wire.Act{Do: "force", Agent: agent, Decider: "REST", Groups: []string{"PANIC", "FLEE"}})
	want := []wire.Override{{Decider: "FLEE", How: "forced"}, {Decider: "PANIC", How: "forced"}, {Decider: "REST", How: "forced"}}
	held := get[wire.Held](i, "/api/held")
	require.Len(t, held.Agents, 1)
	assert.Equal(t, want, held.Agents[0].Deciders)
	post[wire.Done](i, "/api/act", wire.Act{Do: "free", Agent: agent, Decider: "REST", Groups: []string{"FLEE"}})
	assert.Equal(t, want[1:2], get[wire.Held](i, "/api/held").Agents[0].Deciders)

	// All or nothing.
	i.refused(http.MethodPost, "/api/act", wire.Act{Do: "force", Agent: agent, Decider: "REST", Groups: []string{"FLEE", "NOBODY"}}, http.StatusNotFound, wire.ProblemNotFound)
	assert.Equal(t, want[1:2], get[wire.Held](i, "/api/held").Agents[0].Deciders)
	for _, a := range []wire.Act{
		{Do: "forbid", Agent: agent, Decider: "REST", Groups: []string{"FLEE"}}, {Do: "free", Agent: agent, Groups: []string{"FLEE"}},
		{Do: "force", Agent: agent, Decider: "REST", Groups: make([]string, 257)}, {Do: "release", Agent: agent, Decider: "REST"},
	} {
		i.refused(http.MethodPost, "/api/act", a, http.StatusBadRequest, wire.ProblemBad)
	}
}

// TestAllThatIsHeld: one list has what all agents are held to, also by the game itself, and all of it can be undone at once.
func TestAllThatIsHeld(t *testing.T) {
	i := inspect(t, 3)
	s := i.connect()
	assert.Equal(t, wire.Held{Agents: []wire.HeldAgent{}}, get[wire.Held](i, "/api/held"))
	first, last := uint64(i.ids[0]), uint64(i.ids[2])
	post[wire.Done](i, "/api/act", wire.Act{Do: "flag", Agent: last, Set: "0x1", Clear: "0x2"})
	post[wire.Done](i, "/api/act", wire.Act{Do: "forbid", Agent: last, Decider: "GRAZE"})
	i.between(func() { require.NoError(t, i.crowd.Override(i.ids[0], "FLEE", event.Forced)) })
	f := until(s, "frame", func(f wire.Frame) bool { return f.Held == 2 })
	held := get[wire.Held](i, "/api/held")
	require.Len(t, held.Agents, 2)
	assert.Equal(t, first, held.Agents[0].Agent)
	assert.Equal(t, []wire.Override{{Decider: "FLEE", How: "forced"}}, held.Agents[0].Deciders)
	assert.Equal(t, last, held.Agents[1].Agent)
	assert.Equal(t, []string{"Scared"}, held.Agents[1].Set.Names)
	assert.Equal(t, []string{"Tired"}, held.Agents[1].Clear.Names)

	post[wire.Done](i, "/api/act", wire.Act{Do: "release", Agent: first})
	assert.Len(t, get[wire.Held](i, "/api/held").Agents, 1)
	post[wire.Done](i, "/api/act", wire.Act{Do: "release"})
	assert.Empty(t, get[wire.Held](i, "/api/held").Agents)
	until(s, "frame", func(now wire.Frame) bool { return now.Held > f.Held })
	i.refused(http.MethodPost, "/api/fork", wire.ForkRequest{Frame: 1, Changes: []wire.Act{{Do: "release", Agent: first}}}, http.StatusBadRequest, wire.ProblemBad)
	i.refused(http.MethodPost, "/api/act", wire.Act{Do: "release", Agent: 99_999}, http.StatusNotFound, wire.ProblemNotFound)
}
