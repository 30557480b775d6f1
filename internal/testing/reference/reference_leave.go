package reference

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// choice is a child that has been chosen, with what its asking found out, until it is entered: at once, or when
// what is active has left (R19).
type choice[A any] struct {
	child *place[A]
	jump  *place[A] // that leads there; nil for none
	found []kept[A] // by the child, or the Jump's target; by the child that delegated to, and so on
}

// kept is what one asking found out.
type kept[A any] struct {
	place    *place[A]
	delegate *place[A]
	dblock   unsafe.Pointer
}

// keep keeps what the asking of a child found out, whatever is asked of it later.
func keep[A any](child, jump *place[A]) *choice[A] {
	c := &choice[A]{child: child, jump: jump}
	p := child
	if jump != nil {
		p = jump.target
	}
	for p != nil {
		k := kept[A]{place: p, delegate: p.delegate}
		if p.dblock != nil {
			k.dblock = p.handover.DBlock.New()
			p.handover.DBlock.Copy(k.dblock, p.dblock)
		}
		c.found = append(c.found, k)
		if p.isJump() {
			p = p.target
		} else {
			p = p.delegate
		}
	}
	return c
}

// restore makes it as it was when the child was chosen.
func (c *choice[A]) restore() {
	for _, k := range c.found {
		k.place.delegate = k.delegate
		if k.dblock != nil {
			k.place.handover.DBlock.Copy(k.place.dblock, k.dblock)
		}
	}
}

// kept is what was found out by asking a place that now waits to be entered, nil if it does not.
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

// isWaiting reports whether a place waits to be entered: it counts as active.
func (r *Reference[A]) isWaiting(p *place[A]) bool {
	for _, active := range r.path() {
		if c := active.pending; c != nil && (c.child == p || c.jump != nil && c.jump.target == p) {
			return true
		}
	}
	return false
}

// expected is the child of a group that counts as active: the one that waits, if any.
func (p *place[A]) expected() *place[A] {
	if p.pending != nil {
		return p.pending.child
	}
	return p.child()
}

// takeOver enters the child that is pending, as soon as what is active below the group has gone. While that is
// leaving, the group is Running.
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

// makeWay takes down what is active below a group for the choice that is pending, and returns that; nil while a
// Leave goes on.
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
	c.restore()
	return c
}

// letGo asks the deepest behavior with a Leave at or below a place to leave, and reports whether the place may
// go down now. What waited for the same below it waits no longer.
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

// leaver is the deepest behavior with a Leave that is active at or below a place, nil for none. A leaf that
// rests has nothing to leave; a group that rests keeps its behavior. What is inside a Concurrent group is not looked at.
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
