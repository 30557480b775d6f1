package migrate

import (
	"math"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/usercode"
)

const agentScope = usercode.AgentScope

// checker checks that an image, whose shape is valid, is one that an agent can have between ticks: no index in it is out of
// range, and no two parts contradict each other. It reports faults to the reader.
type checker struct {
	*image
	r    *snapshot.Reader
	time float64 // of the last tick
	live map[program.Place]bool
}

// check checks one agent's image and all trees plugged in.
func (m *image) check(r *snapshot.Reader, time float64, nested bool) {
	c := &checker{image: m, r: r, time: time, live: map[program.Place]bool{}}
	head := m.All()
	if up, open := head[unsafe.Offsetof(program.Header{}.Up)], head[unsafe.Offsetof(program.Header{}.Open)]; up > 1 || open > 1 || !knownStatus(head[unsafe.Offsetof(program.Header{}.State)]) {
		r.Fail("its header is wrong")
		return
	}
	c.checkKept()
	if r.Err() == nil && m.Header().Up {
		c.visit(0)
	}
	if r.Err() != nil {
		return
	}
	needed := m.needs(nested)
	for _, id := range needed {
		if _, ok := m.boxes[id]; !ok {
			r.Fail("a value with pointers is missing")
			return
		}
	}
	if len(needed) != len(m.boxes) {
		r.Fail("it has more values with pointers than its active places hold")
	}
	for _, pl := range m.plugs {
		pl.check(r, time, true)
		if r.Err() == nil && pl.Header().Up && !c.slotIsActive(pl.slot) {
			r.Fail("a tree is active in an inactive slot")
		}
	}
}

// name returns the name of a place.
func (c *checker) name(p program.Place) string { return c.shape.places[p].name }

func (c *checker) slotIsActive(slot int) bool {
	p := c.shape.slotAt[slot]
	return c.live[p] && !c.Rests(p)
}

// checkKept checks the state that is kept at inactive places as well.
func (c *checker) checkKept() {
	for i := range c.Spots {
		n, o, at := &c.Spots[i], c.PartsOf(program.Place(i)), program.Place(i)
		for _, offset := range []uint32{o.Every, n.Cooldown} {
			if offset != 0 && math.IsNaN(*c.Due(offset)) {
				c.r.Fail("a timer of %s is not a number", c.name(at))
			}
		}
		if o.Bag != 0 {
			c.checkBits(c.Bag(at), n.Children(), at)
		}
		if kept := c.KeptBy(at); kept != program.Nowhere && kept != 0 && (kept < n.First || kept >= n.Last) {
			c.r.Fail("%s has chosen a decider that is not its child", c.name(at))
		}
	}
	c.checkBits(c.MonitorBits(), c.MonitorCount, 0)
	c.checkShared()
}

// checkShared checks passes and memberships.
func (c *checker) checkShared() {
	for i := range c.shape.places {
		p, o := &c.shape.places[i], c.PartsOf(program.Place(i))
		if p.gate != "" {
			ps := c.Part(o.Pass, program.PassSize)
			if program.PassState(ps[unsafe.Offsetof(program.Pass{}.State)]) > program.Held || ps[unsafe.Offsetof(program.Pass{}.Inside)] > 1 || ps[unsafe.Offsetof(program.Pass{}.Entered)] > 1 {
				c.r.Fail("%s has an invalid pass for its gate", p.name)
			}
		}
		if p.squad != "" {
			m := c.Part(o.Member, program.MembershipSize)
			if program.MemberState(m[unsafe.Offsetof(program.Membership{}.State)]) > program.Member || m[unsafe.Offsetof(program.Membership{}.Inside)] > 1 {
				c.r.Fail("%s has an invalid membership in its squad", p.name)
			}
		}
	}
}

func (c *checker) checkBits(set memory.Bits, n int, p program.Place) {
	if set.Next(n) >= 0 {
		c.r.Fail("%s has bits of children it does not have", c.name(p))
	}
}

// visit checks p, which is active, and the active places below it.
func (c *checker) visit(p program.Place) {
	n, o := &c.Spots[p], c.PartsOf(p)
	c.live[p] = true
	if at := *c.Start(p); !(at <= c.time && at >= -math.MaxFloat64) {
		c.r.Fail("%s became active at %v", c.name(p), at)
	}
	if n.Marks&program.Jumping != 0 {
		c.r.Fail("%s is a Jump and active", c.name(p))
	}
	if n.Marks&program.HasLeave != 0 && math.IsNaN(*c.Due(o.LeaveDue)) {
		c.r.Fail("the end of %s's Leave is not a number", c.name(p))
	}
	if o.Ticked != 0 && math.IsNaN(*c.Due(o.Ticked)) {
		c.r.Fail("the time of %s's last tick is not a number", c.name(p))
	}
	if n.Marks&program.Repeats != 0 && c.Repetition(p).Ended > math.MaxInt32-1 {
		c.r.Fail("%s has repeated too often", c.name(p))
	}
	if n.Marks&program.Targeted != 0 {
		if j := c.Frame(p).Jump; j != program.Nowhere && (int(j) >= len(c.Jumps) || c.Jumps[j].To != p) {
			c.r.Fail("%s was entered by a Jump that does not lead there", c.name(p))
		}
	}
	if n.IsGroup() {
		c.visitGroup(p)
	}
}

func (c *checker) visitGroup(p program.Place) {
	n, o := &c.Spots[p], c.PartsOf(p)
	f := c.Frame(p)
	within := func(child program.Place) bool { return child >= n.First && child < n.Last }
	switch {
	case f.Child != program.Nowhere && (!within(f.Child) || n.Policy == declaration.Concurrent):
		c.r.Fail("%s has an active child that is not one of its children", c.name(p))
	case n.Policy.Reactive() && f.Cursor != program.Nowhere && (f.Child != program.Nowhere || !within(f.Cursor)), !n.Policy.Reactive() && int(f.Cursor) > n.Children():
		c.r.Fail("the cursor of %s is beyond its children", c.name(p))
	case f.State&^(program.Succeeded|program.HasPending|program.FiredBelow|program.Unbegun) != 0,
		f.State&program.FiredBelow != 0 && n.Policy != declaration.Selector,
		f.State&program.Unbegun != 0 && (!n.Policy.DecidesFirst() || f.Child != program.Nowhere),
		f.State&program.HasPending != 0 && (o.Pending == 0 || f.Child == program.Nowhere):
		c.r.Fail("%s is in an unknown state", c.name(p))
	case n.Marks&program.Targeted == 0 && f.Jump != program.Nowhere:
		c.r.Fail("%s was entered by a Jump, and none leads there", c.name(p))
	}
	if c.r.Err() == nil {
		c.visitSets(p)
	}
	if c.r.Err() == nil && c.HasPending(p) {
		c.visitPending(p)
	}
	if c.r.Err() != nil {
		return
	}
	children := slices.Collect(c.active(p))
	if c.Rests(p) && len(children) > 0 {
		c.r.Fail("%s rests and has an active child", c.name(p))
	}
	for _, child := range children {
		if c.r.Err() == nil {
			c.visit(child)
		}
	}
}

func (c *checker) visitSets(p program.Place) {
	n := &c.Spots[p]
	switch n.Policy {
	case declaration.OneOff:
		c.checkBits(c.Spent(p), n.Children(), p)
	case declaration.Concurrent:
		c.checkBits(c.Branches(p), n.Children(), p)
		c.checkBits(c.UnbegunBy(p), n.Children(), p)
		if c.Rests(p) { // its tally is reset when it begins
			break
		}
		t, active := c.Tally(p), len(slices.Collect(c.active(p)))
		unbegun := int(t.Accepted) - int(t.Succeeded) - int(t.Failed) - active
		if unbegun == 0 {
			clear(c.UnbegunBy(p)) // snapshots of earlier versions have all children here that accepted
		}
		if active+unbegun == 0 || unbegun != c.UnbegunBy(p).Count() {
			c.r.Fail("%s has a wrong tally of its children", c.name(p))
		}
		for i := c.UnbegunBy(p).Next(0); i >= 0; i = c.UnbegunBy(p).Next(i + 1) {
			if c.Branches(p).Has(i) {
				c.r.Fail("%s waits for an active child", c.name(p))
			}
		}
	}
}

// visitPending checks the pending choice of p.
func (c *checker) visitPending(p program.Place) {
	n := &c.Spots[p]
	w, f := c.Pending(p), c.Frame(p)
	fail := func() { c.r.Fail("the pending choice of %s is impossible", c.name(p)) }
	switch {
	case w.Child < n.First || w.Child >= n.Last || w.Child == c.Frame(p).Child || n.Policy == declaration.Concurrent || n.Policy.Reactive(),
		c.Spots[w.Child].Marks&program.Jumping != 0, n.Policy == declaration.Selector && c.PartsOf(w.Child).Monitor < 0 && f.State&program.FiredBelow == 0, n.Policy == declaration.Sequence:
		fail()
		return
	case w.Jump == program.Nowhere:
	case int(w.Jump) >= len(c.Jumps):
		fail()
		return
	default:
		j := c.Jumps[w.Jump]
		common := c.Spots[j.From].Parent
		for common != program.Nowhere && c.Toward(common, j.To) == program.Nowhere {
			common = c.Spots[common].Parent
		}
		if c.Toward(p, j.To) != w.Child || common != p && c.Toward(common, p) == program.Nowhere {
			fail()
			return
		}
	}
	chain, sound := c.chain(p)
	for _, at := range chain {
		if at == 0 {
			sound = false // there is no such choice
		}
	}
	if !sound {
		fail()
	}
}
