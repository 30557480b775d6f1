package migrate

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// carrier applies a plan to one agent: what it keeps in the old shape becomes what it keeps in the tree. It goes
// twice over what is active: first it finds out what can stay, then it copies that.
type carrier struct {
	*plan
	*carriage
	old, made *image
	nested    bool            // the tree is plugged in
	idle      bool            // its slot is not active any more
	above     string          // the path of its slot
	stays     []bool          // by old place: active, and stays so
	drops     []program.Place // active places that do not stay, of which the one above does
	plugs     []carriedPlug
	whole     bool   // nothing was lost so far
	whyBox    string // why the last box could not be kept
}

// carriedPlug is what becomes of a tree that is plugged in.
type carriedPlug struct {
	slot int    // where it was
	to   int    // where it is
	why  string // it is lost; "" if it is not
	*carrier
}

func (c *carrier) lose(part world.Part, p program.Place, name, why string) {
	c.whole = false
	c.carriage.lose(part, c.above+c.from.Path(p), name, why)
}

// survey finds out what stays.
func (c *carrier) survey() {
	c.stays = make([]bool, len(c.from.places))
	c.made = newImage(c.to)
	c.made.Clear()
	if c.old.Header().Up && !c.idle && !c.surveyPlace(0) {
		c.drops = append(c.drops, 0)
	}
}

// surveyPlace reports whether p, which is active, stays so.
func (c *carrier) surveyPlace(p program.Place) bool {
	if why := c.whyNot(p); why != "" {
		c.lose(world.LostDecider, p, "", why)
		return false
	}
	first := len(c.drops)
	for child := range c.old.active(p) {
		if !c.surveyPlace(child) {
			c.drops = append(c.drops, child)
		}
	}
	if len(c.drops) > first && c.from.Spots[p].Policy == declaration.Concurrent {
		c.drops = c.drops[:first] // those that stay as well
		c.old.eachActive(p, func(below program.Place) { c.stays[below] = false })
		c.lose(world.LostDecider, p, "", "its children begin together, and one could not go on")
		return false
	}
	c.stays[p] = true
	return true
}

// whyNot tells why p, which is active, cannot stay so; "" if it can.
func (c *carrier) whyNot(p program.Place) string {
	if why := c.clash(p); why != "" {
		return why
	}
	q, to := c.from.at(p), c.places[p]
	if !q.IsGroup() && c.old.Rests(p) {
		if c.to.Spots[to].Marks&program.Repeats == 0 {
			return "it was to begin again, and has no Repeat now"
		}
	} else if !c.carryBox(program.BoxID{Kind: program.BlockBox, Index: int(p)}, program.BoxID{Kind: program.BlockBox, Index: int(to)}) {
		return "its block cannot be read: " + c.whyBox
	} else if b := &c.tree.Act(to).Block; q.of.size > 0 && !c.sound(b, q.Block) {
		return ""
	}
	if q.Slot >= 0 {
		for i := range c.plugs {
			if pl := &c.plugs[i]; pl.slot == q.Slot && pl.why != "" {
				return "what was plugged in is lost"
			}
		}
	}
	return ""
}

// carry makes the new image, after survey.
func (c *carrier) carry() {
	c.carryValues()
	if c.same && c.whole && !(c.idle && c.old.Header().Up) {
		c.carryAll()
		return
	}
	c.carryClocks()
	c.carryBags()
	c.carryShared()
	c.made.Header().State = c.old.Header().State
	if c.stays[0] {
		c.made.Header().Up = true
		c.put(0)
	}
}

// carryAll copies everything: nothing has changed.
func (c *carrier) carryAll() {
	was := *c.old.Header()
	copy(c.made.words, c.old.words)
	h := c.made.Header()
	*h = program.Header{Leaf: program.Nowhere, State: was.State, Up: c.old.Header().Up, Open: was.Open}
	if int(was.Leaf) < len(c.places) && (c.nested || c.stays[was.Leaf] && c.tree.Quicks[was.Leaf].Able) {
		h.Leaf = was.Leaf // of a tree that is plugged in nobody reads it
	}
	for p := range c.places {
		if c.stays[p] && c.old.Waits(program.Place(p)) {
			c.carryKept(program.Place(p))
		}
	}
}

// put copies what p, which stays, and all that stays below it.
func (c *carrier) put(p program.Place) {
	to := c.places[p]
	a, b := c.from.at(p), c.to.at(to)
	*c.made.Start(to) = *c.old.Start(p)
	if b.FrameSize() == program.FrameSize {
		f := program.Frame{Start: *c.old.Start(p), Child: program.Nowhere, Cursor: tick.FirstCursor(b.Policy), Jump: program.Nowhere}
		if a.Marks&program.Targeted != 0 && b.Marks&program.Targeted != 0 {
			if j := c.old.Frame(p).Jump; j != program.Nowhere {
				f.Jump = c.jumps[j]
			}
		}
		*c.made.Frame(to) = f
	}
	if b.Marks&program.Repeats != 0 {
		*c.made.Repetition(to) = program.Repetition{Began: 1}
		if a.Marks&program.Repeats != 0 {
			*c.made.Repetition(to) = *c.old.Repetition(p)
		}
	}
	if b.Marks&program.Leaving != 0 {
		*c.made.Due(b.LeaveDue) = memory.NotLeaving
		if a.Marks&program.Leaving != 0 {
			*c.made.Due(b.LeaveDue) = *c.old.Due(a.LeaveDue)
		}
	}
	if b.Ticked != 0 {
		*c.made.Due(b.Ticked) = memory.Never
		if a.Ticked != 0 {
			*c.made.Due(b.Ticked) = *c.old.Due(a.Ticked)
		}
	}
	copy(c.made.Part(b.Block, b.of.size), c.old.Part(a.Block, a.of.size))
	if b.IsGroup() {
		c.putGroup(p, to)
	}
	for child := range c.old.active(p) {
		if c.stays[child] {
			c.put(child)
		}
	}
}

// putGroup copies a group's progress.
func (c *carrier) putGroup(p, to program.Place) {
	a, b := c.from.at(p), c.to.at(to)
	f, g := c.old.Frame(p), c.made.Frame(to)
	if a.Policy != b.Policy && (progresses(a.Policy) || progresses(b.Policy)) {
		c.lose(world.LostProgress, p, "", "its policy was "+a.Policy.String()+" and is "+b.Policy.String())
	}
	active := program.Nowhere
	if f.Child != program.Nowhere && a.Policy != declaration.Concurrent && c.stays[f.Child] {
		active = c.places[f.Child]
		g.Child = active
	}
	if a.Policy.DecidesFirst() && b.Policy.DecidesFirst() {
		g.State = f.State & program.Succeeded
	}
	switch b.Policy {
	case declaration.Sequential, declaration.SequentialLooping, declaration.Sequence, declaration.Selector:
		g.Cursor = c.cursor(p, to)
	case declaration.OneOff:
		spent := c.made.Spent(to)
		if a.Policy == declaration.OneOff {
			c.moveBits(p, c.old.Spent(p), spent)
			if f.Child != program.Nowhere && active == program.Nowhere {
				if child, ok := c.keptIn(p, f.Child); ok {
					spent.Unset(int(child - b.First)) // its turn again
				}
			}
		} else if active != program.Nowhere {
			spent.Set(int(active - b.First))
		}
	case declaration.Concurrent:
		*c.made.Tally(to) = *c.old.Tally(p)
		c.moveBits(p, c.old.Branches(p), c.made.Branches(to))
		c.moveBits(p, c.old.AcceptedBy(p), c.made.AcceptedBy(to))
	}
	if c.old.Waits(p) {
		c.putPending(p, to, active)
	}
}

// progresses reports whether groups of the policy remember what is done.
func progresses(p declaration.Policy) bool {
	switch p {
	case declaration.Sequential, declaration.SequentialLooping, declaration.OneOff, declaration.Sequence, declaration.Selector:
		return true
	}
	return false
}

// moveBits copies a bit for each child of p to those of what p becomes.
func (c *carrier) moveBits(p program.Place, from, to memory.Bits) {
	first := c.from.Spots[p].First
	for i := from.Next(0); i >= 0; i = from.Next(i + 1) {
		if child, ok := c.keptIn(p, first+program.Place(i)); ok {
			to.Set(int(child - c.to.Spots[c.to.Spots[child].Parent].First))
		}
	}
}

// cursor is where what p becomes goes on: behind the active child, or at it if it could not stay.
func (c *carrier) cursor(p, to program.Place) program.Place {
	a, b := c.from.at(p), c.to.at(to)
	f := c.old.Frame(p)
	next := program.Place(0)
	switch a.Policy {
	case declaration.Sequential, declaration.SequentialLooping, declaration.Sequence, declaration.Selector:
		next = f.Cursor
	default:
		if f.Child != program.Nowhere && a.Policy != declaration.Concurrent {
			next = f.Child - a.First + 1
		}
	}
	if f.Child != program.Nowhere && a.Policy != declaration.Concurrent && next == f.Child-a.First+1 {
		if child, ok := c.keptIn(p, f.Child); ok {
			if c.stays[f.Child] {
				return child - b.First + 1
			}
			return child - b.First
		}
	}
	for q := a.First + next; q < a.Last; q++ {
		if child, ok := c.keptIn(p, q); ok {
			return child - b.First
		}
	}
	return b.Last - b.First
}

// putPending copies what waits in a group.
func (c *carrier) putPending(p, to, active program.Place) {
	w := *c.old.Pending(p)
	child, ok := c.keptIn(p, w.Child)
	jump := program.Nowhere
	if w.Jump != program.Nowhere {
		jump = c.jumps[w.Jump]
		ok = ok && jump != program.Nowhere
	}
	a, b := c.from.at(p), c.to.at(to)
	if !ok || active == program.Nowhere || b.Pending == 0 || a.Policy != b.Policy || a.Policy == declaration.Selector && c.to.Parts[child].Monitor < 0 || !c.carryKept(p) {
		c.lose(world.LostPending, p, "", "what "+c.from.places[w.Child].name+" found, or the way to it, cannot be kept")
		return
	}
	*c.made.Pending(to) = program.Pending{Child: child, Jump: jump}
	c.made.Frame(to).State |= program.Waits
}

// carryKept copies the choices that wait in group p; it reports whether it could.
func (c *carrier) carryKept(p program.Place) bool {
	chain, _ := c.old.chain(p)
	for _, at := range chain {
		to := c.places[at]
		if to == program.Nowhere {
			return false
		}
		a, b := c.from.at(at), c.to.at(to)
		if a.handed != b.handed || (a.Chosen >= 0) != (b.Chosen >= 0) || (a.Marks^b.Marks)&program.Jumping != 0 {
			return false
		}
		if a.Marks&program.Jumping != 0 && c.to.JumpFrom(to) != c.places[c.from.JumpFrom(at)] {
			return false
		}
		if !c.carryBox(program.BoxID{Kind: program.KeptBox, Index: int(at)}, program.BoxID{Kind: program.KeptBox, Index: int(to)}) {
			return false
		}
		if a.Parts.Kept != 0 {
			if !c.sound(&c.tree.Dblock(to).Block, a.Parts.Kept) {
				return false
			}
			copy(c.made.Part(b.Parts.Kept, b.handed.size), c.old.Part(a.Parts.Kept, a.handed.size))
		}
		if a.Chosen >= 0 && c.from.Kept != 0 {
			child := *c.old.KeptChild(at)
			if child != program.Nowhere {
				var ok bool
				if child, ok = c.keptIn(at, child); !ok {
					return false
				}
			}
			*c.made.KeptChild(to) = child
		}
	}
	return true
}
