package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// Extras hold what an agent keeps for a tree outside its bytes. Agents without any share NoExtras.
type Extras struct {
	Boxes       []unsafe.Pointer // values with pointers, in the order of program.Tree.Boxes
	Plugs       []*Plug          // by slot; nil where nothing is plugged in
	Plans       []*Plug          // by slot: what Plugs will be when all pending requests are done
	PlugCount   uint64           // of the agent's own tree: plugs made so far in all trees of the agent
	MoreEntries int              // of the agent's own tree: entries that a tick may make beyond its own limit, for all plugged trees
	onBoard     *onBoard         // of the agent's own tree, beside another memory of the agent; else nil
}

// NoExtras are the Extras of agents that need none.
var NoExtras Extras

// Plugged reports whether anything is plugged into the agent's own tree.
func (x *Extras) Plugged() bool {
	for _, p := range x.Plugs {
		if p != nil {
			return true
		}
	}
	return false
}

// Boarded reports whether values of the agent's own tree lie on a board.
func (x *Extras) Boarded() bool { return x.onBoard != nil }

// NewExtras returns the Extras of one agent for a tree.
func NewExtras(t *program.Tree) *Extras {
	if t.PlainBytes() {
		return &NoExtras
	}
	b := &Extras{Boxes: make([]unsafe.Pointer, len(t.Boxes)), Plugs: make([]*Plug, len(t.Slots)), Plans: make([]*Plug, len(t.Slots))}
	for i, id := range t.Boxes {
		b.Boxes[i] = t.BlockAt(id).New()
	}
	return b
}

// BoxAt returns the box with the given ID.
func (in *Instance) BoxAt(id program.BoxID) *unsafe.Pointer {
	switch t := in.Tree; id.Kind {
	case program.BlockBox:
		return &in.Boxes[t.Spots[id.Index].Block]
	case program.KeptBox:
		return &in.Boxes[t.Dblock(program.Place(id.Index)).Box-1]
	default:
		return &in.Boxes[t.Board.Values[id.Index].At]
	}
}

// clearBoxes clears all boxes except blocks, which are cleared when their behaviors activate.
func (in *Instance) clearBoxes() {
	for i, id := range in.Tree.Boxes {
		if id.Kind != program.BlockBox {
			in.Tree.BlockAt(id).Clear(in.Boxes[i])
		}
	}
}
