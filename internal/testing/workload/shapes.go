package workload

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
)

// Awake is a flag that is always set. Quiet are the flags of a tick in which no condition of a wide list holds.
const (
	Awake decider.DecisionFlags = 1
	Quiet                       = Awake | 1<<63
)

// conditionOf returns the flag that condition i of a wide list asks for: one of 62 flags, none of them in Quiet.
func conditionOf(i int) decider.DecisionFlags { return 2 << (i % 62) }

// Wide returns a prioritized list of n deciders. All but the last ask for one flag and for those in also; the last always
// accepts.
func Wide(n int, also decider.DecisionFlags) *decider.Decider[*Creature] {
	list := make(children, n)
	for i := range list {
		list[i] = &node{Name: fmt.Sprintf("CHILD_%d", i), DecisionFlags: decider.Check{All: conditionOf(i) | also}, Behavior: &dance}
	}
	list[n-1].DecisionFlags = decider.Check{}
	return &node{Name: "ROOT", Children: list}
}

// WideByHand is [Wide] as a loop over the conditions.
type WideByHand struct {
	Conditions []decider.DecisionFlags // of all but the last, which always accepts
	doing      int
}

// NewWideByHand returns the loop for n deciders.
func NewWideByHand(n int, also decider.DecisionFlags) *WideByHand {
	w := &WideByHand{Conditions: make([]decider.DecisionFlags, n-1), doing: -1}
	for i := range w.Conditions {
		w.Conditions[i] = conditionOf(i) | also
	}
	return w
}

// Frame does the work of the first condition that holds.
//
//go:noinline
func (w *WideByHand) Frame(c *Creature, flags decider.DecisionFlags) {
	chosen := len(w.Conditions)
	for i, condition := range w.Conditions {
		if flags&condition == condition {
			chosen = i
			break
		}
	}
	if w.doing != chosen {
		if w.doing >= 0 {
			c.Ended[Dance]++
		}
		c.Begun[Dance]++
		w.doing = chosen
	}
	c.Did[Dance]++
}

// Size returns a tree of the given number of deciders, at least 20, of which the same few are active or asked, whatever the
// size: three levels, in which ROOT asks two children and goes on with ACTIVE, which asks two and goes on with its last. The
// other deciders are declared between the root and the active path, in subgroups of 100, below a group that asks for a flag
// that is never set.
func Size(deciders int) *decider.Decider[*Creature] {
	leaf := func(name string, check decider.DecisionFlags) *node {
		return &node{Name: name, DecisionFlags: decider.Check{All: check}, Behavior: &dance}
	}
	bulk := &node{Name: "BULK", DecisionFlags: decider.Check{All: Predator}}
	for left, group := deciders-7, 0; left > 0; group++ {
		if left == 1 { // a group needs a child
			bulk.Children = append(bulk.Children, leaf(fmt.Sprintf("BULK_%d", group), 0))
			break
		}
		g := &node{Name: fmt.Sprintf("BULK_%d", group), DecisionFlags: decider.Check{All: Tired}}
		left--
		for i := range min(left, 99) {
			g.Children = append(g.Children, leaf(fmt.Sprintf("BULK_%d_%d", group, i), Tired))
			left--
		}
		bulk.Children = append(bulk.Children, g)
	}
	return &node{Name: "ROOT", Children: children{
		bulk,
		leaf("FLEE", Enemy),
		{Name: "ACTIVE", Children: children{leaf("FIRST", Dizzy), leaf("SECOND", Wild), leaf("LAST", 0)}},
	}}
}

// CountOf returns the number of deciders of a tree without shared deciders.
func CountOf(d *decider.Decider[*Creature]) int {
	n := 1
	for _, child := range d.Children {
		n += CountOf(child)
	}
	return n
}
