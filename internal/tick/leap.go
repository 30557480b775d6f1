package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has Jumps: "a third kind of decider that can cause a jump from one part of the tree to another" (Spore,
// footnote 2; RULES R16).

// UnderWay is the Jump that is being followed.
type UnderWay struct {
	Forced    program.Place // its target until it is entered; Nowhere while no Jump is followed
	jumping   program.Place // its index in program.Tree.Jumps
	Targeting bool          // a Jump's target is being asked
}

// leap follows the Jump from, which group p has chosen. The deepest active group on the way to the target switches, so
// the walk first goes up to the common group if p lies below it.
func (r *Runner) leap(p, from program.Place) behavior.Status {
	i := r.Tree.Condition(from).Jump
	j := &r.Tree.Jumps[i]
	if r.tellsChanges() {
		r.tellJumped(from)
	}
	r.spend(p, from)
	r.Deliver(i)
	r.Forced, r.jumping = j.To, program.Place(i)
	if j.Common != p {
		return leaping
	}
	return r.stepToward(p)
}

// stepToward replaces choosing in a group on the way to a Jump's target: it enters the child on the way unasked, or
// visits it if it is active.
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
		f.State &^= program.Unbegun
	default:
		if r.tearOrWait(p, active, next, r.jumping) {
			return behavior.Running
		}
	}
	return r.enter(next)
}

// askTarget continues asking a Jump whose own conditions hold and whose value is own. The Jump is rejected if the target
// or a group on the way is masked, or if the target rejects. A Jump that is reached while another one's target is asked
// (in a group that delegates to it) is rejected: Jumps do not chain, so asking ends.
func (r *Runner) askTarget(p program.Place, own float64) (float64, event.Verdict) {
	t := r.Tree
	i := t.Condition(p).Jump
	j := &t.Jumps[i]
	for q := j.To; q != j.Common; q = t.Spots[q].Parent {
		if r.IsMasked(q) {
			return 0, event.FailedTarget
		}
	}
	if r.Targeting {
		return 0, event.FailedTarget
	}
	r.Targeting = true
	r.Exchange(i)
	value, verdict := r.askVerdict(j.To)
	r.Exchange(i)
	r.Targeting = false
	if j.Carries < j.CarriesEnd {
		r.TickBits.Set(t.TickBits.Carried + i)
		r.Wants |= memory.WantTidy
	}
	if verdict == event.Accepted {
		verdict = r.passWay(j, t.Spots[j.To].Parent)
	}
	if t.Asks[p].Decide != nil || t.Condition(p).Weighted {
		value = own
	}
	switch {
	case verdict&notYet != 0:
		return value, event.FailedTarget | notYet
	case verdict != event.Accepted:
		return 0, event.FailedTarget
	}
	return value, event.Accepted
}

// passWay asks for the squads and gates of the inactive groups from a Jump's common group down to p, which are
// otherwise entered unasked.
func (r *Runner) passWay(j *program.Jump, p program.Place) event.Verdict {
	n := &r.Tree.Spots[p]
	if p == j.Common {
		return event.Accepted
	}
	if verdict := r.passWay(j, n.Parent); verdict != event.Accepted || n.Marks&program.Shared == 0 || r.IsActive(p) {
		return verdict
	}
	return r.passShared(p)
}

// leapedFrom reports whether a Jump keeps p from being a candidate: p is a Jump whose target is active or pending, or p
// is the branch from which a Jump entered the active part of a sibling. While that Jump is pending, the branch is
// leaving and is not asked at all.
func (r *Runner) leapedFrom(p program.Place) bool {
	t := r.Tree
	if i := t.Condition(p).Jump; i >= 0 {
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

// isPending reports whether a place, chosen by its group or as the target of a Jump, waits for a Leave.
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

// onPendingWay reports whether p is pending, unasked, as a group on the way to a Jump's target.
func (r *Runner) onPendingWay(p program.Place) bool {
	w := r.PendingIn(r.Tree.Spots[p].Parent)
	return w != nil && w.Jump != program.Nowhere && r.Tree.Jumps[w.Jump].To != p
}
