package decider

import "unsafe"

// piece is one thing that a place has in its agents' bytes, for people: what it is and where.
type piece struct {
	what string
	at   uint32
	size int // bytes
}

func pieces(all ...piece) (there []piece) {
	for _, k := range all {
		if k.at != 0 && k.size > 0 { // at 0 stands the header
			there = append(there, k)
		}
	}
	return there
}

// behind are the pieces that lie between p's frame and its block.
func (t *Tree[A]) behind(p place) []piece {
	n, in := &t.nodes[p], &t.infos[p]
	sets := "spent"
	if n.policy == Concurrent {
		sets = "tally"
	}
	return pieces(
		piece{sets, n.frame + t.frameSize(n), int(t.setsSize(n))},
		piece{"repetition", in.repeat, int(unsafe.Sizeof(repetition{}))},
		piece{"leave due", in.leaveDue, wordSize},
		piece{"ticked", in.ticked, wordSize},
		piece{"pending", in.pending, int(unsafe.Sizeof(pending{}))},
	)
}

// clocks are the pieces that p's decider keeps whether it is active or not, the same at each of its places; but
// the bag is of the place.
func (t *Tree[A]) clocks(p place) []piece {
	n, in := &t.nodes[p], &t.infos[p]
	return pieces(
		piece{"every", in.everyDue, wordSize},
		piece{"cooldown", n.cooldown, wordSize},
		piece{"count", in.count, wordSize},
		piece{"bag", in.bag, wordsFor(int(n.last-n.first)) * wordSize},
	)
}

// shared are the pieces in which an agent keeps what it has of p's gate and squad.
func (t *Tree[A]) shared(p place) (all []piece) {
	in := &t.infos[p]
	if in.squad >= 0 {
		all = append(all, piece{"membership", t.squads[in.squad].at, int(membershipSize)})
	}
	if in.gate >= 0 {
		all = append(all, piece{"pass", t.gates[in.gate].at, int(passSize)})
	}
	return all
}

// kept are the pieces in which p's choice waits for a Leave.
func (t *Tree[A]) kept(p place) []piece {
	in := &t.infos[p]
	if t.nodes[0].marks&lingering == 0 {
		return nil
	}
	all := pieces(piece{"kept DBlock", in.handedOn.offset, int(align8(uint32(in.dblock.Size)))})
	if in.chosen >= 0 {
		all = append(all, piece{"kept child", t.layout.kept + uint32(in.chosen)*placeSize, int(placeSize)})
	}
	return all
}
