package memory

import (
	"errors"
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
)

// This file has the values of scope Agent of an agent that has several memories, each with a tree of its own (Pereira). They
// lie on a board beside the memories, because the same key lies at another offset in each tree.

// Board holds one value of each key of scope Agent that the trees of one agent's memories list.
type Board struct {
	keys   []usercode.Key
	values []unsafe.Pointer // by key
}

// onBoard is a memory's way to the values on a board.
type onBoard struct {
	board *Board
	at    []unsafe.Pointer // by program.Tree.Board.Keys; nil for keys of other scopes
}

// index returns the index of a key by its ID, or -1.
func (b *Board) index(id uint32) int {
	for i := range b.keys {
		if b.keys[i].ID == id {
			return i
		}
	}
	return -1
}

// Misfits returns an error, which wraps event.ErrKey, if a tree lists a key of scope Agent whose name on the board is that of
// another key.
func (b *Board) Misfits(t *program.Tree) error {
	if b == nil {
		return nil
	}
	var errs []error
	for i := range t.Board.Keys {
		k := &t.Board.Keys[i]
		if k.Scope != usercode.AgentScope || b.index(k.ID) >= 0 {
			continue
		}
		for j := range b.keys {
			if b.keys[j].Name == k.Name {
				errs = append(errs, &event.KeyError{Key: k.Name, Decider: t.Facts[0].Label.Name,
					Detail: "its scope is Agent, and another tree of the agent lists another key of this name",
					Remedy: "list one variable in both trees, or rename one"})
			}
		}
	}
	return errors.Join(errs...)
}

// KeysOf returns the board that a memory of the tree would open, without values.
func KeysOf(t *program.Tree) *Board {
	b := &Board{}
	for _, k := range t.Board.Keys {
		if k.Scope == usercode.AgentScope {
			b.keys = append(b.keys, k)
		}
	}
	return b
}

// Board returns the board that the agent's own tree has its values of scope Agent on, or nil.
func (in *Instance) Board() *Board {
	if in.onBoard == nil {
		return nil
	}
	return in.onBoard.board
}

// OpenBoard returns the board of the instance, and moves its values to a new one if it has none.
func (in *Instance) OpenBoard() *Board {
	if in.onBoard == nil {
		in.JoinBoard(&Board{})
	}
	return in.onBoard.board
}

// JoinBoard makes the instance use the values of a board, which must fit its tree. It adds its own values of keys that the
// board does not have.
func (in *Instance) JoinBoard(b *Board) {
	keys := in.Tree.Board.Keys
	on := &onBoard{board: b, at: make([]unsafe.Pointer, len(keys))}
	in.eachAgentValue(func(v *program.Value, block *usercode.Block) {
		i := b.index(keys[v.Key].ID)
		if i < 0 {
			i = len(b.keys)
			b.keys, b.values = append(b.keys, keys[v.Key]), append(b.values, block.New())
			block.Copy(b.values[i], in.ValueAt(v))
		}
		on.at[v.Key] = b.values[i]
	})
	if in.Extras == &NoExtras {
		in.Extras = &Extras{}
	}
	in.onBoard = on
}

// LeaveBoard makes the instance use its own values again, which are out of date.
func (in *Instance) LeaveBoard() {
	if in.onBoard != nil { // NoExtras must not be written to
		in.onBoard = nil
	}
}

// Mirror copies the values on the board into the instance's own bytes and boxes, from which snapshots, recordings and
// rehearsals take them.
func (in *Instance) Mirror() {
	if in.onBoard != nil {
		in.eachAgentValue(func(v *program.Value, block *usercode.Block) { block.Copy(in.ValueAt(v), in.onBoard.at[v.Key]) })
	}
}

// Publish copies the instance's own values to the board, after a Restore.
func (in *Instance) Publish() {
	if in.onBoard != nil {
		in.eachAgentValue(func(v *program.Value, block *usercode.Block) { block.Copy(in.onBoard.at[v.Key], in.ValueAt(v)) })
	}
}

// eachAgentValue calls f for each value of scope Agent that the tree lists.
func (in *Instance) eachAgentValue(f func(*program.Value, *usercode.Block)) {
	b := &in.Tree.Board
	for i := range b.Values {
		if v := &b.Values[i]; b.Keys[v.Key].Scope == usercode.AgentScope {
			f(v, &b.Keys[v.Key].Block)
		}
	}
}

// LiveAt returns where a value lies: on the board, if the instance has one and the value's scope is Agent, else ValueAt.
func (in *Instance) LiveAt(v *program.Value) unsafe.Pointer {
	if on := in.onBoard; on != nil {
		if at := on.at[v.Key]; at != nil {
			return at
		}
	}
	return in.ValueAt(v)
}
