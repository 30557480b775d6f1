package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// guest is the agent of these tests: its behaviors log what they do, and on lists the deciders that accept.
type guest struct {
	on      map[string]bool
	told    []string
	leaving bool   // a Leave returns Running
	mood    string // handed over by DBlocks
	memory  *decider.Memory[*guest]
}

type (
	guestContext  = behavior.Context[*guest]
	guestDecider  = decider.Decider[*guest]
	guestChildren = decider.Children[*guest]
	guestBehavior = behavior.Behavior[*guest]
)

// stays is a behavior that runs for ever and logs when it begins and ends.
func stays(name string) *guestBehavior {
	return &guestBehavior{
		Name: name,
		Activate: func(c *guestContext) behavior.Status {
			c.Agent.told = append(c.Agent.told, name)
			return behavior.Running
		},
		Deactivate: func(c *guestContext) { c.Agent.told = append(c.Agent.told, name+" "+c.Reason().String()) },
	}
}

// slow is stays with a Leave.
func slow(name string) *guestBehavior {
	b := stays(name)
	b.LeaveTimeout = 100
	b.Leave = func(c *guestContext) behavior.Status {
		if c.Agent.leaving {
			return behavior.Running
		}
		return behavior.Success
	}
	return b
}

// wanted is a Decide that accepts while the name is on.
func wanted(name string) func(*guestContext) float64 {
	return func(c *guestContext) float64 { return behavior.If(c.Agent.on[name]) }
}

// word is the data of a DBlock, with a pointer.
type word struct{ text *string }

// hands is a DBlock that hands the agent's mood over while the name is on.
func hands(name string) *decider.DBlock[*guest, word] {
	return &decider.DBlock[*guest, word]{
		Decide: func(c *guestContext, w *word) float64 {
			text := c.Agent.mood
			w.text = &text
			return behavior.If(c.Agent.on[name])
		},
		Behavior: &behavior.WithDBlock[*guest, word, struct{}]{
			Name: name,
			Activate: func(c *guestContext, w word, _ *struct{}) behavior.Status {
				if w.text == nil {
					c.Agent.told = append(c.Agent.told, name+" got nothing")
					return behavior.Running
				}
				c.Agent.told = append(c.Agent.told, name+" got "+*w.text)
				return behavior.Running
			},
		},
	}
}

// newGuest makes an agent with a memory for the tree.
func newGuest(t *testing.T, root *guestDecider) *guest {
	t.Helper()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	g := &guest{on: map[string]bool{}, mood: "calm"}
	g.memory = tree.NewMemory(nil, 1)
	return g
}

// tick ticks the agent and returns what its behaviors logged in that tick.
func (g *guest) tick(t *testing.T) []string {
	t.Helper()
	g.told = nil
	require.NoError(t, decider.TickBehaviorTree(g.memory, g, decider.Input{}))
	return g.told
}

// A new iteration forgets whether a child has succeeded before.
func TestIterationForgetsSuccess(t *testing.T) {
	eat := stays("EAT")
	eat.Tick = func(c *guestContext) behavior.Status {
		if c.Agent.on["FULL"] {
			return behavior.Success
		}
		return behavior.Running
	}
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "TWICE", Modifiers: decider.Modifiers{Repeat: 2}, Children: guestChildren{
			{Name: "EAT", Decide: wanted("EAT"), Behavior: eat},
		}},
	}})
	g.on["EAT"], g.on["FULL"] = true, true
	assert.Equal(t, []string{"EAT", "EAT Succeeded"}, g.tick(t))
	g.on["FULL"] = false
	assert.Equal(t, []string{"EAT"}, g.tick(t), "the second iteration")
	require.NoError(t, g.memory.ResetBelow("EAT"))
	g.on["EAT"] = false
	g.tick(t)
	assert.Equal(t, behavior.Failure, g.memory.Status(), "in this iteration none has succeeded")
}

// A Jump that waits for a Leave is not made yet: the next branch of a Concurrent group goes on. The DBlock of its
// target is kept until the target is entered.
func TestJumpWaitsBesideOtherBranches(t *testing.T) {
	g := newGuest(t, &guestDecider{Name: "ROOT", Policy: decider.Concurrent, Children: guestChildren{
		{Name: "LEGS", Children: guestChildren{
			{Name: "JUMP", Decide: wanted("JUMP"), Jump: "FLEE"},
			{Name: "FEAR", Decide: wanted("FEAR"), Children: guestChildren{{Name: "FLEE", DBlock: hands("FLEE")}}},
			{Name: "WALK", Behavior: slow("WALK")},
		}},
		{Name: "HEAD", Children: guestChildren{{Name: "LOOK", Behavior: stays("LOOK")}}},
	}})
	assert.Equal(t, []string{"WALK", "LOOK"}, g.tick(t))
	g.on["JUMP"], g.on["FLEE"], g.leaving = true, true, true
	assert.Empty(t, g.tick(t))
	g.leaving = false
	assert.Equal(t, []string{"WALK Interrupted", "FLEE got calm"}, g.tick(t))
	assert.Equal(t, behavior.Running, g.memory.Status())
}

// A group that has delegated to a Jump and waits for a Leave enters the target of that Jump, with its DBlock.
func TestDelegatedJumpWaits(t *testing.T) {
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "ALARM", Options: decider.DelegateDecide, Children: guestChildren{{Name: "JUMP", Jump: "FLEE"}}},
		{Name: "FEAR", Decide: wanted("FEAR"), Children: guestChildren{{Name: "FLEE", DBlock: hands("FLEE")}}},
		{Name: "WALK", Behavior: slow("WALK")},
	}})
	assert.Equal(t, []string{"WALK"}, g.tick(t))
	g.on["FLEE"], g.leaving = true, true
	assert.Empty(t, g.tick(t))
	g.leaving = false
	assert.Equal(t, []string{"WALK Interrupted", "FLEE got calm"}, g.tick(t))
}

// A pending choice keeps the DBlock of the asking that chose it, however often its Decide is asked meanwhile: by a
// Scored group for its value, or for another group that delegates to it.
func TestDBlockOfTheChoiceWaits(t *testing.T) {
	flee := guestDecider{Name: "FLEE", DBlock: hands("FLEE")}
	walk := guestDecider{Name: "WALK", Weight: 0.5, Behavior: slow("WALK")}
	for _, children := range []guestChildren{
		{{Name: "JUMP", Weight: 5, Decide: wanted("JUMP"), Jump: "FLEE"}, &flee, &walk},
		{
			{Name: "ALARM", Options: decider.DelegateDecide, Children: guestChildren{{Name: "JUMP", Weight: 5, Jump: "FLEE"}}},
			{Name: "FEAR", Options: decider.DelegateDecide, Children: guestChildren{&flee}},
			&walk,
		},
	} {
		g := newGuest(t, &guestDecider{Name: "ROOT", Policy: decider.Scored, Children: children})
		assert.Equal(t, []string{"WALK"}, g.tick(t))
		g.on["JUMP"], g.on["FLEE"], g.leaving = true, true, true
		assert.Empty(t, g.tick(t))
		g.mood = "cross"
		assert.Empty(t, g.tick(t))
		g.leaving = false
		assert.Equal(t, []string{"WALK Interrupted", "FLEE got calm"}, g.tick(t))
	}
}

// DBlocks that are pending in two branches at the same time are kept apart.
func TestTwoDBlocksWait(t *testing.T) {
	g := newGuest(t, &guestDecider{Name: "ROOT", Policy: decider.Concurrent, Children: guestChildren{
		{Name: "LEGS", Children: guestChildren{{Name: "RUN", DBlock: hands("RUN")}, {Name: "WALK", Behavior: slow("WALK")}}},
		{Name: "HEAD", Children: guestChildren{{Name: "SHOUT", DBlock: hands("SHOUT")}, {Name: "HUM", Behavior: slow("HUM")}}},
	}})
	assert.Equal(t, []string{"WALK", "HUM"}, g.tick(t))
	g.on["RUN"], g.leaving = true, true
	assert.Empty(t, g.tick(t))
	g.on["SHOUT"], g.mood = true, "cross"
	assert.Empty(t, g.tick(t))
	g.leaving = false
	assert.Equal(t, []string{"WALK Interrupted", "RUN got calm", "HUM Interrupted", "SHOUT got cross"}, g.tick(t))
}

// jumps counts the Jumps that were made.
type jumps int

func (j *jumps) ObserveLevel(world.AgentID) event.Level { return event.Jumped.Level() }

func (j *jumps) Observe(e *event.Event) {
	if e.Kind == event.Jumped {
		*j++
	}
}

// A Jump to a pending decider is not a candidate, even if the target was chosen without the Jump.
func TestNoJumpToWhatIsPending(t *testing.T) {
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "JUMP", Decide: wanted("JUMP"), Jump: "FLEE"},
		{Name: "FLEE", Decide: wanted("FLEE"), Behavior: stays("FLEE")},
		{Name: "WALK", Behavior: slow("WALK")},
	}})
	var made jumps
	g.memory.Observe(&made)
	assert.Equal(t, []string{"WALK"}, g.tick(t))
	g.on["FLEE"], g.leaving = true, true
	assert.Empty(t, g.tick(t))
	g.on["JUMP"] = true
	assert.Empty(t, g.tick(t))
	g.leaving = false
	assert.Equal(t, []string{"WALK Interrupted", "FLEE"}, g.tick(t))
	assert.Zero(t, made)
}

// The child that a group's Decide delegated to before it rejected a redecide is not entered by the next iteration.
func TestIterationForgetsDelegation(t *testing.T) {
	eat := stays("EAT")
	eat.Tick = func(c *guestContext) behavior.Status {
		if c.Agent.on["FULL"] {
			c.Agent.on["FULL"] = false
			return behavior.Success
		}
		return behavior.Running
	}
	deny := false
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{
		Name: "MEAL", Options: decider.CallDecideOnRedecide, Modifiers: decider.Modifiers{Repeat: 2},
		Decide: func(c *guestContext) float64 {
			value := c.DelegateDecideToChildren()
			if deny {
				return 0
			}
			return value
		},
		Children: guestChildren{{Name: "EAT", Decide: wanted("EAT"), Behavior: eat}, {Name: "DRINK", Behavior: stays("DRINK")}},
	}}})
	g.on["EAT"] = true
	assert.Equal(t, []string{"EAT"}, g.tick(t))
	g.on["FULL"], deny = true, true
	assert.Equal(t, []string{"EAT Succeeded", "EAT"}, g.tick(t), "not DRINK, to which the redecide had delegated")
}
