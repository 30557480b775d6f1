package decider

import (
	"math"

	"github.com/decidertree/decidertree/internal/engine"
)

// choose asks the children of a group in which none is active, by its policy, and returns the one that is to
// be entered with its value; nowhere for none. The group itself need not be active: then it is asked for in a
// delegation, and chooses as it would when entered.
func (r *runner[A]) choose(p place) (child place, value float64) {
	n := &r.tree.nodes[p]
	switch n.policy {
	case PrioritizedList:
		child, value = r.firstOf(n.first, n.last)
	case OneOff:
		child, value = r.firstUnspent(p, n.last)
	case Sequential:
		child, value = r.firstOf(n.first+r.cursor(p), n.last)
	case SequentialLooping:
		from := n.first + r.cursor(p)
		if child, value = r.firstOf(from, n.last); child == nowhere {
			child, value = r.firstOf(n.first, from)
		}
	case Random:
		child, value = r.drawChild(p, nil, false)
	case Shuffle:
		bag := r.bag(p)
		if child, value = r.drawChild(p, bag, true); child == nowhere {
			child, value = r.drawChild(p, bag, false)
		}
	case Scored:
		child, value = r.best(p, nowhere, nowhere)
	}
	if r.level >= 5 {
		r.tellChose(p, child)
	}
	return child, value
}

// challenger returns the child that interrupts the active one; nowhere for none (RULES R4). Where a child is
// pending it stands in for the active one, which leaves and is not asked.
func (r *runner[A]) challenger(p, active, leaves place) (child place) {
	n := &r.tree.nodes[p]
	switch n.policy {
	case PrioritizedList:
		if leaves < active { // a Jump leads past it
			if child, _ = r.firstOf(n.first, leaves); child == nowhere {
				child, _ = r.firstOf(leaves+1, active)
			}
			break
		}
		child, _ = r.firstOf(n.first, active)
	case OneOff:
		child, _ = r.firstUnspent(p, active)
	case Scored:
		child, _ = r.best(p, active, leaves)
	default:
		return nowhere
	}
	if r.level >= 5 {
		r.tellChose(p, child)
	}
	return child
}

// firstOf is the first of a row of siblings that accepts. Most candidates have flag checks and a Decide at most;
// here they are asked on the spot.
func (r *runner[A]) firstOf(from, to place) (place, float64) {
	for p := from; p < to; p++ {
		a := &r.tree.asks[p]
		if a.kind == askFull || r.level|r.aside >= 5 {
			if v := r.ask(p); v > 0 {
				return p, v
			}
			continue
		}
		if a.kind != askDecide && !(a.passesFlags(r.flags) && a.passesStimuli(r.context.Stimuli.Flags())) || r.masked.has(int(p)) {
			continue
		}
		if a.kind == askAccept {
			return p, r.tree.infos[p].weight
		}
		if r.wants&wantTidy != 0 { // else no group has delegated in this tick
			r.forget(&r.tree.infos[p])
		}
		r.running, r.call, r.failedIn = p, inDecide, nowhere
		r.context.BehaviorFlags = 0
		if v := r.gaveValue(a.decide(&r.context)); v != 0 && r.judge(v) > 0 {
			return p, v
		}
	}
	return nowhere, 0
}

// firstUnspent is the first of a OneOff group's children before to that accepts and has not had its run.
func (r *runner[A]) firstUnspent(p, to place) (place, float64) {
	first := r.tree.nodes[p].first
	active := r.isActive(p)
	for q := first; q < to; q++ {
		if active && r.spent(p).has(int(q-first)) {
			continue
		}
		if v := r.ask(q); v > 0 {
			return q, v
		}
	}
	return nowhere, 0
}

// cursor is where a Sequential group goes on; at the first child where it is not active.
func (r *runner[A]) cursor(p place) place {
	if r.isActive(p) {
		return r.frame(p).cursor
	}
	return 0
}

// best is the child with the highest value, of equals the first. With a child active it must exceed that one's
// worth by more than the group's Margin (RULES R9).
func (r *runner[A]) best(p, active, leaves place) (child place, value float64) {
	n := &r.tree.nodes[p]
	child = nowhere
	worth := math.Inf(-1)
	for q := n.first; q < n.last; q++ {
		if q == active {
			worth = max(0, r.worth(q)) + r.tree.infos[p].margin
		} else if q == leaves {
			continue
		} else if v := r.ask(q); v > value {
			child, value = q, v
		}
	}
	if value > worth {
		return child, value
	}
	return nowhere, 0
}

// drawChild asks all children, or with a bag those that are in it or not as wanted, and draws one of those
// that accept, weighted by their values (RULES R11).
func (r *runner[A]) drawChild(p place, bag bits, in bool) (child place, value float64) {
	n := &r.tree.nodes[p]
	base := len(r.values) // those below belong to groups that are asking this one
	total := 0.0
	for q := n.first; q < n.last; q++ {
		v := 0.0
		if bag == nil || bag.has(int(q-n.first)) == in {
			v = r.ask(q)
		}
		r.values = append(r.values, v)
		total += v
	}
	values := r.values[base:]
	child = nowhere
	if total > 0 {
		i := pick(values, total, engine.Fraction(r.draw(p)))
		child, value = n.first+place(i), values[i]
	}
	r.values = r.values[:base]
	return child, value
}

// pick returns the index whose share of the total the fraction, in [0, 1), falls into.
func pick(values []float64, total, fraction float64) int {
	scale := 1.0
	if math.IsInf(total, 1) {
		scale = 0x1p-17 // 65,535 children at most
		total = 0
		for _, v := range values {
			total += v * scale
		}
	}
	sum, last := 0.0, 0
	for i, v := range values {
		if v > 0 {
			last = i
			if sum += v * scale; fraction*total < sum {
				break
			}
		}
	}
	return last
}
