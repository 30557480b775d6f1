package program

import "github.com/decidertree/decidertree/internal/usercode"

// boxID says what lies in a box.
type BoxID struct {
	Kind  BoxKind
	Index int // of the place, or of the value
}

type BoxKind uint8

const (
	BlockBox BoxKind = iota // a behavior's block
	KeptBox                 // a DBlock that waits
	ValueBox                // a blackboard value
	BoxKinds
)

// plainBytes reports whether agents of the tree have bytes and nothing beside them.
func (t *Tree) PlainBytes() bool { return len(t.Boxes)+len(t.Slots) == 0 }

// newBox gives something with pointers a box, and returns its index.
func (t *Tree) newBox(kind BoxKind, index int) int {
	t.Boxes = append(t.Boxes, BoxID{kind, index})
	return len(t.Boxes) - 1
}

// blockAt is the type of what is in a box.
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
