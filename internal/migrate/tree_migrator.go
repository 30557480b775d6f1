package migrate

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// treeMigrator applies a plan to the state of one agent in one tree. It visits the active places twice: the survey
// determines which can stay active, then copyImage copies those.
type treeMigrator struct {
	*plan
	*agentMigrator
	old, made *image
	nested    bool            // the tree is plugged in
	idle      bool            // its slot is no longer active
	above     string          // the path of its slot, a prefix of paths in a Loss
	stays     []bool          // by old place: active before and after
	drops     []program.Place // places that cannot stay active below a parent that does
	plugs     []migratedPlug
	whole     bool   // nothing has been lost so far
	whyBox    string // why the last box could not be kept
}

// migratedPlug is the migration of a plugged tree.
type migratedPlug struct {
	slot int    // its old slot
	to   int    // its new slot
	why  string // why it is lost; "" if it is kept
	*treeMigrator
}

func (c *treeMigrator) lose(part world.Part, p program.Place, name, why string) {
	c.whole = false
	c.agentMigrator.lose(part, c.above+c.from.Path(p), name, why)
}

// survey determines which places stay active.
func (c *treeMigrator) survey() {
	c.stays = make([]bool, len(c.from.places))
	c.made = newImage(c.to)
	c.made.Clear()
	if c.old.Header().Up && !c.idle && !c.surveyPlace(0) {
		c.drops = append(c.drops, 0)
	}
}

// surveyPlace surveys p, which is active, and reports whether it stays active.
func (c *treeMigrator) surveyPlace(p program.Place) bool {
	if why := c.obstacle(p); why != "" {
		c.lose(world.LostDecider, p, "", why)
		return false
	}
	first := len(c.drops)
	for child := range c.old.active(p) {
		if !c.surveyPlace(child) {
			c.drops = append(c.drops, child)
		}
	}
	if c.from.Spots[p].Policy == declaration.Concurrent && (len(c.drops) > first || !c.keepsUnbegun(p)) {
		c.drops = c.drops[:first] // p goes down with all its children
		c.old.eachActive(p, func(below program.Place) { c.stays[below] = false })
		c.lose(world.LostDecider, p, "", "its children begin together, and one cannot continue")
		return false
	}
	c.stays[p] = true
	return true
}

// keepsUnbegun reports whether all children of the Concurrent group p that are pending are kept.
func (c *treeMigrator) keepsUnbegun(p program.Place) bool {
	unbegun, rests := c.old.UnbegunBy(p), c.old.Rests(p)
	for i := unbegun.Next(0); i >= 0 && !rests; i = unbegun.Next(i + 1) {
		if _, ok := c.keptIn(p, c.from.Spots[p].First+program.Place(i)); !ok {
			return false
		}
	}
	return true
}

// obstacle tells why p, which is active, cannot stay active; "" if it can.
func (c *treeMigrator) obstacle(p program.Place) string {
	if why := c.clash(p); why != "" {
		return why
	}
	q, to := c.from.at(p), c.places[p]
	rests := c.old.Rests(p)
	switch {
	case rests && c.to.Spots[to].Marks&program.Repeats == 0 && (!q.IsGroup() || q.Policy == declaration.Concurrent):
		return "it was between two iterations, and has no Repeat now" // only Concurrent groups choose children when they begin, and never again
	case rests && !q.IsGroup(): // it has no block
	case !c.copyBox(program.BoxID{Kind: program.BlockBox, Index: int(p)}, program.BoxID{Kind: program.BlockBox, Index: int(to)}):
		return "its block cannot be read: " + c.whyBox
	case q.of.size > 0 && !c.sound(&c.tree.Act(to).Block, q.Block):
		return ""
	}
	if q.Slot >= 0 {
		for i := range c.plugs {
			if pl := &c.plugs[i]; pl.slot == q.Slot && pl.why != "" {
				return "its plugged tree is lost"
			}
		}
	}
	return ""
}

// copyImage makes the new image, after the survey.
func (c *treeMigrator) copyImage() {
	c.copyValues()
	if c.same && c.whole && !(c.idle && c.old.Header().Up) {
		c.copyUnchanged()
		return
	}
	c.copyClocks()
	c.copyBags()
	c.copyShared()
	c.made.Header().State = c.old.Header().State
	if c.stays[0] {
		c.made.Header().Up = true
		c.put(0)
	}
}

// copyUnchanged copies all bytes of an agent whose tree has not changed.
func (c *treeMigrator) copyUnchanged() {
	was := *c.old.Header()
	copy(c.made.words, c.old.words)
	h := c.made.Header()
	*h = program.Header{Leaf: program.Nowhere, State: was.State, Up: c.old.Header().Up, Open: was.Open}
	if int(was.Leaf) < len(c.places) && (c.nested || c.stays[was.Leaf] && c.tree.Quicks[was.Leaf].Able) {
		h.Leaf = was.Leaf // nothing reads it in a plugged tree
	}
	for p := range c.places {
		if c.stays[p] && c.old.HasPending(program.Place(p)) {
			c.copyKept(program.Place(p))
		}
	}
}

// put copies the state of p, which stays active, and of all places below it that do.
func (c *treeMigrator) put(p program.Place) {
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
	if b.Marks&program.HasLeave != 0 {
		*c.made.Due(b.LeaveDue) = memory.NotLeaving
		if a.Marks&program.HasLeave != 0 {
			*c.made.Due(b.LeaveDue) = *c.old.Due(a.LeaveDue)
		}
	}
	if b.Ticked != 0 {
		*c.made.Due(b.Ticked) = memory.Never
		if c.tree.Act(to).Delayed {
			*c.made.Due(b.Ticked) = *c.old.Start(p)
		}
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
func (c *treeMigrator) putGroup(p, to program.Place) {
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
		g.State = f.State & (program.Succeeded | program.Unbegun)
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
					spent.Unset(int(child - b.First)) // it may run again
				}
			}
		} else if active != program.Nowhere {
			spent.Set(int(active - b.First))
		}
	case declaration.Concurrent:
		*c.made.Tally(to) = *c.old.Tally(p)
		c.moveBits(p, c.old.Branches(p), c.made.Branches(to))
		c.moveBits(p, c.old.UnbegunBy(p), c.made.UnbegunBy(to))
	case declaration.ReactiveSequence:
		if a.Policy == declaration.ReactiveSequence && f.Child == program.Nowhere && f.Cursor != program.Nowhere {
			if child, ok := c.keptIn(p, f.Cursor); ok {
				g.Cursor = child
			}
		}
	case declaration.Random, declaration.Shuffle:
		if f.Cursor > 0 && active == program.Nowhere && (a.Policy == declaration.Random || a.Policy == declaration.Shuffle) {
			if child, ok := c.keptIn(p, a.First+f.Cursor-1); ok { // it was drawn and is waited for
				g.Cursor = child - b.First + 1
			}
		}
	}
	if c.old.HasPending(p) {
		c.putPending(p, to, active)
	}
}

// progresses reports whether groups of the policy remember which children are done.
func progresses(p declaration.Policy) bool {
	switch p {
	case declaration.Sequential, declaration.SequentialLooping, declaration.OneOff, declaration.Sequence, declaration.Selector:
		return true
	}
	return false
}

// moveBits copies one bit for each child of p that is kept.
func (c *treeMigrator) moveBits(p program.Place, from, to memory.Bits) {
	first := c.from.Spots[p].First
	for i := from.Next(0); i >= 0; i = from.Next(i + 1) {
		if child, ok := c.keptIn(p, first+program.Place(i)); ok {
			to.Set(int(child - c.to.Spots[c.to.Spots[child].Parent].First))
		}
	}
}

// cursor returns where the new group continues: after the active child, or at it if that child could not stay active.
func (c *treeMigrator) cursor(p, to program.Place) program.Place {
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

// putPending copies the pending choice of a group.
func (c *treeMigrator) putPending(p, to, active program.Place) {
	w := *c.old.Pending(p)
	child, ok := c.keptIn(p, w.Child)
	jump := program.Nowhere
	if w.Jump != program.Nowhere {
		jump = c.jumps[w.Jump]
		ok = ok && jump != program.Nowhere
	}
	a, b, below := c.from.at(p), c.to.at(to), c.old.Frame(p).State&program.FiredBelow
	if !ok || active == program.Nowhere || b.Pending == 0 || a.Policy != b.Policy || a.Policy == declaration.Selector && c.to.PartsOf(child).Monitor < 0 && below == 0 || !c.copyKept(p) {
		c.lose(world.LostPending, p, "", "the choice of "+c.from.places[w.Child].name+", or the path to it, cannot be kept")
		return
	}
	*c.made.Pending(to) = program.Pending{Child: child, Jump: jump}
	c.made.Frame(to).State |= program.HasPending | below
}

// copyKept copies the chain of kept choices of group p and reports whether it could.
func (c *treeMigrator) copyKept(p program.Place) bool {
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
		if !c.copyBox(program.BoxID{Kind: program.KeptBox, Index: int(at)}, program.BoxID{Kind: program.KeptBox, Index: int(to)}) {
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
