package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// Exchange exchanges what a Jump carries with what its target keeps itself.
func (in *Instance) Exchange(jump int) {
	j := &in.Tree.Jumps[jump]
	for _, k := range in.Tree.Carries[j.Carries:j.CarriesEnd] {
		if k.Dblock {
			in.Handed[k.Own], in.Handed[k.Held] = in.Handed[k.Held], in.Handed[k.Own]
		} else {
			in.Chosen[k.Own], in.Chosen[k.Held] = in.Chosen[k.Held], in.Chosen[k.Own]
		}
	}
}

// Deliver gives a Jump's target what the Jump carries, if it has asked the target in this tick.
func (in *Instance) Deliver(jump int) {
	if in.dropCarried(jump) {
		in.Exchange(jump)
	}
}

// dropCarried forgets that a Jump carries anything, and reports whether it did.
func (in *Instance) dropCarried(jump int) bool {
	j, bit := &in.Tree.Jumps[jump], in.Tree.TickBits.Carried+jump
	if j.Carries == j.CarriesEnd || !in.TickBits.Has(bit) {
		return false
	}
	in.TickBits.Unset(bit)
	return true
}

// KeepChoice saves what deciding for p has found while the choice of p is pending: DBlocks and the children that groups
// delegated to. Both lie in the scratch, which is cleared at the end of the tick.
func (in *Instance) KeepChoice(p program.Place) {
	for p != program.Nowhere {
		if i := in.Tree.Condition(p).Dblock; i >= 0 {
			in.Tree.Dblocks[i].Block.Copy(in.keptDBlock(i), in.Handed[i])
		}
		child := program.Nowhere
		if i := in.Tree.PartsOf(p).Chosen; i >= 0 {
			if in.Chosen[i].Asked {
				child = in.Chosen[i].Child
			}
			*in.KeptChild(p) = child
		}
		if jump := in.Tree.Condition(p).Jump; jump >= 0 {
			in.Deliver(jump)
		}
		p = in.Tree.Then(p, child)
	}
}

// RecallChoice restores what KeepChoice has saved.
func (ts *Trees) RecallChoice(p program.Place) {
	for ; p != program.Nowhere; p = ts.Tree.Then(p, ts.KeptBy(p)) {
		if i := ts.Tree.Condition(p).Dblock; i >= 0 {
			block, kept := &ts.Tree.Dblocks[i].Block, ts.keptDBlock(i)
			block.Copy(ts.Handed[i], kept)
			block.Clear(kept)
		}
		if child := ts.KeptBy(p); child != program.Nowhere {
			ts.Chosen[ts.Tree.PartsOf(p).Chosen] = Choice{Asked: true, Child: child}
			ts.Wants |= WantTidy
		}
		if jump := ts.Tree.Condition(p).Jump; jump >= 0 {
			ts.dropCarried(jump)
		}
	}
}

// keptDBlock returns where DBlock i lies while its decider is pending.
func (in *Instance) keptDBlock(i int) unsafe.Pointer {
	d := &in.Tree.Dblocks[i]
	if d.Box > 0 {
		return in.Boxes[d.Box-1]
	}
	return unsafe.Add(in.Base, in.Tree.PartsOf(d.Place).Kept)
}

// InPendingChoice reports whether p is part of a choice that waits for a Leave: the pending child or Jump target, a group
// on the way to that target, or a child that one of these has delegated to.
func (in *Instance) InPendingChoice(p program.Place) bool {
	return in.pendingGroup(p) != program.Nowhere
}

// pendingGroup returns the group whose pending choice p is part of, or Nowhere.
func (in *Instance) pendingGroup(p program.Place) program.Place {
	if in.Tree.Spots[0].Marks&program.LeaveBelow == 0 {
		return program.Nowhere
	}
	for q := range in.Tree.Spots {
		group := program.Place(q)
		w := in.PendingIn(group)
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
			jump := in.Tree.Condition(at).Jump
			if at == p || jump >= 0 && in.Tree.OnWay(jump, p) {
				return group
			}
		}
	}
	return program.Nowhere
}

// DropPending drops the pending choice that p is part of.
func (in *Instance) DropPending(p program.Place) {
	if group := in.pendingGroup(p); group != program.Nowhere {
		in.Frame(group).State &^= program.HasPending
	}
}
