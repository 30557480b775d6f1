package blackboard_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/why"
)

type point struct{ X, Y float32 }

// Every scope is reached from every kind of user code, and each agent has its own values.
func TestValuesOfAgents(t *testing.T) {
	var (
		hunger = blackboard.Key[float32]{Name: "hunger"}
		route  = blackboard.Key[[]point]{Name: "route", Scope: blackboard.Tree}
		tries  = blackboard.Key[int8]{Name: "tries", Scope: blackboard.Decider}
	)
	tree, err := decider.InitializeTreeData(root(decider.Keys{&hunger, &route}, leaf("EAT", &tries)))
	require.NoError(t, err)
	one, two := tree.NewMemory(nil, 1), tree.NewMemory(nil, 2)
	eat := code{
		"EAT?": func(c *context) { assert.Zero(t, *hunger.Of(c)); *tries.Of(c) = 7 },
		"EAT": func(c *context) {
			*hunger.Of(c) += 0.5
			*tries.Of(c)++
			*route.Of(c) = append(*route.Of(c), point{1, 2})
		},
	}
	for range 3 {
		require.NoError(t, tick(one, eat))
	}
	assert.EqualValues(t, 1.5, *hunger.Of(one))
	assert.Len(t, *route.Of(one), 3)
	assert.Same(t, hunger.Of(one), hunger.Of(one))
	assert.Zero(t, *hunger.Of(two))
	assert.Nil(t, *route.Of(two))

	*hunger.Of(two) = 9 // from outside, before the first tick
	require.NoError(t, tick(two, code{"EAT": func(c *context) {
		assert.EqualValues(t, 9, *hunger.Of(c))
		assert.Same(t, hunger.Of(two), hunger.Of(c))
		assert.Zero(t, *tries.Of(c))
	}}))
	require.NoError(t, tick(one, code{"EAT": func(c *context) { assert.EqualValues(t, 10, *tries.Of(c)) }}))
}

// Values are kept while nothing that uses them is active, and cleared by Reset and Close alone.
func TestValuesAreKept(t *testing.T) {
	food := blackboard.Key[*point]{Name: "food"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	m := born(t, root(decider.Keys{&food}, leaf("FLEE"), group("NEST", nil, leaf("EAT", &tries))))
	var seen []int
	eat := code{
		"EAT?": func(c *context) { seen = append(seen, *tries.Of(c)) },
		"EAT":  func(c *context) { *tries.Of(c)++; *food.Of(c) = &point{3, 4} },
	}
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	require.NoError(t, tick(m, eat, "FLEE")) // interrupts
	assert.Equal(t, point{3, 4}, **food.Of(m))
	_, err := why.Now(m, "EAT") // asks it, and leaves no trace
	require.NoError(t, err)
	again := born(t, root(decider.Keys{&food}, leaf("FLEE"), group("NEST", nil, leaf("EAT", &tries))))
	assert.Nil(t, *food.Of(again), "one key in two trees, a value in each agent")

	require.NoError(t, m.Reset())
	assert.Nil(t, *food.Of(m))
	require.NoError(t, tick(m, eat, "NEST", "EAT"))
	assert.Equal(t, []int{0, 2, 0}, seen)
	require.NoError(t, m.Close())
	assert.Nil(t, *food.Of(m))
}

// why.Now calls Decides. Values that these write, against the rules, are lost.
func TestNowChangesNoValue(t *testing.T) {
	plain := blackboard.Key[int]{Name: "plain"}
	boxed := blackboard.Key[[]int]{Name: "boxed"}
	m := born(t, root(decider.Keys{&plain, &boxed}, leaf("EAT"), leaf("REST")))
	eat := code{"EAT?": func(c *context) { *plain.Of(c)++; *boxed.Of(c) = append(*boxed.Of(c), 1) }}
	require.NoError(t, tick(m, eat, "REST"))
	_, err := why.Now(m, "EAT")
	require.NoError(t, err)
	assert.Equal(t, 1, *plain.Of(m))
	assert.Len(t, *boxed.Of(m), 1)
}

// A shared decider has a value in each of its places; of several deciders above each other that list a key, the
// nearest counts.
func TestScopeDecider(t *testing.T) {
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	mood := blackboard.Key[string]{Name: "mood", Scope: blackboard.Decider}
	shared := group("NEST", decider.Keys{&tries}, leaf("EAT"), leaf("SLEEP", &mood))
	m := born(t, root(decider.Keys{&mood},
		group("DAY", nil, shared),
		group("NIGHT", decider.Keys{&tries}, shared, leaf("HUNT")),
	))
	add := func(n int, s string) func(*context) {
		return func(c *context) { *tries.Of(c) += n; *mood.Of(c) += s }
	}
	require.NoError(t, tick(m, code{"HUNT": add(1, "h")}, "NIGHT", "HUNT"))
	require.NoError(t, tick(m, code{"SLEEP": add(2, "s")}, "NEST", "SLEEP"))
	require.NoError(t, tick(m, code{"EAT": add(4, "e")}, "DAY", "NEST", "EAT"))
	assert.Equal(t, map[string]string{
		"mood@0":  `"he"`, // the root's
		"tries@2": "1",    // NIGHT's
		"tries@3": "4",    // NEST's by day
		"mood@5":  `""`,   // SLEEP's by day
		"tries@6": "2",    // NEST's by night
		"mood@9":  `"s"`,  // SLEEP's by night
	}, see.Inspect(m.Plain(engine.Key{})).Values)
}

// Keys of the wider scopes may stand anywhere, also several times: there is one value.
func TestWiderScopesAnywhere(t *testing.T) {
	for _, scope := range []blackboard.Scope{blackboard.Agent, blackboard.Tree} {
		hunger := blackboard.Key[uint16]{Name: "hunger", Scope: scope}
		m := born(t, root(nil, leaf("FLEE"), group("NEST", decider.Keys{&hunger}, leaf("EAT", &hunger))))
		require.NoError(t, tick(m, code{"FLEE": func(c *context) { *hunger.Of(c) = 3 }}))
		assert.EqualValues(t, 3, *hunger.Of(m))
		assert.Equal(t, map[string]string{"hunger@0": "3"}, see.Inspect(m.Plain(engine.Key{})).Values)
	}
}

// Values of all sizes lie side by side: writing to one changes no other, and all are aligned.
func TestValuesDoNotOverlap(t *testing.T) {
	type large struct {
		A [33]byte
		B complex128
	}
	var (
		flag  = blackboard.Key[bool]{Name: "flag"}
		none  = blackboard.Key[struct{}]{Name: "none"}
		big   = blackboard.Key[large]{Name: "big"}
		wide  = blackboard.Key[float64]{Name: "wide"}
		empty = blackboard.Key[[0]int]{Name: "empty", Scope: blackboard.Decider}
		huge  = blackboard.Key[[declaration.MaxBlock]byte]{Name: "huge"}
		word  = blackboard.Key[string]{Name: "word"}
		route = blackboard.Key[[100_000]*point]{Name: "route"}
		last  = blackboard.Key[int64]{Name: "last", Scope: blackboard.Decider}
	)
	m := born(t, root(decider.Keys{&flag, &none, &big, &wide, &huge, &word, &route}, leaf("EAT", &empty, &last)))
	require.NoError(t, tick(m, code{"EAT": func(c *context) {
		*flag.Of(c) = true
		*none.Of(c) = struct{}{}
		*big.Of(c) = large{B: complex(math.Inf(1), 2)}
		big.Of(c).A[32] = 0xff
		*wide.Of(c) = math.MaxFloat64
		*empty.Of(c) = [0]int{}
		for i := range huge.Of(c) {
			huge.Of(c)[i] = 0xff
		}
		*word.Of(c) = "word"
		route.Of(c)[99_999] = &point{}
		*last.Of(c) = -1
	}}))
	require.NoError(t, tick(m, code{"EAT": func(c *context) {
		assert.True(t, *flag.Of(c))
		assert.Equal(t, large{A: [33]byte{32: 0xff}, B: complex(math.Inf(1), 2)}, *big.Of(c))
		assert.InDelta(t, math.MaxFloat64, *wide.Of(c), 0)
		assert.EqualValues(t, 0xff, huge.Of(c)[0]&huge.Of(c)[declaration.MaxBlock-1])
		assert.Equal(t, "word", *word.Of(c))
		assert.Nil(t, route.Of(c)[99_998])
		assert.EqualValues(t, -1, *last.Of(c))
	}}))
	needs := m.Tree().MemoryRequirements()
	assert.Equal(t, 8+56+8+declaration.MaxBlock+8, needs.Keys)
	assert.Equal(t, 2, needs.Boxes)
	assert.Equal(t, 16+8*100_000, needs.BoxBytes)
	assert.Equal(t, needs.Bytes, needs.Header+needs.Timers+needs.Bags+needs.Keys+needs.Path)
}

// Many keys, in trees that do not have all of them: what is found is what was declared.
func TestManyKeys(t *testing.T) {
	const count = 300
	keys := make([]blackboard.Key[int], count)
	for _, step := range []int{1, 2, 7, 64, 299} {
		var declared decider.Keys
		for i := 0; i < count; i += step {
			keys[i].Name = fmt.Sprint("key", i)
			declared = append(declared, &keys[i])
		}
		m := born(t, root(declared, leaf("EAT")))
		require.NoError(t, tick(m, code{"EAT": func(c *context) {
			for i := 0; i < count; i += step {
				*keys[i].Of(c) = i
			}
		}}))
		for i := 0; i < count; i += step {
			require.Equal(t, i, *keys[i].Of(m))
		}
		if step > 1 {
			err := tick(m, code{"EAT": func(c *context) { *keys[1].Of(c) = 1 }})
			assert.ErrorIs(t, err, decider.ErrKey)
		}
	}
}

// The walk tells whose each value is, in the order of the declaration.
func TestValueAt(t *testing.T) {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	mood := blackboard.Key[string]{Name: "mood", Scope: blackboard.Tree}
	m := born(t, root(decider.Keys{&tries}, leaf("EAT", &hunger, &tries), leaf("REST", &mood)))
	require.NoError(t, tick(m, code{"EAT": func(c *context) { *hunger.Of(c) = 0.8; *tries.Of(c) = 2; *mood.Of(c) = "glad" }}))
	var told []string
	for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
		told = append(told, fmt.Sprintf("%v %s %v %d %d %v", v, v.Scope, v.Decider.Name, v.Place, v.Depth, v.Active))
	}
	assert.Equal(t, []string{
		"hunger: 0.8 Agent ROOT 0 0 true",
		`mood: "glad" Tree ROOT 0 0 true`,
		"tries: 0 Decider ROOT 0 0 true",
		"tries: 2 Decider EAT 1 1 true",
	}, told)
	require.NoError(t, m.Reset())
	v, next := m.ValueAt(3)
	assert.Equal(t, "tries: 0", v.String())
	assert.False(t, v.Active)
	for _, cursor := range []int{-1, next, math.MaxInt} {
		v, next := m.ValueAt(cursor)
		assert.Negative(t, next)
		assert.Empty(t, v.AppendText(nil))
	}
	_, next = (*memory)(nil).ValueAt(0)
	assert.Negative(t, next)
	_, next = new(memory).ValueAt(0)
	assert.Negative(t, next)
}

// An explanation has the values that the decider sees.
func TestNowTellsValues(t *testing.T) {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	tries := blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	m := born(t, root(decider.Keys{&hunger, &tries}, leaf("EAT", &tries), leaf("REST")))
	require.NoError(t, tick(m, code{"REST": func(c *context) { *hunger.Of(c) = 0.8; *tries.Of(c) = 2 }}, "REST"))
	values := func(name string) []why.Value {
		e, err := why.Now(m, name)
		require.NoError(t, err)
		return e.Places[0].Values
	}
	assert.Equal(t, []why.Value{
		{Key: "hunger", Scope: "Agent", Decider: "ROOT", Text: "0.8"},
		{Key: "tries", Scope: "Decider", Decider: "ROOT", Text: "2"},
	}, values("REST"))
	assert.Equal(t, why.Value{Key: "tries", Scope: "Decider", Decider: "EAT", Text: "0"}, values("EAT")[1])
	e, err := why.Now(m, "EAT")
	require.NoError(t, err)
	assert.Contains(t, e.String(), "\n  hunger = 0.8\n  tries = 0\n")
}

// What an agent needs and how it is laid out are shown with the values.
func TestRequirementsAndDump(t *testing.T) {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	tries := blackboard.Key[[3]int32]{Name: "tries", Scope: blackboard.Decider}
	route := blackboard.Key[*point]{Name: "route", Scope: blackboard.Tree}
	none := blackboard.Key[struct{}]{Name: "none", Scope: blackboard.Tree}
	m := born(t, root(nil, leaf("EAT", &tries, &hunger, &route), leaf("REST", &none)))
	needs := m.Tree().MemoryRequirements()
	assert.Equal(t, 24, needs.Keys)
	assert.Equal(t, []int{8, 16, 0}, []int{needs.Rows[0].Keys, needs.Rows[1].Keys, needs.Rows[2].Keys})
	assert.Contains(t, needs.String(), "(header 8, keys 24, path ")
	dump := m.Tree().String()
	for _, line := range []string{
		"     | value hunger float32 of scope Agent at 8, 4 bytes\n",
		"     | value route *blackboard_test.point of scope Tree in box 0\n",
		"     | value none struct {} of scope Tree\n",
		"       | value tries [3]int32 of scope Decider at 16, 12 bytes\n",
	} {
		assert.Contains(t, dump, line)
	}
}
