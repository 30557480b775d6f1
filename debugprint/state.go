package debugprint

import (
	"math/bits"
	"reflect"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Mode -output=mode_string.go

// Mode selects the deciders that [DebugPrintState] shows.
type Mode uint8

const (
	ActivePath Mode = iota // the active deciders only, as for a tooltip
	WholeTree              // every decider, the active ones marked
)

// Stater yields the states of an agent's deciders. Every [*decider.Memory] is one.
type Stater interface {
	// StateAt starts with cursor 0 and continues with next until that is negative; then the state is not valid. A
	// group comes before its children, which are in order, and a slot before its plugged tree. With activeOnly it
	// skips deciders that are not active.
	StateAt(cursor int, activeOnly bool) (state state.Decider, next int)
}

// valuer yields an agent's blackboard values, in the order of the deciders in StateAt. A [Stater] may be one as well,
// and every [*decider.Memory] is.
type valuer interface {
	// ValueAt starts with cursor 0 and continues with next until that is negative; then the value is not valid.
	ValueAt(cursor int) (value state.Value, next int)
}

// DebugPrintState shows the state of an agent, one line for each decider, as the Spore text does (S11):
//
//	*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
//	  *1:GUARD_NEST/0x93b5e1f1 (Group, PrioritizedList 0x1) time: 34.32 [NOTIFY_NEST/0x6ccb2557] (0x00000000 0) idx: 3
//	    *3:GUARD_NEST_PATROL/0xed050b70 (Behavior 0x0) time: 4.51 [PATROL/0x36f8d3db] (0x00000000 8)
//
// A line has, in this order: two spaces for each level of depth; * for an active decider, a space for others; its
// index in its group; name and ID; its kind, a group's policy, and its Options; the seconds it has been active,
// if it is; its behavior in brackets, followed by the BehaviorFlags and the size of the behavior's block in bytes; a
// group's active child, -1 for none; after -> the target of a Jump. The last line has no line break.
//
// If children of a Concurrent group run at once, they follow it in order, each with its own active deciders, and idx
// lists them. A plugged tree stands below its slot:
//
//	*0:DOG/0x2b1dd969 (Group, Concurrent 0x0) time: 0.50 [(no group behavior)] idx: 0,2
//	  *0:WAG/0xa51f7ff6 (Behavior 0x0) time: 0.50 [WAG/0xa51f7ff6] (0x00000000 0) iteration: 3, resting
//	  *2:BOWL/0x723abbc5 (Slot, plugged FOOD/0x7aa2a8c9 0x0) time: 0.50
//	    *0:FOOD/0x7aa2a8c9 (Behavior 0x0) time: 0.50 [EAT/0xb1234185] (0x00000000 0)
//
// If they apply, a line ends with `pending: FLEE/0xddd18501`, the child that a group enters after a Leave below it;
// `leaving: 0.80 left`, the seconds that a running Leave may still take; `iteration: 3` of a Repeat, with `, resting`
// if that begins in the next tick.
//
// Then follows what the decider shares with others, as it is in the world now. For a gate: its held and available
// places, the holders, cooldowns, and the agent's pass for this decider (claimed, may enter, about to enter, inside).
// For a squad: while the agent is in none, how many agents wait of how many needed; else the instance, the members
// with their roles, the agent's part, and the Barrier it is at with the number of agents there. A key other than 0
// stands in parentheses; `by key` means that it is not known, since GateKey and SquadKey are not called here. For a
// behavior with a Period: the time until its next Tick. For a deferred behavior: the system it waits for, and the
// token of its request:
//
//	gate: GRENADE(2) 1/1 [#7], shut: 2.30 left, inside
//	squad: FLANK waiting: 2 of 3, wanted
//	squad: FLANK instance 4 [#3 as 1, #7 as 2, #9 as 3], inside as 2, at IN_POSITION/0x9e4dcd36 2/3
//	next Tick: 0.40
//	waiting for: PATHS 0x100000001
//
// A decider's own blackboard values stand below it, one on a line; those of the scopes Agent and Tree below the root:
//
//	*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
//	    hunger: 0.8
//
// In the mode ActivePath an agent without active deciders, such as one that was never ticked, is "(nothing active)";
// a nil memory is "(no memory)" in both modes. Call it between the agent's ticks, in the goroutine that ticks it.
func DebugPrintState(m Stater, mode Mode) string { return Names{}.DebugPrintState(m, mode) }

// AppendState appends what [DebugPrintState] returns. Only growing b allocates, so a tooltip that reuses its buffer
// causes no garbage.
func AppendState(b []byte, m Stater, mode Mode) []byte { return Names{}.AppendState(b, m, mode) }

// DebugPrintState is the function DebugPrintState with names for BehaviorFlags: `[FIGHT/0x8fc60c69] (ToTheDeath
// 0x00000001 8)`.
func (n Names) DebugPrintState(m Stater, mode Mode) string {
	return string(n.AppendState(nil, m, mode))
}

// AppendState is the function AppendState with names for BehaviorFlags.
func (n Names) AppendState(b []byte, m Stater, mode Mode) []byte {
	if isNil(m) {
		return append(b, "(no memory)"...)
	}
	start := len(b)
	activeOnly := mode == ActivePath
	values := valuesOf(m, activeOnly)
	for cursor := 0; ; {
		s, next := m.StateAt(cursor, activeOnly)
		if next < 0 {
			break
		}
		cursor = next
		if len(b) > start {
			b = append(b, '\n')
		}
		b = n.appendState(b, &s)
		b = values.appendBelow(b, &s)
	}
	switch {
	case len(b) > start:
		return b
	case activeOnly:
		return append(b, "(nothing active)"...)
	}
	return append(b, "(no deciders)"...)
}

func (n Names) appendState(b []byte, s *state.Decider) []byte {
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
	}
	return k.String()
}

// isNil reports whether m is nil or holds a nil pointer.
func isNil(m Stater) bool {
	if m == nil {
		return true
	}
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
