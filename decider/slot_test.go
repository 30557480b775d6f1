package decider_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/why"
)

// A slot takes a tree that fits to the byte and refuses one that needs a byte more.
func TestSlotTooSmallByAWord(t *testing.T) {
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: stays("PLAY")})
	require.NoError(t, err)
	need := toy.MemoryRequirements().Bytes
	for _, short := range []int{1, 8} {
		slot := decider.Slot[*guest]{Name: "SLOT", Reserve: need - short}
		g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE", Slot: &slot}}})
		require.ErrorIs(t, g.memory.Plug(&slot, toy), decider.ErrSlotOverflow)
	}
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: need}
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE", Slot: &slot}}})
	require.NoError(t, g.memory.Plug(&slot, toy))
}

// A tree that will be unplugged at the end of the tick has no slots for its own code any more.
func TestNoPlugIntoWhatIsTakenOut(t *testing.T) {
	inner := decider.Slot[*guest]{Name: "INNER", Reserve: 64}
	outer := decider.Slot[*guest]{Name: "OUTER", Reserve: 512}
	var toy *decider.Tree[*guest]
	play := stays("PLAY")
	play.Tick = func(c *guestContext) behavior.Status {
		assert.NoError(t, outer.Unplug(c))
		assert.ErrorIs(t, inner.Plug(c, toy), decider.ErrNoSlot)
		return behavior.Running
	}
	box, err := decider.InitializeTreeData(&guestDecider{Name: "BOX", Children: guestChildren{
		{Name: "USE_INNER", Slot: &inner}, {Name: "PLAY", Behavior: play}}})
	require.NoError(t, err)
	toy, err = decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: stays("TOY")})
	require.NoError(t, err)
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE_OUTER", Slot: &outer}}})
	require.NoError(t, g.memory.Plug(&outer, box))
	assert.Equal(t, []string{"PLAY", "PLAY Removed"}, g.tick(t))
}

// If a tree is plugged in twice, code deep inside one of the two finds the slots of that one.
func TestSlotOfTheRunningTree(t *testing.T) {
	left := decider.Slot[*guest]{Name: "LEFT", Reserve: 1024}
	right := decider.Slot[*guest]{Name: "RIGHT", Reserve: 1024}
	inBox := decider.Slot[*guest]{Name: "IN_BOX", Reserve: 512}
	onTray := decider.Slot[*guest]{Name: "ON_TRAY", Reserve: 64}
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: stays("TOY")})
	require.NoError(t, err)
	var do func(*guestContext) error
	serve := stays("SERVE")
	serve.Tick = func(c *guestContext) behavior.Status {
		c.Agent.told = append(c.Agent.told, "SERVES")
		assert.NoError(t, do(c))
		return behavior.Running
	}
	tray, err := decider.InitializeTreeData(&guestDecider{Name: "TRAY", Children: guestChildren{
		{Name: "USE_ON_TRAY", Slot: &onTray, DecisionFlags: decider.Check{All: 1}}, {Name: "SERVE", Behavior: serve}}})
	require.NoError(t, err)
	box, err := decider.InitializeTreeData(&guestDecider{Name: "BOX", Children: guestChildren{{Name: "USE_IN_BOX", Slot: &inBox}}})
	require.NoError(t, err)
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "USE_LEFT", Slot: &left, Decide: wanted("LEFT")}, {Name: "USE_RIGHT", Slot: &right}}})
	for _, slot := range []*decider.Slot[*guest]{&right, &left} { // the newest IN_BOX is the first in order each time
		require.NoError(t, g.memory.Plug(slot, box))
		require.NoError(t, g.memory.Plug(&inBox, tray))
	}

	do = func(c *guestContext) error { return onTray.Plug(c, toy) }
	assert.Contains(t, g.tick(t), "SERVES", "on the right")
	g.on["LEFT"] = true
	do = func(c *guestContext) error {
		assert.ErrorIs(t, onTray.Unplug(c), decider.ErrNotPlugged)
		return nil
	}
	assert.Contains(t, g.tick(t), "SERVES", "on the left")
	g.on["LEFT"] = false
	require.NoError(t, g.memory.ResetBelow("USE_LEFT"))
	do = onTray.Unplug
	assert.Contains(t, g.tick(t), "SERVES", "on the right again")
}

// A panic that is let through drops the Plug that the tick was to carry out at its end.
func TestPanicLetThroughDropsPlugs(t *testing.T) {
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: 64}
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: stays("TOY")})
	require.NoError(t, err)
	fall := stays("FALL")
	fall.Tick = func(c *guestContext) behavior.Status {
		assert.NoError(t, slot.Plug(c, toy))
		panic("ouch")
	}
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "FALL", Decide: wanted("FALL"), Behavior: fall}, {Name: "USE", Slot: &slot}}})
	g.memory.LetPanics(true)
	g.on["FALL"] = true
	require.Panics(t, func() { _ = decider.TickBehaviorTree(g.memory, g, decider.Input{}) })
	require.ErrorIs(t, g.memory.Unplug(&slot), decider.ErrNotPlugged)
	require.NoError(t, g.memory.Plug(&slot, toy))
	g.on["FALL"] = false
	assert.Contains(t, g.tick(t), "TOY")
}

// Visit.Open lists the active deciders of all trees in the order of the declaration, including both children of a
// reactive group while one replaces the other.
func TestOpenInPluggedTrees(t *testing.T) {
	inBox := decider.Slot[*guest]{Name: "IN_BOX", Reserve: 256}
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: 1024}
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Policy: decider.ReactiveSelector, Children: guestChildren{
		{Name: "HIGH", Decide: wanted("HIGH"), Behavior: stays("HIGH")}, {Name: "LOW", Behavior: stays("LOW")}}})
	require.NoError(t, err)
	box, err := decider.InitializeTreeData(&guestDecider{Name: "BOX", Policy: decider.Concurrent, Children: guestChildren{
		{Name: "HUM", Behavior: stays("HUM")}, {Name: "USE_IN_BOX", Slot: &inBox}, {Name: "AFTER", Behavior: stays("AFTER")}}})
	require.NoError(t, err)
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE", Slot: &slot}}})
	require.NoError(t, g.memory.Plug(&slot, box))
	require.NoError(t, g.memory.Plug(&inBox, toy))
	g.tick(t)

	var seen []string
	g.memory.Observe(&event.Hooks{Open: func(v *event.Visit) {
		if v.Decider.Name != "HIGH" {
			return
		}
		for _, label := range v.Open() {
			seen = append(seen, label.Name)
		}
	}})
	g.on["HIGH"] = true
	assert.Equal(t, []string{"HIGH", "LOW Cancelled"}, g.tick(t))
	assert.Equal(t, []string{"ROOT", "USE", "BOX", "HUM", "USE_IN_BOX", "TOY", "HIGH", "LOW", "AFTER"}, seen)
}

// A Plug, Unplug or Reset that a Decide asks for while why.Now asks it is dropped.
func TestWhyDropsPlans(t *testing.T) {
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: 256}
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: stays("PLAY")})
	require.NoError(t, err)
	var ask func(*guestContext) error
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{
		{Name: "ASKS", Behavior: stays("ASKED"), Decide: func(c *guestContext) float64 {
			if ask != nil {
				assert.NoError(t, ask(c))
			}
			return 0
		}},
		{Name: "USE", Slot: &slot},
	}})
	g.tick(t)
	ask = func(c *guestContext) error { return slot.Plug(c, toy) }
	_, err = why.Now(g.memory, "ASKS")
	require.NoError(t, err)
	require.ErrorIs(t, g.memory.Unplug(&slot), decider.ErrNotPlugged)

	require.NoError(t, g.memory.Plug(&slot, toy))
	for _, ask = range []func(c *guestContext) error{slot.Unplug, func(c *guestContext) error { return c.Agent.memory.Reset() }} {
		_, err := why.Now(g.memory, "ASKS")
		require.NoError(t, err)
		require.NoError(t, g.memory.Unplug(&slot))
		require.NoError(t, g.memory.Plug(&slot, toy))
	}
}

// Code of a plugged tree that calls Memory.Tree and Memory.Status gets those of the agent, not of that tree.
func TestMemoryInsidePluggedTree(t *testing.T) {
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: 256}
	play := stays("PLAY")
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE", Slot: &slot}}})
	tree := g.memory.Tree()
	status := behavior.Status(0)
	play.Tick = func(*guestContext) behavior.Status {
		assert.True(t, tree == g.memory.Tree())
		assert.Equal(t, status, g.memory.Status())
		assert.ErrorIs(t, tree.Tick(g.memory, g, decider.Input{}), decider.ErrReentrant)
		return behavior.Running
	}
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Behavior: play})
	require.NoError(t, err)
	require.NoError(t, g.memory.Plug(&slot, toy))
	assert.Equal(t, []string{"PLAY"}, g.tick(t))
	status = behavior.Running
	assert.Empty(t, g.tick(t))
}

// A Decide of a plugged tree that ends the goroutine while why.Now asks it leaves the memory as it was.
func TestNowGoexit(t *testing.T) {
	slot := decider.Slot[*guest]{Name: "SLOT", Reserve: 256}
	exits := false
	toy, err := decider.InitializeTreeData(&guestDecider{Name: "TOY", Children: guestChildren{
		{Name: "ASKS", Behavior: stays("ASKED"), Decide: func(*guestContext) float64 {
			if exits {
				runtime.Goexit()
			}
			return 0
		}},
		{Name: "PLAY", Behavior: stays("PLAY")},
	}})
	require.NoError(t, err)
	g := newGuest(t, &guestDecider{Name: "ROOT", Children: guestChildren{{Name: "USE", Slot: &slot}}})
	require.NoError(t, g.memory.Plug(&slot, toy))
	assert.Equal(t, []string{"PLAY"}, g.tick(t))
	exits = true
	e, err := why.Now(g.memory, "ASKS")
	require.NoError(t, err)
	assert.Contains(t, e.String(), "its own code panicked")
	exits = false
	assert.Empty(t, g.tick(t))
	s, next := g.memory.StateAt(0, true)
	assert.Positive(t, next)
	assert.Equal(t, "ROOT", s.Decider.Name)
}
