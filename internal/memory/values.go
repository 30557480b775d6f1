package memory

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
)

// agentValue finds a value of scope Agent, which is the same whatever tree of the agent asks: it lies with the
// agent's own tree; nil where that has none. row is what the tree the walk is in knows of the key, if anything.
func (ts *Trees) AgentValue(row *program.KeyRow, id uint32) unsafe.Pointer {
	own := ts.Outermost()
	if own != &ts.Instance {
		row = own.Tree.Board.Find(id)
	}
	if row == nil || row.Scope != usercode.AgentScope {
		return nil
	}
	return own.ValueAt(&own.Tree.Board.Values[row.Value])
}

// undeclared is the error for a key that the tree does not have.
func (in *Instance) Undeclared(decider string) error {
	return &event.KeyError{Decider: decider, Detail: fmt.Sprintf("no decider of the tree %v declares it", in.Tree.Facts[0].Label),
		Remedy: "list it in Keys, best those of the root"}
}

// valueAt is where a value lies.
func (in *Instance) ValueAt(v *program.Value) unsafe.Pointer {
	if v.Boxed {
		return in.Boxes[v.At]
	}
	return unsafe.Add(in.Base, v.At)
}

// clearKeysBelow makes the values as new that belong to p and the deciders below it: those of scope Decider.
func (in *Instance) ClearKeysBelow(p program.Place) {
	b := &in.Tree.Board
	for i := range b.Values {
		v := &b.Values[i]
		block := &b.Keys[v.Key].Block
		if b.Keys[v.Key].Scope == usercode.DeciderScope && block.Size > 0 && (v.Place == p || in.Tree.Toward(p, v.Place) != program.Nowhere) {
			block.Clear(in.ValueAt(v))
		}
	}
}

// holds reports whether a value is in use: one of scope Agent of a tree that is plugged in is not, since the
// agent's own tree has it.
func (in *Instance) Holds(v *program.Value) bool {
	return in.At == nil || in.Tree.Board.Keys[v.Key].Scope != usercode.AgentScope
}
