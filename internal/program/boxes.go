package program

import "github.com/decidertree/decidertree/internal/usercode"

// BoxID identifies the contents of a box.
type BoxID struct {
	Kind  BoxKind
	Index int // of the place or of the value
}

// BoxKind is a kind of contents of boxes.
type BoxKind uint8

// The kinds of contents of boxes.
const (
	BlockBox BoxKind = iota // a behavior's block
	KeptBox                 // a DBlock whose decider is pending
	ValueBox                // a blackboard value
	BoxKinds                // the number of kinds
)

// PlainBytes reports whether agents of the tree need no boxes and no plugs beside their bytes.
func (t *Tree) PlainBytes() bool { return len(t.Boxes)+len(t.Slots) == 0 }

// newBox adds a box and returns its index.
func (t *Tree) newBox(kind BoxKind, index int) int {
	t.Boxes = append(t.Boxes, BoxID{kind, index})
	return len(t.Boxes) - 1
}

// BlockAt returns the block of a box.
func (t *Tree) BlockAt(id BoxID) *usercode.Block {
	switch id.Kind {
	case BlockBox:
		return &t.Act(Place(id.Index)).Block
	case KeptBox:
		return &t.Dblock(Place(id.Index)).Block
	default:
		return &t.Board.Keys[t.Board.Values[id.Index].Key].Block
	}
}
