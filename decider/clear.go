package decider

import (
	"math"
	"unsafe"
)

// never is a due time that has always been reached.
var never = math.Inf(-1)

// clearMemory makes the bytes of the tree the runner is in as new. Nothing is active in it.
func (r *runner[A]) clearMemory() {
	l := &r.tree.layout
	clear(unsafe.Slice((*uint64)(r.base), l.size/wordSize))
	*r.header() = header{leaf: nowhere}
	for _, offset := range l.timers {
		*r.due(offset) = never
	}
	for _, b := range l.bags {
		r.bits(b.offset, b.children).fill(b.children)
	}
	for i, p := range l.keptD {
		r.tree.infos[p].dblock.Clear(r.keptD[i])
	}
	r.clearKeys()
}
