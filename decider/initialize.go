package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
)

// InitializeTreeData checks a declared tree whole and compiles it (Spore S09). Call it once per tree, not per
// agent; the result is immutable and shared by any number of agents and goroutines. It prints nothing, keeps
// no pointer into the declaration but its functions and behaviors, and writes nothing to it.
//
// A faulty tree gives no tree and a [Faults] with every fault found, each with its [Code], the path in words
// and the remedy:
//
//   - NilTree, NilChild: a nil where a decider belongs.
//   - NoName, NameTwice, IDTwice: names are what people, Jump and IDs go by.
//   - Cycle, ChildTwice: a decider below itself, or twice in one group. Twice in a tree is fine.
//   - Empty, TwoContents, NilContent, DecideTwice: not exactly one of Behavior, DBlock, Children, Jump and Slot, and
//     each with all it needs; a Barrier may have none of them.
//   - RootAsked: conditions (Role, Squad and Gate too) or Modifiers on the root, which no group asks or answers for,
//     or a DBlock, Jump or Slot there.
//   - GroupOnly, JumpOnly, SlotOnly: fields that have no meaning on this kind of decider. A Jump has no Flags
//     (it is never a Monitor), no Role, Squad or Gate and no Modifiers; they belong to its target. A Squad is a
//     group's; a leaf and a Slot have none.
//   - DecideFirstOnly, MonitorOutsideSelector: Flags that have no meaning under the policy of this group, or of a
//     group the decider stands in, the root standing in none.
//   - UnknownPolicy, UnknownFlags, BadNumber: values outside their range.
//   - BadModifiers: a Repeat below Forever, a negative Limit, a Timeout that is negative or not finite, an Until
//     or Outcome that does not exist, Until without a Repeat, Repeat beside a DBlock.
//   - BadThreshold: SucceedAt or FailAt is negative or more than there are children, or the group is not
//     Concurrent.
//   - BadLeave: a Leave without a finite LeaveTimeout above 0, or a LeaveTimeout without a Leave.
//   - BadPeriod: a Period that is negative or not finite, or beside no Tick.
//   - BadSlot, SlotTwice: a Slot without a name or with a Reserve outside 0 to MaxReserve, in two places (also by
//     sharing a group above it), or two of one name.
//   - BadKey, KeyMismatch: blackboard keys that are nil, nameless, copied or listed twice, or two of one name.
//   - BadGate: a Gate without a name, with a Max below 1 or a cooldown that is negative or not finite, or a GateKey
//     without Gate.
//   - BadSquad: a Squad without a name, with Agents below 1, with Roles that are neither as many nor none, with
//     role 0 among them, or with more than 255 agents and no Roles; or a SquadKey without Squad; or the same Squad on a
//     group above.
//   - GateTwice: two gates, or two squads, of one name.
//   - BarrierOutsideSquad, RoleOutsideSquad: a Barrier or a Role, in one place at least, without a group above that
//     has a Squad; or a Barrier that has children.
//   - NeverPasses: a decider whose checks contradict each other, or a Role that the Squad above gives to nobody.
//   - NeverRuns: a decider that could not run, or only for the rest of a tick: in a PrioritizedList, an earlier
//     sibling always accepts and would interrupt it; in a Sequence or ReactiveSequence, an earlier one never
//     succeeds (Repeat Forever, AlwaysFailure); in a Selector or ReactiveSelector, an earlier one always accepts
//     and never fails (Repeat Forever, AlwaysSuccess).
//   - JumpUnknown, JumpAmbiguous, JumpToAncestor, JumpToJump: a Jump without one fit target.
//   - JumpThroughRunFirst: a group on the way from a place of a Jump to its target, the lowest that holds both
//     included, is not decide-first, so a child cannot be chosen in it. The target itself can have any policy.
//   - BlockTooLarge, TooManyPlaces, TooDeep, MemoryTooLarge: the limits of this package's constants.
//
// Targets of Jumps, and what stands below which Squad, are looked at only in a tree that has no Cycle and is within
// MaxPlaces and MaxDepth. How deep trees nest by being plugged into slots is seen when they are plugged, and that
// no two gates or squads of a world share a name when a memory or a crowd is made.
func InitializeTreeData[A any](root *Decider[A]) (*Tree[A], error) {
	compiled, err := program.Initialize(lower(root))
	if err != nil {
		return nil, err
	}
	tree := &Tree[A]{plain: compiled}
	compiled.Shell = tree
	return tree, nil
}

// MustInitializeTreeData is [InitializeTreeData] for trees known to be right, in tests and main functions: it
// panics with the faults. Do not initialize a package-level variable with it that a function of the tree
// refers to, even indirectly: Go rejects that as an initialization cycle. Functions reach their tree with
// [TreeOf].
func MustInitializeTreeData[A any](root *Decider[A]) *Tree[A] {
	tree, err := InitializeTreeData(root)
	if err != nil {
		panic(err)
	}
	return tree
}

// TreeOf returns the tree that the running user code stands in; nil in a Context made by hand.
func TreeOf[A any](c *behavior.Context[A]) *Tree[A] {
	if h := hostOf(c); h != nil {
		tree, _ := h.Tree().(*program.Tree)
		return shellOf[A](tree)
	}
	return nil
}

// hostOf is what runs a Context; nil for one made by hand.
func hostOf[A any](c *behavior.Context[A]) usercode.Host {
	if c == nil {
		return nil
	}
	return c.Plain(engine.Key{}).Host
}
