package decider

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

const agentScope = engine.AgentScope

// checker checks that an image, whose shape is sound, is one that an agent can have between ticks: nothing in it leads
// anywhere it must not. It fails the reader.
type checker struct {
	*image
	r    *snapshot.Reader
	time float64 // of the last tick
	live map[place]bool
}

// check checks one agent's image, with all that is plugged in.
func (m *image) check(r *snapshot.Reader, time float64, nested bool) {
	c := &checker{image: m, r: r, time: time, live: map[place]bool{}}
	head := m.bytes()
	if up, open := head[unsafe.Offsetof(header{}.up)], head[unsafe.Offsetof(header{}.open)]; up > 1 || open > 1 || !knownStatus(head[unsafe.Offsetof(header{}.state)]) {
		r.Fail("its header is wrong")
		return
	}
	c.checkKept()
	if r.Err() == nil && m.up() {
		c.visit(0)
	}
	if r.Err() != nil {
		return
	}
	needed := m.needs(nested)
	for _, id := range needed {
		if _, ok := m.boxes[id]; !ok {
			r.Fail("what lies beside the memory is not whole")
			return
		}
	}
	if len(needed) != len(m.boxes) {
		r.Fail("more lies beside the memory than belongs there")
	}
	for _, pl := range m.plugs {
		pl.check(r, time, true)
		if r.Err() == nil && pl.up() && !c.slotIsActive(pl.slot) {
			r.Fail("a tree runs in a slot that does not")
		}
	}
}

func (c *checker) slotIsActive(slot int) bool {
	for i := range c.places {
		if c.places[i].slot == slot && c.live[place(i)] && !c.rests(place(i)) {
			return true
		}
	}
	return false
}

// checkKept checks what is kept whatever is active.
func (c *checker) checkKept() {
	for i := range c.places {
		p, at := &c.places[i], place(i)
		for _, offset := range []uint32{p.every, p.cooldown} {
			if offset != 0 && math.IsNaN(*c.due(offset)) {
				c.r.Fail("a timer of %s is not a number", p.name)
			}
		}
		if p.bag != 0 {
			c.checkBits(c.bag(at), p.children(), at)
		}
		if p.chosen >= 0 && c.kept != 0 {
			if kept := *c.keptChild(at); kept != nowhere && kept != 0 && (kept < p.first || kept >= p.last) {
				c.r.Fail("%s has chosen what is not its child", p.name)
			}
		}
	}
	c.checkBits(c.answers(), c.watched, 0)
	c.checkShared()
}

// checkShared checks what the agent has of gates and squads.
func (c *checker) checkShared() {
	for i := range c.places {
		p := &c.places[i]
		if p.gate != "" {
			ps := c.part(p.gateAt, passSize)
			if passState(ps[unsafe.Offsetof(pass{}.state)]) > held || ps[unsafe.Offsetof(pass{}.inside)] > 1 || ps[unsafe.Offsetof(pass{}.entered)] > 1 {
				c.r.Fail("what %s has of its gate is wrong", p.name)
			}
		}
		if p.squad != "" {
			m := c.part(p.squadAt, membershipSize)
			if memberState(m[unsafe.Offsetof(membership{}.state)]) > member || m[unsafe.Offsetof(membership{}.inside)] > 1 {
				c.r.Fail("what %s has of its squad is wrong", p.name)
			}
		}
	}
}

func (c *checker) checkBits(set bits, n int, p place) {
	if set.next(n) >= 0 {
		c.r.Fail("%s has bits of children it does not have", c.places[p].name)
	}
}

// visit checks p, which is active, and all that is active below it.
func (c *checker) visit(p place) {
	q := &c.places[p]
	c.live[p] = true
	if at := *c.start(p); !(at <= c.time && at >= -math.MaxFloat64) {
		c.r.Fail("%s became active at %v", q.name, at)
	}
	if q.marks&jumping != 0 {
		c.r.Fail("%s is a Jump and active", q.name)
	}
	if q.marks&leaving != 0 && math.IsNaN(*c.due(q.leaveDue)) {
		c.r.Fail("the end of %s's Leave is not a number", q.name)
	}
	if q.ticked != 0 && math.IsNaN(*c.due(q.ticked)) {
		c.r.Fail("when %s was ticked last is not a number", q.name)
	}
	if q.marks&repeats != 0 && c.repetition(p).ended > math.MaxInt32-1 {
		c.r.Fail("%s has repeated too often", q.name)
	}
	if q.marks&targeted != 0 {
		if j := c.frame(p).jump; j != nowhere && (int(j) >= len(c.jumps) || c.jumps[j].to != p) {
			c.r.Fail("%s was entered by a Jump that does not lead there", q.name)
		}
	}
	if q.isGroup() {
		c.visitGroup(p, q)
	}
}

func (c *checker) visitGroup(p place, q *shapePlace) {
	f := c.frame(p)
	within := func(child place) bool { return child >= q.first && child < q.last }
	switch {
	case f.child != nowhere && (!within(f.child) || q.policy == Concurrent):
		c.r.Fail("%s has an active child that is none of its children", q.name)
	case q.policy.reactive() && f.cursor != nowhere, !q.policy.reactive() && int(f.cursor) > q.children():
		c.r.Fail("%s goes on at a child it does not have", q.name)
	case f.state&^(succeeded|waits) != 0, f.state&waits != 0 && (q.pending == 0 || f.child == nowhere):
		c.r.Fail("%s is in an unknown state", q.name)
	case q.marks&targeted == 0 && f.jump != nowhere:
		c.r.Fail("%s was entered by a Jump, and none leads there", q.name)
	}
	if c.r.Err() == nil {
		c.visitSets(p, q)
	}
	if c.r.Err() == nil && c.waits(p) {
		c.visitPending(p, q)
	}
	if c.r.Err() != nil {
		return
	}
	children := c.active(p)
	if c.rests(p) && len(children) > 0 {
		c.r.Fail("%s rests and has an active child", q.name)
	}
	for _, child := range children {
		if c.r.Err() == nil {
			c.visit(child)
		}
	}
}

func (c *checker) visitSets(p place, q *shapePlace) {
	switch q.policy {
	case OneOff:
		c.checkBits(c.spent(p), q.children(), p)
	case Concurrent:
		c.checkBits(c.branches(p), q.children(), p)
		c.checkBits(c.acceptedBy(p), q.children(), p)
		t, n := c.tally(p), len(c.active(p))
		if c.rests(p) { // it counts anew when it begins
			break
		}
		if n == 0 || int(t.succeeded)+int(t.failed)+n != int(t.accepted) {
			c.r.Fail("%s counts its children wrongly", q.name)
		}
	}
}

// visitPending checks what waits in p.
func (c *checker) visitPending(p place, q *shapePlace) {
	w := c.pending(p)
	fail := func() { c.r.Fail("what is pending in %s cannot be", q.name) }
	switch {
	case w.child < q.first || w.child >= q.last || w.child == c.frame(p).child || q.policy == Concurrent || q.policy.reactive(),
		c.places[w.child].marks&jumping != 0, q.policy == Selector && c.places[w.child].monitor < 0, q.policy == Sequence:
		fail()
		return
	case w.jump == nowhere:
	case int(w.jump) >= len(c.jumps):
		fail()
		return
	default:
		j := c.jumps[w.jump]
		common := c.places[j.from].parent
		for common != nowhere && c.toward(common, j.to) == nowhere {
			common = c.places[common].parent
		}
		if c.toward(p, j.to) != w.child || common != p && c.toward(common, p) == nowhere {
			fail()
			return
		}
	}
	chain, sound := c.chain(p)
	for _, at := range chain {
		if at == 0 {
			sound = false // a choice that was never made
		}
	}
	if !sound {
		fail()
	}
}
