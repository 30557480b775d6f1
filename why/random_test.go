package why_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// forests runs random trees with random agents and hands over every tick, and every operation between ticks.
func forests(t *testing.T, seeds uint64, visit func(seed uint64, l *live[*randomtree.Subject], m *history.Moment)) {
	for seed := range seeds {
		s := randomtree.RandomSource(seed)
		f := randomtree.RandomTreeSet(s, 0)
		tree, err := decider.InitializeTreeData(f.Root)
		if err != nil {
			continue
		}
		plugs, _ := f.InitializePlugs()
		w := world.New(world.Options{Seed: seed})
		var all []*live[*randomtree.Subject]
		var subjects []*randomtree.Subject
		for id := range world.AgentID(1 + s.Choose(3)) {
			all = append(all, liveIn(t, w, id+1, tree, plugs...))
			subjects = append(subjects, &randomtree.Subject{
				Seed: seed + uint64(id), Facts: seed, Slots: f.Slots, Trees: append(slices.Clip(plugs), tree), Names: f.Names,
				Others: []world.AgentID{1, 2, 3},
			})
		}
		set := stimuli.NewSet(4)
		for range 30 {
			dt := float64(s.Choose(5)) / 4
			_ = w.Advance(dt) // messages to nobody
			for i, l := range all {
				a := subjects[i]
				a.ClearLog()
				a.Facts = uint64(s.Choose(1 << 16))
				var own *stimuli.Set
				if i == 0 {
					if own = set; s.Choose(3) == 0 {
						_ = set.Add(stimuli.Note(stimuli.StimuliFlags(1)<<s.Choose(4), float64(s.Choose(4))))
					}
				}
				if s.Choose(12) == 0 && len(f.Slots) > 0 && len(plugs) > 0 {
					slot, plug := f.Slots[s.Choose(len(f.Slots))], plugs[s.Choose(len(plugs))]
					visit(seed, l, l.moment(0, func() { _ = l.memory.Plug(slot, plug) }))
				}
				if s.Choose(40) == 0 {
					visit(seed, l, l.moment(0, func() { _ = l.memory.Reset() }))
				}
				visit(seed, l, l.tick(a, dt, decider.DecisionFlags(s.Choose(16)), own))
			}
		}
	}
}

// Every decider of every tick gets an explanation, and it claims what the events say: no outcome is unknown, and the
// verdict is that of the last time it was asked.
func TestEveryDeciderIsExplained(t *testing.T) {
	told := map[string]int{}
	forests(t, uint64(trials.Count(25, 120)), func(seed uint64, l *live[*randomtree.Subject], m *history.Moment) {
		said := map[string]event.Verdict{}
		for i := range m.Events {
			if e := &m.Events[i]; e.Kind == event.Asked {
				said[fmt.Sprint(e.Tree.Name, e.Place)] = e.Verdict
			}
		}
		for _, e := range why.All(m) {
			p := e.Places[0]
			where := fmt.Sprintf("seed %d, frame %d, %s", seed, m.Frame, p.Path)
			require.NotZero(t, p.Outcome, where)
			told[string(p.Outcome)]++
			assert.NotEmpty(t, p.Because, where)
			if n := len(p.Tries); n > 0 && count(m.After, p.Tree) < 2 {
				assert.Equal(t, said[fmt.Sprint(p.Tree, p.Place)], p.Tries[n-1].Verdict, where)
			}
			for _, b := range p.Began {
				if b.How == "Unexplained" {
					told["how unexplained"]++
					t.Log(where, "\n", e, listing(m))
				}
			}
			if p.Missed != nil {
				told[p.Missed.Why]++
				if p.Missed.Why == "Unknown" || p.Missed.Why == "GroupIdle" {
					t.Log(where, "\n", e, listing(m))
				}
			}
			assertTold(t, p, where)
		}
	})
	t.Log(told)
	assert.Zero(t, told["Unknown"])
}

// assertTold checks that what an explanation says fits together.
func assertTold(t *testing.T, p why.Place, where string) {
	switch p.Outcome {
	case why.WentOn, why.BeganAnew:
		assert.True(t, p.Before && p.After, where)
	case why.Ended:
		assert.True(t, p.Before && !p.After, where)
	case why.Began:
		assert.True(t, !p.Before && p.After, where)
	case why.NotAsked:
		assert.Empty(t, p.Tries, where)
		assert.NotNil(t, p.Missed, where)
		fallthrough
	default:
		assert.True(t, !p.Before && !p.After, where)
	}
	for _, a := range p.Tries {
		failed := 0
		for _, c := range a.Checks {
			assert.NotEmpty(t, c.Words, where)
			if c.Result == why.Failed || c.Result == why.Awaited {
				failed++
				assert.Equal(t, a.Words, c.Words, where)
			}
		}
		want := 1
		if a.Verdict == event.Accepted {
			want = 0
		}
		assert.Equal(t, want, failed, "%s: %+v", where, a)
		assert.NotEmpty(t, a.Words, where)
	}
}

func count(states []state.Decider, tree string) (n int) {
	for i := range states {
		if states[i].Place == 0 && states[i].Tree.Name == tree {
			n++
		}
	}
	return n
}

func listing(m *history.Moment) (text string) {
	for i := range m.Events {
		text += "\n    " + decidertest.EventString(&m.Events[i])
	}
	return text
}
