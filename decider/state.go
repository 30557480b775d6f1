package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// Kind is what a decider has under it.
type Kind uint8

const (
	BehaviorDecider  Kind = iota // a leaf: it runs a behavior
	GroupDecider                 // it has children
	ReferenceDecider             // it jumps to another decider
	SlotDecider                  // another tree runs in it
)

// kindOf is what p has under it.
func (t *Tree[A]) kindOf(p place) Kind {
	switch n := &t.nodes[p]; {
	case n.isGroup():
		return GroupDecider
	case n.marks&jumping != 0:
		return ReferenceDecider
	case n.marks&connected != 0:
		return SlotDecider
	}
	return BehaviorDecider
}

// State is one decider's state in one agent, for people and tools: a line of DebugPrintState.
type State struct {
	Place         int   // in the tree's order
	Tree          Label // the root of the tree Place counts in: the agent's own, or one that is plugged in
	Depth         int   // 0 for the root
	Index         int   // within its group, 0 for the root
	Decider       Label
	Kind          Kind
	Policy        Policy
	Flags         Flags
	Children      int
	Active        bool
	ActiveChild   int            // index of the active child, of several the first; -1 for none
	ActiveCount   int            // how many children are active: more than one only in a Concurrent group
	ActiveSet     uint64         // which: bit i for the child of index i, the first 64 of them
	Duration      float64        // seconds it has been active, 0 where it is not
	Behavior      Label          // zero where it has none
	BehaviorFlags behavior.Flags // handed to the behavior
	BlockSize     int            // bytes of the behavior's block
	Target        Label          // of a Jump; of a slot the root of what is plugged in
	Resting       bool           // active, and waiting for the next tick to begin again (Repeat)
	Iteration     int            // of a Repeat: the one it is in, 1 for the first; 0 where it is not active
	Pending       Label          // of a group: what becomes active when a Leave below it is done
	Leaving       bool           // active, and its behavior's Leave is under way
	LeaveLeft     float64        // seconds it may still take
	Period        float64        // seconds between Ticks of its behavior; 0 for every tick
	NextTick      float64        // seconds until the next one, where it is active and has a Period
	TimeoutLeft   float64        // seconds until its Timeout ends it, where it is active and has one
	CooldownLeft  float64        // seconds until its Cooldown has run out; 0 where it has, or there is none
	EveryLeft     float64        // seconds until its Every is due; 0 where it is, or there is none
	Entries       int            // how often it was entered, where it has a Limit
	System        string         // whose result its behavior, which is deferred and active, waits for; "" for none
	Token         world.Token    // of that request; 0 until the frame it was launched in is over
	Gate          GateView       // as it is in the world now; zero where it has none
	Squad         SquadView      // as it is in the world now; zero where it has none
}

// StateAt walks the deciders in the order they are declared, a group before its children, what is plugged into a
// slot right after the slot: begin with cursor 0 and go on with next until it is negative; then the State is not
// valid. With activeOnly only what is active is visited: a path, or where several children of a group run, several.
// It allocates nothing. A memory that is not sound has no states. Call it between ticks.
func (m *Memory[A]) StateAt(cursor int, activeOnly bool) (s State, next int) {
	switch {
	case m == nil || m.tree == nil || cursor < 0 || m.at != nil:
		return State{}, -1
	case activeOnly:
		if !m.header().up {
			return State{}, -1
		}
	case !m.plugged():
		if cursor >= len(m.tree.order) {
			return State{}, -1
		}
		return m.state(m.tree.order[cursor]), cursor + 1
	}
	left := cursor
	if !m.stateAfter(0, &left, activeOnly, &s) {
		return State{}, -1
	}
	return s, cursor + 1
}

// stateAfter goes through p and what is below it, skipping as many deciders as are left to be skipped. It reports
// whether it found the one.
func (r *runner[A]) stateAfter(p place, left *int, activeOnly bool, s *State) (found bool) {
	if *left == 0 {
		*s = r.state(p)
		return true
	}
	*left--
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		found = (!activeOnly || r.header().up) && r.stateAfter(0, left, activeOnly, s)
		r.out()
		return found
	}
	n := &r.tree.nodes[p]
	if !activeOnly {
		for q := n.first; q < n.last && !found; q++ {
			found = r.stateAfter(q, left, activeOnly, s)
		}
		return found
	}
	for q := r.childOf(p); q != nowhere && !found; q = r.nextChild(p, q+1) {
		found = r.stateAfter(q, left, activeOnly, s)
	}
	return found
}

// plugged reports whether anything is plugged in.
func (in *instance[A]) plugged() bool {
	for _, pl := range in.plugs {
		if pl != nil {
			return true
		}
	}
	return false
}

func (r *runner[A]) state(p place) State {
	t := r.tree
	n, in := &t.nodes[p], &t.infos[p]
	s := State{
		Place: int(p), Tree: t.infos[0].label, Depth: r.depth + in.depth, Index: t.index(p), Decider: in.label,
		Kind: t.kindOf(p), Policy: n.policy, Flags: n.flags, Children: int(n.last - n.first), ActiveChild: -1,
		Behavior: in.behavior, BehaviorFlags: n.behaviorFlags, BlockSize: int(in.calls.Block.Size),
	}
	if in.jump >= 0 {
		s.Target = t.infos[t.jumps[in.jump].to].label
	} else if pl := r.pluggedAt(p); pl != nil {
		s.Target = pl.tree.infos[0].label
	}
	s.Period = in.period
	if n.cooldown != 0 {
		s.CooldownLeft = max(0, *r.due(n.cooldown)-r.now())
	}
	if in.everyDue != 0 {
		s.EveryLeft = max(0, *r.due(in.everyDue)-r.now())
	}
	if in.count != 0 {
		s.Entries = int(*r.count(in.count))
	}
	if in.gate >= 0 {
		s.Gate = r.gateView(p)
	}
	if in.squad >= 0 {
		s.Squad = r.squadView(p)
	}
	if r.isActive(p) {
		r.activeState(p, &s)
	}
	return s
}

// activeState fills in what only an active decider has.
func (r *runner[A]) activeState(p place, s *State) {
	t := r.tree
	n := &t.nodes[p]
	s.Active = true
	s.Duration = r.now() - *r.start(p)
	for child := r.childOf(p); child != nowhere; child = r.nextChild(p, child+1) {
		i := t.index(child)
		if s.ActiveCount++; s.ActiveCount == 1 {
			s.ActiveChild = i
		}
		if i < 64 {
			s.ActiveSet |= 1 << i
		}
	}
	s.LeaveLeft, s.Leaving = r.leaveLeft(p, n)
	if n.marks&timed != 0 {
		s.TimeoutLeft = max(0, *r.start(p)+t.infos[p].modifiers.Timeout-r.now())
	}
	if n.marks&repeats != 0 {
		s.Iteration = int(r.repetition(p).ended) + 1
		s.Resting = r.rests(p, n)
	}
	if n.isGroup() && r.frame(p).state&waits != 0 {
		s.Pending = t.infos[r.pending(p).child].label
	}
	in := &t.infos[p]
	if in.ticked != 0 {
		s.NextTick = max(0, *r.due(in.ticked)+in.period-r.now())
	}
	if in.calls.Waits != nil {
		system, token := in.calls.Waits(r.blockOf(p))
		s.System, s.Token = system, world.Token(token)
	}
}

// leaveLeft is how many seconds the Leave of p, which is active, may still take, if it is under way.
func (r *runner[A]) leaveLeft(p place, n *node[A]) (seconds float64, leaves bool) {
	if n.marks&leaving == 0 || !n.isGroup() && r.rests(p, n) || *r.due(r.tree.infos[p].leaveDue) == notLeaving {
		return 0, false
	}
	return max(0, *r.due(r.tree.infos[p].leaveDue)-r.now()), true
}
