package decider_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// atToys plays the slots scene until the coin spins in the toy.
func atToys(t testing.TB) *stage {
	s := slotScene()
	s.setUp(t)
	g := s.begin()
	for range 5 {
		require.NoError(t, g.step())
	}
	require.Contains(t, g.player.open, "FLIP")
	return g
}

// The error of a refused Plug names the trees, slots and sizes that are needed to mend it.
func TestRefusedPlugs(t *testing.T) {
	g := atToys(t)
	toy := g.trees[g.toys[sceneHand][0]]
	coin := g.trees[g.toys[sceneBox][0]]
	before := memoryText(g.memory)
	for _, c := range []struct {
		name string
		err  error
		as   error
		says string
	}{
		{"overflow", g.memory.Plug(sceneHand, vastTree), decider.ErrSlotOverflow,
			fmt.Sprintf("%v takes %d bytes, %q reserves %d", event.LabelOf("VAST"), vastTree.MemoryRequirements().Bytes, "HAND", 1024)},
		{"overflow inside", g.memory.Plug(sceneBox, vastTree), decider.ErrSlotOverflow, `"BOX" reserves 384`},
		{"cycle", g.memory.Plug(sceneHand, g.trees[g.body]), decider.ErrSlotCycle, event.LabelOf("ROOT").String() + ` cannot be plugged into "HAND"`},
		{"cycle by two slots", g.memory.Plug(sceneBox, g.trees[g.body]), decider.ErrSlotCycle, event.LabelOf("ROOT").String() + ` cannot be plugged into "BOX"`},
		{"a toy in itself", g.memory.Plug(sceneBox, toy), decider.ErrSlotCycle, event.LabelOf("TOY").String() + ` cannot be plugged into "BOX"`},
		{"foreign slot", g.memory.Plug(foreignSlot, coin), decider.ErrNoSlot, `"HAND"`},
		{"nil slot", g.memory.Plug(nil, coin), decider.ErrNoSlot, "the slot is nil"},
		{"nil tree", g.memory.Plug(sceneHand, nil), decider.ErrNilTree, ""},
		{"nil slot, nil tree", g.memory.Plug(nil, nil), decider.ErrNilTree, ""},
		{"keys", g.memory.Plug(scenePocket, thirstyTree), decider.ErrKey, `"thirst" in DRINK: its scope is Agent`},
		{"nothing to unplug", g.memory.Unplug(scenePocket), decider.ErrNotPlugged, `"POCKET"`},
		{"nowhere to unplug", g.memory.Unplug(foreignSlot), decider.ErrNoSlot, `"HAND"`},
		{"nobody to reset", g.memory.ResetBelow("NOBODY"), decider.ErrNoDecider, `"NOBODY"`},
	} {
		require.ErrorIs(t, c.err, c.as, c.name)
		require.ErrorContains(t, c.err, c.says, c.name)
	}
	assert.Equal(t, before, memoryText(g.memory))
	calls := len(g.player.calls)
	require.NoError(t, g.tick(0))
	assert.Equal(t, []string{"ROOT.tick", "TOY.tick", "HOLD.tick", "PLAY.tick", "COIN.tick", "FLIP.tick"}, g.player.calls[calls:])
}

// A tree may be plugged into two slots at once; never into itself, however far inside.
func TestCyclesThroughSlots(t *testing.T) {
	slot := func(name string, reserve int) *stageSlot { return &stageSlot{Name: name, Reserve: reserve} }
	inA, inB, inC := slot("IN_A", 1024), slot("IN_B", 512), slot("IN_C", 256)
	left, right := slot("LEFT", 2048), slot("RIGHT", 2048)
	made := func(name string, s *stageSlot) *stageTree {
		return decider.MustInitializeTreeData(&stageDecider{Name: name, Children: stageChildren{{Name: name + "_SLOT", Slot: s}}})
	}
	a, b, c := made("A", inA), made("B", inB), made("C", inC)
	body := decider.MustInitializeTreeData(&stageDecider{Name: "BODY", Policy: decider.Concurrent, Children: stageChildren{
		{Name: "L", Slot: left}, {Name: "R", Slot: right}}})
	m := body.NewMemory(nil, 1)
	require.NoError(t, m.Plug(left, a))
	require.NoError(t, m.Plug(inA, b))
	require.NoError(t, m.Plug(inB, c))
	before := memoryText(m)
	for _, tree := range []*stageTree{a, b, c, body} {
		require.ErrorIs(t, m.Plug(inC, tree), decider.ErrSlotCycle)
	}
	for _, tree := range []*stageTree{a, b, body} {
		require.ErrorIs(t, m.Plug(inB, tree), decider.ErrSlotCycle)
	}
	assert.Equal(t, before, memoryText(m))
	require.NoError(t, m.Plug(right, a), "beside itself it is no cycle")
	require.NoError(t, m.Plug(inA, c), "and b goes out where it is")
	require.ErrorIs(t, m.Plug(inB, a), decider.ErrNoSlot)
	require.ErrorIs(t, m.Plug(inC, c), decider.ErrSlotCycle)
	require.NoError(t, m.Unplug(left))
	require.NoError(t, m.Unplug(right))
	require.ErrorIs(t, m.Unplug(left), decider.ErrNotPlugged)
	require.ErrorIs(t, m.Unplug(inA), decider.ErrNoSlot)
	require.NoError(t, m.Close())
}

// The error of an unsound memory comes before all other errors of a call.
func TestUnsoundMemoriesAndSlots(t *testing.T) {
	g := atToys(t)
	coin := g.trees[g.toys[sceneBox][0]]
	wants := func(m *stageMemory, want error) {
		t.Helper()
		for name, err := range map[string]error{
			"Plug": m.Plug(sceneHand, coin), "into none": m.Plug(nil, coin), "foreign": m.Plug(foreignSlot, coin), "overflow": m.Plug(sceneHand, vastTree),
			"Unplug": m.Unplug(sceneHand), "of none": m.Unplug(nil), "ResetBelow": m.ResetBelow("ROOT"), "of nobody": m.ResetBelow("NOBODY"),
		} {
			assert.ErrorIs(t, err, want, name)
		}
	}
	wants(nil, decider.ErrNilMemory)
	wants(&stageMemory{}, decider.ErrNoTree)
	wants((*stageTree)(nil).NewMemory(nil, 1), decider.ErrNilTree)
	before := memoryText(g.memory)
	copied := new(stageMemory)
	reflect.ValueOf(copied).Elem().Set(reflect.ValueOf(g.memory).Elem()) // vet does not see through this
	wants(copied, decider.ErrNoTree)
	assert.Equal(t, before, memoryText(g.memory))
	w := world.New(world.Options{})
	first := g.trees[g.body].NewMemory(w, 3)
	wants(g.trees[g.body].NewMemory(w, 3), world.ErrAgentUsed)
	require.NoError(t, first.Plug(sceneHand, g.trees[g.toys[sceneHand][0]]), "and before its first tick")
	require.NoError(t, g.memory.Close())
	wants(g.memory, decider.ErrClosed)
	assert.Empty(t, g.player.open)
}

// A Context made by hand has no memory to plug anything into.
func TestSlotsByHand(t *testing.T) {
	for _, c := range []*stageContext{nil, {}} {
		require.ErrorIs(t, sceneHand.Plug(c, ballTree), decider.ErrNoMemory)
		require.ErrorIs(t, sceneHand.Unplug(c), decider.ErrNoMemory)
		require.ErrorIs(t, decider.ResetBelow(c, "ROOT"), decider.ErrNoMemory)
	}
	require.ErrorIs(t, sceneHand.Plug(nil, nil), decider.ErrNilTree)
}
