package plain

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/world"
)

// squadPlaces checks, in each of their places, deciders that must stand below a squad's group or must not, and Monitors. The tree has no
// cycles and is within its limits, which bounds the ways up.
func (v *validator) squadPlaces(root *Decider) {
	for _, at := range v.sharing.asking {
		d := at.decider
		v.path = []string{at.path}
		if d.Options&declaration.Barrier != 0 && d.Slot == nil { // contents reports Slots
			v.barrier(root, d)
		}
		if d.Options&declaration.Monitor != 0 {
			v.monitor(root, d)
		}
		if d.Role != 0 && d != root { // root reports the root
			v.role(root, d)
		}
		if d.Squad != nil && d.IsGroup() {
			v.nested(root, d)
		}
	}
}

// barrier checks a Barrier.
func (v *validator) barrier(root, d *Decider) {
	switch {
	case d.IsGroup():
		v.fault(declaration.BarrierOutsideSquad, "it is a Barrier, and it has children", "move the option to a leaf below it")
	case v.outside(d, root):
		v.path = v.outsideLine(root, d)
		v.fault(declaration.BarrierOutsideSquad, "it is a Barrier, and no group above it has a Squad, so there is nobody to wait for",
			"remove the option, or give a group above it a Squad")
	}
}

// role checks a decider's Role.
func (v *validator) role(root, d *Decider) {
	switch {
	case v.outside(d, root):
		v.path = v.outsideLine(root, d)
		v.fault(declaration.RoleOutsideSquad, fmt.Sprintf("it asks for role %d, and no group above it has a Squad", d.Role),
			"remove the Role, or give a group above it a Squad")
	case !v.given(d, d.Role):
		v.fault(declaration.NeverPasses, fmt.Sprintf("it asks for role %d, which the Squad above it gives to nobody", d.Role),
			"ask for one of the Squad's Roles; without a list they are 1, 2, 3 and so on")
	}
}

// outside reports whether a decider has a place above which no group has a Squad.
func (v *validator) outside(d, root *Decider) bool {
	outside, known := v.sharing.outside[d]
	if !known {
		outside = d == root || slices.ContainsFunc(v.above[d], func(group *Decider) bool {
			return group.Squad == nil && v.outside(group, root)
		})
		v.sharing.outside[d] = outside
	}
	return outside
}

// given reports whether one of the nearest squads above a decider has the role.
func (v *validator) given(d *Decider, role world.Role) bool {
	return slices.ContainsFunc(v.above[d], func(group *Decider) bool {
		s := group.Squad
		switch {
		case s == nil:
			return v.given(group, role)
		case len(s.Roles) == 0:
			return int(role) <= s.Agents
		}
		return slices.Contains(s.Roles, role)
	})
}

// nested checks that no group above d has the same Squad, whose members would have to be in one squad before they could
// want the other.
func (v *validator) nested(root, d *Decider) {
	looked := map[*Decider]bool{}
	var find func(below *Decider) *Decider
	find = func(below *Decider) *Decider {
		for _, group := range v.above[below] {
			if looked[group] {
				continue
			}
			looked[group] = true
			if group.Squad == d.Squad {
				return group
			}
			if found := find(group); found != nil {
				return found
			}
		}
		return nil
	}
	if above := find(d); above != nil {
		v.path = v.lineFrom(root, d, func(group *Decider) bool { return group == above || v.isBelow(group, above) })
		v.fault(declaration.BadSquad, fmt.Sprintf("%q above it has the same Squad %q, so it could never be complete", above.Name, d.Squad.Name),
			"give it a Squad of its own, or remove one of the two")
	}
}

// outsideLine returns the path of a place of d above which no group has a Squad.
func (v *validator) outsideLine(root, d *Decider) []string {
	return v.lineFrom(root, d, func(group *Decider) bool { return group.Squad == nil && v.outside(group, root) })
}

// lineFrom returns the path of a place of d. Each step up leads to the first group for which fit is true, or to the first
// group.
func (v *validator) lineFrom(root, d *Decider, fit func(*Decider) bool) []string {
	names := []string{cmp.Or(d.Name, "(no name)")}
	for d != root {
		d = v.above[d][max(0, slices.IndexFunc(v.above[d], fit))]
		names = append(names, cmp.Or(d.Name, "(no name)"))
	}
	slices.Reverse(names)
	return names
}
