package decider

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// Inspect is for the packages of this module: what an agent's memory holds, in its own tree and those plugged in.
func (m *Memory[A]) Inspect(engine.Key) engine.Inspection {
	in := engine.Inspection{
		Every: map[string]float64{}, Cooldown: map[string]float64{}, Entries: map[string]int{}, Blocks: map[int][]byte{},
		Values: map[string]string{},
	}
	number := 0
	m.each(func() {
		m.inspect(&in, number<<16)
		number++
	})
	return in
}

// inspect adds what one tree holds; its places count from base on, which also stands before the names in a tree
// that is plugged in.
func (r *runner[A]) inspect(in *engine.Inspection, base int) {
	for p := range r.tree.nodes {
		info, n := &r.tree.infos[p], &r.tree.nodes[p]
		name := info.label.Name
		if base > 0 {
			name = fmt.Sprintf("%d:%s", base, name)
		}
		if o := info.everyDue; o != 0 && !math.IsInf(*r.due(o), -1) {
			in.Every[name] = *r.due(o)
		}
		if o := n.cooldown; o != 0 && !math.IsInf(*r.due(o), -1) {
			in.Cooldown[name] = *r.due(o)
		}
		if o := info.count; o != 0 && *r.count(o) > 0 {
			in.Entries[name] = int(*r.count(o))
		}
		if i := info.monitor; i >= 0 && r.monitors().has(i) {
			in.Monitors = append(in.Monitors, base+p)
		}
	}
	for at, text := range r.valueTexts(base) {
		in.Values[at] = text
	}
	for _, p := range r.tree.order {
		if r.isActive(p) {
			in.Path = append(in.Path, base+int(p))
			if n := &r.tree.nodes[p]; n.marks&acting != 0 && n.marks&boxed == 0 {
				size := r.tree.infos[p].calls.Block.Size
				in.Blocks[base+int(p)] = append([]byte{}, unsafe.Slice((*byte)(r.blockOf(p)), size)...)
			}
		}
	}
}
