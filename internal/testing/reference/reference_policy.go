package reference

import (
	"math"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
)

// answer is a candidate that accepted.
type answer[A any] struct {
	place *place[A]
	value float64
}

// choose asks a group's children by its policy and returns the child to enter, or nil.
func (r *Reference[A]) choose(group *place[A]) *place[A] {
	child, _ := r.chooseWithValue(group)
	return child
}

func (r *Reference[A]) chooseWithValue(group *place[A]) (*place[A], float64) {
	child, value := r.byPolicy(group)
	r.tellChose(group, child)
	return child, value
}

func (r *Reference[A]) byPolicy(group *place[A]) (*place[A], float64) {
	switch group.decider.Policy {
	case decider.Sequential:
		return r.first(group.children[group.cursor:])
	case decider.SequentialLooping:
		return r.first(group.around())
	case decider.OneOff:
		return r.first(group.unspent(group.children))
	case decider.Random:
		return r.draw(group, r.all(group.children))
	case decider.Shuffle:
		return r.chooseShuffled(group)
	case decider.Scored:
		return best(r.all(group.children))
	}
	return r.first(group.children)
}

// challenger returns the child that interrupts the active child, or nil (R4). Only some policies allow it. A pending child
// counts as the active one (R19).
func (r *Reference[A]) challenger(group *place[A]) (child *place[A]) {
	above := slices.DeleteFunc(slices.Clone(group.children[:group.expected().index]), func(p *place[A]) bool {
		return p == group.child() // a leaving child is not asked (R19)
	})
	switch group.decider.Policy {
	case decider.PrioritizedList:
		child, _ = r.first(above)
	case decider.OneOff:
		child, _ = r.first(group.unspent(above))
	case decider.Scored:
		child = r.better(group)
	default:
		return nil
	}
	r.tellChose(group, child)
	return child
}

// first is the first candidate that accepts.
func (r *Reference[A]) first(candidates []*place[A]) (*place[A], float64) {
	for _, p := range candidates {
		if value, accepted := r.ask(p); accepted {
			return p, value
		}
	}
	return nil, 0
}

// all asks every candidate and returns those that accept, in order.
func (r *Reference[A]) all(candidates []*place[A]) (accepting []answer[A]) {
	for _, p := range candidates {
		if value, accepted := r.ask(p); accepted {
			accepting = append(accepting, answer[A]{p, value})
		}
	}
	return accepting
}

// best is the answer with the highest value; ties go to order.
func best[A any](answers []answer[A]) (*place[A], float64) {
	var top answer[A]
	for _, a := range answers {
		if top.place == nil || a.value > top.value {
			top = a
		}
	}
	return top.place, top.value
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
		} else if value, accepted := r.ask(p); accepted {
			answers = append(answers, answer[A]{p, value})
		}
	}
	if child, value := best(answers); child != nil && value > worth+group.decider.Margin {
		return child
	}
	return nil
}

// chooseShuffled asks the children that have not had their turn. If none accepts it asks the others, and a new bag starts
// (R11).
func (r *Reference[A]) chooseShuffled(group *place[A]) (*place[A], float64) {
	for _, inBag := range []bool{true, false} {
		var candidates []*place[A]
		for _, p := range group.children {
			if group.bag[p.index] == inBag {
				candidates = append(candidates, p)
			}
		}
		if child, value := r.draw(group, r.all(candidates)); child != nil {
			return child, value
		}
	}
	return nil, 0
}

// draw draws one of the answers, weighted by their values, without bias (R11).
func (r *Reference[A]) draw(group *place[A], answers []answer[A]) (*place[A], float64) {
	if len(answers) == 0 {
		return nil, 0
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
			return a.place, a.value
		}
	}
	last := answers[len(answers)-1]
	return last.place, last.value
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

// spend takes a child's turn, as its group's policy counts turns (R10, R11, R12). Where Shuffle chose a child
// without a turn left, all the others get theirs back; one that a Jump leads to was not chosen.
func (p *place[A]) spend(child *place[A], chosen bool) {
	switch p.decider.Policy {
	case decider.Sequential, decider.SequentialLooping, decider.Sequence, decider.Selector:
		p.cursor = child.index + 1
	case decider.OneOff:
		p.spent[child.index] = true
	case decider.Shuffle:
		if chosen && !p.bag[child.index] {
			p.refillBag()
		}
		delete(p.bag, child.index)
	}
}
