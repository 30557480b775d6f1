package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// scratch is what a tick notes for itself, beside the agent's memory. It belongs to whoever ticks: a Memory, or a worker
// of a crowd, which goes from agent to agent with it. Between ticks it is clear.
type Scratch struct {
	Noted  Bits             // what has happened in this tick: ptree.notes tells which bit stands for what
	Chosen []Choice         // by parts.chosen: the child a group delegated to
	Handed []unsafe.Pointer // by condition.dblock: DBlocks
	Values []float64        // what groups that weigh collect, used as a stack
}

// choice is what asking a group's children in its place came to. The zero choice: they were not asked.
type Choice struct {
	Asked bool
	Child program.Place // nowhere where none would accept
	Value float64
}

func NewScratch(t *program.Tree) *Scratch {
	s := &Scratch{Noted: make(Bits, program.WordsFor(t.Notes.All))}
	if t.Choices > 0 {
		s.Chosen = make([]Choice, t.Choices)
	}
	if t.Bounds.Values > 0 {
		s.Values = make([]float64, 0, t.Bounds.Values)
	}
	for i := range t.Dblocks {
		s.Handed = append(s.Handed, t.Dblocks[i].Block.New())
	}
	return s
}

// tidy clears what a tick has noted.
func (s *Scratch) tidy() {
	clear(s.Noted)
	clear(s.Chosen)
	s.Values = s.Values[:0]
}

// isMasked reports whether p finished earlier in this tick.
func (in *Instance) IsMasked(p program.Place) bool { return in.Noted.Has(int(p)) }

// tidyAll tidies the scratch of a tree and of all that are plugged into it.
func (in *Instance) TidyAll() {
	in.tidy()
	for _, pl := range in.Plugs {
		if pl != nil {
			pl.TidyAll()
		}
	}
}

// isSought reports whether it was.
func (in *Instance) IsSought(i int) bool { return in.Noted.Has(in.Tree.Notes.Sought + i) }

// unmaskBelow takes back this tick's masks of what is below a place, also of what is plugged in there.
func (in *Instance) UnmaskBelow(p program.Place) {
	n := &in.Tree.Spots[p]
	if n.Marks&program.Connected != 0 {
		if pl := in.Plugs[in.Tree.Parts[p].Slot]; pl != nil {
			pl.UnmaskBelow(0)
		}
	}
	for q := n.First; q < n.Last; q++ {
		in.Noted.Unset(int(q))
		in.UnmaskBelow(q)
	}
}
