package tick

import (
	"math"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// choose asks the children of a group without an active child, by its policy. It returns the child to be entered and
// its value, or Nowhere. If the group waits, the child is the one that it waits for. A group that is not active chooses for
// a delegation, as it would when entered.
func (r *Runner) choose(p program.Place) (child program.Place, value float64, waits bool) {
	return r.chooseWithout(p, program.Nowhere)
}

// chooseWithout is choose for a group that draws, without a child that it has waited for in vain.
func (r *Runner) chooseWithout(p, without program.Place) (child program.Place, value float64, waits bool) {
	outer, outerWorth := r.undecided, r.worthWaiting // of a choice that asks this group
	r.undecided = 0
	n := &r.Tree.Spots[p]
	switch n.Policy {
	case declaration.PrioritizedList:
		child, value = r.firstOf(n.First, n.Last)
	case declaration.OneOff:
		child, value = r.firstUnspent(p, n.Last)
	case declaration.Sequential:
		child, value = r.nextOf(n.First+r.cursor(p), n.Last)
	case declaration.SequentialLooping:
		from := n.First + r.cursor(p)
		if child, value = r.nextOf(from, n.Last); child == program.Nowhere && r.undecided == 0 {
			child, value = r.nextOf(n.First, from)
		}
	case declaration.Random:
		child, value = r.drawChild(p, nil, false, without)
	case declaration.Shuffle:
		bag := r.Bag(p)
		if child, value = r.drawChild(p, bag, true, without); child == program.Nowhere && r.undecided == 0 && !r.TickBits.Has(r.Tree.TickBits.Renewed+int(p)) {
			child, value = r.drawChild(p, bag, false, without)
		}
	case declaration.Scored:
		child, value = r.best(p, program.Nowhere, program.Nowhere)
	}
	if r.tellsQuestions() {
		r.tellChose(p, child)
	}
	if child == program.Nowhere && r.undecided != 0 {
		child, value, waits = r.undecided, r.worthWaiting, true
	}
	r.undecided, r.worthWaiting = outer, outerWorth
	return child, value, waits
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
	r.undecided = 0 // something runs, so nothing waits
	if r.tellsQuestions() {
		r.tellChose(p, child)
	}
	return child
}

// nextOf is firstOf for a group that goes through its children in order: it stops at a pending one.
func (r *Runner) nextOf(from, to program.Place) (program.Place, float64) {
	if len(r.Tree.Gates)+len(r.Tree.Squads) == 0 { // nothing can be pending
		return r.firstOf(from, to)
	}
	for p := from; p < to && r.undecided == 0; p++ {
		if v := r.Ask(p); v > 0 {
			return p, v
		}
	}
	return program.Nowhere, 0
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
		if a.Kind == program.AskDecide && r.Wants&(memory.WantUnmask|memory.WantTidy) == 0 {
			for r.Call = inDecide; a.Kind == program.AskDecide; a = &asks[p] { // a row of them: asking masks nobody
				r.Running = p
				if v := a.Decide(c); (v != 0 || r.taking != nil) && r.checkedValue(r.gaveValue(v)) > 0 {
					return p, v
				}
				if p++; int(p) == len(asks) {
					return program.Nowhere, 0
				}
			}
		}
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
			return p, r.Tree.Condition(p).Weight
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

// firstUnspent returns the first of a OneOff group's children before to that is unspent and accepts. It stops at a pending
// one, unless a child is active, so that nothing waits.
func (r *Runner) firstUnspent(p, to program.Place) (program.Place, float64) {
	first, last := r.Tree.Spots[p].First, r.Tree.Spots[p].Last
	active := r.IsActive(p)
	for q := first; q < to; q++ {
		if active && r.Spent(p).Has(int(q-first)) {
			continue
		}
		if v := r.Ask(q); v > 0 {
			return q, v
		}
		if r.undecided != 0 && to == last {
			break
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
	worth, waits := math.Inf(-1), false
	for q := n.First; q < n.Last; q++ {
		if q == active {
			worth = max(0, r.worth(q)) + r.Tree.Group(p).Margin
		} else if q == leaves {
			continue
		} else if v, verdict := r.askVerdict(q); v > value && (verdict == event.Accepted || verdict&notYet != 0 && active == program.Nowhere) {
			child, value, waits = q, v, verdict != event.Accepted
		}
	}
	switch {
	case !(value > worth):
		return program.Nowhere, 0
	case waits:
		r.undecided, r.worthWaiting = child, value
		return program.Nowhere, 0
	}
	return child, value
}

// drawChild asks all children but one, or with a bag those whose presence in it equals in, and draws one of those that
// accept or are pending, weighted by their values (RULES R11). If that one is pending, it becomes undecided.
func (r *Runner) drawChild(p program.Place, bag memory.Bits, in bool, without program.Place) (child program.Place, value float64) {
	n := &r.Tree.Spots[p]
	base := len(r.Values) // the values below it belong to groups that are asking this one
	total := 0.0
	for q := n.First; q < n.Last; q++ {
		v := 0.0
		if q != without && (bag == nil || bag.Has(int(q-n.First)) == in) {
			var verdict event.Verdict
			switch v, verdict = r.askVerdict(q); {
			case verdict&notYet != 0:
				total += v
				v = -v
			case verdict != event.Accepted:
				v = 0
			default:
				total += v
			}
		}
		r.Values = append(r.Values, v)
	}
	values := r.Values[base:]
	child = program.Nowhere
	if total > 0 {
		i := pick(values, total, engine.Fraction(r.draw(p)))
		child, value = n.First+program.Place(i), values[i]
		if value < 0 {
			r.undecided, r.worthWaiting = child, -value
			child, value = program.Nowhere, 0
		}
	}
	r.Values = r.Values[:base]
	return child, value
}

// pick returns the index into whose share of the total the fraction, in [0, 1), falls. Values of pending candidates are
// negative.
func pick(values []float64, total, fraction float64) int {
	scale := 1.0
	if math.IsInf(total, 1) {
		scale = 0x1p-17 // for at most 65,535 children
		total = 0
		for _, v := range values {
			total += math.Abs(v) * scale
		}
	}
	sum, last := 0.0, 0
	for i, v := range values {
		if v = math.Abs(v); v > 0 {
			last = i
			if sum += v * scale; fraction*total < sum {
				break
			}
		}
	}
	return last
}
