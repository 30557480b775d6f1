package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// extras are what an agent has of a tree beside its bytes. Agents that have bytes alone share noExtras.
type Extras struct {
	Boxes   []unsafe.Pointer // what has pointers: ptree.boxes tells what lies in which
	Plugs   []*Plug          // by index of its slots; nil where nothing is plugged in
	Plans   []*Plug          // what plugs will be when all that waits for the end of the tick is done
	Planned uint64           // in the agent's own tree: plugs so far, in all its trees
	More    int              // in the agent's own tree: how many entries more a tick is allowed for all that is plugged in
}

// noExtras are those of agents that have bytes alone.
var NoExtras Extras

// newExtras makes what an agent has of a tree beside its bytes.
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

// boxAt is where an agent has a box.
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

// clearBoxes makes what lies in boxes as new, but for blocks, which are new when their behaviors begin.
func (in *Instance) clearBoxes() {
	for i, id := range in.Tree.Boxes {
		if id.Kind != program.BlockBox {
			in.Tree.BlockAt(id).Clear(in.Boxes[i])
		}
	}
}
