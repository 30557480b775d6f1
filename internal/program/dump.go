package program

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/declaration"
)

// String is Tree.String.
func (t *Tree) String() string {
	if t == nil {
		return "(nil tree)\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tree %v: %d places, %d bytes an agent\n", t.Facts[0].Label, len(t.Spots), t.Size)
	for i := range t.Spots {
		t.dumpPlace(&b, Place(i))
	}
	return b.String()
}

// dumpPlace writes the lines of place p.
func (t *Tree) dumpPlace(b *strings.Builder, p Place) {
	n, f, o, c, act := &t.Spots[p], &t.Facts[p], t.PartsOf(p), t.Condition(p), t.Act(p)
	fmt.Fprintf(b, "%4d %s%v", p, strings.Repeat("  ", int(f.Depth)), f.Label)
	if n.Parent != Nowhere {
		fmt.Fprintf(b, " in %d", n.Parent)
	}
	switch {
	case n.IsGroup():
		fmt.Fprintf(b, " %v %d..%d", n.Policy, n.First, n.Last-1)
	case c.Jump >= 0:
		j := &t.Jumps[c.Jump]
		fmt.Fprintf(b, " jump to %d by way of %d in %d, out of %d", j.To, j.way, j.Common, j.Branch)
	}
	if n.Options != 0 {
		fmt.Fprintf(b, " %v", n.Options)
	}
	if n.Policy == declaration.Concurrent {
		fmt.Fprintf(b, " succeeds at %s, fails at %d", orAll(t.Group(p).SucceedAt), max(t.Group(p).FailAt, 1))
	}
	b.WriteString("\n")
	line := func(format string, args ...any) {
		fmt.Fprintf(b, "     %s| ", strings.Repeat("  ", int(f.Depth)))
		fmt.Fprintf(b, format+"\n", args...)
	}
	if n.Parent != Nowhere {
		line("ask %s", t.dumpAsk(p))
	}
	if text := dumpModifiers(t.Modifier(p)); text != "" {
		line("modifiers %s", text)
	}
	if n.Marks&Acting != 0 {
		line("run %v flags 0x%x%s", t.Behavior(p), t.Codes[p].Flags, t.dumpBlock(p))
	}
	switch {
	case act.Delayed:
		line("Ticks after %v seconds", act.Period)
	case act.Period > 0:
		line("Ticks every %v seconds", act.Period)
	}
	if act.Idle != nil {
		line("Ticks when its result has arrived")
	}
	if n.Marks&Condition != 0 {
		line("succeeds at once")
	}
	if n.Marks&Query != 0 {
		line("is asked by asking what is below")
	}
	if n.Marks&Barrier != 0 {
		line("waits for the squad of %d", c.Within)
	}
	if n.Marks&HasLeave != 0 {
		line("Leave takes %v seconds at most", act.LeaveTimeout)
	}
	if o.Slot >= 0 {
		r := &t.Bounds.Reserves[o.Slot]
		line("slot %s reserves at %d, %d bytes", t.Slots[o.Slot].Name, r.Offset, r.Bytes)
	}
	line("frame at %d, %d bytes", n.Frame, n.FrameSize())
	for _, k := range slices.Concat(t.Behind(p), t.clocks(p), t.shared(p), t.keeps(p)) {
		line("%s at %d, %d bytes", k.label, k.At, k.Size)
	}
	if d := t.Dblock(p); d != nil && d.Box > 0 {
		line("kept DBlock in box %d", d.Box-1)
	}
	if o.Monitor >= 0 {
		line("monitor bit %d of those at %d", o.Monitor, t.Monitors)
	}
	values := t.ValuesOf(p)
	for i := range values {
		line("%s", t.dumpValue(&values[i]))
	}
	if q := &t.Quicks[p]; q.Able {
		line("quick %s", t.dumpQuick(q))
	}
}

// orAll returns a threshold of a Concurrent group as text.
func orAll(n int) string {
	if n == 0 {
		return "all"
	}
	return strconv.Itoa(n)
}

// dumpModifiers lists the Modifiers that have an effect.
func dumpModifiers(m *declaration.Modifiers) string {
	var parts []string
	add := func(it bool, text string, value any) {
		if it {
			parts = append(parts, fmt.Sprintf(text, value))
		}
	}
	add(m.Repeat == declaration.Forever, "Repeat %s", "for ever")
	add(m.Repeat > 1, "Repeat %d", m.Repeat)
	add(m.Until != declaration.UntilDone, "%v", m.Until)
	add(m.Timeout > 0, "Timeout %v", m.Timeout)
	add(m.Outcome != declaration.AsIs, "%v", m.Outcome)
	add(m.Limit > 0, "Limit %d", m.Limit)
	return strings.Join(parts, ", ")
}

// dumpAsk lists the conditions of place p.
func (t *Tree) dumpAsk(p Place) string {
	a, c := &t.Asks[p], t.Condition(p)
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if a.mask != 0 || a.any != 0 {
		add("flags&0x%x==0x%x any 0x%x", uint64(a.mask), uint64(a.want), uint64(a.any))
	}
	if a.stimMask != 0 || a.stimAny != 0 {
		add("stimuli&0x%x==0x%x any 0x%x", uint64(a.stimMask), uint64(a.stimWant), uint64(a.stimAny))
	}
	if n := t.notAlls[a.NotAll]; a.NotAll != 0 {
		add("not all of flags 0x%x stimuli 0x%x", uint64(n.flags), uint64(n.stim))
	}
	if c.Role != 0 {
		add("role %d in the squad of %d", c.Role, t.Condition(t.Spots[p].Parent).Within)
	}
	if c.Cooldown > 0 {
		add("cooldown %v", c.Cooldown)
	}
	if t.PartsOf(p).Every != 0 {
		add("every %v", c.Every)
	}
	switch {
	case a.Decide != nil:
		add("Decide")
	case c.Dblock >= 0:
		add("DBlock %v", t.Dblocks[c.Dblock].Block.Type)
	default:
		add("weight %v", c.Weight)
	}
	if a.Delegates {
		add("delegates")
	}
	if c.Squad >= 0 {
		s := &t.Squads[c.Squad]
		cast := ""
		if s.CanPlay != nil {
			cast = " with CanPlay"
		}
		add("squad %s of %d%s%s", s.Squad.Name, s.Squad.Agents, byKey(s.Key != nil), cast)
	}
	if c.Gate >= 0 {
		g := &t.Gates[c.Gate]
		add("gate %s for %d%s", g.Gate.Name, g.Gate.Max, byKey(g.Key != nil))
	}
	if a.HoldsJump {
		add("holds a jump")
	}
	if a.Kind == AskFull {
		add("in full")
	}
	return strings.Join(parts, ", ")
}

// byKey marks a squad or a gate that is divided by a key.
func byKey(divided bool) string {
	if divided {
		return " by key"
	}
	return ""
}

// dumpBlock tells where the block of place p lies.
func (t *Tree) dumpBlock(p Place) string {
	n, block := &t.Spots[p], &t.Act(p).Block
	switch {
	case block.Size == 0:
		return ""
	case n.Marks&Boxed != 0:
		return fmt.Sprintf(" block %v in box %d", block.Type, n.Block)
	}
	return fmt.Sprintf(" block %v at %d, %d bytes", block.Type, n.Block, block.Size)
}

// dumpQuick lists the steps of a quick way.
func (t *Tree) dumpQuick(q *Quick) string {
	var parts []string
	if q.Mergeable {
		parts = append(parts, "nothing if shut: "+q.dump())
	}
	for _, s := range slices.Concat(t.Above(q), t.Beside(q)) {
		switch {
		case s.Bracketed():
			parts = append(parts, fmt.Sprintf("tick %d", s.Group))
		case s.Decide != nil:
			parts = append(parts, fmt.Sprintf("call %d", s.First))
		case s.Mergeable:
			parts = append(parts, fmt.Sprintf("ask [%d,%d) unless shut: %s", s.First, s.At, s.dump()))
		default:
			parts = append(parts, fmt.Sprintf("ask [%d,%d)", s.First, s.At))
		}
	}
	return strings.Join(parts, "; ")
}

// dump returns the test as text.
func (b *Before) dump() string {
	return fmt.Sprintf("flags 0x%x/0x%x stimuli 0x%x/0x%x", uint64(b.any), uint64(b.none), uint64(b.stimAny), uint64(b.stimNone))
}

// dumpValue returns the line of a blackboard value.
func (t *Tree) dumpValue(v *Value) string {
	k := &t.Board.Keys[v.Key]
	text := fmt.Sprintf("value %s %v of scope %v", k.Name, k.Block.Type, declaration.KeyScope(k.Scope))
	switch {
	case v.Boxed:
		return fmt.Sprintf("%s in box %d", text, v.At)
	case k.Block.Size == 0:
		return text
	}
	return fmt.Sprintf("%s at %d, %d bytes", text, v.At, k.Block.Size)
}
