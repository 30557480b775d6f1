package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

type plainSlot = decider.Slot[struct{}]

// plainKey is a blackboard key; package blackboard has those that users declare.
type plainKey usercode.Key

func (k plainKey) Declared(engine.Key) usercode.Key { return usercode.Key(k) }

var hunger = plainKey{ID: 1, Name: "HUNGER"}

// jumpTo is a Jump that may reject.
func jumpTo(name, target string) *plain { return &plain{Name: name, Decide: yes, Jump: target} }

// slotted is a decider with a Slot.
func slotted(name string, s *plainSlot) *plain { return &plain{Name: name, Slot: s} }

// reserving are deciders with slots, each with as large a reserve as there may be.
func reserving(n int) (all plainChildren) {
	for i := range n {
		all = append(all, slotted(fmt.Sprintf("USE_%d", i), &plainSlot{Name: fmt.Sprintf("TOY_%d", i), Reserve: declaration.MaxReserve}))
	}
	return all
}

// faultyJumps are Jumps without a fit target or way.
var faultyJumps = []faultyTree{
	{declaration.JumpUnknown, "unknown", under(&plain{Name: "A", Jump: "B"}), "ROOT > A"},
	{declaration.JumpAmbiguous, "two places", func() *plain {
		b := leaf("B")
		return under(&plain{Name: "A", Jump: "B"}, b, &plain{Name: "C", Children: plainChildren{b}})
	}(), "ROOT > A"},
	{declaration.JumpToAncestor, "itself", under(&plain{Name: "A", Jump: "A"}), "ROOT > A"},
	{declaration.JumpToAncestor, "group", under(&plain{Name: "G", Children: plainChildren{{Name: "A", Jump: "G"}}}), "ROOT > G > A"},
	{declaration.JumpToJump, "jump", under(&plain{Name: "A", Jump: "B"}, &plain{Name: "B", Jump: "C"}, leaf("C")), "ROOT > A"},
	{declaration.JumpOnly, "Monitor", under(&plain{Name: "A", Jump: "B", Options: decider.Monitor}, leaf("B")), "ROOT > A"},
	{declaration.JumpOnly, "FailAt", under(&plain{Name: "A", Jump: "B", FailAt: 1}, leaf("B")), "ROOT > A"},
	{declaration.JumpThroughRunFirst, "the common group", grouped("ROOT", decider.Selector, jumpTo("A", "B"), leaf("B")), "ROOT > A"},
	{declaration.JumpThroughRunFirst, "down to the Jump", under(grouped("G", decider.Sequence, grouped("H", decider.PrioritizedList, jumpTo("A", "B"))), leaf("B")), "ROOT > G > H > A"},
	{declaration.JumpThroughRunFirst, "down to the target", under(jumpTo("A", "B"), grouped("G", decider.Concurrent, grouped("H", decider.PrioritizedList, leaf("B")))), "ROOT > A"},
	{declaration.JumpThroughRunFirst, "in the second place", func() *plain {
		a := jumpTo("A", "B")
		return under(grouped("G", decider.OneOff, a), grouped("H", decider.ReactiveSequence, a), leaf("B"))
	}(), "ROOT > H > A"},
	{declaration.JumpThroughRunFirst, "a higher common group", func() *plain {
		a := jumpTo("A", "B")
		inner := grouped("INNER", decider.PrioritizedList, a, leaf("B"))
		return under(grouped("G", decider.Selector, inner), a)
	}(), "ROOT > A"},
}

// faultySlots are wrong slots, and wrong blackboard keys.
var faultySlots = []faultyTree{
	{declaration.TwoContents, "Behavior and Slot", under(&plain{Name: "A", Behavior: &idle, Slot: &plainSlot{Name: "TOY"}}), "ROOT > A"},
	{declaration.TwoContents, "Children and Slot", under(&plain{Name: "G", Children: plainChildren{leaf("A")}, Slot: &plainSlot{Name: "TOY"}}), "ROOT > G"},
	{declaration.RootAsked, "Slot", slotted("ROOT", &plainSlot{Name: "TOY"}), "ROOT"},
	{declaration.SlotOnly, "BehaviorFlags", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, BehaviorFlags: 1}), "ROOT > A"},
	{declaration.SlotOnly, "Flags", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Options: decider.FinishWithChild}), "ROOT > A"},
	{declaration.SlotOnly, "Policy", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Policy: decider.Concurrent, SucceedAt: 1}), "ROOT > A"},
	{declaration.SlotOnly, "Margin", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Margin: 1}), "ROOT > A"},
	{declaration.BadSlot, "name", under(slotted("A", &plainSlot{Reserve: 1024})), "ROOT > A"},
	{declaration.BadSlot, "negative", under(slotted("A", &plainSlot{Name: "TOY", Reserve: -1})), "ROOT > A"},
	{declaration.BadSlot, "too large", under(slotted("A", &plainSlot{Name: "TOY", Reserve: declaration.MaxReserve + 1})), "ROOT > A"},
	{declaration.SlotTwice, "slot", func() *plain { s := &plainSlot{Name: "TOY"}; return under(slotted("A", s), slotted("B", s)) }(), "ROOT > B"},
	{declaration.SlotTwice, "name", under(slotted("A", &plainSlot{Name: "TOY"}), slotted("B", &plainSlot{Name: "TOY"})), "ROOT > B"},
	{declaration.SlotTwice, "shared group", func() *plain {
		shared := grouped("SHARED", decider.PrioritizedList, slotted("A", &plainSlot{Name: "TOY"}))
		return under(grouped("G", decider.Sequence, shared), grouped("H", decider.Sequence, shared))
	}(), "ROOT > G > SHARED > A"},
	{declaration.BadKey, "nil", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{nil}}, "ROOT"},
	{declaration.BadKey, "name", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{plainKey{ID: 1}}}, "ROOT"},
	{declaration.BadKey, "twice", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{hunger, hunger}}, "ROOT"},
	{declaration.KeyMismatch, "scope", under(&plain{Name: "A", Behavior: &idle, Keys: decider.Keys{hunger, plainKey{ID: 2, Name: "HUNGER", Scope: usercode.TreeScope}}}), "ROOT > A"},
	{declaration.JumpOnly, "Keys", under(&plain{Name: "A", Jump: "B", Keys: decider.Keys{hunger}}, leaf("B")), "ROOT > A"},
	{declaration.MemoryTooLarge, "DBlocks beside a slot", under(append(handing(declaration.MaxMemory/declaration.MaxBlock), slotted("USE", &plainSlot{Name: "TOY", Reserve: 8}))...), "ROOT"},
	{declaration.MemoryTooLarge, "slots", under(reserving(declaration.MaxMemory/declaration.MaxReserve + 1)...), "ROOT"},
}
