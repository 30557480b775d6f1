package inspect

import (
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// clock is a time that tests move.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time       { return c.now }
func (c *clock) pass(d time.Duration) { c.now = c.now.Add(d) }

func TestTheBudgetIsAShareOfTheGamesTime(t *testing.T) {
	c := &clock{time.Unix(1, 0)}
	b := budget{now: c.Now, share: 0.04}
	var j job
	var worked, all time.Duration
	for range 10_000 {
		began := b.begin()
		for range 3 { // as much as there is time for
			if b.affords(&j, began) {
				from := c.now
				c.pass(300 * time.Microsecond)
				worked += 300 * time.Microsecond
				j.done(from, c.now, 0, 0)
			}
		}
		b.end(began)
		c.pass(4 * time.Millisecond)
	}
	all = c.now.Sub(time.Unix(1, 0))
	assert.LessOrEqual(t, float64(worked)/float64(all), 0.05)
	assert.Greater(t, float64(worked)/float64(all), 0.03, "what it may spend it does spend")
}

func TestWorkThatTakesLongIsPaidForAfterwards(t *testing.T) {
	c := &clock{time.Unix(1, 0)}
	b := budget{now: c.Now, share: 0.04}
	var j job
	var done []time.Time
	for range 3000 {
		began := b.begin()
		if b.affords(&j, began) {
			from := c.now
			c.pass(50 * time.Millisecond)
			j.done(from, c.now, 0, 0)
			done = append(done, c.now)
		}
		b.end(began)
		c.pass(10 * time.Millisecond)
	}
	require.Greater(t, len(done), 5)
	for i := 2; i < len(done); i++ {
		assert.GreaterOrEqual(t, done[i].Sub(done[i-1]), time.Second, "50 ms are 5 %% of a second")
	}
}

func TestABreakInADebuggerEarnsNothing(t *testing.T) {
	c := &clock{time.Unix(1, 0)}
	b := budget{now: c.Now, share: 0.04}
	b.end(b.begin())
	c.pass(time.Hour)
	b.begin()
	assert.LessOrEqual(t, b.credit, burst)
	c.pass(-2 * time.Hour)
	b.begin()
	assert.GreaterOrEqual(t, b.credit, time.Duration(0), "a clock that is set back takes nothing away")
}

// Nothing reads from the link: whatever Frame hands over finds no room and is dropped.
func TestFrameNeverWaits(t *testing.T) {
	f := newFlock(t, 500)
	l := newLink()
	g := newGame(f.world, Options{Scene: f, Names: flockNames}, l, newRegistry())
	l.wants.Store(&wants{pages: true, index: true, scene: true, agents: []world.AgentID{f.ids[0], f.ids[1], 99999}})
	var now time.Duration
	g.budget.now = func() time.Time { return time.Unix(1, 0).Add(now) }
	ins := &Inspector{game: g}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range 500 {
			for range ins.Frame() {
				if f.world.Advance(1.0/64) == nil {
					_, _ = f.crowd.Tick()
				}
			}
			now += 20 * time.Millisecond
		}
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("Frame waits for somebody")
	}
	assert.Equal(t, uint64(500), f.world.Frame())
	assert.Len(t, l.scenes, cap(l.scenes))
	assert.Len(t, l.copies, cap(l.copies))
	assert.Len(t, l.wake, 1)
	assert.LessOrEqual(t, len(l.batches)+len(l.empty), cap(l.batches))
	for range cap(l.commands) {
		l.commands <- &command{do: func(*game) (any, error) { panic("a command that panics") }, answer: make(chan result, 1)}
	}
	for range ins.Frame() {
	}
	assert.Empty(t, l.commands)
}

func TestSceneThatPanicsIsNotAskedAgain(t *testing.T) {
	calls := 0
	i := inspect(t, 1, func(o *Options) { o.Scene = SceneFunc(func(*Map) { calls++; panic("no map today") }) })
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true})
	p := until[wire.Problem](s, "error", nil)
	assert.Contains(t, p.Error, "no map today")
	at := i.frames()
	require.Eventually(t, func() bool { return i.frames() > at+100 }, 5*time.Second, time.Millisecond)
	i.between(func() { assert.Equal(t, 1, calls) })
}

func TestNilInspector(t *testing.T) {
	var i *Inspector
	n := 0
	for range i.Frame() {
		n++
	}
	assert.Equal(t, 1, n)
	i.Pause(true)
	i.LookAt(nil)
	i.Note(nil)
	assert.False(t, i.Paused())
	assert.Empty(t, i.URL())
	assert.Nil(t, i.Recording())
	assert.NoError(t, i.Close())
	_, err := Serve("127.0.0.1:0", nil, Options{})
	assert.ErrorIs(t, err, world.ErrNoWorld)
}

// The cost of Frame for a game of 10,000 agents: without a page, and with one that shows everything.
func BenchmarkFrame(b *testing.B) {
	for name, want := range map[string]*wants{"no page": {}, "one page": {pages: true, index: true, scene: true}} {
		b.Run(name, func(b *testing.B) {
			f := newFlock(b, 10_000)
			ins, err := Serve("127.0.0.1:0", f.world, Options{Scene: f})
			require.NoError(b, err)
			defer ins.Close()
			if want.pages {
				want.agents = f.ids[:1]
			}
			var frames, took time.Duration
			for b.Loop() {
				ins.server.link.wants.Store(want)
				began := time.Now()
				ins.game.between()
				took += time.Since(began)
				f.step()
				time.Sleep(4 * time.Millisecond) // the rest of the game
				frames += time.Since(began)
			}
			b.ReportMetric(float64(took)/float64(b.N), "ns/Frame")
			b.ReportMetric(100*float64(took)/float64(frames), "%ofTime")
		})
	}
}

// The slowdown of a game of 10,000 agents that only ticks, all agents every frame: with an inspector, and with a page
// that shows everything, relative to neither. They take turns, so that other load on the machine affects all alike.
func BenchmarkGame(b *testing.B) {
	for _, page := range []bool{false, true} {
		b.Run(map[bool]string{false: "no page", true: "one page"}[page], func(b *testing.B) {
			plain := newFlock(b, 10_000)
			f := newFlock(b, 10_000)
			ins, err := Serve("127.0.0.1:0", f.world, Options{Scene: f})
			require.NoError(b, err)
			i := &inspected{flock: f, ins: ins, http: http.DefaultClient}
			if page {
				s := i.connect()
				go func() {
					_, _ = io.Copy(io.Discard, s.lines)
				}()
				post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Crowd: true, Agents: []uint64{uint64(f.ids[0])}})
			}
			for began := time.Now(); time.Since(began) < time.Second; { // then it knows how many it may record
				plain.step()
				for range ins.Frame() {
					f.step()
				}
			}
			var without, with time.Duration
			for b.Loop() {
				began := time.Now()
				for range 10 {
					plain.step()
				}
				without += time.Since(began)
				began = time.Now()
				for range 10 {
					for range ins.Frame() {
						f.step()
					}
				}
				with += time.Since(began)
			}
			b.ReportMetric(float64(without)/float64(10*b.N), "ns/frame-without")
			b.ReportMetric(100*(float64(with)/float64(without)-1), "%slower")
			require.NoError(b, ins.Close())
		})
	}
}

func TestHowManyAreRecordedGoesByTheGamesTime(t *testing.T) {
	l := newLink()
	f := newFlock(t, 3)
	g := newGame(f.world, Options{}, l, newRegistry())
	defer g.close()
	for _, c := range []struct {
		rate   float64 // frames a second
		agents int
		want   int
	}{
		{60, 500, 1000}, {60, 10_000, 1000}, {60, 40_000, 213}, {60, 100_000, 0}, {1000, 3, 79}, {1000, 10_000, 0}, {5000, 3, 0}, {5, 100_000, 1000},
	} {
		g.rate.value, g.members.agents = c.rate, c.agents
		g.chooser.limit = 0
		assert.InDelta(t, c.want, g.affordable(), 1, "%+v", c)
	}
	g.chooser.limit, g.rate.value, g.members.agents = 80, 1000, 3
	assert.Equal(t, 80, g.affordable(), "79 are as good")

	// Too fast a game: nobody is recorded before somebody asks.
	g.rate.value = 5000
	g.takeCensus()
	assert.False(t, g.members.all[0].recorded)
	l.wants.Store(&wants{pages: true})
	g.chooser.ask(f.ids[1])
	g.takeCensus()
	assert.True(t, g.members.all[0].recorded)
	f.step()
	_, _, ok := g.recorder.Recording(f.ids[1]).Span(f.ids[1])
	assert.True(t, ok)
	_, _, ok = g.recorder.Recording(f.ids[2]).Span(f.ids[2])
	assert.False(t, ok)
	l.wants.Store(&wants{})
	g.takeCensus()
	assert.False(t, g.members.all[0].recorded, "the page has gone")
	g.rate.value = 60
	g.takeCensus()
	assert.Nil(t, g.chooser.chosen, "there is time for all of them")
	f.step()
	_, _, ok = g.recorder.Recording(f.ids[2]).Span(f.ids[2])
	assert.True(t, ok)
}

// Views get the same time, whatever each of their turns takes: neither a slow map keeps the list waiting, nor the list the map.
func TestViewsTakeTurns(t *testing.T) {
	if trials.Race {
		t.Skip("it has one goroutine, and takes a minute and more with the race detector")
	}
	for _, c := range []struct{ scene, agent time.Duration }{{8 * time.Millisecond, 4 * time.Microsecond}, {200 * time.Microsecond, 40 * time.Microsecond}} {
		f := newFlock(t, 2000)
		l := newLink()
		var now, drawing, naming time.Duration
		names := flockNames
		names.NameOf = func(world.AgentID) string { now, naming = now+c.agent, naming+c.agent; return "" }
		scene := SceneFunc(func(*Map) { now, drawing = now+c.scene, drawing+c.scene })
		g := newGame(f.world, Options{Scene: scene, Names: names}, l, newRegistry())
		l.wants.Store(&wants{pages: true, index: true, scene: true})
		g.budget.now = func() time.Time { return time.Unix(1, 0).Add(now) }
		ins := &Inspector{game: g}
		for range 6000 {
			for range ins.Frame() {
				f.step()
			}
			now += 16 * time.Millisecond
			for len(l.scenes) > 0 { // the server has sent them
				l.blank <- <-l.scenes
			}
			for len(l.batches) > 0 {
				b := <-l.batches
				if b.last {
					for _, m := range g.members.all {
						m.named = 0 // all are asked for their names again
					}
				}
				l.empty <- b
			}
		}
		// Either has half of the time, or comes often and needs less.
		for view, had := range map[string]struct{ time, turn time.Duration }{"map": {drawing, c.scene}, "list": {naming, slice * c.agent}} {
			half, often := had.time.Seconds() > 0.4*(drawing+naming).Seconds(), had.time > had.turn*time.Duration(4*now.Seconds())
			assert.True(t, half || often, "%+v: the %s had %v of %v", c, view, had.time, drawing+naming)
		}
		g.close()
	}
}

// The status has the whole of what the inspector takes, and its parts.
func TestTheStatusTellsWhatTheInspectorTakes(t *testing.T) {
	i := inspect(t, 500)
	s := i.connect()
	post[struct{}](i, "/api/watch", wire.Watch{Client: s.client, Scene: true, Crowd: true, Agents: []uint64{uint64(i.ids[0])}})
	f := until(s, "frame", func(f wire.Frame) bool {
		return f.SpentBy.Frame > 0 && f.SpentBy.Server > 0 && f.SpentBy.Recording > 0
	})
	by := f.SpentBy
	assert.InDelta(t, by.Frame+by.Server+by.Recording+by.Saving+by.Asked, f.Spent, 1e-9)
	assert.Zero(t, by.Saving, "there are no checkpoints without a Game")
}
