package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
)

type plainSlot = decider.Slot[struct{}]

// plainKey is a blackboard key; package blackboard has those that users declare.
type plainKey engine.KeyDeclaration

func (k plainKey) Declared(engine.Key) engine.KeyDeclaration { return engine.KeyDeclaration(k) }

var hunger = plainKey{ID: 1, Name: "HUNGER"}

// jumpTo is a Jump that may reject.
func jumpTo(name, target string) *plain { return &plain{Name: name, Decide: yes, Jump: target} }

// slotted is a decider with a Slot.
func slotted(name string, s *plainSlot) *plain { return &plain{Name: name, Slot: s} }

// reserving are deciders with slots, each with as large a reserve as there may be.
func reserving(n int) (all plainChildren) {
	for i := range n {
		all = append(all, slotted(fmt.Sprintf("USE_%d", i), &plainSlot{Name: fmt.Sprintf("TOY_%d", i), Reserve: decider.MaxReserve}))
	}
	return all
}

// faultyJumps are Jumps without a fit target or way.
var faultyJumps = []faultyTree{
	{decider.JumpUnknown, "unknown", under(&plain{Name: "A", Jump: "B"}), "ROOT > A"},
	{decider.JumpAmbiguous, "two places", func() *plain {
		b := leaf("B")
		return under(&plain{Name: "A", Jump: "B"}, b, &plain{Name: "C", Children: plainChildren{b}})
	}(), "ROOT > A"},
	{decider.JumpToAncestor, "itself", under(&plain{Name: "A", Jump: "A"}), "ROOT > A"},
	{decider.JumpToAncestor, "group", under(&plain{Name: "G", Children: plainChildren{{Name: "A", Jump: "G"}}}), "ROOT > G > A"},
	{decider.JumpToJump, "jump", under(&plain{Name: "A", Jump: "B"}, &plain{Name: "B", Jump: "C"}, leaf("C")), "ROOT > A"},
	{decider.JumpOnly, "Monitor", under(&plain{Name: "A", Jump: "B", Flags: decider.Monitor}, leaf("B")), "ROOT > A"},
	{decider.JumpOnly, "FailAt", under(&plain{Name: "A", Jump: "B", FailAt: 1}, leaf("B")), "ROOT > A"},
	{decider.JumpThroughRunFirst, "the common group", grouped("ROOT", decider.Selector, jumpTo("A", "B"), leaf("B")), "ROOT > A"},
	{decider.JumpThroughRunFirst, "down to the Jump", under(grouped("G", decider.Sequence, grouped("H", decider.PrioritizedList, jumpTo("A", "B"))), leaf("B")), "ROOT > G > H > A"},
	{decider.JumpThroughRunFirst, "down to the target", under(jumpTo("A", "B"), grouped("G", decider.Concurrent, grouped("H", decider.PrioritizedList, leaf("B")))), "ROOT > A"},
	{decider.JumpThroughRunFirst, "in the second place", func() *plain {
		a := jumpTo("A", "B")
		return under(grouped("G", decider.OneOff, a), grouped("H", decider.ReactiveSequence, a), leaf("B"))
	}(), "ROOT > H > A"},
	{decider.JumpThroughRunFirst, "a higher common group", func() *plain {
		a := jumpTo("A", "B")
		inner := grouped("INNER", decider.PrioritizedList, a, leaf("B"))
		return under(grouped("G", decider.Selector, inner), a)
	}(), "ROOT > A"},
}

// faultySlots are wrong slots, and wrong blackboard keys.
var faultySlots = []faultyTree{
	{decider.TwoContents, "Behavior and Slot", under(&plain{Name: "A", Behavior: &idle, Slot: &plainSlot{Name: "TOY"}}), "ROOT > A"},
	{decider.TwoContents, "Children and Slot", under(&plain{Name: "G", Children: plainChildren{leaf("A")}, Slot: &plainSlot{Name: "TOY"}}), "ROOT > G"},
	{decider.RootAsked, "Slot", slotted("ROOT", &plainSlot{Name: "TOY"}), "ROOT"},
	{decider.SlotOnly, "BehaviorFlags", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, BehaviorFlags: 1}), "ROOT > A"},
	{decider.SlotOnly, "Flags", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Flags: decider.FinishWithChild}), "ROOT > A"},
	{decider.SlotOnly, "Policy", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Policy: decider.Concurrent, SucceedAt: 1}), "ROOT > A"},
	{decider.SlotOnly, "Margin", under(&plain{Name: "A", Slot: &plainSlot{Name: "TOY"}, Margin: 1}), "ROOT > A"},
	{decider.BadSlot, "name", under(slotted("A", &plainSlot{Reserve: 1024})), "ROOT > A"},
	{decider.BadSlot, "negative", under(slotted("A", &plainSlot{Name: "TOY", Reserve: -1})), "ROOT > A"},
	{decider.BadSlot, "too large", under(slotted("A", &plainSlot{Name: "TOY", Reserve: decider.MaxReserve + 1})), "ROOT > A"},
	{decider.SlotTwice, "slot", func() *plain { s := &plainSlot{Name: "TOY"}; return under(slotted("A", s), slotted("B", s)) }(), "ROOT > B"},
	{decider.SlotTwice, "name", under(slotted("A", &plainSlot{Name: "TOY"}), slotted("B", &plainSlot{Name: "TOY"})), "ROOT > B"},
	{decider.SlotTwice, "shared group", func() *plain {
		shared := grouped("SHARED", decider.PrioritizedList, slotted("A", &plainSlot{Name: "TOY"}))
		return under(grouped("G", decider.Sequence, shared), grouped("H", decider.Sequence, shared))
	}(), "ROOT > G > SHARED > A"},
	{decider.BadKey, "nil", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{nil}}, "ROOT"},
	{decider.BadKey, "name", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{plainKey{ID: 1}}}, "ROOT"},
	{decider.BadKey, "twice", &plain{Name: "ROOT", Behavior: &idle, Keys: decider.Keys{hunger, hunger}}, "ROOT"},
	{decider.KeyMismatch, "scope", under(&plain{Name: "A", Behavior: &idle, Keys: decider.Keys{hunger, plainKey{ID: 2, Name: "HUNGER", Scope: engine.TreeScope}}}), "ROOT > A"},
	{decider.JumpOnly, "Keys", under(&plain{Name: "A", Jump: "B", Keys: decider.Keys{hunger}}, leaf("B")), "ROOT > A"},
	{decider.MemoryTooLarge, "DBlocks beside a slot", under(append(handing(decider.MaxMemory/decider.MaxBlock), slotted("USE", &plainSlot{Name: "TOY", Reserve: 8}))...), "ROOT"},
	{decider.MemoryTooLarge, "slots", under(reserving(decider.MaxMemory/decider.MaxReserve + 1)...), "ROOT"},
}
