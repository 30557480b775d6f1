package reference

import (
	"math"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
)

// answer is a candidate that accepted, or that is pending: its group waits if it is chosen.
type answer[A any] struct {
	place *place[A]
	value float64
	waits bool
}

// choose asks a group's children by its policy and returns the child to enter or to wait for, if there is one.
func (r *Reference[A]) choose(group *place[A]) answer[A] { return r.chooseWithout(group, nil) }

// chooseWithout is choose without a child that was drawn and waited for in vain.
func (r *Reference[A]) chooseWithout(group, without *place[A]) answer[A] {
	chosen := r.byPolicy(group, without)
	if chosen.waits {
		r.tellChose(group, nil)
	} else {
		r.tellChose(group, chosen.place)
	}
	return chosen
}

func (r *Reference[A]) byPolicy(group, without *place[A]) answer[A] {
	switch group.decider.Policy {
	case decider.Sequential:
		return r.next(group.children[group.cursor:])
	case decider.SequentialLooping:
		return r.next(group.around())
	case decider.OneOff:
		return r.next(group.unspent(group.children))
	case decider.Random:
		return r.draw(group, r.all(except(group.children, without)))
	case decider.Shuffle:
		return r.chooseShuffled(group, without)
	case decider.Scored:
		return best(r.all(group.children))
	}
	return r.first(group.children)
}

// except returns the places without one.
func except[A any](places []*place[A], without *place[A]) []*place[A] {
	return slices.DeleteFunc(slices.Clone(places), func(p *place[A]) bool { return p == without })
}

// challenger returns the child that interrupts the active child, or nil (R4). Only some policies allow it. A pending child
// counts as the active one (R19).
func (r *Reference[A]) challenger(group *place[A]) (child *place[A]) {
	above := slices.DeleteFunc(slices.Clone(group.children[:group.expected().index]), func(p *place[A]) bool {
		return p == group.child() // a leaving child is not asked (R19)
	})
	switch group.decider.Policy {
	case decider.PrioritizedList:
		child = r.first(above).unlessItWaits()
	case decider.OneOff:
		child = r.first(group.unspent(above)).unlessItWaits()
	case decider.Scored:
		child = r.better(group)
	default:
		return nil
	}
	r.tellChose(group, child)
	return child
}

// unlessItWaits is the place of an answer that can be entered now; nil for none.
func (a answer[A]) unlessItWaits() *place[A] {
	if a.waits {
		return nil
	}
	return a.place
}

// first is the first candidate that accepts or else the first that is pending.
func (r *Reference[A]) first(candidates []*place[A]) (pending answer[A]) {
	for _, p := range candidates {
		a, yes := r.ask(p)
		switch {
		case yes && !a.waits:
			return a
		case yes && pending.place == nil:
			pending = a
		}
	}
	return pending
}

// next is the first candidate that accepts or is pending, so that a group in order does not pass it.
func (r *Reference[A]) next(candidates []*place[A]) answer[A] {
	for _, p := range candidates {
		if a, yes := r.ask(p); yes {
			return a
		}
	}
	return answer[A]{}
}

// all asks every candidate and returns those that accept or are pending, in order.
func (r *Reference[A]) all(candidates []*place[A]) (answers []answer[A]) {
	for _, p := range candidates {
		if a, yes := r.ask(p); yes {
			answers = append(answers, a)
		}
	}
	return answers
}

// best is the answer with the highest value; ties go to order.
func best[A any](answers []answer[A]) (top answer[A]) {
	for _, a := range answers {
		if top.place == nil || a.value > top.value {
			top = a
		}
	}
	return top
}

// better is Scored with an active child (R9): all are asked in order, the active one for its worth alone.
func (r *Reference[A]) better(group *place[A]) *place[A] {
	var answers []answer[A]
	worth := 0.0
	for _, p := range group.children {
		if p == group.expected() {
			worth = max(0, r.worth(p))
		} else if p == group.child() {
			continue
		} else if a, yes := r.ask(p); yes && !a.waits {
			answers = append(answers, a)
		}
	}
	if top := best(answers); top.place != nil && top.value > worth+group.decider.Margin {
		return top.place
	}
	return nil
}

// chooseShuffled asks the children that have not had their turn. If none accepts it asks the others, and a new bag starts
// (R11).
func (r *Reference[A]) chooseShuffled(group, without *place[A]) answer[A] {
	for _, inBag := range []bool{true, false} {
		if !inBag && r.renewed[group] {
			break // a new bag once a tick
		}
		var candidates []*place[A]
		for _, p := range group.children {
			if group.bag[p.index] == inBag && p != without {
				candidates = append(candidates, p)
			}
		}
		if drawn := r.draw(group, r.all(candidates)); drawn.place != nil {
			return drawn
		}
	}
	return answer[A]{}
}

// draw draws one of the answers, weighted by their values, without bias (R11).
func (r *Reference[A]) draw(group *place[A], answers []answer[A]) answer[A] {
	if len(answers) == 0 {
		return answer[A]{}
	}
	scale := 1.0
	if math.IsInf(total(answers, 1), 1) {
		scale = 0x1p-17
	}
	mark := engine.Fraction(r.random(group)) * total(answers, scale)
	sum := 0.0
	for _, a := range answers {
		sum += a.value * scale
		if sum > mark {
			return a
		}
	}
	return answers[len(answers)-1]
}

func total[A any](answers []answer[A], scale float64) (sum float64) {
	for _, a := range answers {
		sum += a.value * scale
	}
	return sum
}

// random returns the next random bits of this agent in this tick, drawn at a place.
func (r *Reference[A]) random(p *place[A]) uint64 {
	n := r.draws
	r.draws++
	return engine.Draw(r.seed(), uint64(r.id), r.frameNumber(), uint32(p.number), n)
}

func (r *Reference[A]) seed() uint64 {
	if r.shared != nil {
		return r.shared.seed
	}
	return r.world.Seed()
}

// around is a SequentialLooping group's children, from the cursor once round.
func (p *place[A]) around() []*place[A] {
	from := p.cursor % len(p.children)
	return append(append([]*place[A]{}, p.children[from:]...), p.children[:from]...)
}

// unspent are those of a OneOff group's children that were not entered yet.
func (p *place[A]) unspent(children []*place[A]) (left []*place[A]) {
	for _, child := range children {
		if !p.spent[child.index] {
			left = append(left, child)
		}
	}
	return left
}

// spend takes a child's turn in p, as its group's policy counts turns (R10, R11, R12). Where Shuffle chose a child
// without a turn left, all the others get theirs back; one that a Jump leads to was not chosen.
func (r *Reference[A]) spend(p, child *place[A], chosen bool) {
	switch p.decider.Policy {
	case decider.Sequential, decider.SequentialLooping, decider.Sequence, decider.Selector:
		p.cursor = child.index + 1
	case decider.OneOff:
		p.spent[child.index] = true
	case decider.Random:
		p.drawn = nil
	case decider.Shuffle:
		p.drawn = nil
		if chosen && !p.bag[child.index] {
			p.refillBag()
			r.renewed[p] = true
		}
		delete(p.bag, child.index)
	}
}
