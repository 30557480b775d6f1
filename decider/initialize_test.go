package decider_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/golden"
)

// TestFaults has one tree at least for each Code and compares the exact messages with testdata/faults.golden.
func TestFaults(t *testing.T) {
	seen := map[declaration.Code]bool{}
	var all strings.Builder
	for _, f := range faulty {
		seen[f.code] = true
		t.Run(f.code.String()+"/"+f.name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(f.root)
			require.Error(t, err)
			assert.Nil(t, tree)
			require.ErrorIs(t, err, f.code)
			var faults declaration.Faults
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
func codes() func(func(declaration.Code) bool) {
	return func(yield func(declaration.Code) bool) {
		for c := declaration.Code(1); !strings.HasPrefix(c.String(), "Code("); c++ {
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
	var faults declaration.Faults
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
		"ROOT > G > G: JumpUnknown",
	}, got)
	assert.True(t, strings.HasPrefix(err.Error(), "decider: the tree has 10 fault(s):\n\tROOT > G: GroupOnly: "), "%v", err)
	assert.PanicsWithError(t, err.Error(), func() { decider.MustInitializeTreeData(root) })
}

func TestHashOfCollidingNames(t *testing.T) {
	assert.Equal(t, engine.Hash("NEST_6572DDD"), engine.Hash("NEST_C68B531B"), "they are what IDTwice is tested with")
}
