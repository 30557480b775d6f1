package profile_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// numbers are the counts of one place.
type numbers struct{ asked, accepted, entered, ticked int64 }

// place is a place of the tree with that root.
type place struct {
	tree   string
	number int
}

// counted returns what an observer at level 5 has seen.
func counted(all map[place]numbers, events []event.Event) {
	for i := range events {
		e := &events[i]
		at := place{e.Tree.Name, e.Place}
		n := all[at]
		switch e.Kind {
		case event.Asked:
			n.asked++
			if e.Verdict == event.Accepted {
				n.accepted++
			}
		case event.Entered:
			n.entered++
		case event.Ticking:
			n.ticked++
		default:
			continue
		}
		all[at] = n
	}
}

// profiled returns the same from a profile. Trees of the same name are added up.
func profiled(p *profile.Profile) map[place]numbers {
	all := map[place]numbers{}
	for _, r := range p.Rows() {
		at := place{r.Tree, r.Place}
		n := all[at]
		n = numbers{n.asked + r.Asked, n.accepted + r.Accepted, n.entered + r.Entered, n.ticked + r.Ticked}
		if n != (numbers{}) {
			all[at] = n
		}
	}
	return all
}

// scene is an agent of a random tree set in a world of its own.
type scene struct {
	world   *world.World
	memory  *decider.Memory[*randomtree.Subject]
	subject *randomtree.Subject
	stimuli *stimuli.Set
	seen    decidertest.Recorder
	errs    []string
}

func newScene(set *randomtree.TreeSet, tree *decider.Tree[*randomtree.Subject], plugs []*decider.Tree[*randomtree.Subject], seed uint64, level event.Level) *scene {
	w := world.New(world.Options{Seed: seed})
	s := &scene{world: w, memory: tree.NewMemory(w, 1), stimuli: stimuli.NewSet(4)}
	s.subject = &randomtree.Subject{Seed: seed, Facts: seed, Slots: set.Slots, Trees: append(slices.Clip(plugs), tree), Names: set.Names, Others: []world.AgentID{1, 2}}
	s.seen.Level = level
	s.memory.Observe(&s.seen)
	return s
}

func (s *scene) tick(dt float64, facts, noise, flags uint64) {
	_ = s.world.Advance(dt) // messages to nobody
	s.subject.ClearLog()
	s.subject.Facts = facts
	if noise > 0 {
		_ = s.stimuli.Add(stimuli.Note(stimuli.StimuliFlags(noise), 2))
	}
	s.stimuli.Update(dt)
	err := decider.TickBehaviorTree(s.memory, s.subject, decider.Input{Time: s.world.Time(), DT: dt, DecisionFlags: decider.DecisionFlags(flags), Stimuli: s.stimuli})
	if err != nil {
		s.errs = append(s.errs, err.Error())
	}
}

// TestRandomTrees compares a profile with what an observer sees on random trees, with gates, squads, slots, Leaves and
// panics. A third scene is not profiled and must do the same; its observer and that of the second, at any level, see the
// same.
func TestRandomTrees(t *testing.T) {
	asked, ticks := int64(0), 0
	for seed := range uint64(trials.Count(150, 2000)) {
		src := randomtree.RandomSource(seed)
		set := randomtree.RandomTreeSet(src, 0)
		tree, err := decider.InitializeTreeData(set.Root)
		if err != nil {
			continue
		}
		plugs, _ := set.InitializePlugs()
		level := event.Level(src.Choose(6))
		full, some, none := newScene(set, tree, plugs, seed, 5), newScene(set, tree, plugs, seed, level), newScene(set, tree, plugs, seed, level)
		p := profile.New(profile.Options{Every: 1})
		require.NoError(t, full.memory.Profile(p))
		require.NoError(t, some.memory.Profile(profile.New(profile.Options{Every: 1 + src.Choose(4)})))
		for range 40 {
			dt, facts, flags, noise := float64(src.Choose(5))/4, uint64(src.Choose(1<<16)), uint64(src.Choose(16)), uint64(0)
			if src.Choose(3) == 0 {
				noise = 1 << src.Choose(4)
			}
			var plug func(*scene)
			switch {
			case src.Choose(12) == 0 && len(set.Slots) > 0 && len(plugs) > 0:
				slot, plugged := set.Slots[src.Choose(len(set.Slots))], plugs[src.Choose(len(plugs))]
				plug = func(s *scene) { _ = s.memory.Plug(slot, plugged) }
			case src.Choose(30) == 0:
				plug = func(s *scene) { _ = s.memory.Reset() }
			}
			for _, s := range []*scene{full, some, none} {
				if plug != nil {
					plug(s)
				}
				s.tick(dt, facts, noise, flags)
			}
			ticks++
		}
		want := map[place]numbers{}
		counted(want, full.seen.Events)
		require.Equal(t, want, profiled(p), "seed %d", seed)
		for _, n := range want {
			asked += n.asked
		}
		require.Equal(t, none.errs, full.errs, "seed %d", seed)
		require.Equal(t, none.errs, some.errs, "seed %d", seed)
		require.Equal(t, none.seen.Strings(), some.seen.Strings(), "seed %d, level %d", seed, level)
		require.Equal(t, none.memory.Status(), full.memory.Status())
	}
	assert.Greater(t, asked, int64(5000))
	t.Logf("%d ticks, asked %d times", ticks, asked)
}
