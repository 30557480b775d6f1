package program

import (
	"slices"

	"github.com/decidertree/decidertree/declaration"
)

// tickBits tells where groups of bits begin in a scratch's TickBits. The bits from 0 on are the masks of places, which have
// finished in this tick.
type tickBits struct {
	Passed     int // Every timers passed in this tick, by condition.EveryBit
	Sought     int // gates, then squads, asked for in this tick
	FailedBack int // Jumps whose target failed in this tick
	Carried    int // Jumps that have asked their target in this tick and carry what it gave
	Renewed    int // Shuffle groups that began a new bag in this tick, by place
	All        int // number of bits
}

// tickBitsOf lays out the bits for a tree.
func tickBitsOf(t *Tree) tickBits {
	n := tickBits{Passed: len(t.Spots)}
	n.Sought = n.Passed + t.Bounds.everies
	n.FailedBack = n.Sought + len(t.Gates) + len(t.Squads)
	n.Carried = n.FailedBack + len(t.Jumps)
	n.Renewed = n.Carried
	if len(t.Carries) > 0 {
		n.Renewed += len(t.Jumps)
	}
	n.All = n.Renewed
	if slices.ContainsFunc(t.Spots, func(s Spot) bool { return s.Policy == declaration.Shuffle }) {
		n.All += len(t.Spots)
	}
	return n
}
