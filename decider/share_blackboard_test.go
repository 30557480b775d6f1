package decider_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// sentry is an agent with a tree for its legs and others for its mouth and hands.
type sentry struct{ do func(*sentryContext) }

type (
	sentryContext  = behavior.Context[*sentry]
	sentryDecider  = decider.Decider[*sentry]
	sentryChildren = decider.Children[*sentry]
	sentryMemory   = decider.Memory[*sentry]
	sentryTree     = decider.Tree[*sentry]
)

var (
	sentryFear  = blackboard.Key[int]{Name: "fear"}
	sentryRoute = blackboard.Key[[]int]{Name: "route"}
	sentryWords = blackboard.Key[string]{Name: "words"}
	sentrySteps = blackboard.Key[int64]{Name: "steps"}
	sentryMood  = blackboard.Key[int]{Name: "mood", Scope: blackboard.Tree}
	sentrySlot  = decider.Slot[*sentry]{Name: "HAND", Reserve: 256}
)

func sentryDoes(c *sentryContext) behavior.Status {
	if c.Agent.do != nil {
		c.Agent.do(c)
	}
	return behavior.Running
}

func sentryFears(c *sentryContext) float64 { return float64(*sentryFear.Of(c)) }

// sentries returns trees with different keys: fear lies at another place in each.
func sentries(t testing.TB) (legs, mouth, hands *sentryTree) {
	act := &behavior.Behavior[*sentry]{Name: "ACT", Tick: sentryDoes}
	for of, root := range map[**sentryTree]*sentryDecider{
		&legs: {Name: "LEGS", Keys: decider.Keys{&sentrySteps, &sentryFear, &sentryRoute, &sentryMood}, Children: sentryChildren{
			{Name: "FLEE", Decide: sentryFears, Behavior: act}, {Name: "HAND", DecisionFlags: decider.Check{All: 1}, Slot: &sentrySlot}, {Name: "STAND", Behavior: act},
		}},
		&mouth: {Name: "MOUTH", Keys: decider.Keys{&sentryFear, &sentryMood, &sentryWords}, Children: sentryChildren{
			{Name: "SCREAM", Decide: sentryFears, Behavior: act}, {Name: "HUM", Behavior: act},
		}},
		&hands: {Name: "HANDS", Keys: decider.Keys{&sentryRoute, &sentryWords}, Behavior: act},
	} {
		tree, err := decider.InitializeTreeData(root)
		require.NoError(t, err)
		*of = tree
	}
	return legs, mouth, hands
}

func sentryTick(t testing.TB, m *sentryMemory, do func(*sentryContext)) (active string) {
	t.Helper()
	require.NoError(t, decider.TickBehaviorTree(m, &sentry{do}, decider.Input{}))
	for s, next := m.StateAt(0, true); next >= 0; s, next = m.StateAt(next, true) {
		active = s.Decider.Name
	}
	return active
}

func sentryValues(m *sentryMemory) (texts []string) {
	for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
		texts = append(texts, v.String())
	}
	return texts
}

// Trees of one agent read and write the same values of scope Agent, those of scope Tree are their own, and a value that one
// tree writes decides in the other's next tick.
func TestShareBlackboard(t *testing.T) {
	legsTree, mouthTree, handsTree := sentries(t)
	legs, mouth, hands := legsTree.NewMemory(nil, 1), mouthTree.NewMemory(nil, 2), handsTree.NewMemory(nil, 3)
	*sentryFear.Of(legs), *sentryRoute.Of(legs), *sentryMood.Of(legs) = 0, []int{1, 2}, 8
	*sentryFear.Of(mouth), *sentryWords.Of(mouth) = 5, "hello"
	require.NoError(t, mouth.ShareBlackboard(legs))
	require.NoError(t, hands.ShareBlackboard(legs))
	require.NoError(t, hands.ShareBlackboard(mouth), "it does already")
	require.NoError(t, legs.ShareBlackboard(legs))
	assert.Zero(t, *sentryFear.Of(mouth), "the value of the memory that is joined")
	assert.Equal(t, "hello", *sentryWords.Of(mouth), "the other has none")
	assert.Same(t, sentryFear.Of(legs), sentryFear.Of(mouth))
	assert.Same(t, sentryRoute.Of(legs), sentryRoute.Of(hands))
	assert.Same(t, sentryWords.Of(mouth), sentryWords.Of(hands), "the first of the group does not list it")
	assert.NotSame(t, sentryMood.Of(legs), sentryMood.Of(mouth))

	assert.Equal(t, "STAND", sentryTick(t, legs, nil))
	assert.Equal(t, "HUM", sentryTick(t, mouth, func(c *sentryContext) {
		*sentryFear.Of(c) = 3
		assert.Same(t, sentryFear.Of(legs), sentryFear.Of(c))
	}))
	assert.Equal(t, "FLEE", sentryTick(t, legs, func(c *sentryContext) { *sentryRoute.Of(c) = append(*sentryRoute.Of(c), 3) }))
	assert.Equal(t, "SCREAM", sentryTick(t, mouth, func(c *sentryContext) { *sentryWords.Of(c) = "help" }))
	sentryTick(t, hands, func(c *sentryContext) {
		assert.Equal(t, "help", *sentryWords.Of(c))
		assert.Equal(t, []int{1, 2, 3}, *sentryRoute.Of(c))
	})
	assert.ElementsMatch(t, []string{"steps: 0", "fear: 3", "route: [1 2 3]", "mood: 8"}, sentryValues(legs))
	assert.ElementsMatch(t, []string{"fear: 3", "mood: 0", `words: "help"`}, sentryValues(mouth))
	assert.Contains(t, debugprint.DebugPrintState(mouth, debugprint.WholeTree), "fear: 3")
	assert.ErrorIs(t, decider.TickBehaviorTree(hands, &sentry{func(c *sentryContext) { sentryFear.Of(c) }}, decider.Input{}), decider.ErrKey, "its tree does not list it")

	toy, err := decider.InitializeTreeData(&sentryDecider{Name: "TOY", Keys: decider.Keys{&sentryFear}, Behavior: &behavior.Behavior[*sentry]{Name: "PLAY", Tick: sentryDoes}})
	require.NoError(t, err)
	require.NoError(t, legs.Plug(&sentrySlot, toy))
	*sentryFear.Of(legs) = 0
	require.NoError(t, legs.ResetBelow("LEGS"))
	require.NoError(t, decider.TickBehaviorTree(legs, &sentry{func(c *sentryContext) { *sentryFear.Of(c) = 9 }}, decider.Input{DecisionFlags: 1}))
	assert.Equal(t, 9, *sentryFear.Of(mouth), "from a plugged tree of another memory")
}

// A Reset of one memory clears the values that its tree lists, for all. What is closed, reused or put back leaves them to
// the others and has none of them, in whatever order.
func TestEndOfASharedBlackboard(t *testing.T) {
	legsTree, mouthTree, _ := sentries(t)
	pool := mouthTree.NewPool(1)
	ends := map[string]func(*sentryMemory) error{
		"Close": (*sentryMemory).Close,
		"Reuse": func(m *sentryMemory) error { return m.Reuse(7) },
		"Put":   pool.Put,
	}
	for name, end := range ends {
		for _, mouthFirst := range []bool{true, false} {
			if name == "Put" && !mouthFirst {
				continue // the legs are from no pool
			}
			legs := legsTree.NewMemory(nil, 1)
			mouth, err := pool.Get(nil, 2)
			require.NoError(t, err)
			require.NoError(t, mouth.ShareBlackboard(legs))
			*sentryFear.Of(mouth), *sentryWords.Of(mouth), *sentrySteps.Of(legs) = 4, "so", 6
			require.NoError(t, legs.Reset())
			assert.Equal(t, []any{0, "so", int64(0)}, []any{*sentryFear.Of(mouth), *sentryWords.Of(mouth), *sentrySteps.Of(legs)})
			*sentryFear.Of(mouth), *sentryRoute.Of(legs) = 4, []int{1}
			first, second := legs, mouth
			if mouthFirst {
				first, second = mouth, legs
			}
			require.NoError(t, end(first))
			assert.Equal(t, 4, *sentryFear.Of(second), name)
			assert.Zero(t, *sentryFear.Of(first), name)
			*sentryFear.Of(first) = 1
			assert.Equal(t, 4, *sentryFear.Of(second), name)
			if name == "Close" {
				require.ErrorIs(t, first.ShareBlackboard(second), decider.ErrClosed)
			}
			if name == "Reuse" {
				require.NoError(t, first.ShareBlackboard(second))
				assert.Same(t, sentryFear.Of(first), sentryFear.Of(second))
			}
			require.NoError(t, second.Close())
			assert.Zero(t, *sentryFear.Of(second))
			if name != "Put" {
				require.NoError(t, pool.Put(mouth))
			}
		}
	}
}

// The Deactivates of a memory that ends still see the shared values, and what they write stays.
func TestLastWordsOnASharedBlackboard(t *testing.T) {
	legsTree, _, _ := sentries(t)
	tree := decider.MustInitializeTreeData(&sentryDecider{Name: "MOUTH", Keys: decider.Keys{&sentryFear}, Behavior: &behavior.Behavior[*sentry]{
		Name: "TALK", Deactivate: func(c *sentryContext) { *sentryFear.Of(c)++ },
	}})
	legs, mouth := legsTree.NewMemory(nil, 1), tree.NewMemory(nil, 2)
	require.NoError(t, mouth.ShareBlackboard(legs))
	*sentryFear.Of(legs) = 4
	sentryTick(t, mouth, nil)
	require.NoError(t, mouth.Close())
	assert.Equal(t, 5, *sentryFear.Of(legs))
}

// Each snapshot has the values of the keys that its tree lists. Restore sets them for all that share, and Migrate keeps
// sharing.
func TestSnapshotsOfASharedBlackboard(t *testing.T) {
	legsTree, mouthTree, _ := sentries(t)
	tree := decider.MustInitializeTreeData(&sentryDecider{Name: "MOUTH", Keys: decider.Keys{&sentryWords, &sentryMood, &sentryFear}, Children: sentryChildren{
		{Name: "SHOUT", Behavior: &behavior.Behavior[*sentry]{Name: "ACT", Tick: sentryDoes}},
	}})
	legs, mouth := legsTree.NewMemory(nil, 1), mouthTree.NewMemory(nil, 2)
	require.NoError(t, mouth.ShareBlackboard(legs))
	sentryTick(t, legs, func(c *sentryContext) { *sentryFear.Of(c) = 7 })
	sentryTick(t, mouth, func(c *sentryContext) { *sentryWords.Of(c) = "run" })
	var saved bytes.Buffer
	require.NoError(t, mouth.Snapshot(&saved))

	legs2, mouth2 := legsTree.NewMemory(nil, 1), mouthTree.NewMemory(nil, 2)
	require.NoError(t, mouth2.ShareBlackboard(legs2))
	_, err := mouth2.Restore(bytes.NewReader(saved.Bytes()), &sentry{}, decider.Restoring[*sentry]{})
	require.NoError(t, err)
	assert.Equal(t, 7, *sentryFear.Of(legs2))
	assert.Equal(t, "run", *sentryWords.Of(mouth2))
	assert.Equal(t, "FLEE", sentryTick(t, legs2, nil))
	var again bytes.Buffer
	require.NoError(t, mouth2.Snapshot(&again))
	assert.Equal(t, saved.Bytes(), again.Bytes())

	lone := mouthTree.NewMemory(nil, 2)
	_, err = lone.Restore(bytes.NewReader(saved.Bytes()), &sentry{}, decider.Restoring[*sentry]{})
	require.NoError(t, err)
	assert.Equal(t, 7, *sentryFear.Of(lone), "without the others")

	_, err = mouth2.Migrate(tree)
	require.NoError(t, err)
	assert.Equal(t, []any{7, "run"}, []any{*sentryFear.Of(mouth2), *sentryWords.Of(mouth2)})
	assert.Same(t, sentryFear.Of(legs2), sentryFear.Of(mouth2))
	sentryTick(t, mouth2, func(c *sentryContext) { *sentryFear.Of(c)++ })
	assert.Equal(t, 8, *sentryFear.Of(legs2))
	other := blackboard.Key[int]{Name: "fear"}
	patched := decider.MustInitializeTreeData(&sentryDecider{Name: "MOUTH", Keys: decider.Keys{&other}, Behavior: &behavior.Behavior[*sentry]{Name: "ACT"}})
	_, err = mouth2.Migrate(patched)
	require.ErrorIs(t, err, decider.ErrKey)
	assert.Same(t, tree, mouth2.Tree())
}

// Recordings hold the values that a tick has left, and why.Now rehearses with those of the moment.
func TestSeeingASharedBlackboard(t *testing.T) {
	legsTree, mouthTree, _ := sentries(t)
	w := world.New(world.Options{})
	legs, mouth := legsTree.NewMemory(w, w.NewAgent()), mouthTree.NewMemory(w, w.NewAgent())
	rec := history.New(history.Options{BytesEach: 1 << 14})
	require.NoError(t, mouth.Record(rec))
	require.NoError(t, legs.Record(rec))
	require.NoError(t, mouth.ShareBlackboard(legs))
	tick := func(m *sentryMemory, do func(*sentryContext)) {
		require.NoError(t, decider.TickBehaviorTree(m, &sentry{do}, decider.Input{Time: w.Time(), DT: 1}))
	}
	for i := range 5 {
		require.NoError(t, w.Advance(1))
		tick(legs, func(c *sentryContext) { *sentryFear.Of(c) = i })
		tick(mouth, func(c *sentryContext) { *sentryWords.Of(c) = fmt.Sprint(i) })
	}
	*sentryFear.Of(legs) = 61 // since the last tick of the mouth
	e, err := why.Now(mouth, "SCREAM")
	require.NoError(t, err)
	require.Len(t, e.Places, 1)
	assert.Contains(t, fmt.Sprint(e.Places[0].Values), "61")
	recording := rec.Recording()
	for frame := uint64(2); frame <= 5; frame++ {
		m, err := recording.At(mouth.ID(), frame)
		require.NoError(t, err)
		found := false
		for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
			if v.Key == "fear" {
				assert.Equal(t, fmt.Sprintf("fear: %d", frame-1), v.String())
				found = true
			}
		}
		assert.True(t, found)
	}
}

// To a world the memories are agents of their own. With one stimuli set, mail to either reaches both trees.
func TestMailOfSharingMemories(t *testing.T) {
	legsTree, mouthTree, _ := sentries(t)
	w := world.New(world.Options{})
	legs, mouth := legsTree.NewMemory(w, w.NewAgent()), mouthTree.NewMemory(w, w.NewAgent())
	require.NoError(t, mouth.ShareBlackboard(legs))
	set := stimuli.NewSet(4)
	heard := 0
	for range 2 {
		for _, m := range []*sentryMemory{legs, mouth} {
			g := &sentry{func(c *sentryContext) { heard += c.Stimuli.Len() }}
			require.NoError(t, decider.TickBehaviorTree(m, g, decider.Input{Time: w.Time(), Stimuli: set}))
		}
		require.NoError(t, w.Send(legs.ID(), stimuli.Note(1, 9)))
		require.NoError(t, w.Send(mouth.ID(), stimuli.Note(2, 9)))
		require.NoError(t, w.Advance(1))
	}
	assert.Equal(t, 4, heard)
}

// What ShareBlackboard refuses changes nothing.
func TestRefusedShareBlackboard(t *testing.T) {
	legsTree, mouthTree, handsTree := sentries(t)
	legs, mouth, hands := legsTree.NewMemory(nil, 1), mouthTree.NewMemory(nil, 2), handsTree.NewMemory(nil, 3)
	*sentryFear.Of(mouth) = 3
	other := blackboard.Key[int]{Name: "fear"}
	stranger := decider.MustInitializeTreeData(&sentryDecider{Name: "STRANGER", Keys: decider.Keys{&other}, Behavior: &behavior.Behavior[*sentry]{Name: "ACT"}}).NewMemory(nil, 4)
	*other.Of(stranger) = 2
	w := world.New(world.Options{})
	herd, err := crowd.New(w, mouthTree, crowd.Options[*sentry]{Name: "herd", Workers: 1})
	require.NoError(t, err)
	member, err := herd.Add(&sentry{})
	require.NoError(t, err)
	view, err := herd.View(member)
	require.NoError(t, err)
	var inside []error
	sentryTick(t, mouth, func(*sentryContext) {
		inside = []error{mouth.ShareBlackboard(legs), legs.ShareBlackboard(mouth)}
	})
	var none *sentryMemory
	closed := mouthTree.NewMemory(nil, 5)
	require.NoError(t, closed.Close())
	for what, test := range map[string]struct {
		got, want error
		says      string
	}{
		"in a tick":           {inside[0], decider.ErrReentrant, "share agent 2's blackboard before or after its tick"},
		"in the other's tick": {inside[1], decider.ErrReentrant, "share agent 2's blackboard before or after its tick"},
		"nil":                 {none.ShareBlackboard(mouth), decider.ErrNilMemory, "nil memory"},
		"with nil":            {mouth.ShareBlackboard(nil), decider.ErrNilMemory, "nil memory"},
		"zero":                {(&sentryMemory{}).ShareBlackboard(mouth), decider.ErrNoTree, "NewMemory"},
		"with zero":           {mouth.ShareBlackboard(&sentryMemory{}), decider.ErrNoTree, "NewMemory"},
		"closed":              {closed.ShareBlackboard(mouth), decider.ErrClosed, "closed"},
		"with a closed one":   {mouth.ShareBlackboard(closed), decider.ErrClosed, "closed"},
		"of a crowd":          {view.ShareBlackboard(mouth), decider.ErrInCrowd, "plug trees into the slots of their tree"},
		"with one of a crowd": {mouth.ShareBlackboard(view), decider.ErrInCrowd, "plug trees into the slots of their tree"},
		"another key of that name": {stranger.ShareBlackboard(mouth), decider.ErrKey,
			`"fear" in STRANGER: its scope is Agent, and another tree of the agent lists another key of this name; list one variable in both trees, or rename one`},
	} {
		require.ErrorIs(t, test.got, test.want, what)
		assert.ErrorContains(t, test.got, test.says, what)
	}
	assert.Equal(t, []int{3, 2, 0}, []int{*sentryFear.Of(mouth), *other.Of(stranger), *sentryFear.Of(legs)})
	require.NoError(t, mouth.ShareBlackboard(legs))
	require.ErrorIs(t, stranger.ShareBlackboard(mouth), decider.ErrKey)
	lone := mouthTree.NewMemory(nil, 6)
	err = mouth.ShareBlackboard(lone)
	require.ErrorIs(t, err, decider.ErrSharing)
	require.ErrorContains(t, err, "agent 2; call ShareBlackboard on the memory that joins them")
	require.NoError(t, lone.ShareBlackboard(mouth))
	require.NoError(t, hands.ShareBlackboard(lone))
}
