package program

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
)

// piece is one thing that a place has in its agents' bytes, for people: what it is and where.
type piece struct {
	what string
	At   uint32
	Size int // bytes
}

func pieces(all ...piece) (there []piece) {
	for _, k := range all {
		if k.At != 0 && k.Size > 0 { // at 0 stands the header
			there = append(there, k)
		}
	}
	return there
}

// behind are the pieces that lie between p's frame and its block.
func (t *Tree) Behind(p Place) []piece {
	n, o := &t.Spots[p], &t.Parts[p]
	sets := "spent"
	if n.Policy == declaration.Concurrent {
		sets = "tally"
	}
	return pieces(
		piece{sets, n.Frame + n.FrameSize(), int(n.SetsSize())},
		piece{"repetition", o.Repeat, int(unsafe.Sizeof(Repetition{}))},
		piece{"leave due", o.LeaveDue, WordSize},
		piece{"ticked", o.Ticked, WordSize},
		piece{"pending", o.Pending, int(unsafe.Sizeof(Pending{}))},
	)
}

// clocks are the pieces that p's decider keeps whether it is active or not, the same at each of its places; but
// the bag is of the place.
func (t *Tree) clocks(p Place) []piece {
	n, o := &t.Spots[p], &t.Parts[p]
	return pieces(
		piece{"every", o.Every, WordSize},
		piece{"cooldown", n.Cooldown, WordSize},
		piece{"count", o.Count, WordSize},
		piece{"bag", o.Bag, WordsFor(int(n.Last-n.First)) * WordSize},
	)
}

// shared are the pieces in which an agent keeps what it has of p's gate and squad.
func (t *Tree) shared(p Place) []piece {
	o := &t.Parts[p]
	return pieces(piece{"membership", o.Member, int(MembershipSize)}, piece{"pass", o.Pass, int(PassSize)})
}

// keeps are the pieces in which p's choice waits for a Leave.
func (t *Tree) keeps(p Place) []piece {
	if t.Spots[0].Marks&Lingering == 0 {
		return nil
	}
	var all []piece
	if d := t.Dblock(p); d != nil {
		all = pieces(piece{"kept DBlock", t.Parts[p].Kept, int(align8(uint32(d.Block.Size)))})
	}
	if chosen := t.Parts[p].Chosen; chosen >= 0 {
		all = append(all, piece{"kept child", t.Kept + uint32(chosen)*PlaceSize, int(PlaceSize)})
	}
	return all
}
