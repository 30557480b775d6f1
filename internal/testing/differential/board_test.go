package differential_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// Random trees of one agent that share its blackboard: memories join others at any time, and are reset, closed, reused,
// recorded and observed. They must agree with the reference in every value.
func TestSharedBlackboards(t *testing.T) {
	enough, shared, both := trials.Count(30, 1000), 0, 0
	for seed, tried := uint64(1), 0; tried < enough; seed++ {
		s := randomtree.RandomSource(seed)
		tr := newWorldTrial(s, coverage{}, false)
		if tr == nil {
			continue
		}
		tried++
		tr.later = map[int]world.AgentID{}
		for i := range tr.runs {
			tr.watch(1, i, 5)
		}
		group := make([]int, len(tr.runs)) // by agent: those with an equal number share
		lives := 0
		for range 10 + s.Choose(60) {
			if a, b := s.Choose(len(tr.runs)), s.Choose(len(tr.runs)); a != b && group[a] == 0 && chance(s, 3) {
				closed := false
				m := tr.each(a, fmt.Sprintf("shares with %d", b+1), func(x *actor) error {
					with := tr.sides[0].agents()[b]
					for i, side := range tr.sides {
						if side.agents()[a] == x {
							with = tr.sides[i].agents()[b]
						}
					}
					switch x := x.interpreter.(type) {
					case plain:
						model := with.interpreter.(plain)
						if closed = x.Override("", 0) == decider.ErrClosed || model.Override("", 0) == decider.ErrClosed; !closed {
							x.ShareBlackboard(model.Reference)
						}
					case fast:
						err := x.ShareBlackboard(with.interpreter.(fast).Memory)
						if closed {
							require.ErrorIs(t, err, decider.ErrClosed)
							return nil
						}
						return err
					}
					return nil
				})
				if m != nil {
					t.Fatalf("seed %d: %s", seed, tr.report(m))
				}
				if !closed {
					if group[b] == 0 {
						group[b] = b + 1
					}
					group[a] = group[b]
					shared++
					if tr.runs[a] != tr.runs[b] {
						both++
					}
				}
			}
			if chance(s, 12) {
				agent := s.Choose(len(tr.runs))
				group[agent] = 0
				lives++
				pools := make([]*decider.Pool[*randomtree.Subject], len(tr.trees))
				for i, tree := range tr.trees {
					pools[i] = tree.NewPool(0)
				}
				if m := tr.another(agent, world.AgentID(100+lives), pools); m != nil {
					t.Fatalf("seed %d: %s", seed, tr.report(m))
				}
			}
			if m := tr.step(s, 3, 0); m != nil {
				t.Fatalf("seed %d: %s", seed, tr.report(m))
			}
		}
		for agent := range tr.runs {
			if m := tr.each(agent, "Close", (*actor).Close); m != nil {
				t.Fatalf("seed %d: %s", seed, tr.report(m))
			}
		}
	}
	t.Logf("%d memories joined others, %d of another tree", shared, both)
}
