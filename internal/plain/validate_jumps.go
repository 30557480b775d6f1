package plain

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/declaration"
)

// jumpTargets checks the target of every Jump and the way to it. It walks every way up from every place of a Jump, which is
// bounded because the tree has no cycles and is within its limits.
func (v *validator) jumpTargets(root *Decider) {
	for _, at := range v.jumps {
		j := at.decider
		if v.twice[j.Jump] {
			continue // ambiguous, and name has reported it
		}
		v.path = []string{at.path}
		target := v.names[j.Jump]
		switch {
		case target == nil:
			v.fault(declaration.JumpUnknown, fmt.Sprintf("no decider is called %q", j.Jump), "name a decider of this tree")
		case target == j || v.isBelow(j, target):
			v.fault(declaration.JumpToAncestor, fmt.Sprintf("%q contains it", j.Jump), "jump to a decider in another branch")
		case target.Jump != "":
			v.fault(declaration.JumpToJump, fmt.Sprintf("%q is a Jump itself", j.Jump), "name that one's target")
		case v.placeCount(target, root) > 1:
			v.fault(declaration.JumpAmbiguous, fmt.Sprintf("%q stands in %d places", j.Jump, v.placeCount(target, root)), "jump to a decider that stands in one place only")
		case v.steered:
			v.way(j, target)
		}
	}
}

// lineAbove holds the groups above a decider that stands in one place.
type lineAbove struct {
	target *Decider
	groups []*Decider
	levels map[*Decider]int // index of each group in groups
}

// way checks the groups that a Jump leads through: the common group, the groups between it and the target and, for each
// place of the Jump, the groups between it and the Jump. The target and each group above it stand in one place.
func (v *validator) way(j, target *Decider) {
	line, levels := v.lineTo(target)
	var below, told []*Decider // the Jump and the groups above it up to the common one
	check := func(group *Decider, common int) {
		if group.Policy.DecidesFirst() || group.Policy >= declaration.Policies || slices.Contains(told, group) {
			return
		}
		told = append(told, group)
		v.path = nil
		for _, d := range slices.Concat(below, line[common:]) {
			v.path = append(v.path, d.Name)
		}
		slices.Reverse(v.path)
		v.fault(declaration.JumpThroughRunFirst, fmt.Sprintf("%q on its way to %q is a %v, and only a decide-first group can be led to a child", group.Name, j.Jump, group.Policy),
			"give that group a policy from PrioritizedList to Scored, or move the Jump or its target out of it")
	}
	checked := -1 // index in line of the highest group checked so far
	var climb func(d *Decider)
	climb = func(d *Decider) {
		below = append(below, d)
		for _, group := range v.above[d] {
			common, ok := levels[group]
			if !ok {
				climb(group)
				continue
			}
			for _, passed := range below[1:] {
				check(passed, common)
			}
			for ; checked < common; checked++ {
				check(line[checked+1], common)
			}
		}
		below = below[:len(below)-1]
	}
	climb(j)
}

// lineTo returns the groups above a Jump's target, deepest first. Successive Jumps often have the same target, so it keeps
// the last result.
func (v *validator) lineTo(target *Decider) (line []*Decider, levels map[*Decider]int) {
	if l := &v.line; l.target != target {
		*l = lineAbove{target: target, levels: map[*Decider]int{}}
		for d := target; len(v.above[d]) > 0; {
			d = v.above[d][0]
			l.levels[d] = len(l.groups)
			l.groups = append(l.groups, d)
		}
	}
	return v.line.groups, v.line.levels
}

// placeCount returns in how many places a decider stands, at most countless. The tree has no cycles.
func (v *validator) placeCount(d, root *Decider) int {
	if n := v.places[d]; n > 0 {
		return n
	}
	n := 0
	if d == root {
		n = 1
	}
	for _, group := range v.above[d] {
		n = min(n+v.placeCount(group, root), countless)
	}
	v.places[d] = n
	return n
}

// isBelow reports whether d lies below group. The tree has no cycles.
func (v *validator) isBelow(d, group *Decider) bool {
	for _, above := range v.above[d] {
		if above == group || v.isBelow(above, group) {
			return true
		}
	}
	return false
}
