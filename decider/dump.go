package decider

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String is the compiled tree as text, place by place in the order of the tables: what each is, what asking it
// comes to, where it keeps its state, and the merged checks of the quick way. Its form is for people and
// golden tests, and may change.
func (t *Tree[A]) String() string {
	if t == nil {
		return "(nil tree)\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tree %v: %d places, %d bytes an agent\n", t.infos[0].label, len(t.nodes), t.layout.size)
	for i := range t.nodes {
		t.dumpPlace(&b, place(i))
	}
	return b.String()
}

func (t *Tree[A]) dumpPlace(b *strings.Builder, p place) {
	n, in, a := &t.nodes[p], &t.infos[p], &t.asks[p]
	fmt.Fprintf(b, "%4d %s%v", p, strings.Repeat("  ", in.depth), in.label)
	if n.parent != nowhere {
		fmt.Fprintf(b, " in %d", n.parent)
	}
	switch {
	case n.isGroup():
		fmt.Fprintf(b, " %v %d..%d", n.policy, n.first, n.last-1)
	case in.jump >= 0:
		j := &t.jumps[in.jump]
		fmt.Fprintf(b, " jump to %d by way of %d in %d, out of %d", j.to, j.way, j.common, j.branch)
	}
	if n.flags != 0 {
		fmt.Fprintf(b, " %v", n.flags)
	}
	if n.policy == Concurrent {
		fmt.Fprintf(b, " succeeds at %s, fails at %d", orAll(in.succeedAt), in.failAt)
	}
	b.WriteString("\n")
	line := func(format string, args ...any) {
		fmt.Fprintf(b, "     %s| ", strings.Repeat("  ", in.depth))
		fmt.Fprintf(b, format+"\n", args...)
	}
	if n.parent != nowhere {
		line("ask %s", t.dumpAsk(p, a, in))
	}
	if text := dumpModifiers(&in.modifiers); text != "" {
		line("modifiers %s", text)
	}
	if n.marks&acting != 0 {
		line("run %v flags 0x%x%s", in.behavior, uint64(n.behaviorFlags), t.dumpBlock(n, in))
	}
	if in.period > 0 {
		line("Ticks every %v seconds", in.period)
	}
	if in.calls.Idle != nil {
		line("Ticks when its result has arrived")
	}
	if n.marks&barrier != 0 {
		line("waits for the squad of %d", in.within)
	}
	if n.marks&leaving != 0 {
		line("Leave takes %v seconds at most", in.calls.LeaveTimeout)
	}
	if in.slot >= 0 {
		r := &t.layout.reserves[in.slot]
		line("slot %s reserves at %d, %d bytes", t.slots[in.slot].Name, r.offset, r.bytes)
	}
	line("frame at %d, %d bytes", n.frame, t.frameSize(n))
	for _, k := range slices.Concat(t.behind(p), t.clocks(p), t.shared(p), t.kept(p)) {
		line("%s at %d, %d bytes", k.what, k.at, k.size)
	}
	if in.handedOn.box > 0 {
		line("kept DBlock in box %d of those that wait", in.handedOn.box-1)
	}
	if in.monitor >= 0 {
		line("monitor bit %d of those at %d", in.monitor, t.layout.monitors)
	}
	values := t.valuesOf(p)
	for i := range values {
		line("%s", t.dumpValue(&values[i]))
	}
	if q := &t.quicks[p]; q.able {
		line("quick %s", dumpQuick(q))
	}
}

// orAll is the threshold of a Concurrent group.
func orAll(n int) string {
	if n == 0 {
		return "all"
	}
	return strconv.Itoa(n)
}

// dumpModifiers names those that change something.
func dumpModifiers(m *Modifiers) string {
	var parts []string
	add := func(it bool, text string, value any) {
		if it {
			parts = append(parts, fmt.Sprintf(text, value))
		}
	}
	add(m.Repeat == Forever, "Repeat %s", "for ever")
	add(m.Repeat > 1, "Repeat %d", m.Repeat)
	add(m.Until != UntilDone, "%v", m.Until)
	add(m.Timeout > 0, "Timeout %v", m.Timeout)
	add(m.Outcome != AsIs, "%v", m.Outcome)
	add(m.Limit > 0, "Limit %d", m.Limit)
	return strings.Join(parts, ", ")
}

func (t *Tree[A]) dumpAsk(p place, a *ask[A], in *info[A]) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if a.mask != 0 || a.any != 0 {
		add("flags&0x%x==0x%x any 0x%x", uint64(a.mask), uint64(a.want), uint64(a.any))
	}
	if a.stimMask != 0 || a.stimAny != 0 {
		add("stimuli&0x%x==0x%x any 0x%x", uint64(a.stimMask), uint64(a.stimWant), uint64(a.stimAny))
	}
	if in.role != 0 {
		add("role %d in the squad of %d", in.role, t.infos[t.nodes[p].parent].within)
	}
	if in.cooldown > 0 {
		add("cooldown %v", in.cooldown)
	}
	if in.everyDue != 0 {
		add("every %v", in.every)
	}
	switch {
	case a.decide != nil:
		add("Decide")
	case in.handover != nil:
		add("DBlock %v", in.dblock.Type)
	default:
		add("weight %v", in.weight)
	}
	if a.delegates {
		add("delegates")
	}
	if in.squad >= 0 {
		s := &t.squads[in.squad]
		add("squad %s of %d%s", s.squad.Name, s.squad.Agents, byKey(s.key != nil))
	}
	if in.gate >= 0 {
		g := &t.gates[in.gate]
		add("gate %s for %d%s", g.gate.Name, g.gate.Max, byKey(g.key != nil))
	}
	if a.holdsJump {
		add("holds a jump")
	}
	if a.kind == askFull {
		add("in full")
	}
	return strings.Join(parts, ", ")
}

// byKey tells that a squad or a gate is divided.
func byKey(divided bool) string {
	if divided {
		return " by key"
	}
	return ""
}

func (t *Tree[A]) dumpBlock(n *node[A], in *info[A]) string {
	switch {
	case in.calls.Block.Size == 0:
		return ""
	case n.marks&boxed != 0:
		return fmt.Sprintf(" block %v in box %d", in.calls.Block.Type, n.block)
	}
	return fmt.Sprintf(" block %v at %d, %d bytes", in.calls.Block.Type, n.block, in.calls.Block.Size)
}

func dumpQuick[A any](q *quick[A]) string {
	var parts []string
	if q.mergeable {
		parts = append(parts, "nothing if shut: "+q.dump())
	}
	for i := range q.steps {
		s := &q.steps[i]
		switch {
		case s.bracketed:
			parts = append(parts, fmt.Sprintf("tick %d", s.group))
		case s.decide != nil:
			parts = append(parts, fmt.Sprintf("call %d", s.first))
		case s.mergeable:
			parts = append(parts, fmt.Sprintf("ask [%d,%d) unless shut: %s", s.first, s.at, s.dump()))
		default:
			parts = append(parts, fmt.Sprintf("ask [%d,%d)", s.first, s.at))
		}
	}
	return strings.Join(parts, "; ")
}

func (b *before) dump() string {
	return fmt.Sprintf("flags 0x%x/0x%x stimuli 0x%x/0x%x", uint64(b.any), uint64(b.none), uint64(b.stimAny), uint64(b.stimNone))
}
