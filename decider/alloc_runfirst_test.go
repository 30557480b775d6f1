//go:build !decider_debug

package decider_test

import (
	"fmt"
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// lingering takes two ticks to leave.
var lingering = behavior.WithBlock[*allocAgent, struct{ Left int }]{
	Name: "LINGERING",
	Tick: func(c *allocContext, b *struct{ Left int }) behavior.Status {
		c.Agent.ticks++
		b.Left = 2
		return behavior.Running
	},
	Leave: func(c *allocContext, b *struct{ Left int }) behavior.Status {
		c.Agent.ticks++
		_, _ = c.Reason(), c.Duration()
		if b.Left--; b.Left == 0 {
			return behavior.Success
		}
		return behavior.Running
	},
	LeaveTimeout: 10,
}

func seldom(c *allocContext) float64 { return behavior.If(c.Agent.ticks%7 == 1) }
func rarely(c *allocContext) float64 { return behavior.If(c.Agent.ticks%11 == 1) }

// inOrder is a run-first group or a Concurrent with everything below it, under a root that goes on without it.
func inOrder(policy decider.Policy) *allocDecider {
	return &allocDecider{Name: "ROOT", Children: allocChildren{
		{Name: "GROUP", Decide: willing, Policy: policy, Behavior: &forEver, Children: allocChildren{
			{Name: "A", Decide: some, Behavior: &briefly, Modifiers: decider.Modifiers{Outcome: decider.Inverted}},
			{Name: "B", Decide: odd, Behavior: &failing, Modifiers: decider.Modifiers{Repeat: 2}},
			{Name: "C", Decide: odd, Behavior: &counted, Modifiers: decider.Modifiers{Timeout: 1}},
			{Name: "D", Decide: willing, Policy: policy, Children: allocChildren{
				{Name: "D1", Decide: odd, Behavior: &briefly},
				{Name: "D2", Decide: some, Behavior: &routed},
				{Name: "D3", Decide: willing, Behavior: &counted},
			}},
		}},
		{Name: "REST", Behavior: &briefly},
	}}
}

// beside puts deciders beside one that interrupts them now and then.
func beside(children ...*allocDecider) *allocDecider {
	return &allocDecider{Name: "ROOT", Children: append(allocChildren{{Name: "ALARM", Decide: seldom, Behavior: &briefly}}, children...)}
}

// allocTrees are trees of every kind that is not decide-first alone.
func allocTrees() map[string]*allocDecider {
	trees := map[string]*allocDecider{
		"a Sequence that goes on": {Name: "ROOT", Policy: decider.Sequence, Children: allocChildren{{Name: "A", Behavior: &forEver}}},
		"a Concurrent that goes on": {Name: "ROOT", Policy: decider.Concurrent, Children: allocChildren{
			{Name: "A", Behavior: &forEver}, {Name: "B", Decide: willing, Behavior: &counted, Modifiers: decider.Modifiers{Repeat: decider.Forever}}}},
		"Monitors": {Name: "ROOT", Policy: decider.Selector, Children: allocChildren{
			{Name: "A", Options: decider.Monitor, Decide: rarely, Behavior: &briefly},
			{Name: "B", Options: decider.Monitor, Decide: seldom, Behavior: &counted},
			{Name: "C", Decide: odd, Behavior: &failing},
			{Name: "D", Policy: decider.SequentialLooping, Children: allocChildren{{Name: "D1", Behavior: &counted}, {Name: "D2", Behavior: &briefly}}},
		}},
		"Monitors and Leave": {Name: "ROOT", Policy: decider.Selector, Children: allocChildren{
			{Name: "A", Options: decider.Monitor, Decide: rarely, Behavior: &briefly},
			{Name: "B", Options: decider.Monitor, Decide: seldom, Behavior: &briefly},
			{Name: "C", Behavior: &lingering},
		}},
		"Leave": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Decide: rarely, Behavior: &briefly},
			{Name: "B", DBlock: &decider.DBlock[*allocAgent, meal]{Behavior: &eating, Decide: func(c *allocContext, d *meal) float64 {
				d.food = &aMeal // kept while C leaves
				return seldom(c)
			}}},
			{Name: "C", Decide: willing, Behavior: &lingering},
		}},
		"Leave and Scored": {Name: "ROOT", Policy: decider.Scored, Children: allocChildren{
			{Name: "A", Decide: some, Options: decider.DelegateDecide, Children: allocChildren{{Name: "A1", Decide: odd, Behavior: &lingering}, {Name: "A2", Behavior: &counted}}},
			{Name: "B", Decide: some, Behavior: &lingering},
			{Name: "C", Decide: some, Behavior: &briefly},
		}},
		"Leave and Jump": {Name: "ROOT", Children: allocChildren{
			{Name: "A", Decide: seldom, Jump: "B2"},
			{Name: "B", Decide: odd, Children: allocChildren{{Name: "B1", Decide: odd, Behavior: &lingering}, {Name: "B2", Behavior: &briefly}}},
			{Name: "C", Behavior: &lingering},
		}},
		"Leave and Timeout": beside(&allocDecider{Name: "A", Decide: willing, Modifiers: decider.Modifiers{Timeout: 2}, Children: allocChildren{{Name: "A1", Behavior: &lingering}}},
			&allocDecider{Name: "B", Behavior: &counted}),
		"Limit":                 beside(&allocDecider{Name: "A", Decide: willing, Modifiers: decider.Modifiers{Limit: 1 << 30}, Behavior: &briefly}, &allocDecider{Name: "B", Behavior: &briefly}),
		"Repeat of a leaf":      beside(&allocDecider{Name: "A", Modifiers: decider.Modifiers{Repeat: decider.Forever}, Behavior: &briefly}),
		"Repeat until":          beside(&allocDecider{Name: "A", Decide: willing, Modifiers: decider.Modifiers{Repeat: 5, Until: decider.UntilSuccess, Outcome: decider.AlwaysFailure}, Behavior: &failing}, &allocDecider{Name: "B", Behavior: &briefly}),
		"Repeat of every group": beside(),
		"reactive, abandoning": {Name: "ROOT", Policy: decider.ReactiveSelector, Children: allocChildren{
			{Name: "A", Decide: odd, Policy: decider.ReactiveSequence, Children: allocChildren{{Name: "A1", Decide: some, Behavior: &counted}, {Name: "A2", Behavior: &briefly}}},
			{Name: "B", Policy: decider.Sequence, Children: allocChildren{{Name: "B1", Behavior: &counted}, {Name: "B2", Behavior: &briefly}}},
		}},
	}
	all := trees["Repeat of every group"]
	for policy := decider.PrioritizedList; policy <= decider.Concurrent; policy++ {
		name := policy.String()
		all.Children = append(all.Children, &allocDecider{Name: name, Decide: odd, Policy: policy, Modifiers: decider.Modifiers{Repeat: 3, Timeout: 4}, Children: allocChildren{
			{Name: name + "_1", Decide: odd, Behavior: &briefly}, {Name: name + "_2", Decide: willing, Behavior: &counted}}})
	}
	for policy := decider.Sequence; policy <= decider.Concurrent; policy++ {
		trees[policy.String()] = inOrder(policy)
	}
	for _, n := range []int{2, 8, 65} {
		d := beside(&allocDecider{Name: "MANY", Policy: decider.Concurrent, FailAt: n - 1})
		for i := range n {
			d.Children[1].Children = append(d.Children[1].Children, &allocDecider{Name: fmt.Sprint("BRANCH_", i), Decide: willing, Behavior: &counted})
		}
		trees[fmt.Sprintf("Concurrent of %d", n)] = d
	}
	return trees
}

// No tick of any of these allocates, observed or not.
func TestRunFirstAllocatesNothing(t *testing.T) {
	for name, root := range allocTrees() {
		t.Run(name, func(t *testing.T) { wantQuietMemory(t, root, nil, nil) })
	}
}

// wantQuietMemory ticks a tree, unwatched and watched, prepared for it and with something done before each tick.
func wantQuietMemory(t *testing.T, root *allocDecider, prepare, before func(*decider.Memory[*allocAgent])) {
	tree, err := decider.InitializeTreeData(root)
	if err != nil {
		t.Fatal(err)
	}
	hooked := 0
	hook := func(v *event.Visit) { hooked += len(v.Decider.Name) + int(v.Status) }
	hooks := &event.Hooks{Enter: hook, Open: hook, Tick: hook, Close: hook, Exit: hook}
	for _, observer := range []event.Observer{nil, deaf{}, &counting{}, hooks, &event.Hooks{}, event.Observers{&counting{}, hooks, deaf{}}} {
		memory := tree.NewMemory(nil, 1)
		memory.Observe(observer)
		if prepare != nil {
			prepare(memory)
		}
		agent := &allocAgent{}
		in := decider.Input{DT: 0.5}
		wantNoAllocs(t, func() {
			in.Time += in.DT
			agent.ticks++ // also where no behavior counts
			if before != nil {
				before(memory)
			}
			if err := decider.TickBehaviorTree(memory, agent, in); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A plugged tree allocates when it is plugged in, and never after.
func TestPluggedTreesAllocateNothing(t *testing.T) {
	hand := &decider.Slot[*allocAgent]{Name: "HAND", Reserve: 2048}
	box := &decider.Slot[*allocAgent]{Name: "BOX", Reserve: 256}
	root := &allocDecider{Name: "ROOT", Children: allocChildren{
		{Name: "ALARM", Decide: seldom, Behavior: &briefly},
		{Name: "BOTH", Policy: decider.Concurrent, Children: allocChildren{
			{Name: "WALK", Decide: willing, Behavior: &counted, Modifiers: decider.Modifiers{Repeat: decider.Forever}},
			{Name: "USE", Decide: willing, Slot: hand, Modifiers: decider.Modifiers{Repeat: 4, Timeout: 9}},
		}},
	}}
	toy := decider.MustInitializeTreeData(&allocDecider{Name: "TOY", Policy: decider.Selector, Behavior: &forEver, Children: allocChildren{
		{Name: "WATCH", Options: decider.Monitor, Decide: rarely, Behavior: &routed},
		{Name: "OPEN", Decide: odd, Slot: box},
		{Name: "HOLD", Behavior: &lingering, Decide: willing},
	}})
	coin := decider.MustInitializeTreeData(&allocDecider{Name: "COIN", Children: allocChildren{
		{Name: "SPIN", Decide: odd, Behavior: &briefly, Every: 2}, {Name: "FLIP", Policy: decider.Sequence, Children: allocChildren{{Name: "F1", Behavior: &counted}, {Name: "F2", Behavior: &briefly}}},
	}})
	wantQuietMemory(t, root, func(m *decider.Memory[*allocAgent]) {
		for _, err := range []error{m.Plug(hand, toy), m.Plug(box, coin)} {
			if err != nil {
				t.Fatal(err)
			}
		}
	}, nil)
}

// Blackboard values of every scope, with pointers and without, in a tree and what is plugged in, cost nothing.
func TestBlackboardAllocatesNothing(t *testing.T) {
	hand := &decider.Slot[*allocAgent]{Name: "HAND", Reserve: 512}
	hunger := &blackboard.Key[int]{Name: "hunger"}
	mood := &blackboard.Key[string]{Name: "mood", Scope: blackboard.Tree}
	tries := &blackboard.Key[[4]int32]{Name: "tries", Scope: blackboard.Decider}
	road := &blackboard.Key[[]int]{Name: "road", Scope: blackboard.Decider}
	use := func(c *allocContext) behavior.Status {
		*hunger.Of(c)++
		*mood.Of(c) = "glad"
		tries.Of(c)[*hunger.Of(c)&3]++
		*road.Of(c) = append((*road.Of(c))[:0], 1, 2)
		return behavior.Running
	}
	using := &allocBehavior{Name: "USING", Tick: use, Deactivate: func(c *allocContext) { use(c) }}
	keys := decider.Keys{hunger, mood, tries, road}
	toy := decider.MustInitializeTreeData(&allocDecider{Name: "TOY", Keys: keys, Children: allocChildren{{Name: "SHAKE", Keys: decider.Keys{tries}, Behavior: using}}})
	root := &allocDecider{Name: "ROOT", Keys: keys, Children: allocChildren{
		{Name: "ALARM", Decide: func(c *allocContext) float64 { use(c); return seldom(c) }, Behavior: using, Modifiers: decider.Modifiers{Timeout: 2}},
		{Name: "BOTH", Policy: decider.Concurrent, Children: allocChildren{{Name: "WALK", Behavior: using}, {Name: "USE", Slot: hand}}},
	}}
	wantQuietMemory(t, root, func(m *decider.Memory[*allocAgent]) {
		if err := m.Plug(hand, toy); err != nil {
			t.Fatal(err)
		}
	}, func(m *decider.Memory[*allocAgent]) {
		*hunger.Of(m)++
		*mood.Of(m) = "calm"
	})
}

// Resetting below a decider, from inside and from outside, allocates nothing.
func TestResetBelowAllocatesNothing(t *testing.T) {
	resetting := &allocBehavior{Name: "RESETTING", Tick: func(c *allocContext) behavior.Status {
		if c.Agent.ticks++; c.Agent.ticks%3 == 0 {
			if err := decider.ResetBelow(c, "GROUP"); err != nil {
				return c.Fail(err)
			}
		}
		return behavior.Running
	}}
	root := inOrder(decider.Sequence)
	root.Children[0].Children = append(allocChildren{{Name: "FIRST", Behavior: resetting, Modifiers: decider.Modifiers{Limit: 1 << 30, Timeout: 3, Outcome: decider.AlwaysSuccess}}}, root.Children[0].Children...)
	t.Run("inside", func(t *testing.T) { wantQuietMemory(t, root, nil, nil) })
	t.Run("outside", func(t *testing.T) {
		wantQuietMemory(t, root, nil, func(m *decider.Memory[*allocAgent]) {
			if err := m.ResetBelow("GROUP"); err != nil {
				t.Fatal(err)
			}
		})
	})
}

// Going through what is open allocates nothing either.
func TestOpenAllocatesNothing(t *testing.T) {
	tree := decider.MustInitializeTreeData(inOrder(decider.Concurrent))
	memory := tree.NewMemory(nil, 1)
	open := 0
	memory.Observe(&event.Hooks{Enter: func(v *event.Visit) {
		for _, label := range v.Open() {
			open += len(label.Name)
		}
	}})
	agent, in := &allocAgent{}, decider.Input{DT: 0.5}
	wantNoAllocs(t, func() {
		in.Time += in.DT
		if err := decider.TickBehaviorTree(memory, agent, in); err != nil {
			t.Fatal(err)
		}
	})
}
