package differential_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// featuresOf returns the features that a tree set uses.
func featuresOf(f *randomtree.TreeSet) (found randomtree.Features) {
	add := func(used bool, feature randomtree.Features) {
		if used {
			found |= feature
		}
	}
	var walk func(*decider.Decider[*randomtree.Subject])
	walk = func(d *decider.Decider[*randomtree.Subject]) {
		m := d.Modifiers
		add(d.Policy == decider.Sequence || d.Policy == decider.Selector, randomtree.FeatureRunFirst)
		add(d.Policy == decider.ReactiveSequence || d.Policy == decider.ReactiveSelector, randomtree.FeatureReactive)
		add(d.Policy == decider.Concurrent, randomtree.FeatureConcurrents)
		add(d.Options&decider.Monitor != 0, randomtree.FeatureMonitors)
		add(m.Repeat != 0 || m.Until != 0, randomtree.FeatureRepeats)
		add(m.Timeout != 0, randomtree.FeatureTimeouts)
		add(m.Outcome != 0, randomtree.FeatureOutcomes)
		add(m.Limit != 0, randomtree.FeatureLimits)
		add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}, nil).LeaveTimeout > 0, randomtree.FeatureLeaves)
		add(d.DBlock != nil && d.DBlock.Handover(engine.Key{}, nil).Behavior.LeaveTimeout > 0, randomtree.FeatureLeaves)
		add(d.Slot != nil, randomtree.FeatureSlots)
		add(len(d.Keys) > 0, randomtree.FeatureKeys)
		add(d.Gate != nil, randomtree.FeatureGates)
		add(d.Squad != nil || d.Role != 0 || d.Options&decider.Barrier != 0, randomtree.FeatureSquads)
		add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}, nil).Period > 0, randomtree.FeaturePeriods)
		add(d.Behavior != nil && d.Behavior.Calls(engine.Key{}, nil).Given != nil, randomtree.FeatureParameters)
		add(d.DBlock != nil && len(d.Children) > 0, randomtree.FeatureParameters)
		add(randomtree.IsCondition(d), randomtree.FeatureConditions)
		add(d.Copy != nil, randomtree.FeatureCopies)
		for _, child := range d.Children {
			walk(child)
		}
	}
	walk(f.Root)
	for _, plug := range f.Plugs {
		walk(plug)
	}
	add(len(f.Slots) > 0 || len(f.Plugs) > 0, randomtree.FeatureSlots)
	add(len(f.Names) > 0, randomtree.FeatureResets)
	add(len(f.Gates) > 0, randomtree.FeatureGates)
	add(len(f.Squads) > 0, randomtree.FeatureSquads)
	return found
}

// Every feature can be left out by itself, and all at once; otherwise all features occur.
func TestRandomTreeSetWithout(t *testing.T) {
	var all, found randomtree.Features
	for _, feature := range featureNames {
		all |= feature
	}
	for name, feature := range featureNames {
		for seed := range uint64(200) {
			assert.Zero(t, featuresOf(randomtree.RandomTreeSet(randomtree.RandomSource(seed), feature))&feature, "%s, seed %d", name, seed)
		}
	}
	for seed := range uint64(200) {
		found |= featuresOf(randomtree.RandomTreeSet(randomtree.RandomSource(seed), 0))
	}
	assert.Equal(t, all&(randomtree.FeatureCopies<<1-1), found, "all that there is occurs")
}
