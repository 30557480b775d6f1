package declaration

//go:generate go tool -modfile=../tools/go.mod stringer -type=Policy,Kind,Until,Outcome -output=enum_string.go

// Policy says how a group runs its children. Of two families there is a third that joins them:
//
//   - decide-first (PrioritizedList to Scored): children are asked before they run and answer what to do
//     (Spore S04). The child that runs is not asked again (hysteresis) but by Scored.
//   - run-first (Sequence to ReactiveSelector): children are run in order, and what they return steers; they
//     answer how to do it (Knafla, Anguelov, Pereira).
//   - Concurrent: all children that accept run at once.
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

	// Sequence runs its children one after the other until one fails, which fails it; all succeeded, it
	// succeeds. What is done is not done again until the group is left (stored state, Anguelov). A child is
	// asked for its conditions when its turn comes, never while it runs; a rejection counts as Failure.
	Sequence
	// Selector runs its children one after the other until one does not fail. What has failed is not tried
	// again until the group is left, unless a child that is a Monitor fires.
	Selector
	// ReactiveSequence is a Sequence that begins at its first child every tick, so earlier children act as
	// conditions that must go on holding. A child that ran before and is not reached any more is cancelled
	// after what replaced it has run (Knafla).
	ReactiveSequence
	// ReactiveSelector is a Selector that begins at its first child every tick.
	ReactiveSelector

	// Concurrent runs at once all children that accept when it is entered. It ends as soon as SucceedAt of
	// them succeeded or FailAt failed; the others are cancelled then.
	Concurrent

	Policies // how many there are
)

// interrupts reports whether children may interrupt the active one.
func (p Policy) Interrupts() bool { return p == PrioritizedList || p == OneOff || p == Scored }

// decidesFirst reports whether children are asked before one of them runs.
func (p Policy) DecidesFirst() bool { return p <= Scored }

// runsFirst reports whether children are run in order and their statuses steer.
func (p Policy) RunsFirst() bool { return p >= Sequence && p <= ReactiveSelector }

// reactive reports whether it begins at its first child every tick.
func (p Policy) Reactive() bool { return p == ReactiveSequence || p == ReactiveSelector }

// sideBySide reports whether several children can be active at once, so that they must not share memory.
func (p Policy) SideBySide() bool { return p >= ReactiveSequence && p <= Concurrent }
