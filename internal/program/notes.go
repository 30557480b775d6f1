package program

// notes tells where the bits of scratch.noted begin. Those from 0 on are by place: what has finished in this tick and is
// masked.
type notes struct {
	Passed int // Every timers passed in this tick, by condition.everyBit
	Sought int // gates, then squads, asked for in this tick
	Ended  int // Jumps whose target ended in this tick
	All    int
}

func notesOf(t *Tree) notes {
	n := notes{Passed: len(t.Spots)}
	n.Sought = n.Passed + t.Bounds.everies
	n.Ended = n.Sought + len(t.Gates) + len(t.Squads)
	n.All = n.Ended + len(t.Jumps)
	return n
}
