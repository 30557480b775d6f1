package randomtree

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// behavior generates a behavior, or shares an existing one. Behaviors of groups run longer.
func (g *treeGenerator) behavior(d, group *subjectDecider) behavior.Runner[*Subject] {
	if len(g.behaviors) > 0 && chance(g, 8) {
		return g.behaviors[g.Choose(len(g.behaviors))]
	}
	if g.with(FeatureGaps) && chance(g, 12) {
		return g.stock()
	}
	b := behaviorOf(g, g.actScript(d, group))
	if group != nil {
		g.behaviors = append(g.behaviors, b)
	}
	return b
}

// stock returns a stock behavior.
func (g *treeGenerator) stock() behavior.Runner[*Subject] {
	switch g.Choose(4) {
	case 0:
		return behavior.Succeed[*Subject]{}
	case 1:
		return behavior.Fail[*Subject]{Name: "NO"}
	}
	seconds := 0.0
	if g.with(FeaturePeriods) {
		seconds = []float64{0.25, 0.125, 0.5, 1, 0, 0.1}[g.Choose(6)]
	}
	return behavior.Wait[*Subject]{Seconds: seconds}
}

// actScript generates the script of a behavior of d, which is a child of group or, if group is nil, has children itself.
// Children of Sequences succeed more often and those of Selectors fail more often, so that such groups make progress.
func (g *treeGenerator) actScript(d, group *subjectDecider) *actScript {
	g.acts++
	k := &actScript{
		script: g.script(), name: fmt.Sprintf("act%d", g.acts), style: tickStyle(g.Choose(int(tickStyles))),
		fact: uint(g.Choose(8)), time: float64(g.Choose(8)) / 4, status: behavior.Success,
		whole: !g.with(FeatureGaps), given: g.with(FeatureParameters),
	}
	switch n := g.Choose(4); {
	case group != nil && (group.Policy == decider.Selector || group.Policy == decider.ReactiveSelector):
		if n > 0 {
			k.status = behavior.Failure
		}
	case group != nil && !decidesFirst(group):
		if n == 3 {
			k.status = behavior.Failure
		}
	case n > 1:
		k.status = behavior.Failure
	}
	if chance(g, 3) {
		k.fussy = uint64(1 + g.Choose(5))
	}
	if group == nil && !chance(g, 4) {
		k.style, k.fussy = never, 0
	}
	g.leave(k)
	if g.with(FeaturePeriods) && chance(g, 8) {
		k.period = []float64{0.125, 0.25, 0.5, 0.1}[g.Choose(4)]
	}
	return k
}

// leave sometimes gives a behavior a Leave.
func (g *treeGenerator) leave(k *actScript) {
	if g.leaving > 0 && chance(g, g.leaving) {
		k.leaveTimeout = []float64{0.5, 0.125, 1, 2, 8}[g.Choose(5)]
		k.leaveStyle = leaveStyle(g.Choose(int(leaveStyles)))
	}
}
