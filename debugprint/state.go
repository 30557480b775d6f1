package debugprint

import (
	"math/bits"
	"reflect"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Mode -output=mode_string.go

// Mode is how much of a tree [DebugPrintState] shows.
type Mode uint8

const (
	ActivePath Mode = iota // the active deciders alone: a tooltip
	WholeTree              // every decider, the active ones marked
)

// Stater tells the state of an agent's deciders one after the other. Every [*decider.Memory] is one.
type Stater interface {
	// StateAt begins with cursor 0 and goes on with next until that is negative; then the state is not valid.
	// A group comes before its children, these in order, a slot before what is plugged in. With activeOnly it
	// leaves out the deciders that are not active.
	StateAt(cursor int, activeOnly bool) (state state.Decider, next int)
}

// valuer tells an agent's blackboard values one after the other, in the order in which StateAt tells their
// deciders. A [Stater] may be one as well, and every [*decider.Memory] is.
type valuer interface {
	// ValueAt begins with cursor 0 and goes on with next until that is negative; then the value is not valid.
	ValueAt(cursor int) (value state.Value, next int)
}

// DebugPrintState shows the state of an agent, one line for each decider, as the Spore text does (S11):
//
//	*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
//	  *1:GUARD_NEST/0x93b5e1f1 (Group, PrioritizedList 0x1) time: 34.32 [NOTIFY_NEST/0x6ccb2557] (0x00000000 0) idx: 3
//	    *3:GUARD_NEST_PATROL/0xed050b70 (Behavior 0x0) time: 4.51 [PATROL/0x36f8d3db] (0x00000000 8)
//
// A line has, in this order: two spaces for each level of depth; * for an active decider, a space for others;
// its index in its group; name and ID; what it is, a group's policy, and its decider.Flags; for how many
// seconds it has been active, if it is; its behavior, in brackets, followed by the BehaviorFlags and the bytes
// of the behavior's block; a group's active child, -1 for none; after -> the target of a Jump. The last line
// has no line break.
//
// Where children of a Concurrent group run at once, all of them follow it, in order and each with what runs below
// it, and idx lists them. Below a slot stands the tree that is plugged in:
//
//	*0:DOG/0x2b1dd969 (Group, Concurrent 0x0) time: 0.50 [(no group behavior)] idx: 0,2
//	  *0:WAG/0xa51f7ff6 (Behavior 0x0) time: 0.50 [WAG/0xa51f7ff6] (0x00000000 0) iteration: 3, resting
//	  *2:BOWL/0x723abbc5 (Slot, plugged FOOD/0x7aa2a8c9 0x0) time: 0.50
//	    *0:FOOD/0x7aa2a8c9 (Behavior 0x0) time: 0.50 [EAT/0xb1234185] (0x00000000 0)
//
// At the end of a line stand, where there is such a thing: `pending: FLEE/0xddd18501`, what a group will enter when
// a Leave below it is done; `leaving: 0.80 left`, that the behavior's Leave is under way and how many seconds it may
// still take; `iteration: 3` of a Repeat, with `, resting` where that begins in the next tick.
//
// Then what it has to do with others, as it is in the world now. Of a gate: places held and how many there are, by
// whom, cooldowns, and what the agent has of it for this decider (claimed, may enter, about to enter, inside). Of a
// squad: as long as the agent is in none, how many wait of how many; else which instance, the members with their roles,
// the agent's own part, and the Barrier it is at with how many are there. A key other than 0 stands in parentheses; `by key`
// stands where it is not known, as GateKey and SquadKey are not called for this. Of a behavior with a Period when its next
// Tick is due; of a deferred one whose result it waits for, and the token of its request:
//
//	gate: GRENADE(2) 1/1 [#7], shut: 2.30 left, inside
//	squad: FLANK waiting: 2 of 3, wanted
//	squad: FLANK instance 4 [#3 as 1, #7 as 2, #9 as 3], inside as 2, at IN_POSITION/0x9e4dcd36 2/3
//	next Tick: 0.40
//	waiting for: PATHS 0x100000001
//
// Below a decider stand the blackboard values that are its own, below the root also those of the scopes Agent
// and Tree, each on a line of its own:
//
//	*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
//	    hunger: 0.8
//
// In the mode ActivePath an agent with nothing active, such as one that was never ticked, is
// "(nothing active)"; a nil memory is "(no memory)" in both. Call it between the agent's ticks, in the
// goroutine that ticks it.
func DebugPrintState(m Stater, mode Mode) string { return Names{}.DebugPrintState(m, mode) }

// AppendState appends what [DebugPrintState] returns to b. It allocates nothing but what b must grow, so that
// with b[:0] of the last frame's buffer a tooltip costs no garbage.
func AppendState(b []byte, m Stater, mode Mode) []byte { return Names{}.AppendState(b, m, mode) }

// DebugPrintState is the function of that name with BehaviorFlags by their names, as in
// `[FIGHT/0x8fc60c69] (ToTheDeath 0x00000001 8)`.
func (n Names) DebugPrintState(m Stater, mode Mode) string {
	return string(n.AppendState(nil, m, mode))
}

// AppendState is the function of that name with BehaviorFlags by their names.
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
	b = appendHex(b, uint64(s.Flags), 1)
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

// appendPlugged appends what is plugged into a slot.
func appendPlugged(b []byte, tree event.Label) []byte {
	if tree == (event.Label{}) {
		return append(b, ", empty"...)
	}
	b = append(b, ", plugged "...)
	return appendLabel(b, tree)
}

// appendActiveChildren appends the indices of a group's active children: `1`, `0,2`, or of more than the first 64
// children `0,2 and 3 more`.
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

// appendCourse appends where in its course a decider is that takes more than running: what it waits for, and which
// iteration it is in.
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

// kindWord is a kind as the Spore text has it in its lines.
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

// isNil reports whether m holds nothing, or a nil pointer as the variable of a memory not made yet does.
func isNil(m Stater) bool {
	if m == nil {
		return true
	}
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
