package reference

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// choice is a chosen child with the results of asking it, until it is entered: at once or after a Leave (R19).
type choice[A any] struct {
	child *place[A]
	anew  bool      // a Selector begins anew, since a Monitor below the child has fired
	jump  *place[A] // that leads there; nil for none
	found []kept[A] // results for the child or the Jump's target, then for the child that it delegated to, and so on
}

// kept holds the results of one asking.
type kept[A any] struct {
	place    *place[A]
	delegate *place[A]
	dblock   unsafe.Pointer
}

// keep saves the results of asking a child, which may be asked again later.
func keep[A any](child, jump *place[A]) *choice[A] {
	p := child
	if jump != nil {
		p = jump.target
	}
	c := &choice[A]{child: child, jump: jump}
	for p != nil {
		c.found = append(c.found, p.finding())
		if p.isJump() {
			p.deliver()
			p = p.target
		} else {
			p = p.delegate
		}
	}
	return c
}

// finding returns the result of asking a place.
func (p *place[A]) finding() kept[A] {
	k := kept[A]{place: p, delegate: p.delegate}
	if p.dblock != nil {
		k.dblock = p.handover.DBlock.New()
		p.handover.DBlock.Copy(k.dblock, p.dblock)
	}
	return k
}

// findings returns the results of asking a place: its own, then those of the child that it delegated to, and so on until a
// Jump.
func (p *place[A]) findings() (found []kept[A]) {
	for ; p != nil && !p.isJump(); p = p.delegate {
		found = append(found, p.finding())
	}
	return found
}

// restore restores the results to those when they were saved.
func restore[A any](found []kept[A]) {
	for _, k := range found {
		k.place.delegate, k.place.carried = k.delegate, nil
		if k.dblock != nil {
			k.place.handover.DBlock.Copy(k.place.dblock, k.dblock)
		}
	}
}

// kept returns the saved results for a pending place, or nil.
func (p *place[A]) kept() *kept[A] {
	for group := p.parent; group != nil; group = group.parent {
		if group.pending == nil {
			continue
		}
		for i := range group.pending.found {
			if k := &group.pending.found[i]; k.place == p {
				return k
			}
		}
	}
	return nil
}

// isWaiting reports whether a place is pending; it then counts as active.
func (r *Reference[A]) isWaiting(p *place[A]) bool {
	for _, active := range r.path() {
		if c := active.pending; c != nil && (c.child == p || c.jump != nil && c.jump.target == p) {
			return true
		}
	}
	return false
}

// expected returns the child of a group that counts as active: the pending child, if any.
func (p *place[A]) expected() *place[A] {
	if p.pending != nil {
		return p.pending.child
	}
	return p.child()
}

// takeOver enters the pending child as soon as the active child is down. During a Leave the group is Running.
func (r *Reference[A]) takeOver(group *place[A], fresh bool) result {
	c := r.makeWay(group, fresh)
	if c == nil {
		return result{status: behavior.Running}
	}
	if c.jump != nil {
		r.descent = c.jump
		return r.enterOnWay(c.child)
	}
	return r.enterChild(c.child)
}

// makeWay takes down the active places below a group and returns the pending choice, or nil during a Leave.
func (r *Reference[A]) makeWay(group *place[A], fresh bool) *choice[A] {
	if old := group.child(); old != nil {
		if !r.letGo(old, behavior.Interrupted) {
			if fresh {
				r.tellAbout(group.pending.child, event.Event{Kind: event.Pending})
			}
			return nil
		}
		r.takeDown(old, behavior.Interrupted)
	}
	c := group.pending
	group.pending = nil
	restore(c.found)
	return c
}

// letGo calls the Leave of the deepest behavior that has one at or below a place, and reports whether the place may go down
// now. It drops choices below the place that wait for the same Leave.
func (r *Reference[A]) letGo(p *place[A], reason behavior.Reason) bool {
	p.each(func(below *place[A]) { below.pending = nil })
	leaver := p.leaver()
	if leaver == nil {
		return true
	}
	if !leaver.leaving {
		leaver.leaving = true
		leaver.due = r.in.Time + leaver.behavior.LeaveTimeout
	} else if r.in.Time >= leaver.due {
		return true
	}
	return r.leaveBehavior(leaver, reason) != behavior.Running
}

// leaver returns the deepest active place at or below p whose behavior has a Leave, or nil. A resting leaf has no active
// behavior; a resting group has. Places inside Concurrent groups do not count.
func (p *place[A]) leaver() *place[A] {
	if p.decider.Policy != decider.Concurrent {
		for _, child := range p.up {
			if leaver := child.leaver(); leaver != nil {
				return leaver
			}
		}
	}
	if p.owes && (p.behavior.Leave != nil || p.behavior.LeaveBlock != nil) {
		return p
	}
	return nil
}
