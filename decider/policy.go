package decider

//go:generate go tool -modfile=../tools/go.mod stringer -type=Policy,EventKind,Verdict,Kind -output=enum_string.go

// Policy says how a group chooses among its children. All of these are decide-first: children are asked
// before they run (Spore S04). In each, the child that runs is not asked again (hysteresis) but by Scored.
type Policy uint8

const (
	// PrioritizedList enters the first child that accepts. Every tick, the children above the active one are
	// asked and may interrupt it. It is the default, and what most groups are.
	PrioritizedList Policy = iota
	// Sequential runs its children in order, skipping those that reject; a child that finishes, either way,
	// moves on to the next. After the last it ends: in Success if any child was entered.
	Sequential
	// SequentialLooping is Sequential round and round. A child that finished in this tick waits for the next.
	SequentialLooping
	// Random draws one of the children that accept, weighted by their values.
	Random
	// Shuffle draws as Random does, but no child twice before all had their turn. The bag of turns is kept
	// when the group is left.
	Shuffle
	// OneOff is a PrioritizedList in which each child runs at most once until the group is left.
	OneOff
	// Scored enters the child with the highest value. Every tick all are asked, the active one's Decide too;
	// a challenger needs more than the active one's value plus Margin.
	Scored

	policies // how many there are
)

// interrupts reports whether children may interrupt the active one.
func (p Policy) interrupts() bool { return p == PrioritizedList || p == OneOff || p == Scored }
