package decider

import "github.com/decidertree/decidertree/behavior"

// This file is how a place becomes active (RULES R5).

// enter makes p active and visits it for the first time (RULES R5). Its conditions have been asked, or a Jump
// leads through it.
func (r *runner[A]) enter(p place) behavior.Status {
	if r.level >= 4 {
		if !r.exits && r.entries < r.limit {
			r.exits = true
			st := r.enter(p)
			r.tellExited(p, st)
			return st
		}
		r.exits = false
	}
	t := r.tree
	n := &t.nodes[p]
	if r.entries >= r.limit {
		r.report(p, noCall, &LoopError{Limit: r.limit, Turns: r.lastTurns()})
		return aborted
	}
	r.turns[r.entries%len(r.turns)] = r.number<<16 | uint64(p)
	r.entries++
	r.link(p, n)
	if r.level >= 2 {
		r.tellEntered(p)
	}
	if n.marks&acting != 0 {
		st := r.activate(p, n)
		if st == behavior.Running {
			st = r.tickBehavior(p, n)
		}
		if st != behavior.Running || !n.isGroup() {
			return r.endedEarly(p, st)
		}
	} else if n.marks&connected != 0 {
		return r.visitPlugged(p)
	} else if n.marks&barrier != 0 {
		return behavior.Running
	}
	return r.begin(p, n)
}

// activateAndTick begins p's behavior.
func (r *runner[A]) activateAndTick(p place, n *node[A]) behavior.Status {
	if n.marks&acting == 0 { // a Barrier
		return behavior.Running
	}
	st := r.activate(p, n)
	if st == behavior.Running {
		st = r.tickBehavior(p, n)
	}
	return st
}

// begin is what a group that was just entered does once its behavior runs.
func (r *runner[A]) begin(p place, n *node[A]) behavior.Status {
	if r.forced != nowhere {
		return r.react(p, r.stepToward(p))
	}
	if !n.policy.decidesFirst() {
		switch {
		case n.policy == Concurrent:
			return r.beginAll(p)
		case n.policy.reactive():
			return r.runAnew(p)
		}
		return r.runOn(p, nowhere)
	}
	child := nowhere
	if r.wants&wantTidy != 0 { // some group has delegated
		child = r.takeChosen(p)
	}
	if child == nowhere {
		child, _ = r.choose(p)
	} else if r.level >= 5 {
		r.tellChose(p, child)
	}
	if child == nowhere {
		if r.level >= 1 {
			r.tell(SubsetRuleBroken, p)
		}
		return behavior.Failure
	}
	return r.react(p, r.take(p, child))
}

// link makes p its parent's active child, with a fresh frame.
func (r *runner[A]) link(p place, n *node[A]) {
	r.stirred = true
	if n.parent == nowhere {
		r.header().up = true
	} else {
		f := r.frame(n.parent)
		if group := &r.tree.nodes[n.parent]; group.policy == PrioritizedList {
			f.child = p
		} else {
			r.join(n.parent, p)
			r.spend(n.parent, p)
		}
	}
	switch {
	case n.marks&elaborate != 0:
		r.linkElaborately(p, n)
	case n.isGroup():
		*r.frame(p) = frame{start: r.now(), child: nowhere, jump: nowhere}
	default:
		*r.start(p) = r.now()
	}
}

// firstCursor is the cursor of a group that was just entered.
func (p Policy) firstCursor() place {
	if p.reactive() {
		return nowhere
	}
	return 0
}

// linkElaborately makes ready what only some places have.
func (r *runner[A]) linkElaborately(p place, n *node[A]) {
	in := &r.tree.infos[p]
	*r.start(p) = r.now()
	if n.isGroup() || n.marks&targeted != 0 {
		*r.frame(p) = frame{start: r.now(), child: nowhere, cursor: n.policy.firstCursor(), jump: nowhere}
	}
	switch n.policy {
	case OneOff:
		clear(r.spent(p))
	case Concurrent:
		clear(r.branches(p))
	}
	if r.forced == p {
		r.frame(p).jump = place(r.jumping)
		r.forced = nowhere
	}
	if n.marks&shared != 0 {
		r.takeUp(in)
	}
	if n.marks&limited != 0 {
		*r.count(in.count)++
	}
	if n.marks&repeats != 0 {
		*r.repetition(p) = repetition{began: r.stamp()}
	}
	if n.marks&leaving != 0 {
		*r.due(in.leaveDue) = notLeaving
	}
}

// spend takes p's turn in its group, which enters it (RULES R10, R11).
func (r *runner[A]) spend(group, p place) {
	n := &r.tree.nodes[group]
	i := int(p - n.first)
	switch n.policy {
	case Sequential, SequentialLooping:
		r.frame(group).cursor = place(i + 1)
	case OneOff:
		r.spent(group).set(i)
	case Shuffle:
		bag := r.bag(group)
		if !bag.has(i) && r.forced == nowhere { // all whose turn was left reject: a new bag
			bag.fill(int(n.last - n.first))
		}
		bag.unset(i)
	}
}

// lastTurns names the deciders entered last, in turn.
func (r *runner[A]) lastTurns() []string {
	var names []string
	for i := max(0, r.entries-len(r.turns)); i < r.entries; i++ {
		turn := r.turns[i%len(r.turns)]
		r.fromOutside(func() {
			r.each(func() {
				if r.number == turn>>16 {
					names = append(names, r.tree.infos[turn&0xffff].label.Name)
				}
			})
		})
	}
	return names
}
