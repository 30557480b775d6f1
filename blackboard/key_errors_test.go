package blackboard_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
)

// keyErrors returns the key errors in the error of a tick.
func keyErrors(t *testing.T, err error) (all []*decider.KeyError) {
	t.Helper()
	each := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		each = joined.Unwrap()
	}
	for _, err := range each {
		var of *decider.TickError
		require.ErrorAs(t, err, &of)
		var e *decider.KeyError
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, decider.ErrKey)
		all = append(all, e)
	}
	return all
}

// Asking for an undeclared key is an error of the tick that names the remedy; the code that asked goes on with a
// value that nobody else sees.
func TestUndeclaredKeys(t *testing.T) {
	var (
		other   = blackboard.Key[int]{Name: "other"}   // of no tree
		foreign = blackboard.Key[int]{Name: "foreign"} // of another
		tries   = blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
		hunger  = blackboard.Key[int]{Name: "hunger"}
	)
	born(t, root(decider.Keys{&foreign}, leaf("EAT")))
	m := born(t, root(decider.Keys{&hunger}, leaf("FLEE"), group("NEST", decider.Keys{&tries}, leaf("EAT"))))
	use := func(k *blackboard.Key[int]) func(*context) {
		return func(c *context) {
			p := k.Of(c)
			assert.Zero(t, *p)
			*p = 5
			assert.Zero(t, *k.Of(c), "nobody else sees it")
		}
	}
	for _, test := range []struct {
		name, at, says string
		use            func(*context)
	}{
		{"none", "FLEE", `agent 1 @ 0.000: Tick of ROOT > FLEE: decider: the blackboard key is not declared here: "other" in FLEE: no decider of the tree ROOT/0x1e4ede85 declares it; list it in the Keys of a decider, best those of the root`, use(&other)},
		{"foreign", "FLEE", `"foreign" in FLEE: no decider of the tree ROOT/0x1e4ede85 declares it; list it in the Keys of a decider, best those of the root`, use(&foreign)},
		{"not above", "FLEE", `"tries" in FLEE: its scope is Decider, and ROOT > NEST, which declares it, is not above; list it in Keys of this decider or of one above it`, use(&tries)},
		{"nil", "FLEE", `Tick of ROOT > FLEE: decider: the blackboard key is not declared here: "(nil)": it is a nil pointer; declare the key as a variable and take its address`, use(nil)},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := tick(m, code{test.at: test.use})
			require.Len(t, keyErrors(t, err), 2, "one for each use")
			assert.ErrorContains(t, err, test.says)
			assert.Equal(t, behavior.Running, m.Status(), "the tick went on")
			assert.NoError(t, tick(m, nil))
		})
	}
	// In a Decide it is a rejection, as by Fail.
	require.NoError(t, m.Reset())
	err := tick(m, code{"FLEE?": use(&tries), "EAT": func(c *context) { *hunger.Of(c) = 1 }})
	assert.ErrorContains(t, err, "Decide of ROOT > FLEE")
	assert.Equal(t, 1, *hunger.Of(m), "EAT runs, FLEE was rejected")
}

// An error of code outside of the tree is returned by the next tick, or by Reset.
func TestOutsideOfTheTree(t *testing.T) {
	hunger := blackboard.Key[int]{Name: "hunger"}
	other := blackboard.Key[int]{Name: "other"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	m := born(t, root(decider.Keys{&hunger}, leaf("EAT", &tries)))
	*other.Of(m) = 1
	*tries.Of(m) = 1
	assert.Zero(t, *other.Of(m))
	err := tick(m, nil)
	require.Len(t, keyErrors(t, err), 3)
	assert.ErrorContains(t, err, `agent 1 @ 0.000: code outside of ROOT: decider: the blackboard key is not declared here: "other": no decider`)
	assert.ErrorContains(t, err, `"tries": its scope is Decider, and code outside the tree runs in no decider; give it the scope Tree or Agent`)
	assert.NoError(t, tick(m, code{"EAT": func(c *context) { assert.Zero(t, *tries.Of(c)) }}))

	for range 1000 {
		other.Of(m)
	}
	assert.Len(t, keyErrors(t, m.Reset()), 8, "they do not pile up")
	assert.NoError(t, tick(m, nil))
	assert.ErrorContains(t, tick(m, code{"EAT": func(*context) { tries.Of(m) }}), "Tick of ROOT > EAT: ")

	require.NoError(t, m.Close())
	other.Of(m)
	*hunger.Of(m) = 2
	assert.Equal(t, decider.ErrClosed, tick(m, nil))
}

// A Holder that is nil, zero, a copy or refused gives a value that nobody else sees, and does not panic.
func TestHoldersThatAreNone(t *testing.T) {
	hunger := blackboard.Key[int]{Name: "hunger"}
	var none *blackboard.Key[int]
	copied := *born(t, root(decider.Keys{&hunger}, leaf("EAT")))
	for _, h := range []blackboard.Holder{nil, (*context)(nil), (*memory)(nil), new(memory), &copied} {
		*hunger.Of(h) = 1
		assert.Zero(t, *hunger.Of(h))
		assert.Zero(t, *none.Of(h))
	}
	c := &context{}
	assert.Zero(t, *none.Of(c))
	assert.ErrorIs(t, c.Err(), decider.ErrKey)
	refused := (*decider.Tree[*creature])(nil).NewMemory(nil, 1)
	assert.Zero(t, *hunger.Of(refused))
	assert.ErrorIs(t, tick(refused, nil), decider.ErrNilTree)
}

// Each wrong declaration of keys is a fault of its own that names the place.
func TestFaultsOfKeys(t *testing.T) {
	var (
		hunger  = blackboard.Key[int]{Name: "hunger"}
		again   = blackboard.Key[int]{Name: "hunger"}
		text    = blackboard.Key[string]{Name: "hunger"}
		scoped  = blackboard.Key[int]{Name: "hunger", Scope: blackboard.Tree}
		unnamed = blackboard.Key[int]{}
		nowhere = blackboard.Key[int]{Name: "nowhere", Scope: 3}
		large   = blackboard.Key[[declaration.MaxBlock + 1]byte]{Name: "large"}
		none    *blackboard.Key[int]
	)
	for _, test := range []struct {
		name string
		code declaration.Code
		root *node
		says string
	}{
		{"nil", declaration.BadKey, root(decider.Keys{nil}, leaf("EAT")), "ROOT: BadKey: its key 0 is nil"},
		{"nil pointer", declaration.BadKey, root(nil, leaf("EAT", &hunger, none)), "ROOT > EAT: BadKey: its key 1 is nil"},
		{"no name", declaration.BadKey, root(decider.Keys{&unnamed}, leaf("EAT")), "ROOT: BadKey: its key 0 has no name"},
		{"no scope", declaration.BadKey, root(decider.Keys{&nowhere}, leaf("EAT")), `ROOT: BadKey: the scope 3 of its key "nowhere" does not exist`},
		{"listed twice", declaration.BadKey, root(decider.Keys{&hunger, &hunger}, leaf("EAT")), `ROOT: BadKey: it lists its key "hunger" twice`},
		{"another type", declaration.KeyMismatch, root(nil, leaf("EAT", &hunger), leaf("REST", &text)), `ROOT > REST: KeyMismatch: its key "hunger" holds a string, and another key of this name a int`},
		{"another scope", declaration.KeyMismatch, root(nil, leaf("EAT", &hunger), leaf("REST", &scoped)), `ROOT > REST: KeyMismatch: its key "hunger" has the scope Tree, and another key of this name Agent`},
		{"another variable", declaration.KeyMismatch, root(nil, leaf("EAT", &hunger, &again)), `ROOT > EAT: KeyMismatch: another key is called "hunger" as well`},
		{"too large", declaration.BlockTooLarge, root(nil, leaf("EAT", &large), leaf("REST", &large)), `ROOT > EAT: BlockTooLarge: its key "large" of type [65537]uint8 takes 65537 bytes`},
		{"on a Jump", declaration.JumpOnly, root(nil, &node{Name: "JUMP", Jump: "EAT", Keys: decider.Keys{&hunger}}, leaf("EAT")), "ROOT > JUMP: JumpOnly: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := decider.InitializeTreeData(test.root)
			var faults declaration.Faults
			require.ErrorAs(t, err, &faults)
			require.Len(t, faults, 1)
			assert.ErrorIs(t, err, test.code)
			assert.ErrorContains(t, err, test.says)
			assert.NotEmpty(t, faults[0].Remedy)
		})
	}
}

// A copy of a key is the same key while its fields agree, and a fault when they differ.
func TestCopiedKeys(t *testing.T) {
	hunger := blackboard.Key[int]{Name: "hunger"}
	born(t, root(decider.Keys{&hunger}, leaf("EAT")))
	var thirst blackboard.Key[int]
	reflect.ValueOf(&thirst).Elem().Set(reflect.ValueOf(&hunger).Elem()) // go vet would object to =
	m := born(t, root(decider.Keys{&thirst}, leaf("EAT")))
	*hunger.Of(m) = 3
	assert.Equal(t, 3, *thirst.Of(m))
	thirst.Name = "thirst"
	_, err := decider.InitializeTreeData(root(decider.Keys{&hunger}, leaf("EAT", &thirst)))
	assert.ErrorIs(t, err, declaration.BadKey)
	assert.ErrorContains(t, err, `ROOT: BadKey: its key "hunger" is a copy of the key "thirst"`)
}

// The values of all places together are limited: their offsets are 32-bit numbers.
func TestTooManyBytesOfValues(t *testing.T) {
	large := blackboard.Key[[declaration.MaxBlock]byte]{Name: "large", Scope: blackboard.Decider}
	wide := blackboard.Key[[declaration.MaxBlock]byte]{Name: "wide"}
	shared := leaf("EAT", &large, &wide)
	tree := func(places int) *node {
		top := root(nil)
		for i := range places {
			top.Children = append(top.Children, group("NEST_"+string(rune('A'+i/64))+string(rune('A'+i%64)), nil, shared))
		}
		return top
	}
	const most = declaration.MaxValues/declaration.MaxBlock - 1
	_, err := decider.InitializeTreeData(tree(most))
	assert.NoError(t, err)
	_, err = decider.InitializeTreeData(tree(most + 1))
	assert.ErrorIs(t, err, declaration.BlockTooLarge)
	var faults declaration.Faults
	require.True(t, errors.As(err, &faults))
	assert.Len(t, faults, 1)
	assert.ErrorContains(t, err, "ROOT: BlockTooLarge: the blackboard values at and below it take 268500992 bytes an agent or more")
}
