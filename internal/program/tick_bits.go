package program

// tickBits tells where groups of bits begin in a scratch's TickBits. The bits from 0 on are the masks of places, which have
// finished in this tick.
type tickBits struct {
	Passed int // Every timers passed in this tick, by condition.EveryBit
	Sought int // gates, then squads, asked for in this tick
	Ended  int // Jumps whose target ended in this tick
	All    int // number of bits
}

// tickBitsOf lays out the bits for a tree.
func tickBitsOf(t *Tree) tickBits {
	n := tickBits{Passed: len(t.Spots)}
	n.Sought = n.Passed + t.Bounds.everies
	n.Ended = n.Sought + len(t.Gates) + len(t.Squads)
	n.All = n.Ended + len(t.Jumps)
	return n
}
