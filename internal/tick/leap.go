package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is reference deciders: "a third kind of decider that can cause a jump from one part of the tree to
// another" (Spore, footnote 2; RULES R16).

// underWay is the Jump that is being followed.
type UnderWay struct {
	Forced    program.Place // its target, until it is entered; nowhere while no Jump is followed
	jumping   program.Place // its index among the Jumps
	Targeting bool          // a Jump's target is being asked
}

// leap takes the Jump from, which group p has chosen. The switch happens in the deepest group on the way to
// the target that is active, so the walk goes up to the common group first if p lies below it.
func (r *Runner) leap(p, from program.Place) behavior.Status {
	i := r.Tree.Conditions[from].Jump
	j := &r.Tree.Jumps[i]
	if r.tellsChanges() {
		r.tellJumped(from)
	}
	r.spend(p, from)
	r.Forced, r.jumping = j.To, program.Place(i)
	if j.Common != p {
		return leaping
	}
	return r.stepToward(p)
}

// stepToward replaces choosing in a group on the way to a Jump's target: its child on the way is entered
// unasked, or visited if it is active.
func (r *Runner) stepToward(p program.Place) behavior.Status {
	next := r.Tree.Toward(p, r.Forced)
	f := r.Frame(p)
	switch active := f.Child; active {
	case next:
		f.State &^= program.HasPending
		if r.tellsVisits() {
			r.tellContinued(next)
		}
		return r.visit(next)
	case program.Nowhere:
	default:
		if r.departs(p, active, next, r.jumping) {
			return behavior.Running
		}
	}
	return r.enter(next)
}

// considerTarget goes on asking a Jump whose own conditions hold and whose value is own: it is rejected if the
// target or a group on the way is masked, or if the target rejects. A Jump that is met while another one's
// target is asked (a group that delegates to it) is rejected: Jumps do not chain, so asking has an end.
func (r *Runner) considerTarget(p program.Place, own float64) (float64, event.Verdict) {
	t := r.Tree
	j := &t.Jumps[t.Conditions[p].Jump]
	for q := j.To; q != j.Common; q = t.Spots[q].Parent {
		if r.IsMasked(q) {
			return 0, event.FailedTarget
		}
	}
	if r.Targeting {
		return 0, event.FailedTarget
	}
	r.Targeting = true
	value := r.Ask(j.To)
	r.Targeting = false
	switch {
	case !(value > 0), !r.passWay(j, t.Spots[j.To].Parent):
		return 0, event.FailedTarget
	case t.Asks[p].Decide != nil || t.Conditions[p].Weighted:
		value = own
	}
	return value, event.Accepted
}

// passWay asks for the squads and gates of the groups from a Jump's common group down to p that are not active: they
// are entered unasked otherwise.
func (r *Runner) passWay(j *program.Jump, p program.Place) bool {
	n := &r.Tree.Spots[p]
	return p == j.Common || r.passWay(j, n.Parent) &&
		(n.Marks&program.Shared == 0 || r.IsActive(p) || r.passShared(p) == event.Accepted)
}

// leapedFrom reports whether p is no candidate because of a Jump in it: it is a Jump whose target is active or
// pending, or the branch from which a Jump entered what is active now in a sibling's. While that is pending, the
// branch is what leaves, and is not asked at all.
func (r *Runner) leapedFrom(p program.Place) bool {
	t := r.Tree
	if i := t.Conditions[p].Jump; i >= 0 {
		to := t.Jumps[i].To
		if r.isPending(to) || r.IsActive(to) {
			return true
		}
	}
	for _, i := range t.Leaps[p] {
		to := t.Jumps[i].To
		if r.Frame(to).Jump == program.Place(i) && r.IsActive(to) {
			return true
		}
	}
	return false
}

// isPending reports whether a place waits for a Leave: chosen by its group, or as the target of a Jump.
func (r *Runner) isPending(p program.Place) bool {
	t := r.Tree
	if t.Spots[0].Marks&program.LeaveBelow == 0 {
		return false
	}
	for q := t.Spots[p].Parent; q != program.Nowhere; q = t.Spots[q].Parent {
		if w := r.PendingIn(q); w != nil && (w.Child == p || w.Jump != program.Nowhere && t.Jumps[w.Jump].To == p) {
			return true
		}
	}
	return false
}

// onPendingWay reports whether p is pending as a group on the way to a Jump's target, which is unasked.
func (r *Runner) onPendingWay(p program.Place) bool {
	w := r.PendingIn(r.Tree.Spots[p].Parent)
	return w != nil && w.Jump != program.Nowhere && r.Tree.Jumps[w.Jump].To != p
}
