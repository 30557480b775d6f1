package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file activates places (RULES R5).

// enter makes p active and visits it for the first time (RULES R5). p's conditions have been asked, or a Jump leads
// through p.
func (r *Runner) enter(p program.Place) behavior.Status {
	if r.tellsVisits() {
		if !r.listeners.exits && r.Entries < r.EntryLimit() {
			r.listeners.exits = true
			st := r.enter(p)
			r.tellExited(p, st)
			return st
		}
		r.listeners.exits = false
	}
	t := r.Tree
	first := p
	var st behavior.Status
	for {
		n := &t.Spots[p]
		if r.Entries++; r.Entries > t.Entries-shownTurns && r.tooMany(p) {
			st = aborted
			break
		}
		r.link(p)
		if r.tellsChanges() {
			r.tellEntered(p)
		}
		if n.Marks&program.Acting != 0 {
			st = r.activateAndTick(p)
			if st != behavior.Running || !n.IsGroup() {
				st = r.endedEarly(p, st)
				break
			}
		} else if n.Marks&(program.Connected|program.Barrier|program.Condition) != 0 {
			switch {
			case n.Marks&program.Connected != 0:
				st = r.visitPlugged(p)
			case n.Marks&program.Condition != 0:
				st = behavior.Success
			default:
				st = behavior.Running
			}
			break
		}
		if n.Policy != declaration.PrioritizedList || r.Forced != program.Nowhere || r.Wants&memory.WantTidy != 0 || r.level > 0 {
			st = r.begin(p)
			break
		}
		// This does what begin does for most groups, without a call for each level.
		child, _ := r.firstOf(n.First, n.Last)
		if undecided := r.undecided; undecided != 0 {
			r.undecided = 0
			if child == program.Nowhere {
				st = r.waitToBegin(p, undecided)
				break
			}
		}
		if child == program.Nowhere {
			st = r.broken(p)
			break
		}
		if t.Spots[child].Marks&program.Jumping != 0 {
			st = r.react(p, r.leap(p, child))
			break
		}
		p = child
	}
	for p != first && st != behavior.Running {
		p = t.Spots[p].Parent
		st = r.react(p, st)
	}
	return st
}

// activateAndTick activates p's behavior and, if it runs, ticks it.
func (r *Runner) activateAndTick(p program.Place) behavior.Status {
	n, k := &r.Tree.Spots[p], &r.Tree.Codes[p]
	if n.Marks&program.Acting == 0 { // a Barrier
		return behavior.Running
	}
	if r.level > 0 || k.Clear != nil || n.Marks&program.Patient != 0 {
		st := r.activate(p)
		if st == behavior.Running {
			st = r.tickBehavior(p)
		}
		return st
	}
	// This does the same inline, for a behavior without a block or Period in an agent without an observer.
	c := r.Context
	r.Running, c.BehaviorFlags = p, k.Flags
	if k.Activate != nil {
		r.Call = inActivate
		if st := r.gave(k.Activate(c)); st != behavior.Running {
			return r.checked(st)
		}
	}
	if k.Tick == nil {
		return behavior.Running
	}
	r.Running, r.Call, c.BehaviorFlags = p, inTick, k.Flags
	return r.checked(r.gave(k.Tick(c)))
}

// begin enters the first child of a group that was just entered and whose behavior runs.
func (r *Runner) begin(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	if r.Forced != program.Nowhere {
		return r.react(p, r.stepToward(p))
	}
	if !n.Policy.DecidesFirst() {
		switch {
		case n.Policy == declaration.Concurrent:
			return r.beginAll(p)
		case n.Policy.Reactive():
			return r.runAnew(p)
		case n.Marks&program.HasMonitor != 0:
			r.unreach(p)
		}
		return r.runOn(p, program.Nowhere)
	}
	child, waits := program.Nowhere, false
	if r.Wants&memory.WantTidy != 0 { // some group has delegated
		child = r.takeChosen(p)
	}
	if child == program.Nowhere {
		child, _, waits = r.choose(p)
	} else if r.tellsQuestions() {
		r.tellChose(p, child)
	}
	switch {
	case waits:
		return r.waitToBegin(p, child)
	case child == program.Nowhere:
		return r.broken(p)
	}
	return r.react(p, r.take(p, child))
}

// link makes p its parent's active child, with a fresh frame.
func (r *Runner) link(p program.Place) {
	n := &r.Tree.Spots[p]
	r.Stirred = true
	if n.Parent == program.Nowhere {
		r.Header().Up = true
	} else {
		f := r.Frame(n.Parent)
		if group := &r.Tree.Spots[n.Parent]; group.Policy == declaration.PrioritizedList {
			f.Child = p
		} else {
			r.Join(n.Parent, p)
			r.spend(n.Parent, p)
		}
	}
	switch {
	case n.Marks&program.Elaborate != 0:
		r.linkElaborately(p)
	case n.IsGroup():
		*r.Frame(p) = program.Frame{Start: r.Now(), Child: program.Nowhere, Jump: program.Nowhere}
	default:
		*r.Start(p) = r.Now()
	}
}

// FirstCursor returns the cursor of a group that was just entered.
func FirstCursor(p declaration.Policy) program.Place {
	if p.Reactive() {
		return program.Nowhere
	}
	return 0
}

// linkElaborately initializes the state that only some places have.
func (r *Runner) linkElaborately(p program.Place) {
	n := &r.Tree.Spots[p]
	*r.Start(p) = r.Now()
	if n.IsGroup() || n.Marks&program.Targeted != 0 {
		*r.Frame(p) = program.Frame{Start: r.Now(), Child: program.Nowhere, Cursor: FirstCursor(n.Policy), Jump: program.Nowhere}
	}
	switch n.Policy {
	case declaration.OneOff:
		clear(r.Spent(p))
	case declaration.Concurrent:
		clear(r.Branches(p))
	}
	if r.Forced == p {
		r.Frame(p).Jump = r.jumping
		r.Forced = program.Nowhere
	}
	if n.Marks&program.Shared != 0 {
		r.TakeUp(p)
	}
	if n.Marks&program.Limited != 0 {
		*r.Count(r.Tree.PartsOf(p).Count)++
	}
	if n.Marks&program.Repeats != 0 {
		*r.Repetition(p) = program.Repetition{Began: r.stamp()}
	}
	if n.Marks&program.HasLeave != 0 {
		*r.Due(r.Tree.PartsOf(p).LeaveDue) = memory.NotLeaving
	}
}

// spend uses up p's turn in its group, which enters p (RULES R10, R11).
func (r *Runner) spend(group, p program.Place) {
	n := &r.Tree.Spots[group]
	i := int(p - n.First)
	switch n.Policy {
	case declaration.Sequential, declaration.SequentialLooping:
		r.Frame(group).Cursor = program.Place(i + 1)
	case declaration.OneOff:
		r.Spent(group).Set(i)
	case declaration.Random:
		r.Frame(group).Cursor = 0 // a child that was drawn is no longer waited for
	case declaration.Shuffle:
		r.Frame(group).Cursor = 0
		bag := r.Bag(group)
		if !bag.Has(i) && r.Forced == program.Nowhere { // all children left in the bag rejected: a new bag
			bag.Fill(int(n.Last - n.First))
			r.TickBits.Set(r.Tree.TickBits.Renewed + int(group))
			r.Wants |= memory.WantTidy
		}
		bag.Unset(i)
	}
}

// shownTurns is the number of deciders that a LoopError names.
const shownTurns = 16

// tooMany reports whether entering p exceeds the limit of a tick (RULES R8). Near the limit it records p.
func (r *Runner) tooMany(p program.Place) bool {
	limit := r.EntryLimit()
	if r.Entries > limit {
		r.Entries = limit
		r.report(p, NoCall, &event.LoopError{Limit: limit, Turns: r.lastTurns()})
		return true
	}
	if r.Entries > limit-shownTurns {
		late := r.Late()
		if r.Entries == limit-shownTurns+1 {
			late.turns = late.turns[:0]
		}
		late.turns = append(late.turns, r.Number<<16|uint64(p))
	}
	return false
}

// lastTurns returns the names of the deciders entered last, in order.
func (r *Runner) lastTurns() []string {
	var names []string
	for _, turn := range r.Late().turns {
		r.FromOutside(func() {
			r.Each(func() {
				if r.Number == turn>>16 {
					names = append(names, r.Tree.Facts[turn&0xffff].Label.Name)
				}
			})
		})
	}
	return names
}
