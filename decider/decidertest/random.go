package decidertest

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// RandomTree makes a tree from a source's choices: all policies and flags, preconditions, shared deciders,
// Jumps, group behaviors, blocks, DBlocks, delegation, and user code that now and then goes wrong. Most of
// them are trees that [decider.InitializeTreeData] accepts; skip the others.
func RandomTree(s Source) *decider.Decider[*Subject] {
	g := &grower{Source: s, budget: 4 + s.Choose(20)}
	if chance(s, 24) {
		g.budget = 80
	}
	if s.Choose(3) > 0 {
		g.busy = []uint64{40, 10, 3}[s.Choose(3)]
	}
	if s.Choose(3) > 0 {
		g.trouble = []uint64{400, 100, 20}[s.Choose(3)]
	}
	root := &decider.Decider[*Subject]{Name: "ROOT"}
	g.fillGroup(root, 0)
	root.Flags &^= decider.CallDecideOnRedecide | decider.DelegateDecide // the root is never asked
	if chance(s, 12) {
		g.chase(root)
	}
	g.aimJumps(root)
	return root
}

// grower grows one random tree.
type grower struct {
	Source
	budget        int // deciders yet to be made
	made          int
	busy, trouble uint64
	ready         []*decider.Decider[*Subject] // finished ones, which may be shared
	jumps         []*decider.Decider[*Subject] // without a target yet
	behaviors     []behavior.Runner[*Subject]  // which may be shared
}

// decider makes a decider, or shares one that is there already.
func (g *grower) decider(depth int, siblings []*decider.Decider[*Subject]) *decider.Decider[*Subject] {
	if len(g.ready) > 0 && chance(g, 9) {
		if d := g.ready[g.Choose(len(g.ready))]; !slices.Contains(siblings, d) {
			return d
		}
	}
	d := g.named()
	g.preconditions(d)
	switch kind := g.Choose(12); {
	case kind >= 7 && depth < 6 && g.budget > 1:
		g.fillGroup(d, depth)
		g.decide(d, true)
	case kind == 6 || kind == 4:
		d.Jump, d.Cooldown = "to be aimed", 0
		g.decide(d, false)
		g.jumps = append(g.jumps, d)
	case kind == 5:
		d.DBlock = dblockOf(g, g.decideScript(false), g.actScript(false))
		d.BehaviorFlags = behavior.Flags(g.Choose(3))
	default:
		d.Behavior = g.behavior(false)
		d.BehaviorFlags = behavior.Flags(g.Choose(3))
		g.decide(d, false)
	}
	g.ready = append(g.ready, d)
	return d
}

// named makes a decider with nothing but a name.
func (g *grower) named() *decider.Decider[*Subject] {
	g.budget--
	g.made++
	return &decider.Decider[*Subject]{Name: fmt.Sprintf("D%d", g.made)}
}

// fillGroup makes d a group, with everything below it.
func (g *grower) fillGroup(d *decider.Decider[*Subject], depth int) {
	d.Policy = decider.Policy(g.Choose(7))
	d.Flags = []decider.Flags{0, 0, 0, decider.FinishWithChild, decider.CallDecideOnRedecide, decider.DelegateDecide,
		decider.DelegateDecide | decider.CallDecideOnRedecide, decider.FinishWithChild | decider.DelegateDecide}[g.Choose(8)]
	if d.Policy == decider.Scored {
		d.Margin = float64(g.Choose(3)) / 2
	}
	if chance(g, 3) {
		d.Behavior = g.behavior(true)
		d.BehaviorFlags = behavior.Flags(g.Choose(3))
	}
	n := 1 + g.Choose(5)
	if chance(g, 40) {
		n = 70 // more than one word of bits
	}
	for range min(n, max(1, g.budget)) {
		child := g.decider(depth+1, d.Children)
		if d.Policy == decider.PrioritizedList {
			g.question(child)
		}
		d.Children = append(d.Children, child)
	}
}

// question gives a decider that always accepts a condition, most times: below it nothing would ever run. The
// last child of a list often stays without.
func (g *grower) question(d *decider.Decider[*Subject]) {
	unconditional := d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() && d.Cooldown == 0 && d.Every == 0 && d.Decide == nil &&
		d.DBlock == nil && d.Jump == "" && d.Flags&decider.DelegateDecide == 0
	if unconditional && (g.budget > 0 && !chance(g, 30)) {
		d.Decide = g.decideScript(len(d.Children) > 0).decide
	}
}

// preconditions gives a decider none, one or several of what is asked before Decide. Its checks do not
// contradict themselves.
func (g *grower) preconditions(d *decider.Decider[*Subject]) {
	bits := func() uint64 {
		if chance(g, 3) {
			return uint64(1 + g.Choose(15))
		}
		return uint64(1) << g.Choose(4)
	}
	if chance(g, 4) {
		c := &d.DecisionFlags
		for _, mask := range []*decider.DecisionFlags{&c.All, &c.Any, &c.None} {
			if chance(g, 2) {
				*mask = decider.DecisionFlags(bits())
			}
		}
		c.Any &^= c.None
		c.All &^= c.None
	}
	if chance(g, 4) {
		c := &d.StimuliFlags
		for _, mask := range []*stimuli.Flags{&c.All, &c.Any, &c.None} {
			if chance(g, 2) {
				*mask = stimuli.Flags(bits())
			}
		}
		c.Any &^= c.None
		c.All &^= c.None
	}
	if chance(g, 6) {
		d.Every = float64(1+g.Choose(6)) / 8
	}
	if chance(g, 8) {
		d.Cooldown = float64(1+g.Choose(6)) / 8
	}
}

// decide gives a decider a Decide or a Weight, or neither.
func (g *grower) decide(d *decider.Decider[*Subject], group bool) {
	switch n := g.Choose(8); {
	case n >= 3:
		d.Decide = g.decideScript(group).decide
	case n == 2:
		d.Weight = []float64{2, 0.5, 1e-3, 1e308}[g.Choose(4)]
	}
}

func (g *grower) decideScript(group bool) *decideScript {
	k := &decideScript{script: g.script(), style: decideStyle(g.Choose(int(byChildren))), fact: uint(g.Choose(8))}
	if group && chance(g, 3) {
		k.style = byChildren + decideStyle(g.Choose(2))
	}
	k.value = []float64{1, 2, 0.5, 1.5, 3, 1, 0.25, 1e308}[g.Choose(8)]
	return k
}

func (g *grower) script() script {
	return script{salt: uint64(g.Choose(1 << 16)), busy: g.busy, trouble: g.trouble}
}

// behavior makes a behavior, or shares one. Those of groups go on longer.
func (g *grower) behavior(group bool) behavior.Runner[*Subject] {
	if len(g.behaviors) > 0 && chance(g, 8) {
		return g.behaviors[g.Choose(len(g.behaviors))]
	}
	b := behaviorOf(g, g.actScript(group))
	if !group {
		g.behaviors = append(g.behaviors, b)
	}
	return b
}

func (g *grower) actScript(group bool) *actScript {
	k := &actScript{
		script: g.script(), name: fmt.Sprintf("act%d", g.made), style: tickStyle(g.Choose(int(tickStyles))),
		fact: uint(g.Choose(8)), time: float64(g.Choose(8)) / 4, status: behavior.Success,
	}
	if chance(g, 2) {
		k.status = behavior.Failure
	}
	if chance(g, 3) {
		k.fussy = uint64(1 + g.Choose(5))
	}
	if group && !chance(g, 4) {
		k.style, k.fussy = never, 0
	}
	return k
}

// aimJumps gives each Jump a target: a decider at one place only, that is neither a Jump nor above it. One
// without any becomes a plain leaf.
func (g *grower) aimJumps(root *decider.Decider[*Subject]) {
	counts := map[*decider.Decider[*Subject]]int{}
	var order []*decider.Decider[*Subject]
	var count func(*decider.Decider[*Subject])
	count = func(d *decider.Decider[*Subject]) {
		if counts[d]++; counts[d] == 1 {
			order = append(order, d)
		}
		for _, child := range d.Children {
			count(child)
		}
	}
	count(root)
	for _, j := range g.jumps {
		var targets []*decider.Decider[*Subject]
		for _, d := range order {
			if counts[d] == 1 && !isJump(d) && !below(d, j) {
				targets = append(targets, d)
			}
		}
		if len(targets) == 0 {
			j.Jump, j.Behavior = "", g.behavior(false)
			continue
		}
		j.Jump = targets[g.Choose(len(targets))].Name
	}
}

func isJump(d *decider.Decider[*Subject]) bool { return d.Jump != "" }

// chase makes two branches whose Jumps lead into each other, which ends only by the loop guard unless something
// rejects.
func (g *grower) chase(root *decider.Decider[*Subject]) {
	var inner [2]*decider.Decider[*Subject]
	for i := range inner {
		jump := g.named()
		g.decide(jump, false)
		inner[i] = g.named()
		inner[i].Children = decider.Children[*Subject]{jump, g.decider(2, nil)}
		outer := g.named()
		outer.Decide = g.decideScript(true).decide
		outer.Children = decider.Children[*Subject]{inner[i]}
		root.Children = append(decider.Children[*Subject]{outer}, root.Children...)
	}
	inner[0].Children[0].Jump, inner[1].Children[0].Jump = inner[1].Name, inner[0].Name
}

// below reports whether d stands below group.
func below(group, d *decider.Decider[*Subject]) bool {
	return slices.ContainsFunc(group.Children, func(child *decider.Decider[*Subject]) bool {
		return child == d || below(child, d)
	})
}
