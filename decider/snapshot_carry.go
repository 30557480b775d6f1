package decider

import (
	"github.com/decidertree/decidertree/world"
)

// carrier applies a plan to one agent: what it keeps in the old shape becomes what it keeps in the tree. It goes
// twice over what is active: first it finds out what can stay, then it copies that.
type carrier[A any] struct {
	*plan[A]
	*carriage[A]
	old, made *image
	nested    bool    // the tree is plugged in
	idle      bool    // its slot is not active any more
	above     string  // the path of its slot
	stays     []bool  // by old place: active, and stays so
	drops     []place // active places that do not stay, of which the one above does
	plugs     []carriedPlug[A]
	whole     bool   // nothing was lost so far
	whyBox    string // why the last box could not be kept
}

// carriedPlug is what becomes of a tree that is plugged in.
type carriedPlug[A any] struct {
	slot int    // where it was
	to   int    // where it is
	why  string // it is lost; "" if it is not
	*carrier[A]
}

func (c *carrier[A]) lose(part world.Part, p place, name, why string) {
	c.whole = false
	c.carriage.lose(part, c.above+c.from.path(p), name, why)
}

// survey finds out what stays.
func (c *carrier[A]) survey() {
	c.stays = make([]bool, len(c.from.places))
	c.made = newImage(c.to)
	c.made.clear()
	if c.old.up() && !c.idle && !c.surveyPlace(0) {
		c.drops = append(c.drops, 0)
	}
}

// surveyPlace reports whether p, which is active, stays so.
func (c *carrier[A]) surveyPlace(p place) bool {
	if why := c.whyNot(p); why != "" {
		c.lose(world.LostDecider, p, "", why)
		return false
	}
	first := len(c.drops)
	for _, child := range c.old.active(p) {
		if !c.surveyPlace(child) {
			c.drops = append(c.drops, child)
		}
	}
	if len(c.drops) > first && c.from.places[p].policy == Concurrent {
		c.drops = c.drops[:first] // those that stay as well
		c.old.eachActive(p, func(below place) { c.stays[below] = false })
		c.lose(world.LostDecider, p, "", "its children begin together, and one could not go on")
		return false
	}
	c.stays[p] = true
	return true
}

// whyNot tells why p, which is active, cannot stay so; "" if it can.
func (c *carrier[A]) whyNot(p place) string {
	if why := c.clash(p); why != "" {
		return why
	}
	q, to := &c.from.places[p], c.places[p]
	if !q.isGroup() && c.old.rests(p) {
		if c.to.places[to].marks&repeats == 0 {
			return "it was to begin again, and has no Repeat now"
		}
	} else if !c.carryBox(boxID{blockBox, int(p)}, boxID{blockBox, int(to)}) {
		return "its block cannot be read: " + c.whyBox
	} else if b := &c.tree.infos[to].calls.Block; q.block.size > 0 && !c.sound(b, q.at) {
		return ""
	}
	if q.slot >= 0 {
		for i := range c.plugs {
			if pl := &c.plugs[i]; pl.slot == q.slot && pl.why != "" {
				return "what was plugged in is lost"
			}
		}
	}
	return ""
}

// carry makes the new image, after survey.
func (c *carrier[A]) carry() {
	c.carryValues()
	if c.same && c.whole && !(c.idle && c.old.up()) {
		c.carryAll()
		return
	}
	c.carryClocks()
	c.carryBags()
	c.carryShared()
	c.made.header().state = c.old.header().state
	if c.stays[0] {
		c.made.header().up = true
		c.put(0)
	}
}

// carryAll copies everything: nothing has changed.
func (c *carrier[A]) carryAll() {
	was := *c.old.header()
	copy(c.made.words, c.old.words)
	h := c.made.header()
	*h = header{leaf: nowhere, state: was.state, up: c.old.up(), open: was.open}
	if int(was.leaf) < len(c.places) && (c.nested || c.stays[was.leaf] && c.tree.quicks[was.leaf].able) {
		h.leaf = was.leaf // of a tree that is plugged in nobody reads it
	}
	for p := range c.places {
		if c.stays[p] && c.old.waits(place(p)) {
			c.carryKept(place(p))
		}
	}
}

// put copies what p, which stays, and all that stays below it.
func (c *carrier[A]) put(p place) {
	to := c.places[p]
	a, b := &c.from.places[p], &c.to.places[to]
	*c.made.start(to) = *c.old.start(p)
	if b.frameSize() == frameSize {
		f := frame{start: *c.old.start(p), child: nowhere, cursor: b.policy.firstCursor(), jump: nowhere}
		if a.marks&targeted != 0 && b.marks&targeted != 0 {
			if j := c.old.frame(p).jump; j != nowhere {
				f.jump = c.jumps[j]
			}
		}
		*c.made.frame(to) = f
	}
	if b.marks&repeats != 0 {
		*c.made.repetition(to) = repetition{began: 1}
		if a.marks&repeats != 0 {
			*c.made.repetition(to) = *c.old.repetition(p)
		}
	}
	if b.marks&leaving != 0 {
		*c.made.due(b.leaveDue) = notLeaving
		if a.marks&leaving != 0 {
			*c.made.due(b.leaveDue) = *c.old.due(a.leaveDue)
		}
	}
	if b.ticked != 0 {
		*c.made.due(b.ticked) = never
		if a.ticked != 0 {
			*c.made.due(b.ticked) = *c.old.due(a.ticked)
		}
	}
	copy(c.made.part(b.at, b.block.size), c.old.part(a.at, a.block.size))
	if b.isGroup() {
		c.putGroup(p, to)
	}
	for _, child := range c.old.active(p) {
		if c.stays[child] {
			c.put(child)
		}
	}
}

// putGroup copies a group's progress.
func (c *carrier[A]) putGroup(p, to place) {
	a, b := &c.from.places[p], &c.to.places[to]
	f, g := c.old.frame(p), c.made.frame(to)
	if a.policy != b.policy && (a.policy.progresses() || b.policy.progresses()) {
		c.lose(world.LostProgress, p, "", "its policy was "+a.policy.String()+" and is "+b.policy.String())
	}
	active := nowhere
	if f.child != nowhere && a.policy != Concurrent && c.stays[f.child] {
		active = c.places[f.child]
		g.child = active
	}
	if a.policy.decidesFirst() && b.policy.decidesFirst() {
		g.state = f.state & succeeded
	}
	switch b.policy {
	case Sequential, SequentialLooping, Sequence, Selector:
		g.cursor = c.cursor(p, to)
	case OneOff:
		spent := c.made.spent(to)
		if a.policy == OneOff {
			c.moveBits(p, c.old.spent(p), spent)
			if f.child != nowhere && active == nowhere {
				if child, ok := c.keptIn(p, f.child); ok {
					spent.unset(int(child - b.first)) // its turn again
				}
			}
		} else if active != nowhere {
			spent.set(int(active - b.first))
		}
	case Concurrent:
		*c.made.tally(to) = *c.old.tally(p)
		c.moveBits(p, c.old.branches(p), c.made.branches(to))
		c.moveBits(p, c.old.acceptedBy(p), c.made.acceptedBy(to))
	}
	if c.old.waits(p) {
		c.putPending(p, to, active)
	}
}

// progresses reports whether groups of the policy remember what is done.
func (p Policy) progresses() bool {
	switch p {
	case Sequential, SequentialLooping, OneOff, Sequence, Selector:
		return true
	}
	return false
}

// moveBits copies a bit for each child of p to those of what p becomes.
func (c *carrier[A]) moveBits(p place, from, to bits) {
	first := c.from.places[p].first
	for i := from.next(0); i >= 0; i = from.next(i + 1) {
		if child, ok := c.keptIn(p, first+place(i)); ok {
			to.set(int(child - c.to.places[child.in(c.to)].first))
		}
	}
}

// in is the group of a place.
func (p place) in(s *shape) place { return s.places[p].parent }

// cursor is where what p becomes goes on: behind the active child, or at it if it could not stay.
func (c *carrier[A]) cursor(p, to place) place {
	a, b := &c.from.places[p], &c.to.places[to]
	f := c.old.frame(p)
	next := place(0)
	switch a.policy {
	case Sequential, SequentialLooping, Sequence, Selector:
		next = f.cursor
	default:
		if f.child != nowhere && a.policy != Concurrent {
			next = f.child - a.first + 1
		}
	}
	if f.child != nowhere && a.policy != Concurrent && next == f.child-a.first+1 {
		if child, ok := c.keptIn(p, f.child); ok {
			if c.stays[f.child] {
				return child - b.first + 1
			}
			return child - b.first
		}
	}
	for q := a.first + next; q < a.last; q++ {
		if child, ok := c.keptIn(p, q); ok {
			return child - b.first
		}
	}
	return b.last - b.first
}

// putPending copies what waits in a group.
func (c *carrier[A]) putPending(p, to, active place) {
	w := *c.old.pending(p)
	child, ok := c.keptIn(p, w.child)
	jump := nowhere
	if w.jump != nowhere {
		jump = c.jumps[w.jump]
		ok = ok && jump != nowhere
	}
	a, b := &c.from.places[p], &c.to.places[to]
	if !ok || active == nowhere || b.pending == 0 || a.policy != b.policy || a.policy == Selector && c.to.places[child].monitor < 0 || !c.carryKept(p) {
		c.lose(world.LostPending, p, "", "what "+c.from.places[w.child].name+" found, or the way to it, cannot be kept")
		return
	}
	*c.made.pending(to) = pending{child: child, jump: jump}
	c.made.frame(to).state |= waits
}

// carryKept copies the choices that wait in group p; it reports whether it could.
func (c *carrier[A]) carryKept(p place) bool {
	chain, _ := c.old.chain(p)
	for _, at := range chain {
		to := c.places[at]
		if to == nowhere {
			return false
		}
		a, b := &c.from.places[at], &c.to.places[to]
		if a.handed != b.handed || (a.chosen >= 0) != (b.chosen >= 0) || (a.marks^b.marks)&jumping != 0 {
			return false
		}
		if a.marks&jumping != 0 && c.to.jumpFrom(to) != c.places[c.from.jumpFrom(at)] {
			return false
		}
		if !c.carryBox(boxID{keptBox, int(at)}, boxID{keptBox, int(to)}) {
			return false
		}
		if a.keptAt != 0 {
			if !c.sound(&c.tree.infos[to].dblock, a.keptAt) {
				return false
			}
			copy(c.made.part(b.keptAt, b.handed.size), c.old.part(a.keptAt, a.handed.size))
		}
		if a.chosen >= 0 && c.from.kept != 0 {
			child := *c.old.keptChild(at)
			if child != nowhere {
				var ok bool
				if child, ok = c.keptIn(at, child); !ok {
					return false
				}
			}
			*c.made.keptChild(to) = child
		}
	}
	return true
}
