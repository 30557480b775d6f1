package why

import (
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/state"
)

// narrative is a tick with its events ordered by position.
type narrative struct {
	m      *history.Moment
	names  debugprint.Names
	trees  []*tree
	of     []int         // the tree of each event, an index into trees
	about  map[at][]int  // the events of each position
	over   int           // the end of the tick's own events: those of operations follow
	now    bool          // the tick is a rehearsal
	would  *narrative    // the answers of deciders that a rehearsal does not ask; nil for a tick that took place
	values []state.Value // blackboard values after the tick
}

// tree is a tree of the agent: its own, or one that is or was plugged in.
type tree struct {
	number        int // in narrative.trees; 0 is the agent's own
	told          *description.Tree
	name          string
	slot          at               // where it is plugged in; nothing for the agent's own
	path          string           // prefix of its own paths
	before, after []*state.Decider // by place; nil for a tree that was not there
	up            []bool           // what is active at the current event, by place
}

// at is a position: a place of a tree.
type at struct{ tree, place int }

var nothing = at{-1, -1}

// newNarrative orders a tick's events.
func newNarrative(m *history.Moment, names []debugprint.Names) *narrative {
	s := &narrative{m: m, about: map[at][]int{}, over: len(m.Events)}
	if len(names) > 0 {
		s.names = names[0]
	}
	for v, next := m.ValueAt(0); next >= 0; v, next = m.ValueAt(next) {
		s.values = append(s.values, v)
	}
	s.trees = append(s.trees, &tree{told: m.Tree, name: m.Tree.Name, slot: nothing})
	s.read(m.Before, func(t *tree) *[]*state.Decider { return &t.before })
	s.read(m.After, func(t *tree) *[]*state.Decider { return &t.after })
	for _, t := range s.trees {
		t.up = make([]bool, len(t.told.Places))
		for i, state := range t.before {
			t.up[i] = state != nil && state.Active
		}
	}
	s.attribute()
	return s
}

// read finds the trees of the states: those of a plugged tree follow its slot's.
func (s *narrative) read(states []state.Decider, list func(*tree) *[]*state.Decider) {
	type open struct {
		t     *tree
		depth int // of its root
	}
	var opens []open
	slot := nothing
	for i := range states {
		one := &states[i]
		for len(opens) > 0 && one.Depth < opens[len(opens)-1].depth {
			opens = opens[:len(opens)-1]
		}
		switch {
		case len(opens) == 0:
			opens = append(opens, open{s.trees[0], 0})
		case slot != nothing:
			t := s.plugged(slot, one.Tree.Name)
			if t == nil {
				told := s.m.Trees[one.Tree.Name]
				if told == nil {
					return // only a Moment made by hand lacks it
				}
				t = &tree{number: len(s.trees), told: told, name: told.Name, slot: slot, path: s.path(slot) + " > "}
				s.trees = append(s.trees, t)
			}
			opens = append(opens, open{t, one.Depth})
		}
		t := opens[len(opens)-1].t
		all := list(t)
		if *all == nil {
			*all = make([]*state.Decider, len(t.told.Places))
		}
		slot = nothing
		if one.Place < len(*all) {
			(*all)[one.Place] = one
			if one.Kind == declaration.SlotDecider && one.Target.Name != "" {
				slot = at{t.number, one.Place}
			}
		}
	}
}

// plugged is the tree with a name in a slot; nil for none.
func (s *narrative) plugged(slot at, name string) *tree {
	for _, t := range s.trees {
		if t.slot == slot && t.name == name {
			return t
		}
	}
	return nil
}

// attribute finds the tree of each event.
func (s *narrative) attribute() {
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
		if e.Kind == event.TickFinished {
			s.over = i + 1
		}
		if e.Kind == event.TickStarted || e.Kind == event.TickFinished {
			continue
		}
		s.about[p] = append(s.about[p], i)
		isSlot := s.decider(p).Slot >= 0
		switch e.Kind {
		case event.Visited, event.Entered:
			if e.Kind == event.Entered {
				t.up[e.Place] = true
			}
			if isSlot {
				inside = append(inside, p)
			}
		case event.Exited:
			if n := len(inside); isSlot && n > 0 && inside[n-1] == p {
				inside = inside[:n-1]
			}
		case event.Left:
			t.up[e.Place] = false
		}
	}
}

// treeOf is the tree of an event. A tree that is plugged into several slots stands for the one in the slot that is
// being visited, or else the one in which the decider is active. It is nil for an unknown tree.
func (s *narrative) treeOf(e *event.Event, inside []at) *tree {
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

func (s *narrative) decider(p at) *description.Decider {
	if p == nothing {
		return &description.Decider{Squad: -1, Gate: -1, Slot: -1}
	}
	t := s.trees[p.tree].told
	return &t.Deciders[t.Places[p.place].Decider]
}

func (s *narrative) name(p at) string {
	if p == nothing {
		return ""
	}
	return s.decider(p).Name
}

func (s *narrative) path(p at) string {
	t := s.trees[p.tree]
	return t.path + t.told.Places[p.place].Path
}

// parent is the group of p, or for the root of a plugged tree its slot; nothing for the agent's root.
func (s *narrative) parent(p at) at {
	if p == nothing {
		return nothing
	}
	t := s.trees[p.tree]
	if up := t.told.Places[p.place].Parent; up >= 0 {
		return at{p.tree, up}
	}
	return t.slot
}

// index is p's index in its group.
func (s *narrative) index(p at) int { return s.trees[p.tree].told.Places[p.place].Index }

// child is a group's child by index; nothing for none.
func (s *narrative) child(group at, index int) at {
	children := s.trees[group.tree].told.Places[group.place].Children
	if index < 0 || index >= len(children) {
		return nothing
	}
	return at{group.tree, children[index]}
}

func (s *narrative) isRoot(p at) bool {
	return p != nothing && s.trees[p.tree].told.Places[p.place].Parent < 0
}

// below reports whether p is q or stands below it.
func (s *narrative) below(p, q at) bool {
	for ; p != nothing; p = s.parent(p) {
		if p == q {
			return true
		}
	}
	return false
}

func (s *narrative) before(p at) *state.Decider { return stateIn(s.trees[p.tree].before, p.place) }
func (s *narrative) after(p at) *state.Decider  { return stateIn(s.trees[p.tree].after, p.place) }

func stateIn(all []*state.Decider, place int) *state.Decider {
	if place < len(all) {
		return all[place]
	}
	return nil
}

func (s *narrative) wasActive(p at) bool { st := s.before(p); return st != nil && st.Active }
func (s *narrative) isActive(p at) bool  { st := s.after(p); return st != nil && st.Active }

// events are the events of a kind about p, in order.
func (s *narrative) events(p at, kind event.Kind) []int {
	var some []int
	for _, i := range s.about[p] {
		if s.m.Events[i].Kind == kind {
			some = append(some, i)
		}
	}
	return some
}

// last is the last event of a kind about p before event i; -1 for none.
func (s *narrative) last(p at, kind event.Kind, i int) int {
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
func (s *narrative) activeAt(p at, i int) bool {
	up := s.wasActive(p)
	for _, j := range s.about[p] {
		if j >= i {
			break
		}
		switch s.m.Events[j].Kind {
		case event.Entered:
			up = true
		case event.Left:
			up = false
		}
	}
	return up
}

// where is the position of an event.
func (s *narrative) where(i int) at {
	if s.of[i] < 0 {
		return nothing
	}
	return at{s.of[i], s.m.Events[i].Place}
}

// find is the first event from i on that fits; -1 for none.
func (s *narrative) find(i int, fits func(*event.Event, at) bool) int {
	for ; i < len(s.m.Events); i++ {
		e := &s.m.Events[i]
		if e.Kind != event.TickStarted && e.Kind != event.TickFinished && fits(e, s.where(i)) {
			return i
		}
	}
	return -1
}
