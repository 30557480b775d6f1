package decider_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
)

// Asking a decider: Jumps, delegation, DBlocks and Fail in a Decide.

// answers is an agent whose Decides return the values it lists for them, in turn; the last value stays.
type answers struct {
	decides map[string][]float64
	got     []int // the values handed to behaviors
}

func (a *answers) next(name string) float64 {
	list := a.decides[name]
	if len(list) == 0 {
		return 0
	}
	if len(list) > 1 {
		a.decides[name] = list[1:]
	}
	return list[0]
}

type (
	answersDecider  = decider.Decider[*answers]
	answersChildren = decider.Children[*answers]
	answersContext  = behavior.Context[*answers]
)

func answer(c *answersContext) float64 { return c.Agent.next(c.DeciderName()) }

var stand = behavior.Behavior[*answers]{Name: "STAND"}

// A Jump is not a candidate while its target is active, even if it does not stand beside the target's branch.
func TestJumpToWhatIsActive(t *testing.T) {
	const Alarmed decider.DecisionFlags = 1
	root := answersDecider{
		Name: "ROOT",
		Children: answersChildren{
			{Name: "ALARM", Options: decider.DelegateDecide, DecisionFlags: decider.Check{All: Alarmed}, Children: answersChildren{
				{Name: "TO_WORK", Jump: "WORK"},
				{Name: "LISTEN", Decide: answer, Behavior: &stand},
			}},
			{Name: "WORK", Behavior: &stand},
		},
	}
	a := decidertest.New(t, &root, &answers{})
	a.Tick(decider.Input{DT: 1})
	a.WantPath("ROOT", "WORK")
	a.WantEvents("enter ROOT", "enter WORK", "activate WORK/behavior STAND")
	a.Tick(decider.Input{DT: 1, DecisionFlags: Alarmed})
	a.WantPath("ROOT", "WORK")
	a.WantEvents()
}

// A DBlock filled by a Decide that rejects is dropped. The DBlock of an earlier asking in the same tick is kept.
func TestRejectedDBlock(t *testing.T) {
	hunt := behavior.WithDBlock[*answers, int, struct{}]{
		Name: "HUNT",
		Activate: func(c *answersContext, prey int, _ *struct{}) behavior.Status {
			c.Agent.got = append(c.Agent.got, prey)
			return behavior.Running
		},
	}
	root := answersDecider{
		Name:   "ROOT",
		Policy: decider.Scored,
		Children: answersChildren{
			{Name: "HUNT", DBlock: &decider.DBlock[*answers, int]{
				Decide:   func(c *answersContext, prey *int) float64 { *prey = 7; return answer(c) },
				Behavior: &hunt,
			}},
			{Name: "TO_HUNT", Jump: "HUNT"},
		},
	}
	agent := &answers{decides: map[string][]float64{"HUNT": {1, 0}}}
	a := decidertest.New(t, &root, agent)
	a.Tick(decider.Input{DT: 1})
	a.WantPath("ROOT", "HUNT")
	assert.Equal(t, []int{7}, agent.got)
}

// The child that a rejected asking delegated to is forgotten. A group that is entered because of an earlier asking
// enters the child of that asking.
func TestRejectedDelegate(t *testing.T) {
	root := answersDecider{
		Name:   "ROOT",
		Policy: decider.Scored,
		Children: answersChildren{
			{
				Name:   "EAT",
				Decide: func(c *answersContext) float64 { return c.DelegateDecideToChildren() * answer(c) },
				Children: answersChildren{
					{Name: "FRUIT", Decide: answer, Behavior: &stand},
					{Name: "MEAT", Behavior: &stand},
				},
			},
			{Name: "TO_EAT", Jump: "EAT"},
		},
	}
	a := decidertest.New(t, &root, &answers{decides: map[string][]float64{"EAT": {1, 0}, "FRUIT": {1, 1, 0}}})
	a.Tick(decider.Input{DT: 1})
	a.WantPath("ROOT", "EAT", "FRUIT")
}

// Groups that delegate may lead to each other by Jumps. A Jump to a group that is asking its children at that
// moment rejects; otherwise asking would never end.
func TestJumpsInACircle(t *testing.T) {
	branch := func(name, jump, other string) *answersDecider {
		return &answersDecider{Name: name, Options: decider.DelegateDecide, Children: answersChildren{
			{Name: jump, Jump: other},
			{Name: name + "_SELF", Decide: answer, Behavior: &stand},
		}}
	}
	root := answersDecider{Name: "ROOT", Children: answersChildren{branch("A", "A_TO_B", "B"), branch("B", "B_TO_A", "A")}}
	a := decidertest.New(t, &root, &answers{decides: map[string][]float64{"B_SELF": {1}}})
	a.Tick(decider.Input{DT: 1})
	a.WantPath("ROOT", "B", "B_SELF")
	a.WantEventsUpTo(5,
		"start 1", "enter ROOT",
		"ask B_TO_A failed Target", "ask B_SELF accepted 1", "choose B 1", "ask B accepted 1",
		"ask A_TO_B accepted 1", "choose A 0", "ask A accepted 1", "choose ROOT 0",
		"enter A", "choose A 0", "jump A_TO_B to B", "leave A Interrupted",
		"enter B", "choose B 1", "enter B_SELF", "activate B_SELF/behavior STAND",
		"finish Running depth 3",
	)
}

// A Decide that calls Fail is rejected, even if it asks its children afterwards.
func TestFailBeforeDelegating(t *testing.T) {
	failure := errors.New("no idea")
	root := answersDecider{
		Name: "ROOT",
		Children: answersChildren{
			{
				Name: "EAT",
				Decide: func(c *answersContext) float64 {
					c.Fail(failure)
					return c.DelegateDecideToChildren()
				},
				Children: answersChildren{{Name: "FRUIT", Behavior: &stand}},
			},
			{Name: "IDLE", Behavior: &stand},
		},
	}
	a := decidertest.New(t, &root, &answers{})
	require.ErrorIs(t, a.Try(decider.Input{DT: 1}), failure)
	a.WantPath("ROOT", "IDLE")
}

// Every event carries the tick's DT, and Visited carries the group's flags.
func TestEventFields(t *testing.T) {
	root := answersDecider{Name: "ROOT", Options: decider.FinishWithChild, Children: answersChildren{{Name: "IDLE", Behavior: &stand}}}
	a := decidertest.New(t, &root, &answers{})
	for range 2 {
		a.Tick(decider.Input{DT: 0.5})
	}
	for _, e := range a.Recorder.Events {
		assert.Equal(t, 0.5, e.DT, e.Kind)
		if e.Kind == event.Visited && e.Depth == 0 {
			assert.Equal(t, decider.FinishWithChild, e.Options)
		}
	}
}

// A time that is not finite is refused, at the first tick too.
func TestInfiniteTime(t *testing.T) {
	root := answersDecider{Name: "ROOT", Behavior: &stand}
	a := decidertest.New(t, &root, &answers{})
	for _, bad := range []float64{math.Inf(-1), math.Inf(1), math.NaN()} {
		require.ErrorIs(t, a.Try(decider.Input{Time: bad}), decider.ErrTime)
	}
	a.WantPath()
	a.Tick(decider.Input{DT: 1})
	a.WantPath("ROOT")
}

// Fail affects only the call in which it was made, in unobserved ticks too.
func TestFailIsForgotten(t *testing.T) {
	for _, rejecting := range []float64{0, -1} {
		fails := true
		root := answersDecider{Name: "ROOT", Children: answersChildren{
			{Name: "FLEE", Behavior: &stand, Decide: func(c *answersContext) float64 {
				if fails {
					c.Fail(errors.New("no idea"))
					return rejecting
				}
				return 1
			}},
			{Name: "IDLE", Behavior: &stand},
		}}
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 0)
		for range 3 {
			require.Error(t, decider.TickBehaviorTree(memory, &answers{}, decider.Input{}))
		}
		fails = false
		require.NoError(t, decider.TickBehaviorTree(memory, &answers{}, decider.Input{}))
		state, _ := memory.StateAt(1, true)
		assert.Equal(t, "FLEE", state.Decider.Name)
	}
}
