package decidertest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	. "github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/internal/engine"
)

// featuresOf are the parts of the framework that a forest uses.
func featuresOf(f *Forest) (found Features) {
	add := func(used bool, feature Features) {
		if used {
			found |= feature
		}
	}
	var walk func(*decider.Decider[*Subject])
	walk = func(d *decider.Decider[*Subject]) {
		m := d.Modifiers
		add(d.Policy == decider.Sequence || d.Policy == decider.Selector, FeatureRunFirst)
		add(d.Policy == decider.ReactiveSequence || d.Policy == decider.ReactiveSelector, FeatureReactive)
		add(d.Policy == decider.Concurrent, FeatureConcurrents)
		add(d.Flags&decider.Monitor != 0, FeatureMonitors)
		add(m.Repeat != 0 || m.Until != 0, FeatureRepeats)
		add(m.Timeout != 0, FeatureTimeouts)
		add(m.Outcome != 0, FeatureOutcomes)
		add(m.Limit != 0, FeatureLimits)
		add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}).LeaveTimeout > 0, FeatureLeaves)
		add(d.DBlock != nil && d.DBlock.Handover(engine.Key{}).Calls.LeaveTimeout > 0, FeatureLeaves)
		add(d.Slot != nil, FeatureSlots)
		add(len(d.Keys) > 0, FeatureKeys)
		add(d.Gate != nil, FeatureGates)
		add(d.Squad != nil || d.Role != 0 || d.Flags&decider.Barrier != 0, FeatureSquads)
		add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}).Period > 0, FeaturePeriods)
		for _, child := range d.Children {
			walk(child)
		}
	}
	walk(f.Root)
	for _, plug := range f.Plugs {
		walk(plug)
	}
	add(len(f.Slots) > 0 || len(f.Plugs) > 0, FeatureSlots)
	add(len(f.Names) > 0, FeatureResets)
	add(len(f.Gates) > 0, FeatureGates)
	add(len(f.Squads) > 0, FeatureSquads)
	return found
}

// Every part can be left out by itself, and all at once; and all are there where none is.
func TestRandomForestWithout(t *testing.T) {
	var all, found Features
	for _, feature := range featureNames {
		all |= feature
	}
	for name, feature := range featureNames {
		for seed := range uint64(200) {
			assert.Zero(t, featuresOf(RandomForest(RandomSource(seed), feature))&feature, "%s, seed %d", name, seed)
		}
	}
	for seed := range uint64(200) {
		found |= featuresOf(RandomForest(RandomSource(seed), 0))
	}
	assert.Equal(t, all&(FeaturePeriods<<1-1), found, "all that there is occurs")
}
