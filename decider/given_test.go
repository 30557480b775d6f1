package decider_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
)

// Parameters of several types, with fields that are not exported.
type (
	givenSpot  struct{ x, Y float32 }
	givenOrder struct {
		To   givenSpot
		Word string
		Way  []int8
		On   bool
	}
	givenPointer struct{ To *givenSpot }
	givenName    string
)

// under a root, a leaf whose behavior is given a value.
func givenTree[D any](value D) *plain {
	taker := &behavior.WithDBlock[struct{}, D, D]{
		Name:     "TAKES",
		Activate: func(_ *plainContext, d D, b *D) behavior.Status { *b = d; return behavior.Running },
	}
	return under(&plain{Name: "A", Decide: yes, Behavior: &behavior.Given[struct{}, D]{Value: value, Behavior: taker}}, leaf("B"))
}

// A parameter is shown as text in states, and as JSON in the description if it is plain data.
func TestGivenIsShown(t *testing.T) {
	for text, c := range map[string]struct {
		root *plain
		json string
	}{
		`{x:4 Y:0.1}`: {givenTree(givenSpot{4, 0.1}), `{"x":4,"Y":0.1}`},
		`{To:{x:1 Y:2} Word:go "on" Way:[1 -2] On:true}`: {
			givenTree(givenOrder{To: givenSpot{1, 2}, Word: `go "on"`, Way: []int8{1, -2}, On: true}),
			`{"To":{"x":1,"Y":2},"Word":"go \"on\"","Way":[1,-2],"On":true}`,
		},
		`"CHEST\n3"`:                {givenTree(givenName("CHEST\n3")), `"CHEST\n3"`},
		`7`:                         {givenTree(uint16(7)), `7`},
		`[NaN +Inf]`:                {givenTree([2]float64{math.NaN(), math.Inf(1)}), `["NaN","+Inf"]`},
		`{}`:                        {givenTree(struct{}{}), `{}`},
		`decider_test.givenPointer`: {givenTree(givenPointer{&givenSpot{}}), ``},
		`map[string]int`:            {givenTree(map[string]int{"a": 1}), ``},
	} {
		tree := decider.MustInitializeTreeData(c.root)
		state, _ := tree.NewMemory(nil, 1).StateAt(1, false)
		assert.Equal(t, text, state.Given)
		plain, _ := tree.NewMemory(nil, 1).StateAt(2, false)
		assert.Empty(t, plain.Given)

		described := tree.Describe()
		given := described.Deciders[1].Behavior.Given
		require.NotNil(t, given)
		assert.Equal(t, text, given.Text)
		assert.Equal(t, c.json, string(given.Value))
		data, err := json.Marshal(described)
		require.NoError(t, err)
		var read description.Tree
		require.NoError(t, json.Unmarshal(data, &read))
		require.NoError(t, read.Validate())
		assert.Equal(t, described, &read)
		assert.Contains(t, described.Deciders[1].Behavior.Activate.Name, "givenTree", "the user's function, and not what calls it")
	}
}

// The value is no part of an agent: trees that differ in it alone have one fingerprint and layout, and a snapshot of one is
// restored in the other without a loss. A value of another type makes another tree.
func TestGivenIsNoState(t *testing.T) {
	one, other := decider.MustInitializeTreeData(givenTree(givenSpot{1, 2})), decider.MustInitializeTreeData(givenTree(givenSpot{3, 4}))
	assert.Equal(t, one.Describe().Fingerprint, other.Describe().Fingerprint)
	assert.Equal(t, one.Describe().Layout, other.Describe().Layout)
	named := decider.MustInitializeTreeData(givenTree(givenName("X")))
	assert.NotEqual(t, one.Describe().Fingerprint, named.Describe().Fingerprint)

	memory := one.NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
	var saved bytes.Buffer
	require.NoError(t, memory.Snapshot(&saved))
	restored := other.NewMemory(nil, 1)
	migration, err := restored.Restore(&saved, struct{}{}, decider.Restoring[struct{}]{})
	require.NoError(t, err)
	assert.Empty(t, migration)
	require.NoError(t, decider.TickBehaviorTree(restored, struct{}{}, decider.Input{Time: 1, DT: 1}))
	assert.Equal(t, behavior.Running, restored.Status())
}

// The value is copied when the tree is initialized, and each Activate gets a copy of its own.
func TestGivenIsCopied(t *testing.T) {
	var got []int
	taker := &behavior.WithDBlock[struct{}, [1]int, struct{}]{Name: "TAKES", Activate: func(_ *plainContext, d [1]int, _ *struct{}) behavior.Status {
		got = append(got, d[0])
		d[0] = 100
		return behavior.Success
	}}
	given := &behavior.Given[struct{}, [1]int]{Value: [1]int{7}, Behavior: taker}
	memory := decider.MustInitializeTreeData(under(&plain{Name: "A", Behavior: given})).NewMemory(nil, 1)
	given.Value[0], given.Behavior = 8, nil
	for i := range 3 {
		require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(i)}))
	}
	assert.Equal(t, []int{7, 7, 7}, got)
}
