package history_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goatOf runs a goat that wants to eat from frame 3 on; change modifies it.
func goatOf(t *testing.T, id world.AgentID, ticks int, change func(frame int, g *goat, set *stimuli.Set) decider.DecisionFlags) *history.Recording {
	t.Helper()
	return goatRun(t, id, ticks, func(frame int, g *goat, set *stimuli.Set, _ *decider.Memory[*goat]) decider.DecisionFlags {
		if frame >= 3 {
			g.worth["LIVE"], g.worth["EAT"] = 1, 1
		}
		if frame == 9 {
			g.status = map[string]behavior.Status{"EAT": behavior.Success}
		}
		if change == nil {
			return 0
		}
		return change(frame, g, set)
	})
}

func differences(a, b *history.Recording) (all []string) {
	for d := range history.Compare(a, b) {
		all = append(all, d.String())
	}
	return all
}

func TestCompareTheSame(t *testing.T) {
	assert.Empty(t, differences(goatOf(t, 1, 12, nil), goatOf(t, 1, 12, nil)))
	assert.Empty(t, differences(goatDay(t, 1), goatDay(t, 1)))
}

// A changed input, its consequences, and the frame from which both agree again.
func TestCompareAFlag(t *testing.T) {
	a := goatOf(t, 1, 12, nil)
	b := goatOf(t, 1, 12, func(frame int, g *goat, _ *stimuli.Set) decider.DecisionFlags {
		if frame == 5 {
			return 1
		}
		if frame == 6 {
			g.status = map[string]behavior.Status{"FLEE": behavior.Success}
		}
		return 0
	})
	assert.Equal(t, []string{
		"#1, frame 5 (2.50 s): decision flags: none | Wolf",
		"#1, frame 5 (2.50 s): FLEE: said no (DecisionFlags) | said yes",
		"#1, frame 5 (2.50 s): path: GOAT > LIVE > EAT | GOAT > FLEE",
		"#1, frame 6 (3.00 s): decision flags: the same again: none",
		"#1, frame 6 (3.00 s): FLEE: said no (DecisionFlags) | said no (Mask)",
		"#1, frame 6 (3.00 s): path: the same again: GOAT > LIVE > EAT",
		"#1, frame 7 (3.50 s): FLEE: the same again: said no (DecisionFlags)",
	}, differences(a, b))
	first := 0
	for d := range history.Compare(a, b) {
		if d.First {
			first++
			assert.Equal(t, "decisionFlags", d.What)
		}
	}
	assert.Equal(t, 1, first)
	for range history.Compare(a, b) { // whoever has seen enough may stop
		break
	}
}

func TestCompareStimuliValuesAndErrors(t *testing.T) {
	a := goatOf(t, 1, 6, nil)
	b := goatOf(t, 1, 6, func(frame int, g *goat, set *stimuli.Set) decider.DecisionFlags {
		switch frame {
		case 2:
			_ = set.Add(stimuli.Note(2, 0.6))
			g.fails = true
		case 3:
			g.worth["LIVE"] = 2
		}
		return 0
	})
	got := differences(a, b)
	assert.Contains(t, got, "#1, frame 2 (1.00 s): stimuli: none | Crack")
	assert.Contains(t, got, "#1, frame 3 (1.50 s): LIVE: said yes with 1 | said yes with 2")
	assert.True(t, slices.ContainsFunc(got, func(s string) bool {
		return strings.HasPrefix(s, "#1, frame 2 (1.00 s): error: none | ") && strings.HasSuffix(s, "it is dark")
	}), got)
}

// Agents that only one has, other trees and other lengths are differences, not errors.
func TestCompareWhatIsMissing(t *testing.T) {
	assert.Equal(t, []string{"#1: agent: recorded | not recorded", "#2: agent: not recorded | recorded"},
		differences(goatOf(t, 1, 3, nil), goatOf(t, 2, 3, nil)))
	assert.Equal(t, []string{"#1: frames: frames 0 to 12 | frames 0 to 8"}, differences(goatOf(t, 1, 12, nil), goatOf(t, 1, 8, nil)))

	other := goatTree
	other.Children = goatTree.Children[1:]
	tree, err := decider.InitializeTreeData(&other)
	require.NoError(t, err)
	w := world.New(world.Options{Seed: 1})
	m := tree.NewMemory(w, 1)
	r := history.New(history.Options{BytesEach: 1 << 16, Names: goatBits})
	require.NoError(t, m.Record(r))
	for i := range 3 {
		require.NoError(t, w.Advance(0.5))
		require.NoError(t, decider.TickBehaviorTree(m, &goat{}, decider.Input{Time: w.Time(), DT: 0.5}), i)
	}
	got := differences(goatOf(t, 1, 3, nil), r.Recording())
	require.NotEmpty(t, got)
	assert.Contains(t, got[0], "#1: tree: GOAT, fingerprint ")
	assert.Contains(t, got[len(got)-1], "path")
	assert.Empty(t, differences(&history.Recording{}, &history.Recording{}))
}
