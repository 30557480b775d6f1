package plain

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/declaration"
)

// group checks the fields that only groups may have, or only some groups.
func (v *validator) group(d *Decider) {
	isGroup := len(d.Children) > 0
	if d.Jump != "" || d.Slot != nil {
		isGroup = false // contents reports their faults
	} else if !isGroup && (d.Options&^(declaration.Monitor|declaration.Barrier|declaration.Wait) != 0 || d.Policy != 0 || d.Margin != 0) {
		v.fault(declaration.GroupOnly, "it has Options, Policy or Margin but no children", "remove them or add the children")
	}
	if isGroup && d.Margin != 0 && d.Policy != declaration.Scored {
		v.fault(declaration.GroupOnly, "only Scored groups have a Margin", "remove it or make the group Scored")
	}
	if d.Policy >= declaration.Policies {
		v.fault(declaration.UnknownPolicy, fmt.Sprintf("policy %d does not exist", d.Policy), "use one of the constants, PrioritizedList and so on")
	} else if flags := d.Options & declaration.GroupOptions; isGroup && flags != 0 && !d.Policy.DecidesFirst() {
		v.fault(declaration.DecideFirstOnly, fmt.Sprintf("%v is for decide-first groups, and a %v is none", flags, d.Policy),
			"remove it, or give the group a policy from PrioritizedList to Scored")
	}
	if isGroup && d.Options&declaration.RejectedFails != 0 && d.Policy != declaration.Concurrent && d.Policy < declaration.Policies {
		v.fault(declaration.ConcurrentOnly, fmt.Sprintf("RejectedFails is for Concurrent groups, and this is a %v", d.Policy),
			"remove the option or make the group Concurrent; in a Sequence a rejection is a failure without it")
	}
	if d.Options&^declaration.AllOptions != 0 {
		v.fault(declaration.UnknownOptions, fmt.Sprintf("options 0x%x do not exist", uint8(d.Options&^declaration.AllOptions)), "use the constants, CallDecideOnRedecide and so on")
	}
	v.thresholds(d)
	v.steered = v.steered || isGroup && !d.Policy.DecidesFirst()
}

// thresholds checks the thresholds of a Concurrent group. A FailAt that cannot be reached before SucceedAt is out of reach
// is valid: failures alone do not end the group then. If few children accept, any threshold may be out of reach, and the
// group fails.
func (v *validator) thresholds(d *Decider) {
	if d.Jump != "" || d.Slot != nil {
		return
	}
	if d.Policy != declaration.Concurrent {
		if d.SucceedAt != 0 || d.FailAt != 0 {
			v.fault(declaration.BadThreshold, "only Concurrent groups have SucceedAt and FailAt", "remove them or make the group Concurrent")
		}
		return
	}
	check := func(what string, n int, zero string) {
		if n < 0 || n > len(d.Children) {
			v.fault(declaration.BadThreshold, fmt.Sprintf("%s is %d, but the number of children is %d", what, n, len(d.Children)),
				"make it a number of children, or 0, which means "+zero)
		}
	}
	check("SucceedAt", d.SucceedAt, "all that accepted")
	check("FailAt", d.FailAt, "1")
}

// monitor checks that a Monitor stands, in all its places, below a Selector with Sequences and Selectors only between them.
func (v *validator) monitor(root, d *Decider) {
	if d.Jump != "" { // contents reports it
		return
	}
	if i := slices.IndexFunc(v.above[d], func(group *Decider) bool { return !v.watches(group) }); i >= 0 {
		group := v.above[d][i]
		v.path = v.lineFrom(root, d, func(group *Decider) bool { return !v.watches(group) })
		v.fault(declaration.MonitorOutsideSelector, fmt.Sprintf("it is a Monitor, and its group %q is a %v", group.Name, group.Policy),
			"remove the option, or put it below a Selector, with Sequences and Selectors only in between; the children of a PrioritizedList interrupt without it")
	}
}

// watches reports whether Monitors that are children of a group have a Selector to interrupt.
func (v *validator) watches(group *Decider) bool {
	switch group.Policy {
	case declaration.Selector:
		return true
	case declaration.Sequence:
		watches, known := v.sharing.watches[group]
		if !known {
			watches = len(v.above[group]) > 0 && !slices.ContainsFunc(v.above[group], func(above *Decider) bool { return !v.watches(above) })
			v.sharing.watches[group] = watches
		}
		return watches
	}
	return false
}

// order finds children that can never run because of an earlier sibling. No Jump can lead to such children of a run-first
// group. A Jump can lead to those of a PrioritizedList, but they would be interrupted in the next tick, unless it stands in
// that very sibling, which is no candidate while the target runs (RULES R16).
func (v *validator) order(d *Decider) {
	shuts := map[declaration.Policy]struct {
		out            func(*Decider) bool
		detail, remedy string
	}{
		declaration.PrioritizedList: {alwaysAccepts, "%q above it always accepts and would interrupt it at once", "give %q a condition or move it to the end"},
		declaration.Sequence:        {neverSucceeds, "%q before it never succeeds, so the group never goes on to it", "change the Modifiers of %q or move it to the end"},
		declaration.Selector: {alwaysHolds, "%q before it always accepts and never fails, so the group never goes on to it",
			"give %q a condition, change its Modifiers or move it to the end"},
	}
	policy := d.Policy
	switch policy {
	case declaration.ReactiveSequence:
		policy = declaration.Sequence
	case declaration.ReactiveSelector:
		policy = declaration.Selector
	}
	by := shuts[policy]
	if by.out == nil {
		return
	}
	i := slices.IndexFunc(d.Children, func(child *Decider) bool { return child != nil && by.out(child) })
	if i < 0 {
		return
	}
	name, jumps := d.Children[i].Name, map[string]bool(nil)
	if policy == declaration.PrioritizedList && i+1 < len(d.Children) && len(v.path) <= declaration.MaxDepth { // else that is a fault
		jumps = targets(d.Children[i])
	}
	for _, later := range d.Children[i+1:] {
		if later != nil && !holds(later, jumps) {
			v.childFault(later, declaration.NeverRuns, fmt.Sprintf(by.detail, name), fmt.Sprintf(by.remedy, name))
		}
	}
}

// targets returns the names that Jumps at or below a decider lead to.
func targets(d *Decider) map[string]bool {
	names := map[string]bool{}
	each(d, map[*Decider]bool{}, func(d *Decider) {
		if d.Jump != "" {
			names[d.Jump] = true
		}
	})
	return names
}

// holds reports whether a decider of one of the names stands at or below d.
func holds(d *Decider, names map[string]bool) (found bool) {
	if len(names) > 0 {
		each(d, map[*Decider]bool{}, func(d *Decider) { found = found || names[d.Name] })
	}
	return found
}

// each calls do for a decider and all below it, each once.
func each(d *Decider, seen map[*Decider]bool, do func(*Decider)) {
	if d == nil || seen[d] {
		return
	}
	seen[d] = true
	do(d)
	for _, child := range d.Children {
		each(child, seen, do)
	}
}

// alwaysAccepts reports whether a decider rejects only while it is masked. A Slot may be empty and a Gate full.
func alwaysAccepts(d *Decider) bool {
	return (d.Behavior != nil || len(d.Children) > 0 || d.Options&declaration.Barrier != 0) && !d.shares() && d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() && d.Cooldown == 0 && d.Every == 0 &&
		d.Decide == nil && d.DBlock == nil && d.Weight >= 0 && d.Jump == "" && d.Slot == nil && d.Options&declaration.DelegateDecide == 0 && d.Modifiers.Limit == 0
}

// neverSucceeds reports whether a decider's group never receives a Success from it.
func neverSucceeds(d *Decider) bool { return !endings(d).succeeds }

// alwaysHolds reports whether a Selector never goes on past a decider: it neither rejects nor fails.
func alwaysHolds(d *Decider) bool { return alwaysAccepts(d) && !endings(d).fails }
