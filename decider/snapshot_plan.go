package decider

// plan is how what agents keep in a tree of one shape becomes what they keep in a tree that may have changed since:
// which place, Jump, value and slot becomes which. It is made once for a shape and a tree and serves any number of
// agents; it is not written to after.
type plan[A any] struct {
	from, to *shape
	tree     *Tree[A]
	same     bool
	places   []place // by place; nowhere for none
	jumps    []place // by index
	values   []int   // by index; -1 for none
	slots    []int
	clocks   []clockMove
}

// clockMove is what becomes of a decider's timers and count. They are of the decider, whose name is its own in a
// tree, so they are kept wherever it stands.
type clockMove struct {
	at             place // the first of its places
	found          bool  // the tree has such a decider
	every, toEvery uint32
	cool, toCool   uint32
	count, toCount uint32
}

// newPlan makes a plan. Places go by the path of names from the root; one whose path has changed goes by its name, if
// only one place has it before and after.
func newPlan[A any](from, to *shape, tree *Tree[A]) *plan[A] {
	pl := &plan[A]{from: from, to: to, tree: tree, same: from == to || from.equal(to)}
	pl.mapPlaces()
	pl.mapClocks()
	pl.mapJumps()
	pl.mapValues()
	for _, name := range from.slots {
		at := -1
		for i, other := range to.slots {
			if name == other {
				at = i
			}
		}
		pl.slots = append(pl.slots, at)
	}
	return pl
}

// placesByName are the places of each decider.
func (s *shape) placesByName() map[string][]place {
	named := map[string][]place{}
	for p := range s.places {
		named[s.places[p].name] = append(named[s.places[p].name], place(p))
	}
	return named
}

func (pl *plan[A]) mapPlaces() {
	before, after := pl.from.placesByName(), pl.to.placesByName()
	pl.places = make([]place, len(pl.from.places))
	taken := make([]bool, len(pl.to.places))
	taken[0] = true
	for p := 1; p < len(pl.places); p++ { // a parent stands before its children
		q := &pl.from.places[p]
		to := nowhere
		if group := pl.places[q.parent]; group != nowhere {
			to = pl.to.childNamed(group, q.name)
		}
		if to == nowhere && len(before[q.name]) == 1 && len(after[q.name]) == 1 {
			to = after[q.name][0]
		}
		if to != nowhere {
			if taken[to] {
				to = nowhere
			} else {
				taken[to] = true
			}
		}
		pl.places[p] = to
	}
}

// childNamed is a group's child of a name; nowhere for none.
func (s *shape) childNamed(group place, name string) place {
	for c := s.places[group].first; c < s.places[group].last; c++ {
		if s.places[c].name == name {
			return c
		}
	}
	return nowhere
}

func (pl *plan[A]) mapClocks() {
	after := pl.to.placesByName()
	seen := map[string]bool{}
	for p := range pl.from.places {
		q := &pl.from.places[p]
		if seen[q.name] || q.every == 0 && q.cooldown == 0 && q.count == 0 {
			continue
		}
		seen[q.name] = true
		move := clockMove{at: place(p), every: q.every, cool: q.cooldown, count: q.count}
		if same := after[q.name]; len(same) > 0 {
			to := &pl.to.places[same[0]]
			move.found, move.toEvery, move.toCool, move.toCount = true, to.every, to.cooldown, to.count
		}
		pl.clocks = append(pl.clocks, move)
	}
}

func (pl *plan[A]) mapJumps() {
	for _, j := range pl.from.jumps {
		at := nowhere
		for i, other := range pl.to.jumps {
			if pl.places[j.from] == other.from && pl.places[j.to] == other.to {
				at = place(i)
			}
		}
		pl.jumps = append(pl.jumps, at)
	}
}

func (pl *plan[A]) mapValues() {
	for i := range pl.from.values {
		v := &pl.from.values[i]
		at := -1
		for k := range pl.to.values {
			if w := &pl.to.values[k]; v.key == w.key && v.scope == w.scope && v.of == w.of && pl.places[v.place] == w.place {
				at = k
			}
		}
		pl.values = append(pl.values, at)
	}
}

// keptIn reports whether a child of group p becomes a child of what that becomes, and which.
func (pl *plan[A]) keptIn(p, child place) (place, bool) {
	to := pl.places[child]
	return to, to != nowhere && pl.to.places[to].parent == pl.places[p]
}

// clash tells why what is active at p cannot go on in what p becomes; "" where it can.
func (pl *plan[A]) clash(p place) string {
	to := pl.places[p]
	if to == nowhere {
		return "the tree has no such decider"
	}
	a, b := &pl.from.places[p], &pl.to.places[to]
	const kinds = acting | jumping | connected
	switch {
	case p != 0 && pl.places[a.parent] != b.parent:
		return "it stands elsewhere now, at " + pl.to.path(to)
	case a.isGroup() != b.isGroup() || a.marks&kinds != b.marks&kinds:
		return "it is of another kind now"
	case a.behavior != b.behavior:
		return "its behavior was " + a.behavior + " and is " + b.behavior
	case a.block != b.block:
		return "its behavior's block was " + a.block.String() + " and is " + b.block.String()
	case a.policy != b.policy && (a.policy == Concurrent || b.policy == Concurrent):
		return "its policy was " + a.policy.String() + " and is " + b.policy.String()
	case a.gate != b.gate && b.gate != "":
		return "it has another gate now, " + b.gate
	case a.squad != b.squad:
		return "it has another squad now"
	}
	return ""
}

// sameGate reports whether what p becomes has p's gate.
func (pl *plan[A]) sameGate(p place) bool {
	to := pl.places[p]
	return to != nowhere && pl.to.places[to].gate == pl.from.places[p].gate
}

// sameSquad reports whether what p becomes has p's squad.
func (pl *plan[A]) sameSquad(p place) bool {
	to := pl.places[p]
	return to != nowhere && pl.to.places[to].squad == pl.from.places[p].squad
}
