package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// keepChoice keeps what deciding for p has found, for as long as it is pending: DBlocks, and children that were
// delegated to. Both are in the scratch, which a tick leaves clear.
func (in *Instance) KeepChoice(p program.Place) {
	for p != program.Nowhere {
		if i := in.Tree.Conditions[p].Dblock; i >= 0 {
			in.Tree.Dblocks[i].Block.Copy(in.keptDBlock(i), in.Handed[i])
		}
		child := program.Nowhere
		if i := in.Tree.Parts[p].Chosen; i >= 0 {
			if in.Chosen[i].Asked {
				child = in.Chosen[i].Child
			}
			*in.KeptChild(p) = child
		}
		p = in.Tree.Then(p, child)
	}
}

// recallChoice puts back what keepChoice kept.
func (ts *Trees) RecallChoice(p program.Place) {
	for ; p != program.Nowhere; p = ts.Tree.Then(p, ts.KeptBy(p)) {
		if i := ts.Tree.Conditions[p].Dblock; i >= 0 {
			block, kept := &ts.Tree.Dblocks[i].Block, ts.keptDBlock(i)
			block.Copy(ts.Handed[i], kept)
			block.Clear(kept)
		}
		if child := ts.KeptBy(p); child != program.Nowhere {
			ts.Chosen[ts.Tree.Parts[p].Chosen] = Choice{Asked: true, Child: child}
			ts.Wants |= WantTidy
		}
	}
}

// keptDBlock is where a DBlock lies, by its index, while its decider is pending.
func (in *Instance) keptDBlock(i int) unsafe.Pointer {
	d := &in.Tree.Dblocks[i]
	if d.Box > 0 {
		return in.Boxes[d.Box-1]
	}
	return unsafe.Add(in.Base, in.Tree.Parts[d.Place].Kept)
}

// waitsFor reports whether p is part of what waits for a Leave somewhere in its tree: it is pending, or on the way
// to a Jump's target that is, or what one of these has delegated to.
func (in *Instance) WaitsFor(p program.Place) bool { return in.waitingGroup(p) != program.Nowhere }

// waitingGroup is the group in which that waits; nowhere for none.
func (in *Instance) waitingGroup(p program.Place) program.Place {
	if in.Tree.Spots[0].Marks&program.Lingering == 0 {
		return program.Nowhere
	}
	for q := range in.Tree.Spots {
		group := program.Place(q)
		w := in.Waiting(group)
		if w == nil {
			continue
		}
		if w.Jump != program.Nowhere && in.Tree.OnWay(int(w.Jump), p) || w.Child == p {
			return group
		}
		at := w.Child
		if w.Jump != program.Nowhere {
			at = in.Tree.Jumps[w.Jump].To
		}
		for ; at != program.Nowhere; at = in.Tree.Then(at, in.KeptBy(at)) {
			jump := in.Tree.Conditions[at].Jump
			if at == p || jump >= 0 && in.Tree.OnWay(jump, p) {
				return group
			}
		}
	}
	return program.Nowhere
}

// stopWaiting drops the pending choice that p is part of.
func (in *Instance) StopWaiting(p program.Place) {
	if group := in.waitingGroup(p); group != program.Nowhere {
		in.Frame(group).State &^= program.Waits
	}
}
