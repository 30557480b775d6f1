package reference

import "github.com/decidertree/decidertree/event"

// landing is a Jump whose target has failed in this tick.
type landing[A any] struct{ jump, target *place[A] }

// common is the deepest group that a Jump and its target both lie in (R16).
func (p *place[A]) common() *place[A] {
	group := p.parent
	for !p.target.isOrUnder(group) {
		group = group.parent
	}
	return group
}

// branch is the child of a group in which p lies, or p itself.
func (p *place[A]) branch(group *place[A]) *place[A] {
	for p.parent != group {
		p = p.parent
	}
	return p
}

// targetAccepts asks a Jump's target and tests that nothing on the way to it is masked.
func (r *Reference[A]) targetAccepts(jump *place[A], a *asking[A]) bool {
	if r.targeting {
		return false // Jumps do not chain in one asking
	}
	for p := jump.target; p != jump.common(); p = p.parent {
		if r.masked[p] {
			return false
		}
	}
	r.targeting = true
	own := jump.target.findings()
	target, yes := r.ask(jump.target)
	jump.carried = jump.target.findings()
	restore(own)
	r.targeting = false
	if !a.decided {
		a.value = target.value
	}
	a.pending = target.waits
	return yes && !target.waits && r.mayPass(jump, jump.target.parent, a)
}

// deliver gives a Jump's target what asking it as that target has found, whatever other candidates have asked it since
// (R16).
func (p *place[A]) deliver() {
	restore(p.carried)
	p.carried = nil
}

// mayPass tests the gates and squads of the groups on the way to a Jump's target, from the top down to p. Otherwise these
// groups are entered unasked.
func (r *Reference[A]) mayPass(jump, p *place[A], asked *asking[A]) bool {
	if p == jump.common() {
		return true
	}
	if !r.mayPass(jump, p.parent, asked) {
		return false
	}
	a := &asking[A]{place: p}
	passes := p.active || r.passSquad(p, a) && r.passGate(p, a)
	asked.pending = a.pending
	return passes
}

// leadsThrough reports whether a Jump enters p, which is its target or a group on the way to it.
func (p *place[A]) leadsThrough(other *place[A]) bool {
	common := p.common()
	return p.target.isOrUnder(other) && other != common && other.isOrUnder(common)
}

// jumpedFrom reports whether p is the branch of a Jump whose target is still active. Such a branch is no candidate.
func (r *Reference[A]) jumpedFrom(p *place[A]) bool {
	leadsFrom := func(jump *place[A]) bool {
		return jump != nil && jump.common() == p.parent && jump.branch(p.parent) == p
	}
	for _, active := range r.path() {
		if leadsFrom(active.jumper) || active.pending != nil && leadsFrom(active.pending.jump) {
			return true
		}
	}
	return false
}

// branchesLanded returns the branches of Jumps into a child that has finished, whose targets ended in this tick.
func (r *Reference[A]) branchesLanded(child *place[A]) (branches []*place[A]) {
	for _, l := range r.landed {
		if l.jump.common() == child.parent && l.target.branch(child.parent) == child {
			branches = append(branches, l.jump.branch(child.parent))
		}
	}
	return branches
}

// takeJump follows a Jump: up to the common group, taking down everything below it, and from there down to the target.
func (r *Reference[A]) takeJump(group, jump *place[A]) result {
	r.tellAbout(jump, event.Event{Kind: event.Jumped, Target: jump.target.label()})
	r.spend(group, jump, true)
	jump.deliver()
	if jump.common() == group {
		r.descent = jump
		return r.descend(group)
	}
	r.unwind = jump
	return result{status: over} // carryOn goes up
}

// descend goes one step from a group toward the target of the Jump under way: through what is active there
// already, or else into it unasked.
func (r *Reference[A]) descend(group *place[A]) result {
	jump := r.descent
	step := jump.target.branch(group)
	if group.child() == step {
		group.pending = nil // the choice that waited for this child's Leave is dropped, since the child is needed again
		return r.visitChild(step)
	}
	r.descent = nil
	group.pending = keep(step, jump)
	return r.takeOver(group, true)
}

// enterOnWay enters a place on the way to the target of the Jump under way, or the target.
func (r *Reference[A]) enterOnWay(step *place[A]) result {
	jump := r.descent
	if step != jump.target {
		return r.enterChild(step)
	}
	r.descent = nil
	return r.modified(step, r.enter(step, jump))
}
