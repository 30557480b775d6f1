package debugprint

import (
	"math/bits"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

// appendSporeState appends a decider's line in the form of the Spore text.
func (n Names) appendSporeState(b []byte, s *state.Decider) []byte {
	for range s.Depth {
		b = append(b, "  "...)
	}
	mark := byte(' ')
	if s.Active {
		mark = '*'
	}
	b = append(b, mark)
	b = appendInt(b, s.Index)
	b = append(b, ':')
	b = appendLabel(b, s.Decider)
	b = append(b, " ("...)
	b = append(b, kindWord(s.Kind)...)
	switch s.Kind {
	case declaration.GroupDecider:
		b = append(b, ", "...)
		b = append(b, s.Policy.String()...)
	case declaration.SlotDecider:
		b = appendPlugged(b, s.Target)
	}
	b = append(b, " 0x"...)
	b = appendHex(b, uint64(s.Options), 1)
	b = append(b, ')')
	if s.Active {
		b = append(b, " time: "...)
		b = appendFixed(b, s.Duration, 2)
	}
	switch s.Kind {
	case declaration.ReferenceDecider:
		b = append(b, " -> "...)
		return appendLabel(b, s.Target)
	case declaration.SlotDecider:
	default:
		b = n.appendStateBehavior(b, s)
	}
	if s.Kind == declaration.GroupDecider {
		b = append(b, " idx: "...)
		b = appendActiveChildren(b, s)
	}
	return appendShared(appendCourse(b, s), s)
}

// appendPlugged appends the tree plugged into a slot.
func appendPlugged(b []byte, tree event.Label) []byte {
	if tree == (event.Label{}) {
		return append(b, ", empty"...)
	}
	b = append(b, ", plugged "...)
	return appendLabel(b, tree)
}

// appendActiveChildren appends the indices of a group's active children: `1` or `0,2`; beyond the first 64 children
// only their number: `0,2 and 3 more`.
func appendActiveChildren(b []byte, s *state.Decider) []byte {
	if s.ActiveCount <= 1 || s.ActiveSet == 0 {
		return appendInt(b, s.ActiveChild)
	}
	more := s.ActiveCount
	for set := s.ActiveSet; set != 0; set &= set - 1 {
		if more < s.ActiveCount {
			b = append(b, ',')
		}
		b = appendInt(b, bits.TrailingZeros64(set))
		more--
	}
	if more > 0 {
		b = append(b, " and "...)
		b = appendInt(b, more)
		b = append(b, " more"...)
	}
	return b
}

// appendCourse appends a pending child, a running Leave, and the iteration.
func appendCourse(b []byte, s *state.Decider) []byte {
	if s.Pending != (event.Label{}) {
		b = append(b, " pending: "...)
		b = appendLabel(b, s.Pending)
	}
	if s.Leaving {
		b = append(b, " leaving: "...)
		b = appendFixed(b, s.LeaveLeft, 2)
		b = append(b, " left"...)
	}
	if s.Iteration > 0 {
		b = append(b, " iteration: "...)
		b = appendInt(b, s.Iteration)
	}
	if s.Resting {
		b = append(b, ", resting"...)
	}
	return b
}

func (n Names) appendStateBehavior(b []byte, s *state.Decider) []byte {
	if s.Behavior == (event.Label{}) {
		return append(b, " [(no group behavior)]"...)
	}
	b = append(b, " ["...)
	b = appendLabel(b, s.Behavior)
	b = append(b, "] ("...)
	names := len(b)
	b = n.Behavior.appendKnown(b, uint64(s.BehaviorFlags))
	if len(b) > names {
		b = append(b, ' ')
	}
	b = append(b, "0x"...)
	b = appendHex(b, uint64(s.BehaviorFlags), 8)
	b = append(b, ' ')
	b = appendInt(b, s.BlockSize)
	return append(b, ')')
}

// kindWord is a kind in the words of the Spore text.
func kindWord(k declaration.Kind) string {
	switch k {
	case declaration.BehaviorDecider:
		return "Behavior"
	case declaration.GroupDecider:
		return "Group"
	case declaration.ReferenceDecider:
		return "Reference"
	case declaration.SlotDecider:
		return "Slot"
	case declaration.ConditionDecider:
		return "Condition"
	}
	return k.String()
}
