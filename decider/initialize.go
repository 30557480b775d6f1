package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
)

// InitializeTreeData checks a declared tree as a whole and compiles it (Spore S09). Call it once per tree, not per
// agent: any number of agents and goroutines share the result, which is immutable. It prints nothing, writes nothing
// to the declaration, and keeps only functions and behaviors of it.
//
// A faulty tree returns a nil Tree and a [declaration.Faults] that lists every fault with its [declaration.Code],
// the path of names and the remedy. The codes are:
//
//   - NilTree, NilChild: a decider is nil.
//   - NoName, NameTwice, IDTwice: a decider has no name, or two share a name or the hash of it.
//   - Cycle, ChildTwice: a decider is below itself, or twice in one group, or a Copy leads back to something that
//     contains it. A decider may stand in several groups.
//   - Empty, TwoContents, NilContent, DecideTwice: a decider needs exactly one of Behavior, DBlock, Children, Jump,
//     Slot and Copy, with all required parts. A Barrier may have none, and so may a child of a run-first or Concurrent
//     group that has conditions.
//   - RootAsked: the root has conditions (Role, Squad and Gate included), Modifiers, a DBlock, a Jump or a Slot. No
//     group asks the root or applies its modifiers.
//   - GroupOnly, JumpOnly, SlotOnly: a field has no meaning on this kind of decider. A Jump has no Options (so it is
//     never a Monitor), Role, Squad, Gate or Modifiers; put them on its target. Only a group has a Squad.
//   - DecideFirstOnly, MonitorOutsideSelector: an option has no meaning under the policy of this group, or of a group
//     the decider stands in. The root stands in none.
//   - UnknownPolicy, UnknownOptions, BadNumber: a value is out of range.
//   - BadModifiers: Repeat is below Forever, Limit is negative, Timeout is negative or not finite, Until or Outcome
//     does not exist, Until stands without a Repeat, Repeat beside the DBlock of a leaf, or Repeat or Timeout on a
//     decider with nothing to run.
//   - BadThreshold: SucceedAt or FailAt is negative or exceeds the number of children, or the group is not
//     Concurrent.
//   - ConcurrentOnly: the option RejectedFails stands on a group that is not Concurrent.
//   - BadLeave: Leave stands without a finite LeaveTimeout above 0, or LeaveTimeout without a Leave.
//   - BadPeriod: Period is negative or not finite, or stands without a Tick.
//   - BadName: the name of a decider, behavior, key, slot, gate, squad or system is not valid UTF-8.
//   - BadSlot, SlotTwice: a Slot has no name or a Reserve outside 0 to MaxReserve; or one stands in two places
//     (sharing a group above it counts), or two have one name.
//   - BadKey, KeyMismatch: a blackboard key is nil, nameless, copied or listed twice; or two have one name.
//   - BadGate: a Gate has no name, a Max below 1, or a cooldown that is negative or not finite; or a GateKey stands
//     without a Gate.
//   - BadSquad: a Squad has no name, Agents below 1, a number of Roles other than none or Agents, role 0 among them,
//     or more than 255 agents without Roles; a group above has the same Squad; or a SquadKey or CanPlay stands without
//     a Squad, or a CanPlay beside one of more than 16 agents or with a role above 16.
//   - WaitsForNothing: the option Wait stands on a decider without a Gate or Squad.
//   - GateTwice: two gates or two squads have one name.
//   - BarrierOutsideSquad, RoleOutsideSquad: in some place of a Barrier or of a decider with a Role no group above
//     has a Squad; or a Barrier has children.
//   - NeverPasses: the checks of a decider contradict each other, or the Squad above gives its Role to nobody.
//   - NeverRuns: a decider could never run, or only for the rest of a tick. In a PrioritizedList, an earlier sibling
//     always accepts and would interrupt it. In a Sequence or ReactiveSequence, an earlier one never succeeds
//     (Repeat Forever, AlwaysFailure). In a Selector or ReactiveSelector, an earlier one always accepts and never
//     fails (Repeat Forever, AlwaysSuccess).
//   - JumpUnknown, JumpAmbiguous, JumpToAncestor, JumpToJump: a Jump has no suitable target, or several.
//   - JumpThroughRunFirst: a group between a Jump and its target, including the lowest group that holds both, is not
//     decide-first, so that no child can be chosen in it. The target itself may have any policy.
//   - CopyOnly, CopyTwice: beside a Copy stands a Policy, a Margin or a threshold; or a field with one value is set
//     there and in what is copied, or Modifiers that one decider cannot apply around the copied ones.
//   - BlockTooLarge, TooManyPlaces, TooDeep, MemoryTooLarge: the tree exceeds a limit of package declaration.
//
// Jump targets and squads are checked only in a tree without a Cycle and within MaxPlaces and MaxDepth. The depth of
// plugged trees is checked when they are plugged in; that no two gates or squads of a world have one name, when a
// memory or crowd is made.
func InitializeTreeData[A any](root *Decider[A]) (*Tree[A], error) {
	compiled, err := program.Initialize(lower(root))
	if err != nil {
		return nil, err
	}
	tree := &Tree[A]{plain: compiled}
	compiled.Shell = tree
	return tree, nil
}

// MustInitializeTreeData is [InitializeTreeData] for tests and main functions: it panics with the faults. Do not use
// it to initialize a package-level variable that a function of the tree refers to, even indirectly: Go rejects that
// as an initialization cycle. Functions get their tree from [TreeOf].
func MustInitializeTreeData[A any](root *Decider[A]) *Tree[A] {
	tree, err := InitializeTreeData(root)
	if err != nil {
		panic(err)
	}
	return tree
}

// TreeOf returns the tree that the running code is part of, which may be a plugged one; nil for a Context made by
// hand.
func TreeOf[A any](c *behavior.Context[A]) *Tree[A] {
	if h := hostOf(c); h != nil {
		tree, _ := h.Tree().(*program.Tree)
		return shellOf[A](tree)
	}
	return nil
}

// hostOf returns the engine behind a Context; nil for one made by hand.
func hostOf[A any](c *behavior.Context[A]) usercode.Host {
	if c == nil {
		return nil
	}
	return c.Plain(engine.Key{}).Host
}
