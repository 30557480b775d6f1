package decider_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type (
	steps struct {
		Left int32
		Gone float32
	}
	waypoints struct{ Points []int }
)

// rich is a tree with every kind of decider, condition and memory.
func rich() *plain {
	rest := &plain{Name: "REST", Every: 5, Cooldown: 2, Behavior: &behavior.WithBlock[struct{}, steps]{Name: "REST"}}
	return &plain{Name: "ROOT", Behavior: &plainBehavior{Name: "LIVE", Tick: func(*plainContext) behavior.Status { return behavior.Running }}, Children: plainChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1, None: 2}, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}},
		{Name: "CALL", StimuliFlags: stimuli.Check{Any: 6}, Every: 1, Jump: "HELP"},
		{Name: "GUARD", DecisionFlags: decider.Check{Any: 12}, Decide: yes, Options: decider.CallDecideOnRedecide, Children: plainChildren{
			{Name: "HELP", StimuliFlags: stimuli.Check{All: 1}, Behavior: &idle},
			{Name: "PATROL", BehaviorFlags: 5, Behavior: &behavior.WithBlock[struct{}, waypoints]{Name: "PATROL"}},
		}},
		{Name: "ONCE", DecisionFlags: decider.Check{None: 4, NotAll: 24}, Policy: decider.OneOff, Options: decider.FinishWithChild, Children: plainChildren{rest, {Name: "EAT", Decide: yes, Behavior: &idle}}},
		{Name: "SCORED", Policy: decider.Scored, Margin: 0.5, Options: decider.DelegateDecide, Children: plainChildren{
			{Name: "SHUFFLE", Policy: decider.Shuffle, Weight: 2, Children: plainChildren{rest, {Name: "SING", Behavior: &idle}}},
			{Name: "LOOP", Policy: decider.SequentialLooping, Children: plainChildren{{Name: "ONE", Behavior: &idle}, {Name: "TWO", Decide: yes, Behavior: &idle}}},
		}},
		{Name: "IDLE", Behavior: &idle},
	}}
}

// lasting is a tree with what runs side by side, waits, repeats, watches and is plugged in.
func lasting() *plain {
	away := &behavior.WithBlock[struct{}, steps]{
		Name: "AWAY", Leave: func(*plainContext, *steps) behavior.Status { return behavior.Success }, LeaveTimeout: 2,
	}
	return &plain{Name: "ROOT", Policy: decider.Selector, Children: plainChildren{
		{Name: "ALARM", Options: decider.Monitor, DBlock: &plainDBlock{Decide: found3, Behavior: &takes}, Modifiers: decider.Modifiers{Limit: 2}},
		{Name: "FETCH", Options: decider.Monitor, Decide: yes, Behavior: away, Modifiers: decider.Modifiers{Timeout: 5}},
		{Name: "BOTH", Policy: decider.Concurrent, SucceedAt: 1, FailAt: 2, Children: plainChildren{
			{Name: "WALK", Behavior: away, Modifiers: decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure, Outcome: decider.Inverted}},
			{Name: "SING", Behavior: &idle, Modifiers: decider.Modifiers{Repeat: 3}},
		}},
		{Name: "CHOICE", Decide: yes, Policy: decider.Random, Children: plainChildren{
			{Name: "POINT", DBlock: &decider.DBlock[struct{}, waypoints]{
				Decide:   func(*plainContext, *waypoints) float64 { return 1 },
				Behavior: &behavior.WithDBlock[struct{}, waypoints, steps]{Name: "GO"},
			}},
			{Name: "TOY", Slot: &plainSlot{Name: "HAND", Reserve: 100}},
		}},
	}}
}

// social is a tree whose agents share gates and squads with others, and whose behaviors do not tick every time.
func social() *plain {
	door := &world.Gate{Name: "DOOR", Max: 3, Cooldown: 2}
	looks := &behavior.WithBlock[struct{}, steps]{Name: "LOOKS", Period: 0.5, Tick: func(*plainContext, *steps) behavior.Status { return behavior.Running }}
	return &plain{Name: "ROOT", Children: plainChildren{
		{Name: "FLANK", Decide: yes, Options: decider.DelegateDecide, Squad: &world.Squad{Name: "FLANKERS", Agents: 3, Roles: []world.Role{7, 8, 8}}, SquadKey: plainKeyOf, CanPlay: plainRolesOf,
			Gate: &world.Gate{Name: "ATTACK", Max: 6}, Children: plainChildren{
				{Name: "MEET", Policy: decider.Sequence, Children: plainChildren{
					{Name: "GO", Behavior: &idle}, {Name: "READY", Options: decider.Barrier}, {Name: "SHOUT", Role: 7, Behavior: &idle},
					{Name: "LEADS", Role: 7}, {Name: "PAUSE", Behavior: behavior.Wait[struct{}]{Seconds: 2.5}},
				}},
			}},
		{Name: "ENTER", DecisionFlags: decider.Check{All: 1}, Cooldown: 1, Gate: door, GateKey: plainKeyOf, Behavior: looks},
		{Name: "PEEP", Gate: door, Behavior: looks, Modifiers: decider.Modifiers{Limit: 2}},
		{Name: "IDLE", Behavior: looks},
	}}
}

// needs64 skips where a slice has another size than in the golden files.
func needs64(t *testing.T) {
	t.Helper()
	if bits.UintSize != 64 {
		t.Skip("the golden files show the sizes of 64-bit machines")
	}
}

// The compiled form of a tree, and what an agent of it takes, as text.
func TestCompiledTree(t *testing.T) {
	needs64(t)
	tree, err := decider.InitializeTreeData(rich())
	require.NoError(t, err)
	golden.Equal(t, "rich_tree.golden", tree.String())
	golden.Equal(t, "rich_requirements.golden", tree.MemoryRequirements().String())

	tree, err = decider.InitializeTreeData(lasting())
	require.NoError(t, err)
	golden.Equal(t, "lasting_tree.golden", tree.String())
	golden.Equal(t, "lasting_requirements.golden", tree.MemoryRequirements().String())

	tree, err = decider.InitializeTreeData(social())
	require.NoError(t, err)
	golden.Equal(t, "social_tree.golden", tree.String())

	figure1, err := decider.InitializeTreeData(&workload.Decide)
	require.NoError(t, err)
	golden.Equal(t, "figure1_tree.golden", figure1.String())
	golden.Equal(t, "figure1_requirements.golden", figure1.MemoryRequirements().String())
}

func TestMemoryRequirements(t *testing.T) {
	needs64(t)
	figure1, err := decider.InitializeTreeData(&workload.Decide)
	require.NoError(t, err)
	q := figure1.MemoryRequirements()
	// Four levels of Figure 1 and a header.
	assert.LessOrEqual(t, q.Bytes, 64, "Figure 1, per agent")
	assert.Equal(t, q.Bytes, q.Header+q.Timers+q.Bags+q.Path)
	assert.Equal(t, 17, q.Places)
	assert.Equal(t, 4, q.Depth)
	assert.Equal(t, 2*17+16, q.Entries)
	// ROOT asks FLEE, GUARD, FIGHT and EAT, of which GUARD's and EAT's Decide might delegate to 3 and 2 children;
	// IDLE asks REST, and PLAY REST, FLIP and ROLL.
	assert.Equal(t, 4+3+2+1+3, q.Consults)

	tree, err := decider.InitializeTreeData(rich())
	require.NoError(t, err)
	q = tree.MemoryRequirements()
	assert.Equal(t, q.Bytes, q.Header+q.Timers+q.Bags+q.Path)
	assert.Equal(t, 3*8, q.Timers, "REST's two are shared by its places, CALL has one")
	assert.Equal(t, 8, q.Bags)
	assert.Equal(t, 1, q.Boxes)
	assert.Equal(t, 24, q.BoxBytes)
	assert.Equal(t, q.Places-1, q.Deciders, "REST stands in two")
}
