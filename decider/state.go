package decider

import "github.com/decidertree/decidertree/behavior"

// Kind is what a decider has under it.
type Kind uint8

const (
	BehaviorDecider  Kind = iota // a leaf: it runs a behavior
	GroupDecider                 // it has children
	ReferenceDecider             // it jumps to another decider
)

// State is one decider's state in one agent, for people and tools: a line of DebugPrintState.
type State struct {
	Place         int // in the tree's order
	Depth         int // 0 for the root
	Index         int // within its group, 0 for the root
	Decider       Label
	Kind          Kind
	Policy        Policy
	Flags         Flags
	Children      int
	Active        bool
	ActiveChild   int            // index of the active child, -1 for none
	Duration      float64        // seconds it has been active, 0 where it is not
	Behavior      Label          // zero where it has none
	BehaviorFlags behavior.Flags // handed to the behavior
	BlockSize     int            // bytes of the behavior's block
	Target        Label          // of a Jump
}

// StateAt walks the deciders in the order they are declared, a group before its children: begin with cursor 0
// and go on with next until it is negative; then the State is not valid. With activeOnly only what is active
// is visited. It allocates nothing. A memory that is not sound has no states.
func (m *Memory[A]) StateAt(cursor int, activeOnly bool) (s State, next int) {
	if m == nil || m.tree == nil {
		return State{}, -1
	}
	if activeOnly {
		return m.activeAt(cursor)
	}
	if cursor < 0 || cursor >= len(m.tree.order) {
		return State{}, -1
	}
	p := m.tree.order[cursor]
	return m.state(p, m.isActive(p)), cursor + 1
}

// activeAt is StateAt along the active path; here the cursor is a depth.
func (r *runner[A]) activeAt(cursor int) (s State, next int) {
	p := r.rootIfUp()
	for depth := 0; p != nowhere && depth < cursor; depth++ {
		p = r.childOf(p)
	}
	if p == nowhere || cursor < 0 {
		return State{}, -1
	}
	return r.state(p, true), cursor + 1
}

func (r *runner[A]) state(p place, active bool) State {
	t := r.tree
	n, in := &t.nodes[p], &t.infos[p]
	s := State{
		Place: int(p), Depth: in.depth, Index: t.index(p), Decider: in.label, Kind: BehaviorDecider, Policy: n.policy,
		Flags: n.flags, Children: int(n.last - n.first), Active: active, ActiveChild: -1,
		Behavior: in.behavior, BehaviorFlags: n.behaviorFlags, BlockSize: int(in.calls.Block.Size),
	}
	switch {
	case n.isGroup():
		s.Kind = GroupDecider
	case in.jump >= 0:
		s.Kind = ReferenceDecider
		s.Target = t.infos[t.jumps[in.jump].to].label
	}
	if active {
		s.Duration = r.now() - *r.start(p)
		if child := r.childOf(p); child != nowhere {
			s.ActiveChild = t.index(child)
		}
	}
	return s
}
