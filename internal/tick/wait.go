package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has groups that wait, with nothing active, for the gate or squad of a child (RULES R33). A group with nothing
// active chooses again at each visit.

// wait ends the visit of a group that waits for child. Groups that go through their children in order continue there; a
// group that draws remembers the child, which has been drawn.
func (r *Runner) wait(p, child program.Place) behavior.Status {
	n, f := &r.Tree.Spots[p], r.Frame(p)
	cursor := f.Cursor
	switch n.Policy {
	case declaration.Sequential, declaration.SequentialLooping, declaration.Sequence, declaration.Selector:
		cursor = child - n.First
	case declaration.Random, declaration.Shuffle:
		cursor = child - n.First + 1
	case declaration.ReactiveSequence:
		cursor = child
	}
	if f.Cursor != cursor {
		f.Cursor = cursor
		r.Stirred = true
	}
	r.tellWaiting(child)
	return behavior.Running
}

// tellWaiting says that its group waits for a child.
func (r *Runner) tellWaiting(child program.Place) {
	if r.tellsVisits() {
		r.tell(event.Waiting, child)
	}
}

// waitToBegin is wait for a group none of whose children has been entered.
func (r *Runner) waitToBegin(p, child program.Place) behavior.Status {
	r.Frame(p).State |= program.Unbegun
	return r.wait(p, child)
}

// chooseAgain continues a decide-first group without an active child: it waits, it is a SequentialLooping group at rest, or
// its child was reset.
func (r *Runner) chooseAgain(p program.Place) behavior.Status {
	n, f := &r.Tree.Spots[p], r.Frame(p)
	child, waits, drawn := program.Nowhere, false, program.Nowhere
	if f.Cursor > 0 && (n.Policy == declaration.Random || n.Policy == declaration.Shuffle) {
		drawn = n.First + f.Cursor - 1
		switch _, verdict := r.askVerdict(drawn); {
		case verdict == event.Accepted:
			child = drawn
			if r.tellsQuestions() {
				r.tellChose(p, child)
			}
		case verdict&notYet != 0:
			child, waits = drawn, true
		default:
			f.Cursor = 0
			r.Stirred = true
		}
	}
	if child == program.Nowhere {
		child, _, waits = r.chooseWithout(p, drawn)
	}
	switch {
	case waits:
		return r.wait(p, child)
	case child != program.Nowhere:
		f.State &^= program.Unbegun
		return r.react(p, r.take(p, child))
	case f.State&program.Unbegun != 0:
		return r.broken(p)
	}
	return r.exhausted(p)
}
