package crowd_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// watched fails a test whose body hangs.
func watched(t *testing.T, body func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		body()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		stacks := make([]byte, 1<<16)
		t.Fatalf("it hangs:\n%s", stacks[:runtime.Stack(stacks, true)])
	}
}

func TestNewRefuses(t *testing.T) {
	tree := decider.MustInitializeTreeData(&decider.Decider[*sheep]{Name: "ROOT", Behavior: &behavior.Behavior[*sheep]{Name: "STAND"}})
	w := world.New(world.Options{})
	good := crowd.Options[*sheep]{Name: "CROWD", Workers: 1}
	_, err := crowd.New(nil, tree, good)
	assert.ErrorIs(t, err, world.ErrNoWorld)
	_, err = crowd.New(w, nil, good)
	assert.ErrorIs(t, err, decider.ErrNilTree)
	for _, o := range []crowd.Options[*sheep]{
		{Workers: 1}, {Name: "CROWD"}, {Name: "CROWD", Workers: -3}, {Name: "CROWD", Workers: 1, StimuliEach: -1},
	} {
		_, err = crowd.New(w, tree, o)
		assert.ErrorIs(t, err, crowd.ErrOptions, "%+v", o)
	}
	_, err = crowd.New(w, tree, good)
	require.NoError(t, err)
	_, err = crowd.New(w, tree, good)
	assert.ErrorIs(t, err, world.ErrNameTwice)
	require.NoError(t, w.Close())
	_, err = crowd.New(w, tree, crowd.Options[*sheep]{Name: "OTHER", Workers: 1})
	assert.ErrorIs(t, err, world.ErrClosed)
}

func TestUnknownAgents(t *testing.T) {
	w, c := flock(t, 1, decider.Children[*sheep]{{Name: "GRAZE", Behavior: counting("GRAZE", true)}})
	id, err := c.Add(&sheep{})
	require.NoError(t, err)
	require.NoError(t, c.Remove(id))
	for _, gone := range []world.AgentID{id, 0, 77, math.MaxUint64} {
		_, viewErr := c.View(gone)
		_, flagsErr := c.Flags(gone)
		_, agentErr := c.Agent(gone)
		for what, err := range map[string]error{
			"Remove": c.Remove(gone), "Move": c.Move(gone, nil), "SetFlags": c.SetFlags(gone, 1, 0), "SetRate": c.SetRate(gone, 1),
			"Stimulate": c.Stimulate(gone, stimuli.Note(noise, 1)), "Wake": c.Wake(gone), "View": viewErr, "Flags": flagsErr, "Agent": agentErr,
		} {
			assert.ErrorIs(t, err, crowd.ErrNoAgent, "%s of %d", what, gone)
			assert.ErrorContains(t, err, fmt.Sprint(uint64(gone)))
		}
	}
	require.NoError(t, w.Send(id, stimuli.Note(noise, 1)))
	require.NoError(t, w.Advance(1), "a message to someone who is gone is no error")
	assert.EqualValues(t, 1, w.Stats().Undelivered)

	id, err = c.Add(&sheep{})
	require.NoError(t, err)
	for _, rate := range []float64{-1, math.NaN(), math.Inf(1)} {
		assert.ErrorIs(t, c.SetRate(id, rate), crowd.ErrRate)
	}
	assert.ErrorIs(t, c.Stimulate(id, stimuli.Note(0, 1)), stimuli.ErrKind)
}

func TestTickOncePerFrame(t *testing.T) {
	w, c := flock(t, 2, decider.Children[*sheep]{{Name: "GRAZE", Behavior: counting("GRAZE", true)}})
	s := &sheep{}
	_, err := c.Add(s)
	require.NoError(t, err)
	_, err = c.Tick()
	require.NoError(t, err, "before the first Advance there is a frame, too")
	_, err = c.Tick()
	assert.ErrorIs(t, err, crowd.ErrNotAdvanced)
	assert.Equal(t, 1, s.ticked)
	assert.ErrorIs(t, w.Advance(math.NaN()), world.ErrTime)
	_, err = c.Tick()
	assert.ErrorIs(t, err, crowd.ErrNotAdvanced, "an Advance that was refused is none")
}

// Calls by an agent's code that would change its crowd or world in the middle of a tick are errors, and the frame goes on.
func TestFromInsideATick(t *testing.T) {
	for _, workers := range []int{1, 2} {
		watched(t, func() {
			var w *world.World
			var c *crowd.Crowd[*sheep]
			errs := make(chan error, 100)
			meddle := &behavior.Behavior[*sheep]{Name: "MEDDLE",
				Tick: func(ctx *behavior.Context[*sheep]) behavior.Status {
					_, addErr := c.Add(&sheep{})
					_, tickErr := c.Tick()
					_, viewErr := c.View(ctx.ID)
					for _, err := range []error{
						addErr, tickErr, viewErr, c.Remove(ctx.ID), c.Move(ctx.ID, nil), c.SetFlags(ctx.ID, 1, 0), c.SetRate(ctx.ID, 1),
						c.Stimulate(ctx.ID, stimuli.Note(noise, 1)), c.Observe(nil), w.Close(), w.Advance(1),
					} {
						errs <- err
					}
					return behavior.Success
				},
				Deactivate: func(*behavior.Context[*sheep]) { errs <- w.Close() },
			}
			w, c = flock(t, workers, decider.Children[*sheep]{{Name: "MEDDLE", Behavior: meddle}})
			_, err := c.Add(&sheep{})
			require.NoError(t, err)
			report := step(t, w, c, 1)
			assert.Equal(t, 1, report.Ticked)
			assert.Zero(t, report.Failed)
			require.Len(t, errs, 12)
			for range 12 {
				assert.ErrorIs(t, <-errs, world.ErrTicking)
			}
			step(t, w, c, 1)
		})
	}
}

// One agent panics, one ends its goroutine, one fails; all others are ticked, with any number of workers.
func TestTroubleStaysWithItsAgent(t *testing.T) {
	errOops := errors.New("oops")
	trouble := &behavior.Behavior[*sheep]{Name: "TROUBLE",
		Tick: func(c *behavior.Context[*sheep]) behavior.Status {
			c.Agent.ticked++
			switch uint64(c.ID) % 100 {
			case 3:
				panic("sheep do not swim")
			case 5:
				runtime.Goexit()
			case 7:
				return c.Fail(errOops)
			}
			return behavior.Running
		},
		Deactivate: func(c *behavior.Context[*sheep]) { c.Agent.ended++ },
	}
	for _, workers := range []int{1, 2, 8} {
		watched(t, func() {
			w, c := flock(t, workers, decider.Children[*sheep]{{Name: "TROUBLE", Behavior: trouble}})
			flock := make([]sheep, 1000)
			for i := range flock {
				_, err := c.Add(&flock[i])
				require.NoError(t, err)
			}
			require.NoError(t, w.Advance(1))
			var report *crowd.Report
			var err error
			done := make(chan struct{})
			go func() { // one worker ticks in the caller's goroutine, which an agent ends
				defer close(done)
				report, err = c.Tick()
			}()
			<-done
			require.NoError(t, err)
			if workers == 1 {
				require.Nil(t, report, "the goroutine ended before Tick could return")
			}
			for i := range flock {
				assert.Equal(t, 1, flock[i].ticked, "sheep %d", i)
			}
			if report != nil {
				assert.Equal(t, 1000, report.Ticked)
				assert.Equal(t, 30, report.Failed)
				require.Len(t, report.Errors, 30)
				var failed *decider.TickError
				require.ErrorAs(t, report.Errors[0], &failed)
				assert.EqualValues(t, 3, uint64(failed.Agent)%100)
				assert.Equal(t, "ROOT > TROUBLE", failed.Path)
			}
			ended := 0
			for i := range flock {
				ended += flock[i].ended
			}
			assert.Equal(t, 30, ended)
			assert.NoError(t, w.Close())
		})
	}
}

func TestMoreErrorsThanAReportKeeps(t *testing.T) {
	fail := &behavior.Behavior[*sheep]{Name: "FAIL", Tick: func(c *behavior.Context[*sheep]) behavior.Status { return c.Fail(errors.New("no")) }}
	w, c := flock(t, 2, decider.Children[*sheep]{{Name: "FAIL", Behavior: fail}})
	for range 1000 {
		_, err := c.Add(&sheep{})
		require.NoError(t, err)
	}
	require.NoError(t, w.Advance(1))
	report, err := c.Tick()
	require.NoError(t, err)
	assert.Equal(t, 1000, report.Failed)
	assert.Len(t, report.Errors, crowd.MaxErrors)
}

func TestClosedWorld(t *testing.T) {
	w, c := flock(t, 2, decider.Children[*sheep]{{Name: "GRAZE", Behavior: counting("GRAZE", true)}})
	flock := make([]sheep, 100)
	ids := make([]world.AgentID, 100)
	for i := range flock {
		var err error
		ids[i], err = c.Add(&flock[i])
		require.NoError(t, err)
	}
	step(t, w, c, 1)
	require.NoError(t, w.Close())
	for i := range flock {
		assert.Equal(t, 1, flock[i].ended)
	}
	assert.Zero(t, c.Len())
	require.NoError(t, w.Close(), "twice is no error")
	_, err := c.Tick()
	assert.ErrorIs(t, err, world.ErrClosed)
	_, err = c.Add(&sheep{})
	assert.ErrorIs(t, err, world.ErrClosed)
	assert.ErrorIs(t, c.Remove(ids[0]), world.ErrClosed)
	assert.ErrorIs(t, w.Advance(1), world.ErrClosed)
}

func TestObserverPanics(t *testing.T) {
	w, c := flock(t, 2, decider.Children[*sheep]{{Name: "GRAZE", Behavior: counting("GRAZE", true)}})
	s := &sheep{}
	_, err := c.Add(s)
	require.NoError(t, err)
	require.NoError(t, c.Observe(panicking{}))
	require.NoError(t, w.Advance(1))
	report, err := c.Tick()
	require.NoError(t, err)
	require.Len(t, report.Errors, 1)
	assert.ErrorIs(t, report.Errors[0], decider.ErrPanic)
	assert.Empty(t, step(t, w, c, 1).Errors, "it has been dropped")
	assert.Equal(t, 2, s.ticked)
}

type panicking struct{}

func (panicking) ObserveLevel(world.AgentID) event.Level { return 2 }
func (panicking) Observe(*event.Event)                   { panic("observer") }

func TestViewIsNoMemoryOfItsOwn(t *testing.T) {
	w, c := flock(t, 1, decider.Children[*sheep]{{Name: "GRAZE", Behavior: counting("GRAZE", false)}})
	s := &sheep{}
	id, err := c.Add(s)
	require.NoError(t, err)
	for range 3 {
		step(t, w, c, 1)
	}
	m, err := c.View(id)
	require.NoError(t, err)
	assert.ErrorIs(t, decider.TickBehaviorTree(m, s, decider.Input{Time: 9}), decider.ErrInCrowd)
	assert.ErrorIs(t, m.Close(), decider.ErrInCrowd)
	assert.Equal(t, behavior.Running, m.Status())
	assert.Equal(t, id, m.ID())
	assert.Zero(t, step(t, w, c, 1).Ticked, "looking wakes nobody")
	m, err = c.View(id)
	require.NoError(t, err)
	require.NoError(t, m.Reset())
	assert.Equal(t, 1, s.ended)
	assert.Equal(t, 1, step(t, w, c, 1).Ticked)
	assert.Equal(t, 2, s.began)
}
