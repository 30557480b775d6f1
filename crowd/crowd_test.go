package crowd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// sheep is an agent that counts what happens to it.
type sheep struct{ began, ticked, ended int }

const (
	wolf decider.DecisionFlags = 1 << iota
	night
)

const noise stimuli.StimuliFlags = 1

func counting(name string, tick bool) *behavior.Behavior[*sheep] {
	b := &behavior.Behavior[*sheep]{Name: name,
		Activate:   func(c *behavior.Context[*sheep]) behavior.Status { c.Agent.began++; return behavior.Running },
		Deactivate: func(c *behavior.Context[*sheep]) { c.Agent.ended++ },
	}
	if tick {
		b.Tick = func(c *behavior.Context[*sheep]) behavior.Status { c.Agent.ticked++; return behavior.Running }
	}
	return b
}

func flock(t testing.TB, workers int, children decider.Children[*sheep]) (*world.World, *crowd.Crowd[*sheep]) {
	tree, err := decider.InitializeTreeData(&decider.Decider[*sheep]{Name: "ROOT", Children: children})
	require.NoError(t, err)
	w := world.New(world.Options{Seed: 1})
	c, err := crowd.New(w, tree, crowd.Options[*sheep]{Name: "FLOCK", Workers: workers, StimuliEach: 4})
	require.NoError(t, err)
	return w, c
}

func step(t testing.TB, w *world.World, c *crowd.Crowd[*sheep], dt float64) crowd.Report {
	require.NoError(t, w.Advance(dt))
	r, err := c.Tick()
	require.NoError(t, err)
	return *r
}

// A message that renews wakes its receiver and replaces what it had heard.
func TestSendRenew(t *testing.T) {
	w, c := flock(t, 1, decider.Children[*sheep]{
		{Name: "LISTEN", StimuliFlags: stimuli.Check{All: noise}, Behavior: counting("LISTEN", false)},
		{Name: "GRAZE", Behavior: counting("GRAZE", false)},
	})
	id, err := c.Add(&sheep{})
	require.NoError(t, err)
	step(t, w, c, 1)
	step(t, w, c, 1)
	for range 10 {
		assert.Zero(t, step(t, w, c, 1).Ticked)
		require.NoError(t, w.SendRenew(id, stimuli.Note(noise, 100)))
		assert.Equal(t, 1, step(t, w, c, 1).Ticked)
		step(t, w, c, 1)
	}
	heard, err := c.Stimuli(id)
	require.NoError(t, err)
	assert.Equal(t, 1, heard.Len())
	assert.Zero(t, w.Stats().Overflowed)
}

func TestAgentsWithoutAnythingToDoSleep(t *testing.T) {
	w, c := flock(t, 1, decider.Children[*sheep]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: wolf}, Behavior: counting("FLEE", true)},
		{Name: "LISTEN", StimuliFlags: stimuli.Check{Any: noise}, Cooldown: 3, Behavior: counting("LISTEN", false)},
		{Name: "GRAZE", Behavior: counting("GRAZE", false)},
	})
	s := &sheep{}
	id, err := c.Add(s)
	require.NoError(t, err)
	assert.Equal(t, 1, step(t, w, c, 1).Ticked)
	assert.Equal(t, 1, step(t, w, c, 1).Ticked, "the second tick finds that nothing changes")
	assert.Equal(t, 0, step(t, w, c, 1).Ticked)
	assert.Equal(t, 1, s.began)

	require.NoError(t, c.Stimulate(id, stimuli.Note(noise, 2)))
	assert.Equal(t, 1, step(t, w, c, 1).Ticked)
	assert.Equal(t, 2, s.began, "LISTEN")
	step(t, w, c, 0.5)
	assert.Equal(t, 0, step(t, w, c, 0.25).Ticked)

	require.NoError(t, c.SetFlags(id, wolf, 0))
	for range 3 {
		assert.Equal(t, 1, step(t, w, c, 1).Ticked, "a Tick keeps it awake")
	}
	assert.Equal(t, 3, s.ticked)
	require.NoError(t, c.Remove(id))
	assert.Equal(t, s.began, s.ended)
	assert.ErrorIs(t, c.Remove(id), crowd.ErrNoAgent)
	assert.Zero(t, c.Len())
}

func TestATimerWakes(t *testing.T) {
	w, c := flock(t, 2, decider.Children[*sheep]{
		{Name: "LOOK_UP", Cooldown: 5, Modifiers: decider.Modifiers{Timeout: 1}, Behavior: counting("LOOK_UP", false)},
		{Name: "GRAZE", Behavior: counting("GRAZE", false)},
	})
	s := &sheep{}
	_, err := c.Add(s)
	require.NoError(t, err)
	ticked := 0
	for range 120 { // 12 seconds
		ticked += step(t, w, c, 0.1).Ticked
	}
	assert.Equal(t, 2, (s.began+1)/2, "up at 0.1 and about 6.1, and down again twice")
	assert.Less(t, ticked, 20)
}

func BenchmarkIdle(b *testing.B) {
	w, c := flock(b, 2, decider.Children[*sheep]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: wolf}, Behavior: counting("FLEE", true)},
		{Name: "GRAZE", Behavior: counting("GRAZE", false)},
	})
	s := &sheep{}
	for range 1_000_000 {
		_, _ = c.Add(s)
	}
	step(b, w, c, 0.1)
	step(b, w, c, 0.1)
	b.ReportAllocs()
	for b.Loop() {
		_ = w.Advance(0.01)
		_, _ = c.Tick()
	}
}

func BenchmarkBusy(b *testing.B) {
	w, c := flock(b, 1, decider.Children[*sheep]{
		{Name: "FLEE", DecisionFlags: decider.Check{All: wolf}, Behavior: counting("FLEE", true)},
		{Name: "GRAZE", Behavior: counting("GRAZE", true)},
	})
	s := make([]sheep, 100_000)
	for i := range 100_000 {
		_, _ = c.Add(&s[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		_ = w.Advance(0.01)
		_, _ = c.Tick()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100_000, "ns/agent")
}

// An iteration that began in frame 0, before the world's first Advance, and ends in frame 1 is followed at once, as in any
// later frame (R17).
func TestRepeatFromFrame0(t *testing.T) {
	run := func(advanced bool) (log []string) {
		ticks := 0
		b := &behavior.Behavior[*sheep]{
			Name:     "B",
			Activate: func(*behavior.Context[*sheep]) behavior.Status { log = append(log, "begin"); return behavior.Running },
			Tick: func(*behavior.Context[*sheep]) behavior.Status {
				log = append(log, "tick")
				if ticks++; ticks%2 == 0 {
					return behavior.Success
				}
				return behavior.Running
			},
		}
		w, c := flock(t, 1, decider.Children[*sheep]{{Name: "A", Modifiers: decider.Modifiers{Repeat: decider.Forever}, Behavior: b}})
		_, err := c.Add(&sheep{})
		require.NoError(t, err)
		for i := range 4 {
			if i > 0 || advanced {
				require.NoError(t, w.Advance(1))
			}
			log = append(log, "|")
			_, err := c.Tick()
			require.NoError(t, err)
		}
		return log
	}
	assert.Equal(t, run(true), run(false))
}
