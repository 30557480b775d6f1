package decider

import (
	"github.com/decidertree/decidertree/behavior"
)

// Two more statuses pass between the routines of a walk; users never see them.
const (
	// leaping: a Jump was accepted below; the groups up to its common group pass it on.
	leaping behavior.Status = 0xfe
	// aborted: the loop guard has stopped the tick.
	aborted behavior.Status = 0xff
)

// visit goes on with p, which is active: its behavior's Tick, then choosing, then the child (RULES R1, R4).
func (r *runner[A]) visit(p place) behavior.Status {
	n := &r.tree.nodes[p]
	if r.level >= 4 {
		if !r.exits {
			return r.visitToExit(p)
		}
		r.exits = false
		r.tellVisit(p)
	}
	if n.marks&special != 0 {
		if st, done := r.visitSpecially(p, n); done {
			return st
		}
	}
	if n.marks&acting != 0 {
		if st := r.tickBehavior(p, n); st != behavior.Running || !n.isGroup() {
			return r.endedEarly(p, st)
		}
	}
	switch f := r.frame(p); {
	case r.forced != nowhere:
		return r.react(p, r.stepToward(p))
	case !n.policy.decidesFirst():
		return r.goOnRunning(p, n)
	case f.child == nowhere: // a SequentialLooping group that waits, or what ran was reset
		child, _ := r.choose(p)
		if child == nowhere {
			return r.exhausted(p)
		}
		return r.react(p, r.take(p, child))
	case f.state&waits != 0:
		return r.await(p, r.challenger(p, r.pending(p).child, f.child))
	}
	active := r.frame(p).child
	if child := r.challenger(p, active, nowhere); child != nowhere {
		return r.react(p, r.change(p, active, child))
	}
	if r.level >= 4 {
		r.tellContinued(active)
	}
	return r.react(p, r.visit(active))
}

// goOnRunning goes on with an active group that is not decide-first.
func (r *runner[A]) goOnRunning(p place, n *node[A]) behavior.Status {
	switch {
	case n.policy == Concurrent:
		return r.visitAll(p)
	case n.policy.reactive():
		return r.runAnew(p)
	}
	return r.goOnInOrder(p)
}

// visitToExit is visit where its end is told too.
func (r *runner[A]) visitToExit(p place) behavior.Status {
	r.exits = true
	st := r.visit(p)
	r.tellExited(p, st)
	return st
}

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
	r.turns[r.entries%len(r.turns)] = r.number<<16 | uint32(p)
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
	}
	return r.begin(p, n)
}

// activateAndTick begins p's behavior.
func (r *runner[A]) activateAndTick(p place, n *node[A]) behavior.Status {
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

// endedEarly is the end of a visit by p's behavior: a leaf's, or a group's that ends with its children going
// down first (RULES R7). A Jump that led through p is dropped.
func (r *runner[A]) endedEarly(p place, st behavior.Status) behavior.Status {
	switch {
	case st == behavior.Running:
		if r.tree.quicks[p].able {
			r.header().leaf = p
		}
	case r.tree.nodes[p].isGroup():
		r.forced = nowhere
		r.frame(p).state |= stopped
		r.tearBelow(p, behavior.Cancelled)
	}
	return st
}

// change replaces p's active child by another: old path down, then the new child up (RULES R4).
func (r *runner[A]) change(p, active, child place) behavior.Status {
	if r.tree.nodes[child].marks&jumping == 0 {
		if r.tree.nodes[active].marks&lingering == 0 {
			r.tear(active, behavior.Interrupted)
		} else if r.departs(p, active, child, nowhere) {
			return behavior.Running
		}
	}
	return r.take(p, child)
}

// take enters a child of p, which has none active; a Jump leads elsewhere.
func (r *runner[A]) take(p, child place) behavior.Status {
	if r.tree.nodes[child].marks&jumping != 0 {
		return r.leap(p, child)
	}
	return r.enter(child)
}

// react is a group's answer to the status of its active child.
func (r *runner[A]) react(p place, st behavior.Status) behavior.Status {
	if st == behavior.Running {
		return st
	}
	return r.redecide(p, st)
}

// redecide is the answer to a child that finished: it goes down and is masked, and the others get their chance,
// a masked redecide (RULES R6).
func (r *runner[A]) redecide(p place, st behavior.Status) behavior.Status {
	n, f := &r.tree.nodes[p], r.frame(p)
	if !n.policy.decidesFirst() {
		return r.runPast(p, st) // Concurrent and reactive groups answer where they visit
	}
	for st != behavior.Running {
		child := f.child
		reason := reasonOf(st)
		if st != aborted && st != leaping && r.tree.nodes[child].marks&modified != 0 {
			st, reason = r.conclude(child, st)
		}
		switch st {
		case behavior.Running, aborted:
			return st
		case leaping:
			if r.tree.jumps[r.jumping].common != p {
				return leaping
			}
			st = r.stepToward(p)
			continue
		}
		f.state &^= succeeded
		if st == behavior.Success {
			f.state |= succeeded
		}
		r.leave(child, reason)
		r.mask(child, st)
		if n.flags&FinishWithChild != 0 {
			return st
		}
		next := nowhere
		if n.flags&CallDecideOnRedecide != 0 {
			if !(r.askAgain(p) > 0) {
				r.forget(&r.tree.infos[p])
				return behavior.Failure
			}
			next = r.takeChosen(p)
		}
		if next == nowhere {
			next, _ = r.choose(p)
		}
		if next == nowhere {
			return r.exhausted(p)
		}
		st = r.take(p, next)
	}
	return st
}

// exhausted is the status of a group none of whose children accepts any more (RULES R6, R10).
func (r *runner[A]) exhausted(p place) behavior.Status {
	n := &r.tree.nodes[p]
	state := r.frame(p).state
	switch n.policy {
	case Sequential, OneOff:
		if state&entered != 0 {
			return behavior.Success
		}
	case SequentialLooping:
		for q := n.first; q < n.last; q++ {
			if r.masked.has(int(q)) {
				return behavior.Running // with nothing active: it goes on in the next tick
			}
		}
		fallthrough
	default:
		if state&succeeded != 0 {
			return behavior.Success
		}
	}
	return behavior.Failure
}

// link makes p its parent's active child, with a fresh frame.
func (r *runner[A]) link(p place, n *node[A]) {
	if n.parent == nowhere {
		r.header().up = true
	} else {
		f := r.frame(n.parent)
		f.state |= entered
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
func (r *runner[A]) firstCursor(n *node[A]) place {
	if n.policy.reactive() {
		return nowhere
	}
	return 0
}

// linkElaborately makes ready what only some places have.
func (r *runner[A]) linkElaborately(p place, n *node[A]) {
	in := &r.tree.infos[p]
	*r.start(p) = r.now()
	if n.isGroup() || n.marks&targeted != 0 {
		*r.frame(p) = frame{start: r.now(), child: nowhere, cursor: r.firstCursor(n), jump: nowhere}
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

// tear takes p and all below it down, deepest first; of branches the one that was activated last.
func (r *runner[A]) tear(p place, reason behavior.Reason) {
	if n := &r.tree.nodes[p]; n.isGroup() || n.marks&connected != 0 {
		r.tearBelow(p, reason)
	}
	r.leave(p, reason)
}

func (r *runner[A]) tearBelow(p place, reason behavior.Reason) {
	if n := &r.tree.nodes[p]; n.isGroup() && !n.policy.sideBySide() {
		if child := r.frame(p).child; child != nowhere {
			r.tear(child, reason)
		}
		return
	}
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		if r.header().up {
			r.tear(0, reason)
		}
		r.out()
	}
	for child := r.lastChild(p); child != nowhere; child = r.lastChild(p) {
		r.tear(child, reason)
	}
}

// leave ends p, below which nothing is active any more: the one place that calls Deactivate, so that it is
// called exactly once for everything that was entered (RULES R18); but for the iterations of a Repeat, which end
// in runner.repeat. p is unlinked first: if Deactivate panics it counts as called.
func (r *runner[A]) leave(p place, reason behavior.Reason) {
	n := &r.tree.nodes[p]
	if n.marks&beside == 0 {
		r.frame(n.parent).child = nowhere
	} else {
		r.unlink(p)
	}
	if n.marks&targeted != 0 {
		if j := r.frame(p).jump; j != nowhere {
			r.ended.set(int(j))
			r.wants |= wantTidy
		}
	}
	if n.cooldown != 0 {
		*r.due(n.cooldown) = r.now() + r.tree.infos[p].cooldown
	}
	if n.marks&acting != 0 && (n.marks&repeats == 0 || n.isGroup() || !r.rests(p, n)) {
		r.deactivate(p, n, reason)
	}
	if r.level >= 2 {
		r.tellLeft(p, reason)
	}
}

// mask shuts out a child that finished for the rest of the tick.
func (r *runner[A]) mask(p place, st behavior.Status) {
	r.masked.set(int(p))
	r.wants |= wantUnmask
	if r.level >= 4 {
		r.tellMasked(p, st)
	}
	for _, i := range r.tree.infos[p].landings {
		if r.ended.has(i) {
			r.masked.set(int(r.tree.jumps[i].branch)) // a Jump that fails back: both branches (RULES R16)
		}
	}
}

func reasonOf(st behavior.Status) behavior.Reason {
	if st == behavior.Success {
		return behavior.Succeeded
	}
	return behavior.Failed
}

// abort takes everything down after the loop guard struck (RULES R8).
func (r *runner[A]) abort() {
	r.forced = nowhere
	if r.header().up {
		r.tear(0, behavior.Cancelled)
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
