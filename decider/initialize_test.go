package decider_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/golden"
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

// faulty has a tree for each code, in which nothing else is wrong.
var faulty = []struct {
	code decider.Code
	name string
	root *plain
	path string // of the fault
}{
	{decider.NilTree, "nil", nil, "(root)"},
	{decider.NilChild, "nil child", under(leaf("A"), nil), "ROOT"},
	{decider.NoName, "decider", under(&plain{Behavior: &idle}), "ROOT > (no name)"},
	{decider.NoName, "behavior", under(&plain{Name: "A", Behavior: &plainBehavior{}}), "ROOT > A"},
	{decider.NameTwice, "siblings", under(leaf("A"), leaf("A")), "ROOT > A"},
	{decider.IDTwice, "deciders", under(leaf("NEST_6572DDD"), leaf("NEST_C68B531B")), "ROOT > NEST_C68B531B"},
	{decider.IDTwice, "behaviors", under(
		&plain{Name: "A", Decide: yes, Behavior: &plainBehavior{Name: "NEST_6572DDD"}},
		&plain{Name: "B", Behavior: &plainBehavior{Name: "NEST_C68B531B"}}), "ROOT > B"},
	{decider.Cycle, "below itself", circle(), "ROOT > NEST > TWIG > NEST"},
	{decider.ChildTwice, "shared", func() *plain { a := leaf("A"); return under(a, leaf("B"), a) }(), "ROOT"},
	{decider.Empty, "leaf", under(&plain{Name: "A"}), "ROOT > A"},
	{decider.Empty, "no children", under(&plain{Name: "A", Children: plainChildren{}}), "ROOT > A"},
	{decider.TwoContents, "Behavior and DBlock", under(&plain{Name: "A", Behavior: &idle, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{decider.TwoContents, "Children and Jump", under(&plain{Name: "A", Jump: "B", Children: plainChildren{leaf("C")}}, leaf("B")), "ROOT > A"},
	{decider.NilContent, "Behavior", under(&plain{Name: "A", Behavior: (*plainBehavior)(nil)}), "ROOT > A"},
	{decider.NilContent, "DBlock", under(&plain{Name: "A", DBlock: (*plainDBlock)(nil)}), "ROOT > A"},
	{decider.NilContent, "DBlock's Decide", under(&plain{Name: "A", DBlock: &plainDBlock{Behavior: &takes}}), "ROOT > A"},
	{decider.NilContent, "DBlock's Behavior", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3}}), "ROOT > A"},
	{decider.NilContent, "DBlock's nil Behavior", under(&plain{Name: "A", DBlock: &plainDBlock{Decide: found3, Behavior: (*plainTaker)(nil)}}), "ROOT > A"},
	{decider.DecideTwice, "two", under(&plain{Name: "A", Decide: yes, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}), "ROOT > A"},
	{decider.RootAsked, "Decide", &plain{Name: "ROOT", Decide: yes, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.RootAsked, "flags", &plain{Name: "ROOT", DecisionFlags: decider.Check{None: 1}, Behavior: &idle}, "ROOT"},
	{decider.RootAsked, "DelegateDecide", &plain{Name: "ROOT", Flags: decider.DelegateDecide, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.RootAsked, "DBlock", &plain{Name: "ROOT", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}}, "ROOT"},
	{decider.GroupOnly, "leaf with Policy", under(&plain{Name: "A", Behavior: &idle, Policy: decider.Random}), "ROOT > A"},
	{decider.GroupOnly, "leaf with Flags", under(&plain{Name: "A", Behavior: &idle, Flags: decider.FinishWithChild}), "ROOT > A"},
	{decider.GroupOnly, "Margin", &plain{Name: "ROOT", Margin: 1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.JumpOnly, "Cooldown", under(&plain{Name: "A", Jump: "B", Cooldown: 1}, leaf("B")), "ROOT > A"},
	{decider.JumpOnly, "Behavior", under(&plain{Name: "A", Jump: "B", BehaviorFlags: 1}, leaf("B")), "ROOT > A"},
	{decider.UnknownPolicy, "policy", &plain{Name: "ROOT", Policy: 200, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.UnknownFlags, "flags", &plain{Name: "ROOT", Flags: 0x80, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.BadNumber, "Every", under(&plain{Name: "A", Every: math.NaN(), Behavior: &idle}), "ROOT > A"},
	{decider.BadNumber, "Cooldown", under(&plain{Name: "A", Cooldown: -1, Behavior: &idle}), "ROOT > A"},
	{decider.BadNumber, "Weight", under(&plain{Name: "A", Weight: math.Inf(1), Behavior: &idle}), "ROOT > A"},
	{decider.BadNumber, "Margin", &plain{Name: "ROOT", Policy: decider.Scored, Margin: -1, Children: plainChildren{leaf("A")}}, "ROOT"},
	{decider.NeverPasses, "all and none", under(&plain{Name: "A", DecisionFlags: decider.Check{All: 3, None: 2}, Behavior: &idle}), "ROOT > A"},
	{decider.NeverPasses, "any and none", under(&plain{Name: "A", StimuliFlags: stimuli.Check{Any: 3, None: 7}, Behavior: &idle}), "ROOT > A"},
	{decider.NeverPasses, "Weight", under(&plain{Name: "A", Weight: -1, Behavior: &idle}), "ROOT > A"},
	{decider.NeverRuns, "shut out", under(&plain{Name: "A", Behavior: &idle}, leaf("B")), "ROOT > B"},
	{decider.JumpUnknown, "unknown", under(&plain{Name: "A", Jump: "B"}), "ROOT > A"},
	{decider.JumpAmbiguous, "two places", func() *plain {
		b := leaf("B")
		return under(&plain{Name: "A", Jump: "B"}, b, &plain{Name: "C", Children: plainChildren{b}})
	}(), "ROOT > A"},
	{decider.JumpToAncestor, "itself", under(&plain{Name: "A", Jump: "A"}), "ROOT > A"},
	{decider.JumpToAncestor, "group", under(&plain{Name: "G", Children: plainChildren{{Name: "A", Jump: "G"}}}), "ROOT > G > A"},
	{decider.JumpToJump, "jump", under(&plain{Name: "A", Jump: "B"}, &plain{Name: "B", Jump: "C"}, leaf("C")), "ROOT > A"},
	{decider.BlockTooLarge, "block", under(&plain{Name: "A", Behavior: &behavior.WithBlock[struct{}, [decider.MaxBlock + 1]byte]{Name: "HUGE"}}), "ROOT > A"},
	{decider.TooManyPlaces, "65,536", wide(decider.MaxPlaces), "ROOT"},
	{decider.TooDeep, "257", chain(decider.MaxDepth + 1), "LEVEL_1"},
}

// TestFaults has one tree at least for each Code and compares the exact messages with testdata/faults.golden.
func TestFaults(t *testing.T) {
	seen := map[decider.Code]bool{}
	var all strings.Builder
	for _, f := range faulty {
		seen[f.code] = true
		t.Run(f.code.String()+"/"+f.name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(f.root)
			require.Error(t, err)
			assert.Nil(t, tree)
			require.ErrorIs(t, err, f.code)
			var faults decider.Faults
			require.ErrorAs(t, err, &faults)
			require.Len(t, faults, 1, "%v", err)
			assert.Equal(t, f.code, faults[0].Code)
			assert.Equal(t, f.path, faults[0].Path)
			assert.NotEmpty(t, faults[0].Detail)
			assert.NotEmpty(t, faults[0].Remedy)
			for other := range codes() {
				assert.Equal(t, other == f.code, errors.Is(err, other), "errors.Is(err, %v)", other)
			}
			fmt.Fprintf(&all, "%s, %s\n\t%v\n", f.code.String(), f.name, faults[0])
		})
	}
	for code := range codes() {
		assert.True(t, seen[code], "%v has no tree here", code)
	}
	golden.Equal(t, "faults.golden", all.String())
}

// codes yields every Code constant: those that stringer has a name for.
func codes() func(func(decider.Code) bool) {
	return func(yield func(decider.Code) bool) {
		for c := decider.Code(1); !strings.HasPrefix(c.String(), "Code("); c++ {
			if !yield(c) {
				return
			}
		}
	}
}

// All faults are reported at once, each where it is.
func TestAllFaultsAtOnce(t *testing.T) {
	shared := &plain{Name: "SHARED", Every: -1, Behavior: &idle}
	root := &plain{Name: "ROOT", Cooldown: 1, Children: plainChildren{
		{Name: "G", Margin: 2, DecisionFlags: decider.Check{All: 1, None: 1}, Children: plainChildren{
			nil,
			{Decide: yes, Behavior: &plainBehavior{}},
			shared,
			{Name: "G", Jump: "NOWHERE"},
		}},
		{Name: "H", Policy: decider.Random, Children: plainChildren{shared, {Name: "EMPTY"}}},
	}}
	_, err := decider.InitializeTreeData(root)
	var got []string
	var faults decider.Faults
	require.ErrorAs(t, err, &faults)
	for _, f := range faults {
		got = append(got, fmt.Sprintf("%s: %s", f.Path, f.Code.String()))
	}
	assert.Equal(t, []string{
		"ROOT > G: GroupOnly",
		"ROOT > G: NeverPasses",
		"ROOT > G: NilChild",
		"ROOT > G > (no name): NoName",
		"ROOT > G > (no name): NoName",
		"ROOT > G > SHARED: BadNumber", // once, at its first place
		"ROOT > G > G: NameTwice",
		"ROOT > H > EMPTY: Empty",
		"ROOT: RootAsked",
	}, got)
	assert.True(t, strings.HasPrefix(err.Error(), "decider: the tree has 9 fault(s):\n\tROOT > G: GroupOnly: "), "%v", err)
	assert.PanicsWithError(t, err.Error(), func() { decider.MustInitializeTreeData(root) })
}

func TestHashOfCollidingNames(t *testing.T) {
	assert.Equal(t, engine.Hash("NEST_6572DDD"), engine.Hash("NEST_C68B531B"), "they are what IDTwice is tested with")
}
