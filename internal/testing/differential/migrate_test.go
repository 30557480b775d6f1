package differential_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// owed counts owed Deactivates by events.
type owed struct {
	tb testing.TB
	at map[string]int
}

func (o *owed) ObserveLevel(world.AgentID) event.Level { return 2 }

func (o *owed) Observe(e *event.Event) {
	name := e.Tree.Name + " " + e.Decider.Name
	switch e.Kind {
	case event.Activated:
		if e.Behavior.Name == "" {
			return // a Barrier has none
		}
		o.at[name]++
	case event.Deactivated:
		o.at[name]--
		if o.at[name] < 0 {
			o.tb.Errorf("%s was deactivated and owed none", name)
		}
	}
}

// take counts the Deactivates that a memory owes now.
func (o *owed) take(m *decider.Memory[*randomtree.Subject]) {
	o.at = map[string]int{}
	for next := 0; next >= 0; {
		var s state.Decider
		if s, next = m.StateAt(next, true); s.Active && s.Behavior.Name != "" && (!s.Resting || s.Kind == declaration.GroupDecider) {
			o.at[s.Tree.Name+" "+s.Decider.Name]++
		}
	}
}

func (o *owed) none() {
	o.tb.Helper()
	for name, n := range o.at {
		if n != 0 {
			o.tb.Errorf("%s owes %d Deactivates", name, n)
		}
	}
}

// requireNoEnginePanic fails the test if the engine itself has panicked.
func requireNoEnginePanic(tb testing.TB, err error) {
	tb.Helper()
	for _, e := range unjoined(err) {
		var p *decider.PanicError
		if errors.As(e, &p) && !strings.HasPrefix(fmt.Sprint(p.Value), "subject panics") {
			tb.Fatalf("%v\n%s", e, p.Stack)
		}
	}
}

func unjoined(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return many.Unwrap()
	}
	return []error{err}
}

// isWhole reports whether nothing was lost except squads, which another world does not know.
func isWhole(m world.Migration) bool {
	return !m.Changed && !slices.ContainsFunc(m.Lost, func(l world.Loss) bool { return l.Part != world.LostSquad })
}

// active returns the names of the active deciders.
func active(m *decider.Memory[*randomtree.Subject]) (names []string) {
	for next := 0; next >= 0; {
		var s state.Decider
		if s, next = m.StateAt(next, true); s.Active {
			names = append(names, s.Decider.Name)
		}
	}
	return names
}

// life is an agent in a world of its own.
type life struct {
	subject *randomtree.Subject
	stimuli *stimuli.Set
	world   *world.World
}

func newLife(seed uint64, f *randomtree.TreeSet, plugs []*decider.Tree[*randomtree.Subject]) *life {
	return &life{
		subject: &randomtree.Subject{Seed: seed, Facts: seed, Slots: f.Slots, Trees: plugs, Names: f.Names}, stimuli: stimuli.NewSet(4),
		world: world.New(world.Options{Seed: seed}),
	}
}

// elsewhere returns another world at the same time.
func (l *life) elsewhere() *world.World { return world.New(world.Options{Time: l.world.Time()}) }

func (l *life) live(tb testing.TB, s randomtree.Source, m *decider.Memory[*randomtree.Subject], ticks int) {
	for range ticks {
		dt := float64(s.Choose(4)) / 8
		_ = l.world.Advance(dt) // reports messages without a receiver
		l.subject.Facts ^= 1 << s.Choose(8)
		l.stimuli.Update(dt)
		_ = l.stimuli.Add(stimuli.Note(stimuli.StimuliFlags(1)<<s.Choose(4), 0.5)) // a full set drops one
		requireNoEnginePanic(tb, decider.TickBehaviorTree(m, l.subject, decider.Input{Time: l.world.Time(), DT: dt, DecisionFlags: decider.DecisionFlags(s.Choose(16)), Stimuli: l.stimuli}))
	}
}

// Agents are migrated to changed trees, live and through snapshots. The resulting memory is sound, only places that were
// active are active, and every activated behavior is deactivated once.
func TestMigrates(t *testing.T) {
	enough := trials.Count(200, 1500)
	tried, kept, lost := 0, 0, 0
	parts := map[world.Part]int{}
	for seed := uint64(1); tried < enough; seed++ {
		s := randomtree.RandomSource(seed)
		f := randomtree.RandomTreeSet(s, 0)
		old, err := decider.InitializeTreeData(f.Root)
		if err != nil {
			continue
		}
		after, err := decider.InitializeTreeData(randomtree.Changed(s, f.Root))
		if err != nil {
			continue
		}
		plugs, _ := f.InitializePlugs()
		tried++
		l := newLife(seed, f, plugs)
		m := old.NewMemory(l.world, 1)
		duties := &owed{tb: t, at: map[string]int{}}
		m.Observe(duties)
		l.live(t, s, m, 5+s.Choose(40))
		var first, second, third bytes.Buffer
		require.NoError(t, m.Snapshot(&first))
		was := active(m)

		there := l.elsewhere()
		restored := after.NewMemory(there, 1)
		migration, err := restored.Restore(bytes.NewReader(first.Bytes()), l.subject, decider.Restoring[*randomtree.Subject]{Trees: plugs, Stimuli: l.stimuli})
		requireNoEnginePanic(t, err)
		is := active(restored)
		strange := slices.ContainsFunc(migration.Lost, func(l world.Loss) bool { return l.Part == world.LostSquad })
		require.Subset(t, was, is)
		for _, part := range migration.Lost {
			parts[part.Part]++
		}
		if len(is) < len(was) {
			lost++
			require.NotEmpty(t, migration.Lost)
		} else {
			kept++
		}
		require.NoError(t, restored.Snapshot(&second))
		again := after.NewMemory(l.elsewhere(), 1)
		migration, err = again.Restore(&second, l.subject, decider.Restoring[*randomtree.Subject]{Trees: plugs})
		require.NotErrorIs(t, err, decider.ErrSnapshot, "seed %d: what was restored is not sound", seed)
		require.True(t, isWhole(migration), "seed %d: %v", seed, migration)

		_, err = m.Migrate(after)
		requireNoEnginePanic(t, err)
		seen := maps.Clone(duties.at)
		maps.DeleteFunc(seen, func(_ string, n int) bool { return n == 0 })
		duties.take(m)
		require.Equal(t, duties.at, seen, "seed %d: what went down was deactivated, and nothing else", seed)
		if err == nil && !strange {
			require.Equal(t, is, active(m), "seed %d: live and from a snapshot the same", seed)
		}
		require.Same(t, after, m.Tree())
		require.NoError(t, m.Snapshot(&third))
		l.live(t, s, m, 20)
		requireNoEnginePanic(t, m.Close())
		duties.none()

		l.world = there
		duties = &owed{tb: t}
		duties.take(restored)
		restored.Observe(duties)
		l.live(t, s, restored, 20)
		requireNoEnginePanic(t, restored.Close())
		duties.none()
	}
	t.Logf("%d agents kept everything active, %d lost some: %v", kept, lost, parts)
}
