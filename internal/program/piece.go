package program

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
)

// piece is a record of a place in its agents' bytes, for dumps and tables.
type piece struct {
	label string
	At    uint32
	Size  int // bytes
}

// pieces returns the pieces that exist.
func pieces(all ...piece) (there []piece) {
	for _, k := range all {
		if k.At != 0 && k.Size > 0 { // the header lies at 0
			there = append(there, k)
		}
	}
	return there
}

// Behind returns the pieces between p's frame and its block.
func (t *Tree) Behind(p Place) []piece {
	n, o := &t.Spots[p], t.PartsOf(p)
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

// clocks returns the pieces that are kept whether p is active or not. All but the bag are shared by all places of the
// decider.
func (t *Tree) clocks(p Place) []piece {
	n, o := &t.Spots[p], t.PartsOf(p)
	return pieces(
		piece{"every", o.Every, WordSize},
		piece{"cooldown", n.Cooldown, WordSize},
		piece{"count", o.Count, WordSize},
		piece{"bag", o.Bag, WordsFor(int(n.Last-n.First)) * WordSize},
	)
}

// shared returns the pieces of p's membership and pass.
func (t *Tree) shared(p Place) []piece {
	o := t.PartsOf(p)
	return pieces(piece{"membership", o.Member, int(MembershipSize)}, piece{"pass", o.Pass, int(PassSize)})
}

// keeps returns the pieces that keep a pending choice of p.
func (t *Tree) keeps(p Place) []piece {
	if t.Spots[0].Marks&LeaveBelow == 0 {
		return nil
	}
	var all []piece
	if d := t.Dblock(p); d != nil {
		all = pieces(piece{"kept DBlock", t.PartsOf(p).Kept, int(align8(uint32(d.Block.Size)))})
	}
	if chosen := t.PartsOf(p).Chosen; chosen >= 0 {
		all = append(all, piece{"kept child", t.Kept + uint32(chosen)*PlaceSize, int(PlaceSize)})
	}
	return all
}
