package tick

import (
	"math"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// choose asks the children of a group without an active child, by its policy. It returns the child to be entered and
// its value, or Nowhere. A group that is not active chooses for a delegation, as it would when entered.
func (r *Runner) choose(p program.Place) (child program.Place, value float64) {
	n := &r.Tree.Spots[p]
	switch n.Policy {
	case declaration.PrioritizedList:
		child, value = r.firstOf(n.First, n.Last)
	case declaration.OneOff:
		child, value = r.firstUnspent(p, n.Last)
	case declaration.Sequential:
		child, value = r.firstOf(n.First+r.cursor(p), n.Last)
	case declaration.SequentialLooping:
		from := n.First + r.cursor(p)
		if child, value = r.firstOf(from, n.Last); child == program.Nowhere {
			child, value = r.firstOf(n.First, from)
		}
	case declaration.Random:
		child, value = r.drawChild(p, nil, false)
	case declaration.Shuffle:
		bag := r.Bag(p)
		if child, value = r.drawChild(p, bag, true); child == program.Nowhere {
			child, value = r.drawChild(p, bag, false)
		}
	case declaration.Scored:
		child, value = r.best(p, program.Nowhere, program.Nowhere)
	}
	if r.tellsQuestions() {
		r.tellChose(p, child)
	}
	return child, value
}

// challenger returns the child that interrupts the active one, or Nowhere (RULES R4). A pending child stands in for
// the active one, which is leaving and is not asked.
func (r *Runner) challenger(p, active, leaves program.Place) (child program.Place) {
	n := &r.Tree.Spots[p]
	switch n.Policy {
	case declaration.PrioritizedList:
		if leaves < active { // a Jump leads past it
			if child, _ = r.firstOf(n.First, leaves); child == program.Nowhere {
				child, _ = r.firstOf(leaves+1, active)
			}
			break
		}
		child, _ = r.firstOf(n.First, active)
	case declaration.OneOff:
		child, _ = r.firstUnspent(p, active)
	case declaration.Scored:
		child, _ = r.best(p, active, leaves)
	default:
		return program.Nowhere
	}
	if r.tellsQuestions() {
		r.tellChose(p, child)
	}
	return child
}

// firstOf returns the first of the siblings from, …, to-1 that accepts. It asks most candidates inline: they have
// flag checks and a Decide at most.
func (r *Runner) firstOf(from, to program.Place) (program.Place, float64) {
	if r.asksInFull || from >= to {
		return r.firstInFull(from, to)
	}
	c := r.Context
	asks := r.Tree.Asks[:to]
	c.BehaviorFlags = 0 // candidates with BehaviorFlags are asked in full
	r.FailedIn = program.Nowhere
	for p := from; int(p) < len(asks); p++ {
		a := &asks[p]
		if a.Kind != program.AskDecide {
			if a.Kind == program.AskFull {
				if v := r.Ask(p); v > 0 {
					return p, v
				}
				c.BehaviorFlags = 0
				r.FailedIn = program.Nowhere
				continue
			}
			if !a.PassesFlags(r.Flags) || !a.PassesStimuli(c.Stimuli.Flags()) {
				continue
			}
		}
		if r.Wants&(memory.WantUnmask|memory.WantTidy) != 0 {
			if r.IsMasked(p) {
				continue
			}
			r.forget(p) // the child it delegated to
		}
		if a.Kind == program.AskAccept {
			return p, r.Tree.Conditions[p].Weight
		}
		r.Running, r.Call = p, inDecide
		if v := a.Decide(c); v == 0 && r.taking == nil {
			continue
		} else if r.checkedValue(r.gaveValue(v)) > 0 {
			return p, v
		}
	}
	return program.Nowhere, 0
}

// firstInFull is firstOf for an agent whose questions are observed or that has overrides.
func (r *Runner) firstInFull(from, to program.Place) (program.Place, float64) {
	for p := from; p < to; p++ {
		if v := r.Ask(p); v > 0 {
			return p, v
		}
	}
	return program.Nowhere, 0
}

// firstUnspent returns the first of a OneOff group's children before to that is unspent and accepts.
func (r *Runner) firstUnspent(p, to program.Place) (program.Place, float64) {
	first := r.Tree.Spots[p].First
	active := r.IsActive(p)
	for q := first; q < to; q++ {
		if active && r.Spent(p).Has(int(q-first)) {
			continue
		}
		if v := r.Ask(q); v > 0 {
			return q, v
		}
	}
	return program.Nowhere, 0
}

// cursor returns the index of the child with which a Sequential group continues; 0 if the group is not active.
func (r *Runner) cursor(p program.Place) program.Place {
	if r.IsActive(p) {
		return r.Frame(p).Cursor
	}
	return 0
}

// best returns the child with the highest value, and the first of equal ones. If a child is active, the value must
// exceed that child's worth by more than the group's Margin (RULES R9).
func (r *Runner) best(p, active, leaves program.Place) (child program.Place, value float64) {
	n := &r.Tree.Spots[p]
	child = program.Nowhere
	worth := math.Inf(-1)
	for q := n.First; q < n.Last; q++ {
		if q == active {
			worth = max(0, r.worth(q)) + r.Tree.Groups[p].Margin
		} else if q == leaves {
			continue
		} else if v := r.Ask(q); v > value {
			child, value = q, v
		}
	}
	if value > worth {
		return child, value
	}
	return program.Nowhere, 0
}

// drawChild asks all children, or with a bag those whose presence in it equals in, and draws one of those that
// accept, weighted by their values (RULES R11).
func (r *Runner) drawChild(p program.Place, bag memory.Bits, in bool) (child program.Place, value float64) {
	n := &r.Tree.Spots[p]
	base := len(r.Values) // the values below it belong to groups that are asking this one
	total := 0.0
	for q := n.First; q < n.Last; q++ {
		v := 0.0
		if bag == nil || bag.Has(int(q-n.First)) == in {
			v = r.Ask(q)
		}
		r.Values = append(r.Values, v)
		total += v
	}
	values := r.Values[base:]
	child = program.Nowhere
	if total > 0 {
		i := pick(values, total, engine.Fraction(r.draw(p)))
		child, value = n.First+program.Place(i), values[i]
	}
	r.Values = r.Values[:base]
	return child, value
}

// pick returns the index into whose share of the total the fraction, in [0, 1), falls.
func pick(values []float64, total, fraction float64) int {
	scale := 1.0
	if math.IsInf(total, 1) {
		scale = 0x1p-17 // for at most 65,535 children
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
