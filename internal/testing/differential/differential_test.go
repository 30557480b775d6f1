package differential_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

var nan, inf = math.NaN(), math.Inf(1)

// sentinels are the errors that user code can cause in a tick.
var sentinels = []error{
	decider.ErrNotANumber, decider.ErrStatus, decider.ErrPanic, decider.ErrRedecideLoop, world.ErrNoWorld,
}

func sentinel(err error) string {
	for _, s := range sentinels {
		if errors.Is(err, s) {
			return s.Error()
		}
	}
	return "other"
}

// featureNames are the names for DECIDERTREE_DIFF_WITHOUT.
var featureNames = map[string]randomtree.Features{
	"runfirst": randomtree.FeatureRunFirst, "reactive": randomtree.FeatureReactive, "concurrents": randomtree.FeatureConcurrents, "monitors": randomtree.FeatureMonitors, "repeats": randomtree.FeatureRepeats,
	"timeouts": randomtree.FeatureTimeouts, "outcomes": randomtree.FeatureOutcomes, "limits": randomtree.FeatureLimits, "leaves": randomtree.FeatureLeaves, "slots": randomtree.FeatureSlots, "keys": randomtree.FeatureKeys, "resets": randomtree.FeatureResets,
	"gates": randomtree.FeatureGates, "squads": randomtree.FeatureSquads, "periods": randomtree.FeaturePeriods, "parameters": randomtree.FeatureParameters, "copies": randomtree.FeatureCopies, "conditions": randomtree.FeatureConditions,
	"all": ^randomtree.Features(0),
}

// without returns the features that random trees are generated without. It is read inside a test, so that go test detects a
// change of the variable.
var without = sync.OnceValue(func() (features randomtree.Features) {
	for name := range strings.SplitSeq(os.Getenv("DECIDERTREE_DIFF_WITHOUT"), ",") {
		if _, known := featureNames[name]; name != "" && !known {
			panic("DECIDERTREE_DIFF_WITHOUT: there is no " + name)
		}
		features |= featureNames[name]
	}
	return features
})

// wantedTicks is how many ticks of agents each of the differential tests compares.
func wantedTicks(t *testing.T) int {
	if text := os.Getenv("DECIDERTREE_DIFF_TICKS"); text != "" {
		n, err := strconv.Atoi(text)
		require.NoError(t, err, "DECIDERTREE_DIFF_TICKS")
		return n
	}
	return trials.Count(30_000, 300_000)
}

// TestDifferential runs random trees, agents and inputs through the engine and the reference interpreter, which
// must agree in every event, status, error, user call and byte of memory. One engine is observed and another is not, and in
// some trials both change in the middle, because the engine has a quick way for ticks that are not observed.
//
// Environment variables:
//   - DECIDERTREE_DIFF_TICKS: how many ticks to compare, if not as many as package trials says;
//   - DECIDERTREE_DIFF_SEED: the first tree's seed;
//   - DECIDERTREE_DIFF_WITHOUT: what to leave out of the trees, to find the part at fault, as in "leaves,slots" or
//     "all" (see featureNames); nothing is then required to occur;
//   - DECIDERTREE_DIFF_SHRINK: how many seconds to look for a smaller case of a difference;
//   - DECIDERTREE_DIFF_COVERAGE: not empty shows how often everything occurred.
func TestDifferential(t *testing.T) {
	differ(t, func(s randomtree.Source, cover coverage) (played, *mismatch) {
		if tr, m := play(s, cover); tr != nil {
			return tr, m
		}
		return nil, nil
	}, needed())
}

// play runs one trial from a source's choices. It returns nil if the tree was refused.
func play(s randomtree.Source, cover coverage) (*trial, *mismatch) {
	t := newTrial(s, cover)
	if t == nil {
		return nil, nil
	}
	styles := [2]int{s.Choose(2), 2 - s.Choose(2)} // 0: observed at level 5, 1: changing, 2: not observed
	for engine, style := range styles {
		if style < 2 {
			for agent := range t.scenes[0].actors {
				t.watch(engine, agent, 5)
			}
		}
	}
	restless := 1 + s.Choose(6)
	for range 10 + s.Choose(150) {
		for engine, style := range styles {
			if style == 1 && chance(s, 3) {
				t.watch(engine, s.Choose(len(t.scenes[0].actors)), event.Level(s.Choose(7)-1))
			}
		}
		if m := t.step(s, restless); m != nil {
			return t, m
		}
	}
	for agent := range t.scenes[0].actors {
		if m := t.each(agent, "Close", (*actor).Close); m != nil {
			return t, m
		}
	}
	return t, nil
}

// step changes some inputs and ticks.
func (t *trial) step(s randomtree.Source, restless int) *mismatch {
	agent := s.Choose(len(t.scenes[0].actors))
	if chance(s, restless) {
		t.flags ^= 1 << s.Choose(4)
	}
	if chance(s, restless) {
		fact := s.Choose(8)
		t.everywhere(agent, "fact", func(a *actor) { a.subject.Facts ^= 1 << fact })
	}
	if chance(s, 1+restless) {
		kind, data, seconds := stimuli.StimuliFlags(1)<<s.Choose(4), uint64(s.Choose(50)), float64(s.Choose(8))/8
		t.addStimulus(agent, kind, data, seconds)
	}
	if chance(s, 100) {
		if m := t.each(agent, "Reset", (*actor).Reset); m != nil {
			return m
		}
	}
	if m := t.replug(s, agent); m != nil {
		return m
	}
	if chance(s, 100) {
		bad := []decider.Input{{Time: t.now, DT: -1}, {Time: nan}, {Time: inf}, {Time: t.now, DT: nan}, {Time: t.now, DT: inf}, {Time: -inf}}
		if m := t.tickBadly(agent, bad[s.Choose(len(bad))]); m != nil {
			return m
		}
	}
	return t.tick([]float64{1. / 16, 0, 1. / 8, 1. / 3, 1}[min(s.Choose(10), 4)])
}

// replug sometimes plugs, unplugs and resets from outside.
func (t *trial) replug(s randomtree.Source, agent int) *mismatch {
	f := t.set
	if len(f.Names) > 0 && chance(s, 60) {
		if m := t.resetBelow(agent, s.Choose(len(f.Names))); m != nil {
			return m
		}
	}
	if t.held && chance(s, 4) {
		name, o := chooseOverride(s, f)
		if m := t.each(agent, fmt.Sprintf("override %s %d", name, o), func(a *actor) error { return a.Override(name, o) }); m != nil {
			return m
		}
	}
	if len(f.Slots) == 0 || !chance(s, 5) {
		return nil
	}
	if slot := s.Choose(len(f.Slots)); !chance(s, 3) {
		return t.plug(agent, slot, s.Choose(len(t.plugs)))
	} else {
		return t.unplug(agent, slot)
	}
}

// chooseOverride chooses an override, more often none than one, since an override lasts.
func chooseOverride(s randomtree.Source, f *randomtree.TreeSet) (name string, o event.Override) {
	names := append([]string{"NOBODY"}, f.Names...)
	return names[s.Choose(len(names))], []event.Override{event.NoOverride, event.Forced, event.Forbidden, event.NoOverride}[s.Choose(4)]
}

func (t *trial) resetBelow(agent, name int) *mismatch {
	what := t.set.Names[name]
	return t.each(agent, "ResetBelow "+what, func(a *actor) error { return a.ResetBelow(what) })
}

func (t *trial) plug(agent, slot, plug int) *mismatch {
	s := t.set.Slots[slot]
	what := fmt.Sprintf("plug %s into %s", t.set.Plugs[plug].Name, s.Name)
	return t.each(agent, what, func(a *actor) error { return a.Plug(s, t.plugs[plug]) })
}

func (t *trial) unplug(agent, slot int) *mismatch {
	s := t.set.Slots[slot]
	return t.each(agent, "unplug "+s.Name, func(a *actor) error { return a.Unplug(s) })
}

func (t *trial) addStimulus(agent int, kind stimuli.StimuliFlags, data uint64, seconds float64) {
	t.everywhere(agent, fmt.Sprintf("stimulus %x with %d for %g", uint64(kind), data, seconds), func(a *actor) {
		if a.stimuli != nil {
			_ = a.stimuli.Add(stimuli.Kind[uint64](kind).New(data, seconds)) // a full set drops one, the same in all scenes
		}
	})
}

func chance(s randomtree.Source, n int) bool { return s.Choose(n) == n-1 && n > 1 }

// retell returns the report of the mismatch that choices lead to.
func retell(choices []int, play player) string {
	t, m := play(randomtree.Replaying(choices), coverage{})
	if m == nil {
		return "it went away when tried again: something is not deterministic"
	}
	return t.report(m)
}

var sides = [2]string{"reference", "engine"}

func (t *trial) ticked() int { return t.ticks }

func (t *trial) report(m *mismatch) string { return m.report(t.set, t.log) }

// report describes a mismatch in full.
func (m *mismatch) report(f *randomtree.TreeSet, log []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "the engine differs in %s of %s\n\n%s\n", m.what, m.whose, describe(f))
	for _, line := range log[max(0, len(log)-12):] {
		b.WriteString(line + "\n")
	}
	if m.what != "events" && len(m.events) > 0 {
		b.WriteString("\nevents in the reference:\n  " + strings.Join(m.events, "\n  ") + "\n")
	}
	for i, did := range m.did {
		fmt.Fprintf(&b, "\non the side in %s:\n  %s\n", sides[i], strings.Join(did, "\n  "))
	}
	same := 0
	for same < min(len(m.want), len(m.got)) && m.want[same] == m.got[same] {
		same++
	}
	fmt.Fprintf(&b, "\nthe first %d lines agree\n", same)
	for i, side := range [][]string{m.want, m.got} {
		fmt.Fprintf(&b, "%s:\n", sides[i])
		for j := max(0, same-12); j < min(len(side), same+8); j++ {
			if line := side[j]; j >= same {
				b.WriteString("> " + line + "\n")
			} else {
				line, _, _ = strings.Cut(line, "   ") // the fields of events
				b.WriteString("  " + line + "\n")
			}
		}
	}
	return b.String()
}
