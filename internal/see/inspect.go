package see

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
)

// Inspect returns the contents of an agent's memory, in its own tree and in plugged trees, for tests.
func Inspect(m *agent.Agent) engine.Inspection {
	in := engine.Inspection{
		Every: map[string]float64{}, Cooldown: map[string]float64{}, Entries: map[string]int{}, Blocks: map[int][]byte{},
		Values: map[string]string{},
	}
	number := 0
	m.Each(func() {
		inspectTree(&m.Runner, &in, number<<16)
		number++
	})
	return in
}

// inspectTree adds the contents of one tree. Its places count from base on; in a plugged tree, base also precedes the
// names.
func inspectTree(r *tick.Runner, in *engine.Inspection, base int) {
	for p := range r.Tree.Spots {
		n := &r.Tree.Spots[p]
		name := r.Tree.Facts[p].Label.Name
		if base > 0 {
			name = fmt.Sprintf("%d:%s", base, name)
		}
		if o := r.Tree.PartsOf(program.Place(p)).Every; o != 0 && !math.IsInf(*r.Due(o), -1) {
			in.Every[name] = *r.Due(o)
		}
		if o := n.Cooldown; o != 0 && !math.IsInf(*r.Due(o), -1) {
			in.Cooldown[name] = *r.Due(o)
		}
		if o := r.Tree.PartsOf(program.Place(p)).Count; o != 0 && *r.Count(o) > 0 {
			in.Entries[name] = int(*r.Count(o))
		}
		if i := r.Tree.PartsOf(program.Place(p)).Monitor; i >= 0 && r.MonitorBits().Has(i) {
			in.Monitors = append(in.Monitors, base+p)
		}
	}
	for at, text := range valueTexts(r, base) {
		in.Values[at] = text
	}
	for _, p := range r.Tree.Order {
		if r.IsActive(p) {
			in.Path = append(in.Path, base+int(p))
			if n := &r.Tree.Spots[p]; n.Marks&program.Acting != 0 && n.Marks&program.Boxed == 0 {
				size := r.Tree.Act(p).Block.Size
				in.Blocks[base+int(p)] = append([]byte{}, unsafe.Slice((*byte)(r.BlockOf(p)), size)...)
			}
		}
	}
}
