package declaration

//go:generate go tool -modfile=../tools/go.mod stringer -type=Policy,Kind,Until,Outcome -output=enum_string.go

// Policy is how a group runs its children. There are two families, and Concurrent:
//
//   - Decide-first (PrioritizedList to Scored): children are asked before one of them runs; they answer what to do
//     (Spore S04). The active child is not asked again (hysteresis), except by Scored.
//   - Run-first (Sequence to ReactiveSelector): children run in order, and the statuses they return decide what runs
//     next; they answer how to do something (Knafla, Anguelov, Pereira).
//   - Concurrent: all children that accept run at the same time.
type Policy uint8

const (
	// PrioritizedList enters the first child that accepts. Every tick the children before the active one are asked
	// and may interrupt it. It is the zero Policy, and suits most groups.
	PrioritizedList Policy = iota
	// Sequential runs its children in order and skips those that reject. When a child ends, with either status, the
	// next one runs. After the last the group ends, with Success if any child was entered.
	Sequential
	// SequentialLooping is Sequential that begins again after the last child. A child that ended in this tick is not
	// entered before the next.
	SequentialLooping
	// Random draws one of the children that accept, weighted by their values.
	Random
	// Shuffle draws like Random, but no child twice before all have had a turn. The bag of turns is kept when the
	// group is left.
	Shuffle
	// OneOff is a PrioritizedList in which each child runs at most once until the group is left.
	OneOff
	// Scored enters the child with the highest value. Every tick all children are asked, and the Decide of the active
	// one is called; a challenger must exceed the active child's value by more than Margin.
	Scored

	// Sequence runs its children one after the other until one fails, and then fails; it succeeds if all succeed.
	// Children that are done are not run again until the group is left (stored state, Anguelov). A child is asked
	// when its turn comes and never while it runs; a rejection counts as Failure.
	Sequence
	// Selector runs its children one after the other until one does not fail. A child that has failed is not tried
	// again until the group is left, unless a child with the option Monitor fires.
	Selector
	// ReactiveSequence is a Sequence that begins at its first child every tick, so that earlier children act as
	// conditions that must continue to hold. A child that ran before and is no longer reached is cancelled after its
	// replacement has run (Knafla).
	ReactiveSequence
	// ReactiveSelector is a Selector that begins at its first child every tick.
	ReactiveSelector

	// Concurrent runs all children that accept when it is entered, at the same time. It ends as soon as SucceedAt of
	// them have succeeded or FailAt have failed, and cancels the others.
	Concurrent

	Policies // the number of policies
)

// Interrupts reports whether children may interrupt the active one.
func (p Policy) Interrupts() bool { return p == PrioritizedList || p == OneOff || p == Scored }

// CountsTurns reports whether a group, while it is active, counts which children have had their turn. A Shuffle does so always.
func (p Policy) CountsTurns() bool { return p == Sequential || p == SequentialLooping || p == OneOff }

// DecidesFirst reports whether children are asked before one of them runs.
func (p Policy) DecidesFirst() bool { return p <= Scored }

// RunsFirst reports whether children run in order and their statuses decide what runs next.
func (p Policy) RunsFirst() bool { return p >= Sequence && p <= ReactiveSelector }

// Reactive reports whether the group begins at its first child every tick.
func (p Policy) Reactive() bool { return p == ReactiveSequence || p == ReactiveSelector }

// SideBySide reports whether several children can be active at once, so that they must not share memory.
func (p Policy) SideBySide() bool { return p >= ReactiveSequence && p <= Concurrent }
