package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
)

// whyReached tells whether the active group would ask its child, which is not active, in the next tick.
func (r *runner[A]) whyReached(group, child place) (bool, string) {
	n := &r.tree.nodes[group]
	if because := r.whyNotVisited(group); because != "" {
		return false, because
	}
	switch {
	case r.rests(group, n):
		if order := r.whyOrder(group, child); order != "" {
			return false, "not reached: " + order
		}
		return true, "the next iteration of the group begins in the next tick"
	case r.waiting(group) != nil:
		return r.whyBesidePending(group, child)
	case n.policy == Concurrent:
		return false, r.whyNotInConcurrent(group, child)
	case n.policy.reactive():
		if child < r.childOf(group) {
			return true, fmt.Sprintf("a %v group begins at its first child every tick", n.policy)
		}
		return false, "not reached: " + r.whyOrder(group, child)
	case n.policy.runsFirst():
		return r.whyInOrder(group, child)
	}
	return r.whyDecidesFirst(group, child)
}

// whyDecidesFirst is whyReached in a decide-first group.
func (r *runner[A]) whyDecidesFirst(group, child place) (bool, string) {
	t := r.tree
	policy, active := t.nodes[group].policy, r.frame(group).child
	switch {
	case policy == OneOff && r.spent(group).has(t.index(child)):
		return false, "not reached: it has had its one run in this OneOff group"
	case active == nowhere:
		if policy == Sequential && place(t.index(child)) < r.frame(group).cursor {
			return false, "not reached: its turn in this Sequential group has passed"
		}
		return true, ""
	case !policy.interrupts():
		return false, fmt.Sprintf("not reached: %v runs, and a %v group asks nobody meanwhile", t.infos[active].label, policy)
	case policy == Scored:
		return true, r.whyScored(group, active, "active")
	case child > active:
		return false, fmt.Sprintf("not reached: %v above it runs", t.infos[active].label)
	}
	return true, ""
}

// whyScored tells what a child of a Scored group is up against.
func (r *runner[A]) whyScored(group, against place, what string) string {
	worth := 0.0
	r.dry(func() { worth = r.worth(against) })
	return fmt.Sprintf("it must exceed %v of the %s %v by more than %v", max(0, worth), what, r.tree.infos[against].label, r.tree.infos[group].margin)
}

// whyBesidePending is whyReached in a group in which something waits for a Leave.
func (r *runner[A]) whyBesidePending(group, child place) (bool, string) {
	t := r.tree
	w := r.waiting(group)
	policy, target := t.nodes[group].policy, t.infos[w.child].label
	if w.jump != nowhere {
		target = t.infos[t.jumps[w.jump].to].label
	}
	until := "what runs has left"
	if leaver, left, ok := r.leaver(r.frame(group).child); ok {
		until = fmt.Sprintf("%v has left, at most %.2f s more", leaver, left)
	}
	switch {
	case child == w.child && target == t.infos[child].label:
		return false, "pending: it waits until " + until
	case child == w.child:
		return false, fmt.Sprintf("pending: a Jump to %v waits until %s", target, until)
	case policy == Scored:
		return true, r.whyScored(group, w.child, "pending")
	case policy == OneOff && r.spent(group).has(t.index(child)):
		return false, "not reached: it has had its one run in this OneOff group"
	case child < w.child && (policy.interrupts() || policy == Selector && t.infos[child].monitor >= 0):
		return true, fmt.Sprintf("%v is pending", target)
	}
	return false, fmt.Sprintf("not reached: %v is pending until %s", target, until)
}

// whyNotInConcurrent tells why a child of an active Concurrent group does not run.
func (r *runner[A]) whyNotInConcurrent(group, child place) string {
	if r.acceptedBy(group).has(r.tree.index(child)) {
		return "not reached: it has ended; it begins again with its Concurrent group"
	}
	return fmt.Sprintf("not reached: it did not accept when %v was entered", r.tree.infos[group].label)
}

// whyInOrder is whyReached in a Sequence or Selector.
func (r *runner[A]) whyInOrder(group, child place) (bool, string) {
	t := r.tree
	active, cursor, index := r.frame(group).child, r.frame(group).cursor, place(t.index(child))
	monitor := t.infos[child].monitor
	switch {
	case monitor >= 0 && active != nowhere && child < active && r.monitors().has(monitor):
		return true, fmt.Sprintf("%v is a Monitor that accepted when it was asked last: it fires when it accepts after a rejection", t.infos[child].label)
	case monitor >= 0 && active != nowhere && child < active:
		return true, fmt.Sprintf("%v is a Monitor: it fires when it accepts", t.infos[child].label)
	case index < cursor && t.nodes[group].policy == Sequence:
		return false, "not reached: it is done already; it is run again when the Sequence is entered anew"
	case index < cursor:
		return false, "not reached: it has failed already, or rejected; it is tried again when the Selector is entered anew"
	case index == cursor && active == nowhere:
		return true, ""
	}
	return false, "not reached: " + r.whyOrder(group, child)
}

// whyOrder tells what comes before a child in a run-first group; "" for the first child and in other groups.
func (r *runner[A]) whyOrder(group, child place) string {
	n := &r.tree.nodes[group]
	if !n.policy.runsFirst() || child == n.first {
		return ""
	}
	before := child - 1
	done := "succeeded"
	if n.policy.endsAt() == behavior.Success {
		done = "failed"
	}
	active := nowhere
	if r.isActive(group) {
		active = r.childOf(group)
	}
	switch active {
	case before:
		return fmt.Sprintf("its turn comes after %v, which runs, has %s", r.tree.infos[before].label, done)
	case nowhere:
		return fmt.Sprintf("its turn comes after %v has %s", r.tree.infos[before].label, done)
	}
	return fmt.Sprintf("its turn comes after %v has %s, and %v runs", r.tree.infos[before].label, done, r.tree.infos[active].label)
}

// whyNotVisited tells why an active decider is not visited at all in the next tick: something at, below or beside
// it is leaving. It is "" where it is visited.
func (r *runner[A]) whyNotVisited(p place) string {
	for q := p; q != nowhere; q = r.tree.nodes[q].parent {
		n := &r.tree.nodes[q]
		late := n.marks&timed != 0 && r.now() >= *r.start(q)+r.tree.infos[q].modifiers.Timeout
		if !late && (n.parent == nowhere || r.waiting(n.parent) == nil) {
			continue
		}
		if leaver, left, ok := r.leaver(q); ok {
			return fmt.Sprintf("not reached: %v is leaving, at most %.2f s more", leaver, left)
		}
	}
	if r.at == nil {
		return ""
	}
	pl := r.at
	r.out()
	defer r.into(pl)
	return r.whyNotVisited(pl.place)
}

// leaver is the decider at or below p, which is active, whose Leave is under way, with the seconds it may still
// take.
func (r *runner[A]) leaver(p place) (leaver Label, left float64, ok bool) {
	n := &r.tree.nodes[p]
	if n.marks&lingering == 0 {
		return Label{}, 0, false
	}
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		if r.header().up {
			leaver, left, ok = r.leaver(0)
		}
		r.out()
	} else if child := r.childOf(p); child != nowhere && n.policy != Concurrent {
		leaver, left, ok = r.leaver(child)
	}
	if !ok {
		leaver = r.tree.infos[p].label
		left, ok = r.leaveLeft(p, n)
	}
	return leaver, left, ok
}
