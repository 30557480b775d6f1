package decider

import "github.com/decidertree/decidertree/behavior"

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
//   - Empty, TwoContents, NilContent, DecideTwice: not exactly one of Behavior, DBlock, Children and Jump.
//   - RootAsked: conditions on the root, which is never asked, or a DBlock or Jump there.
//   - GroupOnly, JumpOnly: fields that have no meaning on this kind of decider.
//   - UnknownPolicy, UnknownFlags, BadNumber: values outside their range.
//   - NeverPasses, NeverRuns: a decider that could not run, or only for the rest of a tick, because its checks
//     contradict each other or because in a PrioritizedList an earlier sibling always accepts and would
//     interrupt it.
//   - JumpUnknown, JumpAmbiguous, JumpToAncestor, JumpToJump: a Jump without one fit target.
//   - BlockTooLarge, TooManyPlaces, TooDeep: the limits of this package's constants.
func InitializeTreeData[A any](root *Decider[A]) (*Tree[A], error) {
	if faults := validate(root); len(faults) > 0 {
		return nil, faults
	}
	return compile(root), nil
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
	if h := c.Engine(key); h != nil {
		tree, _ := h.Tree().(*Tree[A])
		return tree
	}
	return nil
}
