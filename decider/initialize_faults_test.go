package decider_test

import (
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// The trees of these tests are never ticked with anything, so their agent is nothing.
type (
	plain         = decider.Decider[struct{}]
	plainChildren = decider.Children[struct{}]
	plainContext  = behavior.Context[struct{}]
	plainBehavior = behavior.Behavior[struct{}]
	plainDBlock   = decider.DBlock[struct{}, int]
	plainTaker    = behavior.WithDBlock[struct{}, int, int]
)

var (
	idle  = plainBehavior{Name: "IDLE"}
	takes = plainTaker{Name: "TAKES"}
)

func yes(*plainContext) float64              { return 1 }
func found3(_ *plainContext, d *int) float64 { *d = 3; return 1 }

// under puts deciders below a root.
func under(children ...*plain) *plain { return &plain{Name: "ROOT", Children: children} }

// leaf is a sound leaf that does not always accept.
func leaf(name string) *plain { return &plain{Name: name, Decide: yes, Behavior: &idle} }

// circle is a tree that contains itself.
func circle() *plain {
	nest := &plain{Name: "NEST", Decide: yes}
	nest.Children = plainChildren{leaf("EGG"), {Name: "TWIG", Decide: yes, Children: plainChildren{nest}}}
	return under(nest)
}

// wide has so many children below the root.
func wide(n int) *plain {
	root := under()
	for i := range n {
		root.Children = append(root.Children, leaf(fmt.Sprintf("CHILD_%d", i)))
	}
	return root
}

// chain has so many levels.
func chain(levels int) *plain {
	d := leaf(fmt.Sprintf("LEVEL_%d", levels))
	for i := levels - 1; i > 0; i-- {
		d = &plain{Name: fmt.Sprintf("LEVEL_%d", i), Children: plainChildren{d}}
	}
	return d
}

// faultyTree is a tree in which one thing is wrong.
type faultyTree struct {
	code declaration.Code
	name string
	root *plain
	path string // of the fault
}

// faulty has a tree for each code at least.
var faulty = slices.Concat(faultyBasics, faultyGroups, faultyModifiers, faultyJumps, faultySlots, faultyShared, faultyCopies)

// faultyBasics are what can be wrong with any tree.
var faultyBasics = []faultyTree{
	{declaration.NilTree, "nil", nil, "(root)"},
	{declaration.NilChild, "nil child", under(leaf("A"), nil), "ROOT"},
	{declaration.NoName, "decider", under(&plain{Behavior: &idle}), "ROOT > (no name)"},
	{declaration.NoName, "behavior", under(&plain{Name: "A", Behavior: &plainBehavior{}}), "ROOT > A"},
	{declaration.NameTwice, "siblings", under(leaf("A"), leaf("A")), "ROOT > A"},
	{declaration.IDTwice, "deciders", under(leaf("NEST_6572DDD"), leaf("NEST_C68B531B")), "ROOT > NEST_C68B531B"},
	{declaration.IDTwice, "behaviors", under(
		&plain{Name: "A", Decide: yes, Behavior: &plainBehavior{Name: "NEST_6572DDD"}},
		&plain{Name: "B", Behavior: &plainBehavior{Name: "NEST_C68B531B"}}), "ROOT > B"},
	{declaration.Cycle, "below itself", circle(), "ROOT > NEST > TWIG > NEST"},
	{declaration.ChildTwice, "shared", func() *plain { a := leaf("A"); return under(a, leaf("B"), a) }(), "ROOT"},
	{declaration.Empty, "leaf", under(&plain{Name: "A"}), "ROOT > A"},
	{declaration.Empty, "root", &plain{Name: "ROOT"}, "ROOT"},
	{declaration.Empty, "conditions alone", under(&plain{Name: "A", DecisionFlags: decider.Check{All: 1}}), "ROOT > A"},
	{declaration.Empty, "no children", under(&plain{Name: "A", Children: plainChildren{}}), "ROOT > A"},
	{declaration.TwoContents, "Behavior and DBlock", under(&plain{Name: "A", Behavior: &idle, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{declaration.TwoContents, "Children and Jump", under(&plain{Name: "A", Jump: "B", Children: plainChildren{leaf("C")}}, leaf("B")), "ROOT > A"},
	{declaration.NilContent, "Behavior", under(&plain{Name: "A", Behavior: (*plainBehavior)(nil)}), "ROOT > A"},
	{declaration.NilContent, "DBlock", under(&plain{Name: "A", DBlock: (*plainDBlock)(nil)}), "ROOT > A"},
	{declaration.NilContent, "DBlock's Decide", under(&plain{Name: "A", DBlock: &plainDBlock{Behavior: &takes}}), "ROOT > A"},
	{declaration.NilContent, "DBlock's Behavior", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3}}), "ROOT > A"},
	{declaration.NilContent, "DBlock's nil Behavior", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: (*plainTaker)(nil)}}), "ROOT > A"},
	{declaration.DecideTwice, "two", under(&plain{Name: "A", Decide: yes, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{declaration.RootAsked, "Decide", &plain{Name: "ROOT", Decide: yes, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.RootAsked, "flags", &plain{Name: "ROOT", DecisionFlags: decider.Check{None: 1}, Behavior: &idle}, "ROOT"},
	{declaration.RootAsked, "DelegateDecide", &plain{Name: "ROOT", Options: decider.DelegateDecide, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.RootAsked, "DBlock", &plain{Name: "ROOT", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}, "ROOT"},
	{declaration.GroupOnly, "leaf with Policy", under(&plain{Name: "A", Behavior: &idle, Policy: decider.Random}), "ROOT > A"},
	{declaration.GroupOnly, "leaf with Flags", under(&plain{Name: "A", Behavior: &idle, Options: decider.FinishWithChild}), "ROOT > A"},
	{declaration.GroupOnly, "Margin", &plain{Name: "ROOT", Margin: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.JumpOnly, "Cooldown", under(&plain{Name: "A", Jump: "B", Cooldown: 1}, leaf("B")), "ROOT > A"},
	{declaration.JumpOnly, "Behavior", under(&plain{Name: "A", Jump: "B", BehaviorFlags: 1}, leaf("B")), "ROOT > A"},
	{declaration.UnknownPolicy, "policy", &plain{Name: "ROOT", Policy: 200, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.UnknownOptions, "flags", &plain{Name: "ROOT", Options: 0x80, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.BadNumber, "Every", under(&plain{Name: "A", Every: math.NaN(), Behavior: &idle}), "ROOT > A"},
	{declaration.BadNumber, "Cooldown", under(&plain{Name: "A", Cooldown: -1, Behavior: &idle}), "ROOT > A"},
	{declaration.BadNumber, "Weight", under(&plain{Name: "A", Weight: math.Inf(1), Behavior: &idle}), "ROOT > A"},
	{declaration.BadNumber, "Margin", &plain{Name: "ROOT", Policy: decider.Scored, Margin: -1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{declaration.NeverPasses, "all and none", under(&plain{Name: "A", DecisionFlags: decider.Check{All: 3, None: 2}, Behavior: &idle}), "ROOT > A"},
	{declaration.NeverPasses, "any and none", under(&plain{Name: "A", StimuliFlags: stimuli.Check{Any: 3, None: 7}, Behavior: &idle}), "ROOT > A"},
	{declaration.NeverPasses, "all and not all", under(&plain{Name: "A", DecisionFlags: decider.Check{All: 7, NotAll: 6}, Behavior: &idle}), "ROOT > A"},
	{declaration.NeverPasses, "any and not all", under(&plain{Name: "A", StimuliFlags: stimuli.Check{All: 2, Any: 5, None: 1, NotAll: 6}, Behavior: &idle}), "ROOT > A"},
	{declaration.NeverPasses, "Weight", under(&plain{Name: "A", Weight: -1, Behavior: &idle}), "ROOT > A"},
	{declaration.NeverRuns, "shut out", under(&plain{Name: "A", Behavior: &idle}, leaf("B")), "ROOT > B"},
	{declaration.BlockTooLarge, "block", under(&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, [declaration.MaxBlock + 1]byte]{Name: "HUGE"}}), "ROOT > A"},
	{declaration.BlockTooLarge, "DBlock", under(&plain{Name: "A", DBlock: &decider.DBlock[struct{}, [declaration.MaxBlock + 1]byte]{
		Decide: func(*plainContext, *[declaration.MaxBlock + 1]byte) float64 { return 1 }, Behavior: &behavior.WithDBlock[struct{}, [declaration.MaxBlock + 1]byte, int]{Name: "TAKES"}}}), "ROOT > A"},
	{declaration.TooManyPlaces, "65,536", wide(declaration.MaxPlaces), "ROOT"},
	{declaration.TooDeep, "257", chain(declaration.MaxDepth + 1), "LEVEL_1"},
}
