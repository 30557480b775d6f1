package decider_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
)

// Faults of groups, modifiers, Monitors, Leave and keys are refused by InitializeTreeData: it returns no tree, the
// error names the decider, and nothing is written to the declaration.
func TestRefusedDeclarations(t *testing.T) {
	number := &blackboard.Key[int]{Name: "hunger"}
	text := &blackboard.Key[string]{Name: "hunger"}
	var none *blackboard.Key[int]
	group := func(p decider.Policy, succeed, fail int) *plain {
		d := grouped("G", p, leaf("A"), leaf("B"))
		d.SucceedAt, d.FailAt = succeed, fail
		return d
	}
	leaves := func(timeout float64) *plain {
		return &plain{Name: "G", Decide: yes, Behavior: &plainBehavior{Name: "LEAVES", Leave: leaving, LeaveTimeout: timeout}}
	}
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		code declaration.Code
		d    *plain
	}{
		"more to succeed than there are":   {declaration.BadThreshold, group(decider.Concurrent, 3, 0)},
		"more to fail than there are":      {declaration.BadThreshold, group(decider.Concurrent, 0, 3)},
		"less than none to succeed":        {declaration.BadThreshold, group(decider.Concurrent, -1, 0)},
		"less than none to fail":           {declaration.BadThreshold, group(decider.Concurrent, 0, math.MinInt)},
		"threshold of a Sequence":          {declaration.BadThreshold, group(decider.Sequence, 1, 0)},
		"Timeout below 0":                  {declaration.BadModifiers, with("G", decider.Modifiers{Timeout: -1})},
		"Timeout just below 0":             {declaration.BadModifiers, with("G", decider.Modifiers{Timeout: -math.SmallestNonzeroFloat64})},
		"Timeout no number":                {declaration.BadModifiers, with("G", decider.Modifiers{Timeout: nan})},
		"Timeout infinite":                 {declaration.BadModifiers, with("G", decider.Modifiers{Timeout: inf})},
		"Limit below 0":                    {declaration.BadModifiers, with("G", decider.Modifiers{Limit: -1})},
		"Repeat below Forever":             {declaration.BadModifiers, with("G", decider.Modifiers{Repeat: -2})},
		"Repeat far below Forever":         {declaration.BadModifiers, with("G", decider.Modifiers{Repeat: math.MinInt})},
		"Until without Repeat":             {declaration.BadModifiers, with("G", decider.Modifiers{Until: decider.UntilSuccess})},
		"Leave without LeaveTimeout":       {declaration.BadLeave, leaves(0)},
		"Leave with a negative one":        {declaration.BadLeave, leaves(-1)},
		"Leave without end":                {declaration.BadLeave, leaves(inf)},
		"Leave with no number":             {declaration.BadLeave, leaves(nan)},
		"Monitor below a Sequence":         {declaration.MonitorOutsideSelector, grouped("G", decider.Sequence, monitor("A"), leaf("B"))},
		"Monitor below a ReactiveSelector": {declaration.MonitorOutsideSelector, grouped("G", decider.ReactiveSelector, monitor("A"), leaf("B"))},
		"Monitor below a Concurrent":       {declaration.MonitorOutsideSelector, grouped("G", decider.Concurrent, monitor("A"), leaf("B"))},
		"keys of two types":                {declaration.KeyMismatch, &plain{Name: "G", Decide: yes, Keys: decider.Keys{number, text}, Behavior: &idle}},
		"no key":                           {declaration.BadKey, &plain{Name: "G", Decide: yes, Keys: decider.Keys{nil}, Behavior: &idle}},
		"nil key":                          {declaration.BadKey, &plain{Name: "G", Decide: yes, Keys: decider.Keys{none}, Behavior: &idle}},
	} {
		t.Run(name, func(t *testing.T) {
			root := under(c.d, leaf("Z"))
			before := declared(root)
			tree, err := decider.InitializeTreeData(root)
			assert.Nil(t, tree)
			require.ErrorIs(t, err, c.code)
			var fault *declaration.Fault
			require.ErrorAs(t, err, &fault)
			assert.Contains(t, fault.Path, "ROOT > G")
			assert.NotEmpty(t, fault.Remedy)
			assert.Equal(t, before, declared(root))
		})
	}
}

// Values just within the bounds are accepted, and the tree ticks.
func TestModifiersAtTheirBounds(t *testing.T) {
	for _, m := range []decider.Modifiers{
		{Repeat: decider.Forever}, {Repeat: math.MaxInt}, {Timeout: math.MaxFloat64}, {Timeout: math.SmallestNonzeroFloat64}, {Limit: math.MaxInt},
		{Repeat: math.MaxInt, Until: decider.UntilFailure, Timeout: 1, Outcome: decider.AlwaysFailure, Limit: 1},
	} {
		d := with("A", m)
		d.Behavior = &plainBehavior{Name: "ENDS", Tick: ends}
		memory := decider.MustInitializeTreeData(under(d, leaf("Z"))).NewMemory(nil, 1)
		for _, time := range []float64{0, 1, math.MaxFloat64, math.MaxFloat64} {
			require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: time}))
			require.Equal(t, behavior.Running, memory.Status())
		}
	}
}

// A SucceedAt above the number of children that accept ends the group before anything is activated.
func TestThresholdThatCannotBeReached(t *testing.T) {
	both := cast("BOTH", decider.Concurrent, performer("A"), performer("B"), performer("C"))
	both.SucceedAt, both.FailAt, both.Decide = 2, 3, playerDecides
	s := &scene{body: cast("ROOT", decider.PrioritizedList, both, performer("REST")), steps: []sceneStep{{returns: "A.decide=Failure C.decide=Failure"}}}
	s.setUp(t)
	assert.Equal(t, []string{
		"ROOT.activate", "ROOT.tick", "BOTH.decide", "BOTH.activate", "BOTH.tick", "A.decide", "B.decide", "C.decide", "BOTH.deactivate Failed",
		"REST.decide", "REST.activate", "REST.tick",
	}, s.undisturbed(t, nil).calls)
}

// An undeclared key is an error wherever user code asks for it, in plugged trees too, and the error names the place.
// The value it gets is shared with nobody, and the tick goes on.
func TestRefusedKeys(t *testing.T) {
	var none *blackboard.Key[int]
	undeclared := &blackboard.Key[int]{Name: "undeclared"}
	everywhere(t, func(t *testing.T, g *stage, n int, done performance) {
		for _, key := range []*blackboard.Key[int]{undeclared, none} {
			g := g.begin()
			g.player.at = func(c *stageContext, now int) {
				if now == n {
					*key.Of(c) = 5
					require.Zero(t, *key.Of(c))
				}
			}
			var err error
			for len(g.player.calls) <= n {
				require.NoError(t, err)
				err = g.step()
			}
			require.ErrorIs(t, err, decider.ErrKey)
			var e *decider.TickError
			require.True(t, errors.As(err, &e))
			require.Equal(t, g.words(done.calls[n]), e.Call+" of "+e.Path)
			if e.Call != "Decide" { // where it is a rejection
				g.playsOn(t, done, func() {})
			}
		}
	})
}
