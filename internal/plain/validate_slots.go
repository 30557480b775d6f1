package plain

import (
	"fmt"

	"github.com/decidertree/decidertree/declaration"
)

// slot checks a decider's Slot.
func (v *validator) slot(d *Decider) {
	s := d.Slot
	if s.Name == "" {
		v.fault(declaration.BadSlot, "its Slot has no name", "give it one in capitals, such as GUARD_NEST")
	}
	if s.Reserve < 0 || s.Reserve > declaration.MaxReserve {
		v.fault(declaration.BadSlot, fmt.Sprintf("its Slot %q reserves %d bytes", s.Name, s.Reserve),
			fmt.Sprintf("reserve 0 to %d; a tree needs its MemoryRequirements().Bytes", declaration.MaxReserve))
	}
	v.slots = append(v.slots, v.located(d))
	if other := v.slotAt[s]; other != nil {
		v.fault(declaration.SlotTwice, fmt.Sprintf("its Slot %q stands in %q too", s.Name, other.Name), "declare a Slot for each")
		return
	}
	v.slotAt[s] = d
	if s.Name == "" {
		return
	}
	if other := v.slotNames[s.Name]; other != nil {
		v.fault(declaration.SlotTwice, fmt.Sprintf("the Slot in %q is called %q too", other.Name, s.Name), "rename one")
		return
	}
	v.spelled("its Slot's name", s.Name)
	v.slotNames[s.Name] = d
}

// slotPlaces checks that each Slot stands in one place, also if a decider above it is shared, since an agent plugs one tree
// into it. The tree has no cycles.
func (v *validator) slotPlaces(root *Decider) {
	for _, at := range v.slots {
		if n := v.placeCount(at.decider, root); n > 1 {
			v.path = []string{at.path}
			v.fault(declaration.SlotTwice, fmt.Sprintf("its Slot %q stands in %d places, since a decider is shared", at.decider.Slot.Name, n),
				"declare a decider and a Slot for each place")
		}
	}
}
