package decider_test

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

// elsewhere does something in another goroutine, which it may end.
func elsewhere(do func()) {
	var done sync.WaitGroup
	done.Go(do)
	done.Wait()
}

// breaking plays the scene until its n-th call, in which what is given breaks it. It returns what was open then,
// and the error of that step.
func (g *stage) breaking(t testing.TB, n int, how func(), step func() error) (open []string, err error) {
	g.player.at = func(_ *stageContext, now int) {
		if now == n {
			open = slices.Clone(g.player.open)
			how()
		}
	}
	for len(g.player.calls) <= n {
		require.NoError(t, err)
		err = step()
	}
	return open, err
}

// words is where and in which function a call was.
func (s *scene) words(call string) string {
	name, function, _ := strings.Cut(call, ".")
	function, _, _ = strings.Cut(function, " ")
	return strings.ToUpper(function[:1]) + function[1:] + " of " + s.path[name]
}

// soundAfter checks that nothing is left of what went wrong, and that the scene can be played again.
func (g *stage) soundAfter(t testing.TB, done performance) {
	_, next := g.memory.StateAt(0, true)
	require.Negative(t, next, "nothing is active")
	require.Empty(t, g.player.faults)
	require.Empty(t, g.player.open)
	g.player.at, g.player.returns, g.player.does = nil, nil, nil
	err := g.tick(0)
	if errors.Is(err, decider.ErrClosed) {
		return
	}
	require.NoError(t, err)
	require.Equal(t, behavior.Running, g.memory.Status())
	require.NoError(t, g.memory.Reset())
	g.player.calls, g.next = nil, 0
	for !g.over() {
		require.NoError(t, g.step())
	}
	require.Empty(t, g.player.faults)
	require.Equal(t, done.calls, g.player.calls)
}

// everywhere tests something at each call of user code in each scene, unwatched and watched.
func everywhere(t *testing.T, test func(t *testing.T, g *stage, n int, done performance)) {
	for _, s := range scenes(t) {
		for name, o := range map[string]event.Observer{"": nil, "/watched": &spectator{}} {
			t.Run(s.name+name, func(t *testing.T) {
				done := s.undisturbed(t, o)
				n := 0
				defer func() {
					if t.Failed() {
						t.Logf("at call %d, %s", n, done.calls[n])
					}
				}()
				each := trials.Count(11, 1)
				for n = 0; n < len(done.calls); n += each {
					g := s.begin()
					g.memory.Observe(o)
					test(t, g, n, done)
				}
			})
		}
	}
}

// A panic in whatever call takes down what is open, once each, deepest first and branches in reverse; the error
// says where it was, in words, also inside of what is plugged in.
func TestPanicsInScenes(t *testing.T) {
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		open, err := g.breaking(t, n, func() { panic("ouch") }, g.step)
		require.Equal(t, done.calls[:n+1], g.player.calls[:n+1])
		require.Equal(t, g.down(open), g.player.calls[n+1:])
		require.ErrorIs(t, err, decider.ErrPanic)
		var e *decider.TickError
		require.ErrorAs(t, err, &e)
		require.Equal(t, g.words(done.calls[n]), e.Call+" of "+e.Path)
		require.Len(t, allErrors(err), 1)
		if g.steps[g.next-1].outside == nil {
			require.Equal(t, behavior.Failure, g.memory.Status())
		}
		g.soundAfter(t, done)
	})
}

// allErrors are the errors that are joined in one.
func allErrors(err error) []error {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		return joined.Unwrap()
	}
	return []error{err}
}

// When all the Deactivates panic that follow a panic, each is called once all the same, and each is told.
func TestPanicsWhileGoingDown(t *testing.T) {
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		var open []string
		g.player.at = func(_ *stageContext, now int) {
			if now == n {
				open = slices.Clone(g.player.open)
			}
			if now >= n {
				panic(fmt.Sprint("ouch ", now))
			}
		}
		var err error
		for len(g.player.calls) <= n {
			require.NoError(t, err)
			err = g.step()
		}
		down := g.down(open)
		require.Equal(t, down, g.player.calls[n+1:])
		all := allErrors(err)
		require.Len(t, all, 1+len(down))
		for i, call := range g.player.calls[n:] {
			require.ErrorIs(t, all[i], decider.ErrPanic)
			require.Regexp(t, fmt.Sprintf(`^agent 7 @ %.3f: %s: decider: user code panicked at decider/panic_scenes_test\.go:\d+: ouch %d$`, all[i].(*decider.TickError).Time, regexp.QuoteMeta(g.words(call)), n+i), all[i].Error())
		}
		g.soundAfter(t, done)
	})
}

// runtime.Goexit in whatever call ends the goroutine; the memory is as after a panic.
func TestGoexitInScenes(t *testing.T) {
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		open, _ := g.breaking(t, n, runtime.Goexit, func() error {
			var err error
			elsewhere(func() { err = g.step() })
			return err
		})
		require.Equal(t, g.down(open), g.player.calls[n+1:])
		g.soundAfter(t, done)
	})
}

// When all the Deactivates that follow a Goexit call it too, each is called once all the same.
func TestGoexitWhileGoingDown(t *testing.T) {
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		var open []string
		g.player.at = func(_ *stageContext, now int) {
			if now == n {
				open = slices.Clone(g.player.open)
			}
			if now >= n {
				runtime.Goexit()
			}
		}
		for len(g.player.calls) <= n {
			elsewhere(func() { _ = g.step() })
		}
		require.Equal(t, g.down(open), g.player.calls[n+1:])
		g.soundAfter(t, done)
	})
}

// Panics that are let through leave everything as it was; the next call, whichever, takes down what is open first.
func TestLetPanicsInScenes(t *testing.T) {
	for _, next := range []struct {
		name string
		do   func(*stage) error
	}{
		{"tick", func(g *stage) error { return g.tick(0) }},
		{"Reset", func(g *stage) error { return g.memory.Reset() }},
		{"Close", func(g *stage) error { return g.memory.Close() }},
		{"ResetBelow", func(g *stage) error { return g.memory.ResetBelow(g.body.Children[0].Name) }},
	} {
		t.Run(next.name, func(t *testing.T) {
			everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
				g.memory.LetPanics(true)
				var open []string
				g.player.at = func(_ *stageContext, now int) {
					if now == n {
						open = slices.Clone(g.player.open)
						panic("mine")
					}
				}
				for len(g.player.calls) <= n {
					if value := panicOf(func() { require.NoError(t, g.step()) }); value != nil {
						require.Equal(t, "mine", value)
					}
				}
				require.Len(t, g.player.calls, n+1, "nothing more is called")
				require.Equal(t, behavior.Failure, g.memory.Status())
				g.player.at, g.player.returns, g.player.does = nil, nil, nil
				require.NoError(t, next.do(g))
				down := g.down(open)
				require.GreaterOrEqual(t, len(g.player.calls), n+1+len(down))
				require.Equal(t, down, g.player.calls[n+1:][:len(down)])
				if next.name != "tick" {
					require.Len(t, g.player.calls, n+1+len(down))
				}
				if next.name != "Close" {
					require.NoError(t, g.memory.Reset())
				}
				g.soundAfter(t, done)
			})
		})
	}
}

// panicOf returns what a function panics with.
func panicOf(do func()) (value any) {
	defer func() { value = recover() }()
	do()
	return nil
}
