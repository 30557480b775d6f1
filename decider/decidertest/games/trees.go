package games

import (
	"hash/fnv"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/world"
)

type (
	subject = randomtree.Subject
	context = behavior.Context[*subject]
	node    = decider.Decider[*subject]
	tree    = *decider.Tree[*subject]
)

// forest holds the trees of a game.
type forest struct {
	set      *randomtree.TreeSet
	own      []tree // the agents' tree, and changed ones of the same root that they migrate to
	plugs    []tree
	names    []string                      // of the deciders of the agents' tree
	gates    map[string]*world.Gate        // by name
	system   *world.System[uint64, uint64] // of the deferred behaviors
	deferred int                           // deferred behaviors
}

// newForest generates a game's trees. The error is that of a tree that is refused.
func newForest(g *Game) (*forest, error) {
	f := &forest{
		set: randomtree.RandomTreeSet(randomtree.RandomSource(g.Seed), g.without|randomtree.FeatureGaps), gates: map[string]*world.Gate{},
		system: &world.System[uint64, uint64]{Name: "SYSTEM"},
	}
	for _, gate := range f.set.Gates {
		f.gates[gate.Name] = gate
	}
	for _, slot := range f.set.Slots {
		slot.Reserve = min(slot.Reserve, 2048) // a crowd has a thousand of each
	}
	seen := map[*node]bool{}
	for _, root := range append([]*node{f.set.Root}, f.set.Plugs...) {
		f.edit(root, g.cut, seen)
	}
	own, err := decider.InitializeTreeData(f.set.Root)
	if err != nil {
		return nil, err
	}
	f.own = append(f.own, own)
	for _, d := range own.Describe().Deciders {
		f.names = append(f.names, d.Name)
	}
	if f.plugs, err = f.set.InitializePlugs(); err != nil {
		return nil, err
	}
	s := randomtree.RandomSource(g.Seed + 1)
	for i := range 3 {
		if i == 2 {
			s = randomtree.Replaying(nil) // one change alone
		}
		root := randomtree.Changed(s, f.set.Root)
		if i != 1 {
			oneIteration(root)
		}
		if t, err := decider.InitializeTreeData(root); err == nil {
			f.own = append(f.own, t)
		}
	}
	return f, nil
}

// edit removes the deciders that are cut, and makes one in eight leaves deferred.
func (f *forest) edit(n *node, cut []string, seen map[*node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	n.Children = slices.DeleteFunc(n.Children, func(c *node) bool { return slices.Contains(cut, c.Name) })
	h := fnv.New32a()
	h.Write([]byte(n.Name))
	if n.Behavior != nil && len(n.Children) == 0 && n.Options&decider.Barrier == 0 && h.Sum32()%8 == 0 {
		f.deferred++
		n.Behavior = &behavior.Deferred[*subject, struct{}, uint64, uint64]{
			Name: "deferred " + n.Name, System: f.system,
			Launch: func(c *context, _ *struct{}) uint64 {
				c.Agent.Before(c, "Activate")
				return uint64(c.ID)
			},
			Done: func(c *context, _ *struct{}, result uint64) behavior.Status {
				c.Agent.Before(c, "Tick")
				return behavior.Running + behavior.Status(result%3)
			},
			Deactivate: func(c *context, _ *struct{}) { c.Agent.Before(c, "Deactivate") },
		}
	}
	for _, child := range n.Children {
		f.edit(child, cut, seen)
	}
	if n.Copy != nil {
		f.edit(n.Copy, cut, seen)
	}
}

// oneIteration removes the Repeats of Concurrent groups.
func oneIteration(n *node) {
	if n.Policy == decider.Concurrent {
		n.Modifiers.Repeat, n.Modifiers.Until = 0, 0
	}
	for _, child := range n.Children {
		oneIteration(child)
	}
	if n.Copy != nil {
		oneIteration(n.Copy)
	}
}

// plugged returns the trees that can be plugged in.
func (f *forest) plugged() []tree { return append(slices.Clip(f.plugs), f.own[0]) }
