package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// This file makes and clears the instances of agents' own trees that one agent after another uses.

// Rooms returns instances for n agents of a tree. Their bytes are one allocation, in which they follow each other.
func Rooms(t *program.Tree, n int) []Instance {
	each := int(t.Size / program.WordSize)
	words, all := make([]uint64, n*each), make([]Instance, n)
	for i := range all {
		all[i] = NewInstance(t, unsafe.Pointer(&words[i*each]))
	}
	return all
}

// Empty makes the instance, in which nothing is active or plugged in, that of a new agent. Unlike ClearMemory it leaves
// nothing that would keep the last agent's values alive, except in blocks that have a Reset of the user's: their behaviors
// call it before they use them, and it may keep what a slice has room for.
func (in *Instance) Empty() {
	in.ClearMemory()
	for i, id := range in.Tree.Boxes {
		if block := in.Tree.BlockAt(id); id.Kind == program.BlockBox && !block.Resets {
			block.Clear(in.Boxes[i])
		}
	}
	for i := range in.Tree.Dblocks {
		in.Tree.Dblocks[i].Block.Clear(in.Handed[i])
	}
	for _, k := range in.Tree.Carries {
		if k.Dblock {
			in.Tree.Dblocks[k.Own].Block.Clear(in.Handed[k.Held])
		}
	}
}
