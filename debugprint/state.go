package debugprint

import (
	"reflect"
	"unicode/utf8"

	"github.com/decidertree/decidertree/state"
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

// DebugPrintState shows the state of an agent, one line for each decider, indented by depth, with the seconds it has
// been active:
//
//	ROOT                  34.3 s
//	  GUARD_NEST          34.3 s  runs NOTIFY_NEST
//	    GUARD_NEST_FIGHT   4.5 s  runs FIGHT(ToTheDeath), leaving: 0.8 s left
//
// After them stands whatever applies, separated by commas:
//
//	runs FIGHT(ToTheDeath)              its behavior and the BehaviorFlags, unless there are none and the names are the same
//	runs WALK given {Metres:5}          also a parameter from the tree
//	next: FLEE                          the child that a group enters after the Leave that runs below it
//	leaving: 0.8 s left                 a Leave runs, and may take that long
//	iteration 3                         of a Repeat; `iteration 3 begins in the next tick` if it rests until then
//	times out in 2 s                    its Timeout
//	next Tick in 0.4 s                  of a behavior with a Period
//	waits for PATHS, request 0x1        the system that a deferred behavior waits for, and the token of its request
//	waits for gate GRENADE to enter THROW   the gate or squad of the child that a group waits for
//
// Its gate and squad are as they are in the world now:
//
//	inside gate GRENADE (1 of 1 held by #7; shut for 2.3 s)
//	waits for squad FLANK (2 of 3 wait)
//	in squad FLANK as 2 (instance 4: #3 as 1, #7 as 2, #9 as 3; 2 of 3 at IN_POSITION)
//
// A key other than 0 stands in parentheses after the name; `by key` means that it is not known, since GateKey and
// SquadKey are not called here.
//
// If children of a Concurrent group run at once, each follows with its own active deciders. A plugged tree stands below
// its slot. A decider's own blackboard values stand below it, one on a line; those of the scopes Agent and Tree below
// the root:
//
//	ROOT      34.3 s
//	    hunger: 0.8
//	  EAT      4.5 s
//
// In the mode [WholeTree] active deciders are marked with >, and a line also has what is declared: the policy of a group
// other than a PrioritizedList, the Options, the target of a Jump and whether it is a slot; `done` for children that a
// Sequence has done, `failed` for those that have failed in a Selector, `turn over` for those of groups with turns, and
// `awaited` for a child whose group waits for another decider's gate or squad; `2 of 5 turns left` of a Sequential,
// SequentialLooping or OneOff group, once a child has had its turn, and `2 of 5 left in the bag` of a Shuffle; `1 of 3
// succeeded` and `1 of 3 failed` of the children that count in a Concurrent group; and `cooldown: 3 s left`, `due in 3 s` of
// an Every and `entered 2 of 3 times` of a decider with a Limit:
//
//	> ROOT                  34.3 s
//	    DIE
//	>   GUARD_NEST          34.3 s  CallDecideOnRedecide, runs NOTIFY_NEST
//	      GUARD_NEST_GROWL          runs GROWL, due in 0.5 s
//	>     GUARD_NEST_FIGHT   4.5 s  runs FIGHT(ToTheDeath)
//
// With [Spore] the lines are those of the Spore text; see the package documentation. The last line has no line break.
//
// In the mode ActivePath an agent without active deciders, such as one that was never ticked, is "(nothing active)";
// a nil memory is "(no memory)" in every mode. Call it between the agent's ticks, in the goroutine that ticks it.
func DebugPrintState(m Stater, mode Mode) string { return Names{}.DebugPrintState(m, mode) }

// AppendState appends what [DebugPrintState] returns. Only growing b allocates, so a tooltip that reuses its buffer
// causes no garbage.
func AppendState(b []byte, m Stater, mode Mode) []byte { return Names{}.AppendState(b, m, mode) }

// DebugPrintState is the function DebugPrintState with names for BehaviorFlags and agents.
func (n Names) DebugPrintState(m Stater, mode Mode) string {
	return string(n.AppendState(nil, m, mode))
}

// AppendState is the function AppendState with names for BehaviorFlags and agents.
func (n Names) AppendState(b []byte, m Stater, mode Mode) []byte {
	if isNil(m) {
		return append(b, "(no memory)"...)
	}
	start := len(b)
	activeOnly := mode&WholeTree == 0
	values := valuesOf(m, activeOnly)
	var in columns
	if mode&Spore == 0 {
		in, b = columnsOf(b, m, activeOnly)
	}
	for cursor := 0; ; {
		s, next := m.StateAt(cursor, activeOnly)
		if next < 0 {
			break
		}
		cursor = next
		if len(b) > start {
			b = append(b, '\n')
		}
		if mode&Spore != 0 {
			b = n.appendSporeState(b, &s)
		} else {
			b = n.appendState(b, &s, in)
		}
		b = values.appendBelow(b, &s, in.mark)
	}
	switch {
	case len(b) > start:
		return b
	case activeOnly:
		return append(b, "(nothing active)"...)
	}
	return append(b, "(no deciders)"...)
}

// columns are the widths of a state's columns, in characters.
type columns struct {
	mark int // of the mark of active deciders, in the whole tree
	name int // of names with their indentation, up to widest
	time int // of the times
}

// widest is the width from which a name moves the rest of its line to the right.
const widest = 40

// columnsOf measures a state's columns. It uses b as its scratch and returns it as it was.
func columnsOf(b []byte, m Stater, activeOnly bool) (columns, []byte) {
	var c columns
	if !activeOnly {
		c.mark = 2
	}
	start := len(b)
	for cursor := 0; ; {
		s, next := m.StateAt(cursor, activeOnly)
		if next < 0 {
			return c, b[:start]
		}
		cursor = next
		b = appendText(b[:start], s.Decider.Name)
		c.name = max(c.name, min(c.mark+2*s.Depth+utf8.RuneCount(b[start:]), widest))
		if s.Active {
			b = appendTime(b[:start], s.Duration)
			c.time = max(c.time, len(b)-start)
		}
	}
}

// isNil reports whether m is nil or holds a nil pointer.
func isNil(m Stater) bool {
	if m == nil {
		return true
	}
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
