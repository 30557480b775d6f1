package memory

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
)

// AgentValue returns a value of scope Agent, which lies with the agent's own tree, or nil if that tree does not declare
// it. row is the key's row in the tree that the walk is in, or nil.
func (ts *Trees) AgentValue(row *program.KeyRow, id uint32) unsafe.Pointer {
	own := ts.Outermost()
	if own != &ts.Instance {
		row = own.Tree.Board.Find(id)
	}
	if row == nil || row.Scope != usercode.AgentScope {
		return nil
	}
	return own.LiveAt(&own.Tree.Board.Values[row.Value])
}

// Undeclared returns the error for a key that the tree does not declare.
func (in *Instance) Undeclared(decider string) error {
	return &event.KeyError{Decider: decider, Detail: fmt.Sprintf("no decider of the tree %v declares it", in.Tree.Facts[0].Label),
		Remedy: "list it in the Keys of a decider, best those of the root"}
}

// ValueAt returns where a value lies in the instance's bytes or boxes; see LiveAt.
func (in *Instance) ValueAt(v *program.Value) unsafe.Pointer {
	if v.Boxed {
		return in.Boxes[v.At]
	}
	return unsafe.Add(in.Base, v.At)
}

// ClearKeysBelow clears the values of scope Decider that belong to p and to deciders below it.
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

// Holds reports whether a value is in use. Values of scope Agent in a plugged tree are not: they lie with the agent's own
// tree.
func (in *Instance) Holds(v *program.Value) bool {
	return in.At == nil || in.Tree.Board.Keys[v.Key].Scope != usercode.AgentScope
}
