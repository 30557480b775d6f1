package randomtree

// Features are parts of the framework that random trees can be generated without, to isolate the part at fault or to test a
// new interpreter step by step.
type Features uint

// The features.
const (
	FeatureRunFirst    Features = 1 << iota // Sequence and Selector
	FeatureReactive                         // ReactiveSequence and ReactiveSelector
	FeatureConcurrents                      // Concurrent
	FeatureMonitors                         // Monitors; they need FeatureRunFirst
	FeatureRepeats                          // Modifiers.Repeat and Until
	FeatureTimeouts                         // Modifiers.Timeout
	FeatureOutcomes                         // Modifiers.Outcome
	FeatureLimits                           // Modifiers.Limit
	FeatureLeaves                           // behaviors with a Leave
	FeatureSlots                            // slots, and trees to plug into them
	FeatureKeys                             // blackboard keys
	FeatureResets                           // ResetBelow
	FeatureGates                            // gates; their agents need a world
	FeatureSquads                           // squads, roles and barriers; their agents need a world
	FeaturePeriods                          // behaviors with a Period
	FeatureConditions                       // deciders with conditions and nothing to run; they need FeatureRunFirst, FeatureReactive or FeatureConcurrents
	FeatureParameters                       // parameters of behaviors, and DBlocks of groups
	FeatureCopies                           // deciders that are copies of others
	FeatureTrouble                          // user code that goes wrong by itself
	FeatureGaps                             // behaviors without Activate or Deactivate
)
