package profile_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

func game(t testing.TB, tree *crowds.Tree, agents, workers int) *crowds.Game {
	g, err := crowds.New(tree, agents, workers)
	require.NoError(t, err)
	return g
}

// With every tick sampled the counts are those of the crowd's observer, for any number of workers.
func TestCrowdCounts(t *testing.T) {
	for _, workers := range []int{1, 2, 4} {
		g := game(t, crowds.Busy(), 1500, workers)
		p := profile.New(profile.Options{Every: 1})
		seen := &decidertest.Recorder{Level: 5}
		require.NoError(t, g.Crowd.Profile(p))
		require.NoError(t, g.Crowd.Observe(seen))
		want := map[place]numbers{}
		for range 10 {
			require.NoError(t, g.Change(40))
			require.NoError(t, g.Frame())
			counted(want, seen.Events)
			seen.Clear()
		}
		assert.Equal(t, want, profiled(p))
		assert.Equal(t, int64(15_000), p.Total().Sampled)
	}
}

// A profiled crowd ticks, skips and does what one does that is not profiled, and about one of Every ticks is sampled.
func TestCrowdIsTheSame(t *testing.T) {
	for name, tree := range map[string]*crowds.Tree{"sleeping": crowds.Sleeping(), "busy": crowds.Busy()} {
		for _, every := range []int{0, 1, 3, 64, 100, 1 << 20} {
			for _, workers := range []int{1, 3} {
				t.Run(fmt.Sprintf("%s/every=%d/workers=%d", name, every, workers), func(t *testing.T) {
					plain, with := game(t, tree, 2000, 1), game(t, tree, 2000, workers)
					p := profile.New(profile.Options{Every: every})
					require.NoError(t, with.Crowd.Profile(p))
					before, ticked := p.Total(), 0
					for range 50 {
						var reports [2]crowd.Report
						for i, g := range []*crowds.Game{plain, with} {
							require.NoError(t, g.Change(300))
							require.NoError(t, g.World.Advance(crowds.DT))
							r, err := g.Crowd.Tick()
							require.NoError(t, err)
							reports[i] = *r
						}
						require.Equal(t, reports[0].Ticked, reports[1].Ticked)
						require.Equal(t, reports[0].Skipped, reports[1].Skipped)
						require.Equal(t, reports[0].Entered, reports[1].Entered)
						ticked += reports[1].Ticked
					}
					assert.Equal(t, plain.Creatures, with.Creatures)
					sampled := int(p.Total().Sampled - before.Sampled)
					if every > 0 {
						assert.InDelta(t, ticked/every, sampled, 5+float64(ticked/every)/4)
						assert.Equal(t, int64(sampled*every), p.Total().Ticks)
					}
				})
			}
		}
	}
}

// The same with random trees, which panic, wait at gates, sleep and plug trees in.
func TestRandomCrowdIsTheSame(t *testing.T) {
	ticked := 0
	for seed := range uint64(trials.Count(60, 1000)) {
		src := randomtree.RandomSource(seed)
		set := randomtree.RandomTreeSet(src, 0)
		tree, err := decider.InitializeTreeData(set.Root)
		if err != nil {
			continue
		}
		const agents = 5
		every := 1 + src.Choose(3)
		flags := make([][agents]int, 30)
		for i := range flags {
			for j := range flags[i] {
				flags[i][j] = src.Choose(16)
			}
		}
		var logs [2]strings.Builder
		for i := range logs {
			w := world.New(world.Options{Seed: seed})
			o := crowd.Options[*randomtree.Subject]{Name: "ALL", Workers: 1 + i, StimuliEach: 4}
			if i == 1 {
				o.Profile = profile.New(profile.Options{Every: every})
			}
			c, err := crowd.New(w, tree, o)
			require.NoError(t, err)
			var subjects []*randomtree.Subject
			var ids []world.AgentID
			for n := range agents {
				s := &randomtree.Subject{Seed: seed + uint64(n), Facts: seed, Slots: set.Slots, Trees: []*decider.Tree[*randomtree.Subject]{tree}, Names: set.Names}
				id, err := c.Add(s)
				require.NoError(t, err)
				subjects, ids = append(subjects, s), append(ids, id)
			}
			for _, frame := range flags {
				_ = w.Advance(0.25)
				for n, s := range subjects {
					s.ClearLog()
					require.NoError(t, c.SetFlags(ids[n], decider.DecisionFlags(frame[n]), ^decider.DecisionFlags(frame[n])))
				}
				r, err := c.Tick()
				require.NoError(t, err)
				fmt.Fprintln(&logs[i], r.Frame, r.Agents, r.Ticked, r.Skipped, r.Entered, r.Failed, r.Errors)
				for _, s := range subjects {
					fmt.Fprintln(&logs[i], s.Calls)
				}
				ticked += r.Ticked
			}
		}
		require.Equal(t, logs[0].String(), logs[1].String(), "seed %d", seed)
	}
	assert.Greater(t, ticked, 3000)
}

// Anything may be read while workers tick.
func TestReadWhileTicking(t *testing.T) {
	g := game(t, crowds.Busy(), 3000, 4)
	p := profile.New(profile.Options{Every: 7})
	require.NoError(t, g.Crowd.Profile(p))
	stop := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				assert.NoError(t, p.WriteText(io.Discard))
				p.Total()
			}
		}
	})
	for range 100 {
		require.NoError(t, g.Frame())
	}
	close(stop)
	reading.Wait()
	assert.InDelta(t, 300_000, p.Total().Ticks, 3000)
}

// What is recorded while it is profiled is executed again as it was.
func TestRecordedAndProfiled(t *testing.T) {
	g := game(t, crowds.Busy(), 300, 2)
	r := history.New(history.Options{})
	require.NoError(t, g.Crowd.Record(r))
	p := profile.New(profile.Options{Every: 3})
	require.NoError(t, g.Crowd.Profile(p))
	for range 40 {
		require.NoError(t, g.Change(100))
		require.NoError(t, g.Frame())
	}
	rec := r.Recording()
	again := map[place]numbers{}
	for _, id := range rec.Agents() {
		first, last, _ := rec.Span(id)
		for e, err := range rec.Events(id, first, last, 5) {
			require.NoError(t, err)
			counted(again, []event.Event{*e})
		}
	}
	for at, n := range profiled(p) {
		assert.InDelta(t, again[at].asked, n.asked, 300+float64(n.asked)/2, "%v", at)
	}
	assert.InDelta(t, 12_000, p.Total().Ticks, 600)
}

func TestCrowdProfileChanges(t *testing.T) {
	g := game(t, crowds.Busy(), 100, 2)
	first, second := profile.New(profile.Options{Every: 1}), profile.New(profile.Options{Every: 1})
	require.NoError(t, g.Crowd.Profile(first))
	require.NoError(t, g.Frame())
	require.NoError(t, g.Crowd.Profile(second))
	require.NoError(t, g.Frame())
	assert.Equal(t, int64(100), first.Total().Ticks)
	assert.Equal(t, int64(100), second.Total().Ticks)
	_, err := g.Crowd.Migrate(decider.MustInitializeTreeData(&workload.Flags))
	require.NoError(t, err)
	require.NoError(t, g.Frame())
	assert.Equal(t, int64(200), second.Total().Ticks)
	require.NoError(t, g.Crowd.Profile(nil))
	require.NoError(t, g.Frame())
	assert.Equal(t, int64(200), second.Total().Ticks)
	view, err := g.Crowd.View(firstOf(g))
	require.NoError(t, err)
	assert.ErrorIs(t, view.Profile(first), decider.ErrInCrowd)
	require.NoError(t, g.World.Close())
	assert.ErrorIs(t, g.Crowd.Profile(first), world.ErrClosed)
}

func firstOf(g *crowds.Game) world.AgentID {
	for _, m := range g.World.Tools(engine.Key{}) {
		for id := range m.Agents() {
			return world.AgentID(id)
		}
	}
	return 0
}

// labelsOf returns the labels of the calling goroutine as text: "" for none.
func labelsOf(t *testing.T) string {
	var b bytes.Buffer
	require.NoError(t, pprof.Lookup("goroutine").WriteTo(&b, 1))
	for part := range strings.SplitSeq(b.String(), "\n\n") {
		if !strings.Contains(part, "profile_test.labelsOf") {
			continue
		}
		for line := range strings.Lines(part) {
			if _, labels, ok := strings.Cut(line, "# labels: "); ok {
				return strings.TrimSpace(labels)
			}
		}
	}
	return ""
}

// With Labels a crowd's goroutines have the names of crowd and tree, and behaviors that of their decider.
func TestLabels(t *testing.T) {
	var asked, ran string
	tree := decider.MustInitializeTreeData(&shopDecider{Name: "SHOP", Children: shoppers{{
		Name: "SELL", Decide: func(*shopContext) float64 { asked = labelsOf(t); return 1 },
		Behavior: &behavior.Behavior[*shop]{Name: "SELLING", Tick: func(*shopContext) behavior.Status { ran = labelsOf(t); return behavior.Success }},
	}}})
	for _, workers := range []int{1, 2} {
		w := world.New(world.Options{})
		c, err := crowd.New(w, tree, crowd.Options[*shop]{Name: "SHOPS", Workers: workers, Profile: profile.New(profile.Options{Every: 1, Labels: true})})
		require.NoError(t, err)
		_, err = c.Add(&shop{})
		require.NoError(t, err)
		require.NoError(t, w.Advance(1))
		_, err = c.Tick()
		require.NoError(t, err)
		assert.Equal(t, `{"crowd":"SHOPS", "tree":"SHOP"}`, asked)
		assert.Equal(t, `{"crowd":"SHOPS", "decider":"SELL", "tree":"SHOP"}`, ran)
		assert.Empty(t, labelsOf(t), "the caller's goroutine has none")
	}
	own := pprof.WithLabels(t.Context(), pprof.Labels("level", "3"))
	m := tree.NewMemory(nil, 1)
	require.NoError(t, m.Profile(profile.New(profile.Options{Every: 1, Labels: true, Context: own})))
	ticks(t, m, &shop{}, 0, 1)
	assert.Equal(t, `{"decider":"SELL", "level":"3", "tree":"SHOP"}`, ran)
	assert.Equal(t, `{"level":"3"}`, labelsOf(t))
	pprof.SetGoroutineLabels(t.Context())
}
