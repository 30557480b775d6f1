package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// Scratch holds what is needed within one tick only. It belongs to whoever ticks: a Memory, or a worker of a crowd, which
// uses it for one agent after the other. It is clear between ticks.
type Scratch struct {
	TickBits Bits             // what has happened in this tick, laid out by program.Tree.TickBits
	Chosen   []Choice         // by Parts.Chosen: the child that a group delegated to; then what Jumps carry
	Handed   []unsafe.Pointer // by condition.Dblock: DBlocks; then what Jumps carry
	Values   []float64        // weights of the candidates of Random and Shuffle groups, used as a stack
}

// Choice is the result of asking a group's children in its place. The zero Choice says that they were not asked.
type Choice struct {
	Asked bool
	Child program.Place // Nowhere if none would accept
	Waits bool          // none accepts yet, and one is pending
	Value float64
}

// NewScratch returns the scratch of a tree.
func NewScratch(t *program.Tree) *Scratch {
	s := &Scratch{TickBits: make(Bits, program.WordsFor(t.TickBits.All))}
	if t.Choices > 0 {
		s.Chosen = make([]Choice, t.Choices)
	}
	if t.Bounds.Values > 0 {
		s.Values = make([]float64, 0, t.Bounds.Values)
	}
	for i := range t.Dblocks {
		s.Handed = append(s.Handed, t.Dblocks[i].Block.New())
	}
	for _, k := range t.Carries {
		if k.Dblock {
			s.Handed = append(s.Handed, t.Dblocks[k.Own].Block.New())
		} else {
			s.Chosen = append(s.Chosen, Choice{})
		}
	}
	return s
}

// tidy clears the scratch.
func (s *Scratch) tidy() {
	for i, word := range s.TickBits { // a call of memclr takes longer than the one or two words of most trees
		if word != 0 {
			s.TickBits[i] = 0
		}
	}
	if len(s.Chosen) > 0 {
		clear(s.Chosen)
	}
	s.Values = s.Values[:0]
}

// IsMasked reports whether p is masked: it finished earlier in this tick.
func (in *Instance) IsMasked(p program.Place) bool { return in.TickBits.Has(int(p)) }

// TidyAll clears the scratch of the tree and of all trees plugged into it.
func (in *Instance) TidyAll() {
	in.tidy()
	for _, pl := range in.Plugs {
		if pl != nil {
			pl.TidyAll()
		}
	}
}

// IsSought reports whether gate i was asked for in this tick; squads are numbered after the gates.
func (in *Instance) IsSought(i int) bool { return in.TickBits.Has(in.Tree.TickBits.Sought + i) }

// UnmaskBelow clears this tick's masks below a place, and that targets of Jumps there have failed back, also in the tree
// plugged in there.
func (in *Instance) UnmaskBelow(p program.Place) {
	n := &in.Tree.Spots[p]
	if n.Marks&program.Connected != 0 {
		if pl := in.Plugs[in.Tree.PartsOf(p).Slot]; pl != nil {
			pl.UnmaskBelow(0)
		}
	}
	for q := n.First; q < n.Last; q++ {
		in.TickBits.Unset(int(q))
		if in.Tree.Spots[q].Marks&program.Targeted != 0 {
			for i := range in.Tree.Jumps {
				if in.Tree.Jumps[i].To == q {
					in.TickBits.Unset(in.Tree.TickBits.FailedBack + i)
				}
			}
		}
		in.UnmaskBelow(q)
	}
}
