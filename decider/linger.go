package decider

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// This file is behaviors that need time to be interrupted, and choices that wait for them (RULES R19).

// notLeaving is the due time of a Leave that has not begun.
var notLeaving = math.Inf(1)

// lingers gives what is to go down at and below p the time it needs: it calls the Leave of the deepest behavior
// that has one, and reports whether that goes on.
func (r *runner[A]) lingers(p place, reason behavior.Reason) bool {
	_, goesOn := r.windDown(p, reason)
	return goesOn
}

func (r *runner[A]) windDown(p place, reason behavior.Reason) (found, goesOn bool) {
	n := &r.tree.nodes[p]
	if n.marks&lingering == 0 {
		return false, false
	}
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		if r.header().up {
			found, goesOn = r.windDown(0, reason)
		}
		r.out()
	} else if n.isGroup() {
		r.frame(p).state &^= waits // what waited for the same below does so no longer
		if child := r.childOf(p); child != nowhere && n.policy != Concurrent {
			found, goesOn = r.windDown(child, reason)
		}
	}
	if found || n.marks&leaving == 0 || !n.isGroup() && r.rests(p, n) {
		return found, goesOn
	}
	in := &r.tree.infos[p]
	due := r.due(in.leaveDue)
	switch {
	case *due == notLeaving:
		*due = r.now() + in.calls.LeaveTimeout
	case r.now() >= *due:
		return true, false
	}
	return true, r.callLeave(p, n, reason) == behavior.Running
}

// pending is what waits in a group.
func (r *runner[A]) pending(p place) *pending {
	return (*pending)(unsafe.Add(r.base, r.tree.infos[p].pending))
}

// waiting is what is pending in a group; nil if nothing is, or it is not active.
func (r *runner[A]) waiting(p place) *pending {
	if r.tree.nodes[p].marks&lingering == 0 || r.frame(p).state&waits == 0 || !r.isActive(p) {
		return nil // of what is not active the frame is whatever lies there, so that counts for nothing
	}
	return r.pending(p)
}

// departs replaces group p's active child by another, which a Jump leads through unless that is nowhere: old path
// down, unless it needs time to leave. It reports whether the new child has to wait for that.
func (r *runner[A]) departs(p, active, child, jump place) bool {
	if r.lingers(active, behavior.Interrupted) {
		r.wait(p, child, jump)
		return true
	}
	r.frame(p).state &^= waits
	r.tear(active, behavior.Interrupted)
	return false
}

// wait makes a child of p pending.
func (r *runner[A]) wait(p, child, jump place) {
	r.frame(p).state |= waits
	*r.pending(p) = pending{child: child, jump: jump}
	if jump != nowhere {
		r.forced = nowhere
		r.keepChoice(r.tree.jumps[jump].to)
	} else {
		r.keepChoice(child)
	}
	if r.level >= 2 {
		r.tell(Pending, child)
	}
}

// await goes on with a group in which something is pending; better is what replaces it, or nowhere.
func (r *runner[A]) await(p, better place) behavior.Status {
	active := r.frame(p).child
	switch {
	case better == nowhere:
		if r.lingers(active, behavior.Interrupted) {
			return behavior.Running
		}
	case r.tree.nodes[better].marks&jumping != 0:
		return r.react(p, r.leap(p, better))
	case r.departs(p, active, better, nowhere):
		return behavior.Running
	default:
		return r.arrive(p, better)
	}
	w := *r.pending(p)
	r.frame(p).state &^= waits
	r.tear(active, behavior.Interrupted)
	if w.jump == nowhere {
		r.recallChoice(w.child)
	} else {
		r.forced, r.jumping = r.tree.jumps[w.jump].to, int(w.jump)
		r.recallChoice(r.forced)
	}
	return r.arrive(p, w.child)
}

// arrive enters what interrupted p's former child: a Selector's Monitor that fired has it run from the start.
func (r *runner[A]) arrive(p, child place) behavior.Status {
	if r.tree.nodes[p].policy == Selector {
		r.frame(p).cursor = 0
		return r.runOn(p, child)
	}
	return r.react(p, r.enter(child))
}

// keepChoice keeps what deciding for p has found, for as long as it is pending: DBlocks, and children that were
// delegated to. Both are in the scratch, which a tick leaves clear.
func (r *runner[A]) keepChoice(p place) {
	for p != nowhere {
		in := &r.tree.infos[p]
		if in.handover != nil {
			in.dblock.Copy(r.keptDBlock(in), r.handed[in.handed])
		}
		switch {
		case in.jump >= 0:
			p = r.tree.jumps[in.jump].to
		case in.chosen >= 0:
			child := nowhere
			if c := r.chosen[in.chosen]; c.asked {
				child = c.child
			}
			*r.keptChild(in) = child
			p = child
		default:
			return
		}
	}
}

// recallChoice puts back what keepChoice kept.
func (r *runner[A]) recallChoice(p place) {
	for p != nowhere {
		in := &r.tree.infos[p]
		if in.handover != nil {
			kept := r.keptDBlock(in)
			in.dblock.Copy(r.handed[in.handed], kept)
			in.dblock.Clear(kept)
		}
		switch {
		case in.jump >= 0:
			p = r.tree.jumps[in.jump].to
		case in.chosen >= 0:
			p = *r.keptChild(in)
			if p != nowhere {
				r.chosen[in.chosen] = choice{asked: true, child: p}
				r.wants |= wantTidy
			}
		default:
			return
		}
	}
}

// keptChild is the child that a pending group has delegated to; nowhere for none.
func (r *runner[A]) keptChild(in *info[A]) *place {
	return (*place)(unsafe.Add(r.base, r.tree.layout.kept+uint32(in.chosen)*placeSize))
}

// keptDBlock is where the DBlock of a pending decider lies.
func (r *runner[A]) keptDBlock(in *info[A]) unsafe.Pointer {
	if in.handedOn.box > 0 {
		return r.keptD[in.handedOn.box-1]
	}
	return unsafe.Add(r.base, in.handedOn.offset)
}
