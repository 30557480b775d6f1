package randomtree

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// subjectDecider is a decider of random trees.
type subjectDecider = decider.Decider[*Subject]

// TreeSet is a random tree with everything that belongs to it.
type TreeSet struct {
	Root  *decider.Decider[*Subject]
	Plugs []*decider.Decider[*Subject] // trees to plug into slots; none if there are no slots
	Slots []*decider.Slot[*Subject]    // slots of all the trees, and one that is in none of them
	Names []string                     // names of deciders to reset: those of all the trees, and one that is in none of them; nil for no resets

	Gates  []*world.Gate  // gates of all the trees, with keys from 0 to 2
	Squads []*world.Squad // likewise
}

// InitializePlugs compiles the trees to plug in. If one is refused it returns the others and the first error.
func (f *TreeSet) InitializePlugs() (plugs []*decider.Tree[*Subject], err error) {
	for _, root := range f.Plugs {
		plug, refused := decider.InitializeTreeData(root)
		if refused == nil {
			plugs = append(plugs, plug)
		} else if err == nil {
			err = refused
		}
	}
	return plugs, err
}

// RandomTreeSet generates a tree set from a source's choices, with all policies and options, preconditions, modifiers, shared
// deciders, Jumps, Monitors, group behaviors, blocks, DBlocks, delegation, slots, blackboard keys, gates, squads, and user
// code that occasionally goes wrong. [decider.InitializeTreeData] accepts most of the trees; callers skip the others.
func RandomTreeSet(s Source, without Features) *TreeSet {
	n := &generator{Source: s, set: &TreeSet{}, without: without}
	if s.Choose(3) > 0 {
		n.busy = []uint64{40, 10, 3}[s.Choose(3)]
	}
	if s.Choose(3) > 0 && n.with(FeatureTrouble) {
		n.trouble = []uint64{400, 100, 20}[s.Choose(3)]
	}
	if n.with(FeatureLeaves) {
		n.leaving = []int{3, 8, 2, 0}[s.Choose(4)]
	}
	if n.with(FeatureSlots) {
		n.connecting = chance(s, 2)
	}
	if n.with(FeatureKeys) {
		n.remembering = chance(s, 2)
	}
	n.share()
	budget := 4 + s.Choose(20)
	if chance(s, 24) {
		budget = 80
	}
	f := n.set
	f.Root = n.tree("ROOT", "D", budget)
	n.plugs()
	if n.with(FeatureResets) && len(f.Names) > 0 {
		f.Names = append(f.Names, "NOBODY")
	} else {
		f.Names = nil
	}
	return f
}

// RandomTree generates a single tree without slots, for agents without a world.
func RandomTree(s Source) *decider.Decider[*Subject] {
	return RandomTreeSet(s, FeatureSlots|FeatureGates|FeatureSquads).Root
}

// generator generates a tree set. It holds what the trees have in common.
type generator struct {
	Source
	set           *TreeSet
	without       Features
	busy, trouble uint64
	leaving       int                         // one in this many behaviors has a Leave; 0 for none
	connecting    bool                        // with slots
	remembering   bool                        // with blackboard keys
	behaviors     []behavior.Runner[*Subject] // behaviors that may be shared
	acts          int
}

func (n *generator) with(f Features) bool { return n.without&f == 0 }

// tree generates a tree of about budget deciders.
func (n *generator) tree(name, prefix string, budget int) *subjectDecider {
	g := &treeGenerator{generator: n, prefix: prefix, budget: budget}
	root := &subjectDecider{Name: name}
	g.fillGroup(root, 0)
	root.Options &^= decider.CallDecideOnRedecide | decider.DelegateDecide // the root is never asked
	if decidesFirst(root) && chance(n, 8) {
		g.addJumpLoop(root)
	}
	if n.leaving > 0 && chance(n, 2) {
		g.addLeavingBranch(root)
	}
	if n.connecting && len(g.slots) == 0 && (!g.isPlug() || chance(n, 3)) {
		g.addSlotBranch(root)
	}
	if n.with(FeatureRunFirst) && n.with(FeatureMonitors) {
		if chance(n, 3) {
			g.addAlertBranch(root)
		}
		g.addDeepMonitors(root)
	}
	g.squads(root)
	g.aimJumps(root)
	g.copies(root)
	g.keys(root)
	for _, d := range decidersOf(root) {
		n.set.Names = append(n.set.Names, d.Name)
	}
	return root
}

// treeGenerator generates one random tree.
type treeGenerator struct {
	*generator
	prefix string // of the deciders' names
	budget int    // deciders left to generate
	made   int
	ready  []*subjectDecider // finished deciders, which may be shared
	jumps  []*subjectDecider // Jumps without a target yet
	slots  []*decider.Slot[*Subject]
}

// decider generates a child of a group, or shares an existing decider.
func (g *treeGenerator) decider(depth int, group *subjectDecider) *subjectDecider {
	if len(g.ready) > 0 && chance(g, 9) {
		if d := g.ready[g.Choose(len(g.ready))]; mayShare(d, group) {
			return d
		}
	}
	d := g.named()
	g.preconditions(d, group)
	switch kind := g.Choose(15); {
	case kind >= 7 && kind < 13 && depth < 6 && g.budget > 1:
		g.fillGroup(d, depth)
		g.decideGroup(d, group)
	case kind >= 13 && g.connecting:
		d.Slot = g.slot()
		g.decide(d, group)
	case (kind == 6 || kind == 4) && decidesFirst(group):
		d.Jump, d.Cooldown = "to be aimed", 0
		g.decide(d, group)
		g.jumps = append(g.jumps, d)
	case kind == 5:
		d.DBlock = dblockOf(g, g.decideScript(d), g.actScript(d, group))
		d.BehaviorFlags = behavior.BehaviorFlags(g.Choose(3))
	case !decidesFirst(group) && g.with(FeatureConditions) && chance(g, 3):
		g.condition(d, group)
	default:
		d.Behavior = g.behavior(d, group)
		d.BehaviorFlags = behavior.BehaviorFlags(g.Choose(3))
		g.decide(d, group)
	}
	g.modifiers(d)
	g.monitor(d, group)
	g.gate(d)
	if !holdsSlot(d) {
		g.ready = append(g.ready, d)
	}
	return d
}

// mayShare reports whether d, which is part of the tree already, may be a child of the group too.
func mayShare(d, group *subjectDecider) bool {
	return !slices.Contains(group.Children, d) && (!isJump(d) || decidesFirst(group)) &&
		(d.Options&decider.Monitor == 0 || group.Policy == decider.Selector) && (!IsCondition(d) || !decidesFirst(group))
}

// IsCondition reports whether d has nothing to run, so that it is a condition leaf.
func IsCondition(d *decider.Decider[*Subject]) bool {
	return len(d.Children) == 0 && d.Behavior == nil && d.DBlock == nil && d.Jump == "" && d.Slot == nil && d.Copy == nil && d.Options&decider.Barrier == 0
}

// named returns a decider with a name only.
func (g *treeGenerator) named() *subjectDecider {
	g.budget--
	g.made++
	return &subjectDecider{Name: fmt.Sprintf("%s%d", g.prefix, g.made)}
}

// fillGroup makes d a group and generates everything below it.
func (g *treeGenerator) fillGroup(d *subjectDecider, depth int) {
	d.Policy = g.policy()
	if depth == 0 && chance(g, 3) {
		d.Policy = decider.PrioritizedList // what most trees begin with
	}
	if decidesFirst(d) {
		d.Options = []decider.Options{0, 0, 0, decider.FinishWithChild, decider.CallDecideOnRedecide, decider.DelegateDecide,
			decider.DelegateDecide | decider.CallDecideOnRedecide, decider.FinishWithChild | decider.DelegateDecide}[g.Choose(8)]
	}
	if d.Policy == decider.Scored {
		d.Margin = float64(g.Choose(3)) / 2
	}
	if chance(g, 3) {
		d.Behavior = g.behavior(d, nil)
		d.BehaviorFlags = behavior.BehaviorFlags(g.Choose(3))
	}
	n := 1 + g.Choose(5)
	if chance(g, 40) {
		n = 70 // more than one word of bits
	}
	n = min(n, max(1, g.budget))
	for i := range n {
		child := g.decider(depth+1, d)
		if d.Policy == decider.PrioritizedList && (i < n-1 || chance(g, 2)) {
			g.question(child)
		}
		d.Children = append(d.Children, child)
	}
	g.alarms(d)
	g.passable(d)
	g.thresholds(d)
}

// policy chooses a policy. Half of the groups are decide-first.
func (g *treeGenerator) policy() decider.Policy {
	policies := []decider.Policy{
		decider.PrioritizedList, decider.PrioritizedList, decider.Sequential, decider.SequentialLooping, decider.Random,
		decider.Shuffle, decider.OneOff, decider.Scored,
	}
	if g.with(FeatureRunFirst) {
		policies = append(policies, decider.Sequence, decider.Selector, decider.Sequence, decider.Selector)
	}
	if g.with(FeatureReactive) {
		policies = append(policies, decider.ReactiveSequence, decider.ReactiveSelector)
	}
	if g.with(FeatureConcurrents) {
		policies = append(policies, decider.Concurrent, decider.Concurrent)
	}
	return policies[g.Choose(len(policies))]
}

// thresholds sometimes gives a Concurrent group thresholds.
func (g *treeGenerator) thresholds(d *subjectDecider) {
	if d.Policy != decider.Concurrent {
		return
	}
	if chance(g, 2) {
		d.SucceedAt = 1 + g.Choose(min(4, len(d.Children)))
	}
	if chance(g, 2) {
		d.FailAt = 1 + g.Choose(min(4, len(d.Children)))
	}
	if chance(g, 3) {
		d.Options |= decider.RejectedFails
	}
}

func (g *treeGenerator) script() script {
	k := script{salt: uint64(g.Choose(1 << 16)), busy: g.busy, trouble: g.trouble}
	if g.remembering {
		k.keyed = uint64(1 + g.Choose(4))
	}
	return k
}

// decidersOf returns every decider of a tree once, groups before their children.
func decidersOf(root *subjectDecider) (all []*subjectDecider) {
	var walk func(*subjectDecider)
	walk = func(d *subjectDecider) {
		if slices.Contains(all, d) {
			return
		}
		all = append(all, d)
		for _, child := range d.Children {
			walk(child)
		}
	}
	walk(root)
	return all
}

func isJump(d *subjectDecider) bool       { return d.Jump != "" }
func decidesFirst(d *subjectDecider) bool { return d.Policy <= decider.Scored }
