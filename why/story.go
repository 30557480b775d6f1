package why

import (
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
)

// story is a tick ordered by who its events are about.
type story struct {
	m      *history.Moment
	names  Names
	trees  []*tree
	of     []int        // the tree of each event, an index into trees
	about  map[at][]int // the events of each position
	over   int          // the event after the last of the tick itself: what follows are operations
	gates  []history.GateState
	squads []history.SquadState
}

// tree is a tree of the agent: its own, or one that is or was plugged in.
type tree struct {
	number        int // in story.trees; 0 is the agent's own
	told          *decider.Description
	name          string
	slot          at               // where it is plugged in; of the agent's own nothing
	path          string           // before its own
	before, after []*decider.State // by place; nil for a tree that was not there
	up            []bool           // what is active where the reading of events stands
}

// at is a position: a place of a tree.
type at struct{ tree, place int }

var nothing = at{-1, -1}

// newStory orders a tick.
func newStory(m *history.Moment, known []*decider.Description) *story {
	s := &story{m: m, about: map[at][]int{}, over: len(m.Events)}
	find := func(name string, places int) *decider.Description {
		if d := m.Trees[name]; d != nil {
			return d
		}
		for _, d := range slices.Backward(known) {
			if d.Name == name && len(d.Places) > places {
				return d
			}
		}
		return nil
	}
	s.trees = append(s.trees, &tree{told: m.Tree, name: m.Tree.Name, slot: nothing})
	s.read(m.Before, find, func(t *tree) *[]*decider.State { return &t.before })
	s.read(m.After, find, func(t *tree) *[]*decider.State { return &t.after })
	for _, t := range s.trees {
		t.up = make([]bool, len(t.told.Places))
		for i, state := range t.before {
			t.up[i] = state != nil && state.Active
		}
	}
	s.attribute()
	return s
}

// read finds the trees that the states tell of: those of what is plugged in stand right after the slot's.
func (s *story) read(states []decider.State, find func(string, int) *decider.Description, list func(*tree) *[]*decider.State) {
	type open struct {
		t     *tree
		depth int // of its root
	}
	var opens []open
	slot := nothing
	for i := range states {
		state := &states[i]
		for len(opens) > 0 && state.Depth < opens[len(opens)-1].depth {
			opens = opens[:len(opens)-1]
		}
		switch {
		case len(opens) == 0:
			opens = append(opens, open{s.trees[0], 0})
		case slot != nothing:
			t := s.plugged(slot, state.Tree.Name)
			if t == nil {
				told := find(state.Tree.Name, state.Place)
				if told == nil {
					return // a recording always has it
				}
				t = &tree{number: len(s.trees), told: told, name: told.Name, slot: slot, path: s.path(slot) + " > "}
				s.trees = append(s.trees, t)
			}
			opens = append(opens, open{t, state.Depth})
		}
		t := opens[len(opens)-1].t
		all := list(t)
		if *all == nil {
			*all = make([]*decider.State, len(t.told.Places))
		}
		slot = nothing
		if state.Place < len(*all) {
			(*all)[state.Place] = state
			if state.Kind == decider.SlotDecider && state.Target.Name != "" {
				slot = at{t.number, state.Place}
			}
		}
	}
}

// plugged is the tree of that name in a slot; nil for none.
func (s *story) plugged(slot at, name string) *tree {
	for _, t := range s.trees {
		if t.slot == slot && t.name == name {
			return t
		}
	}
	return nil
}

// attribute finds out which tree each event belongs to.
func (s *story) attribute() {
	var inside []at // slots that are being visited
	for i := range s.m.Events {
		e := &s.m.Events[i]
		t := s.treeOf(e, inside)
		if t == nil || e.Place < 0 || e.Place >= len(t.told.Places) {
			s.of = append(s.of, -1)
			continue
		}
		s.of = append(s.of, t.number)
		p := at{t.number, e.Place}
		if e.Kind == decider.TickFinished {
			s.over = i + 1
		}
		if e.Kind == decider.TickStarted || e.Kind == decider.TickFinished {
			continue
		}
		s.about[p] = append(s.about[p], i)
		isSlot := s.decider(p).Slot >= 0
		switch e.Kind {
		case decider.Visited, decider.Entered:
			if e.Kind == decider.Entered {
				t.up[e.Place] = true
			}
			if isSlot {
				inside = append(inside, p)
			}
		case decider.Exited:
			if n := len(inside); isSlot && n > 0 && inside[n-1] == p {
				inside = inside[:n-1]
			}
		case decider.Left:
			t.up[e.Place] = false
		}
	}
}

// treeOf is the tree of an event. One tree may be plugged into several slots: then it is the one in the slot that is
// being visited, or else the one in which the decider is active. It is nil for a tree that nobody has described.
func (s *story) treeOf(e *decider.Event, inside []at) *tree {
	if !e.Nested {
		return s.trees[0]
	}
	var best *tree
	for _, t := range s.trees[1:] {
		if t.name != e.Tree.Name || e.Place >= len(t.told.Places) {
			continue
		}
		if n := len(inside); n > 0 && slices.Contains(inside, t.slot) {
			return t
		}
		if best == nil || t.up[e.Place] && !best.up[e.Place] {
			best = t
		}
	}
	return best
}

func (s *story) decider(p at) *decider.DeciderDescription {
	if p == nothing {
		return &decider.DeciderDescription{Squad: -1, Gate: -1, Slot: -1}
	}
	t := s.trees[p.tree].told
	return &t.Deciders[t.Places[p.place].Decider]
}

func (s *story) name(p at) string {
	if p == nothing {
		return ""
	}
	return s.decider(p).Name
}

func (s *story) path(p at) string {
	t := s.trees[p.tree]
	return t.path + t.told.Places[p.place].Path
}

// parent is the group of p, or of the root of what is plugged in its slot; nothing for the agent's root.
func (s *story) parent(p at) at {
	if p == nothing {
		return nothing
	}
	t := s.trees[p.tree]
	if up := t.told.Places[p.place].Parent; up >= 0 {
		return at{p.tree, up}
	}
	return t.slot
}

// index is p's among its siblings.
func (s *story) index(p at) int { return s.trees[p.tree].told.Places[p.place].Index }

// child is a group's child of that index; nothing for none.
func (s *story) child(group at, index int) at {
	children := s.trees[group.tree].told.Places[group.place].Children
	if index < 0 || index >= len(children) {
		return nothing
	}
	return at{group.tree, children[index]}
}

func (s *story) isRoot(p at) bool {
	return p != nothing && s.trees[p.tree].told.Places[p.place].Parent < 0
}

// below reports whether p is q or stands below it.
func (s *story) below(p, q at) bool {
	for ; p != nothing; p = s.parent(p) {
		if p == q {
			return true
		}
	}
	return false
}

func (s *story) before(p at) *decider.State { return stateIn(s.trees[p.tree].before, p.place) }
func (s *story) after(p at) *decider.State  { return stateIn(s.trees[p.tree].after, p.place) }

func stateIn(all []*decider.State, place int) *decider.State {
	if place < len(all) {
		return all[place]
	}
	return nil
}

func (s *story) wasActive(p at) bool { st := s.before(p); return st != nil && st.Active }
func (s *story) isActive(p at) bool  { st := s.after(p); return st != nil && st.Active }

// events are those about p of a kind, in order.
func (s *story) events(p at, kind decider.EventKind) []int {
	var some []int
	for _, i := range s.about[p] {
		if s.m.Events[i].Kind == kind {
			some = append(some, i)
		}
	}
	return some
}

// last is the last event about p of a kind before event i; -1 for none.
func (s *story) last(p at, kind decider.EventKind, i int) int {
	found := -1
	for _, j := range s.about[p] {
		if j >= i {
			break
		}
		if s.m.Events[j].Kind == kind {
			found = j
		}
	}
	return found
}

// activeAt reports whether p was active just before event i.
func (s *story) activeAt(p at, i int) bool {
	up := s.wasActive(p)
	for _, j := range s.about[p] {
		if j >= i {
			break
		}
		switch s.m.Events[j].Kind {
		case decider.Entered:
			up = true
		case decider.Left:
			up = false
		}
	}
	return up
}

// where is the position an event is about.
func (s *story) where(i int) at {
	if s.of[i] < 0 {
		return nothing
	}
	return at{s.of[i], s.m.Events[i].Place}
}

// find is the first event from i on that fits; -1 for none.
func (s *story) find(i int, fits func(*decider.Event, at) bool) int {
	for ; i < len(s.m.Events); i++ {
		e := &s.m.Events[i]
		if e.Kind != decider.TickStarted && e.Kind != decider.TickFinished && fits(e, s.where(i)) {
			return i
		}
	}
	return -1
}
